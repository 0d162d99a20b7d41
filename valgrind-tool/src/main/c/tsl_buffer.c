/*--------------------------------------------------------------------*/
/*--- tslmap: the buffer of event words.              tsl_buffer.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_sampling.h"

/* A buffer the size of a processor's second-level cache or less: the client
   fills it with plain stores, the sink empties it at once, and it is cleared so
   that a word beyond the last complete block is a header only if a block began
   there and did not end (see tsl_thread_fault).

   While client code runs, the position of the next word lives in the shadow
   state of the running thread; `next` holds it otherwise. */

#define WORDS (32 * 1024)
#define LEAD 2 /* words before the buffer, for the sink's frame header */

static ULong memory[LEAD + WORDS] __attribute__((aligned(64)));
static ULong *const start = memory + LEAD;
static ULong *first = memory + LEAD; /* word in use: later ones where the buffer is to be
                                        looked at soon */
static ULong *next = memory + LEAD;
static ULong *settled = memory + LEAD; /* words before are in regions and watched,
                                          and in the stretch */
static UInt thread;       /* the last thread word's */
static UInt running;      /* the thread that runs */
static ULong position;    /* words handed over before */
static ULong flushes;
static tsl_totals totals;
static ULong made; /* accesses before the stretch, and all once the run is narrowed */
static ULong left; /* accesses until the stretch ends; 0: no end is known */

/* Executions by descriptor since the last look at them. */
typedef struct {
   ULong executions;
   ULong guarded; /* whether there are guarded accesses, counted one by one */
} tsl_count;
static tsl_count *count;
static UInt counts, counts_size;

Addr tsl_buffer_limit(void) { return (Addr)(start + WORDS - TSL_USUAL_ROOM); }
Addr tsl_buffer_end(void) { return (Addr)(start + WORDS); }
ULong *tsl_buffer_start(void) { return start; }
ULong *tsl_buffer_first(void) { return first; }
ULong *tsl_buffer_next(void) { return next; }

void tsl_buffer_set_next(ULong *p)
{
   if (tsl_stretch_phase != TSL_WITHIN) {
      VG_(memset)(next, 0, (p - next) * sizeof *next);
      return;
   }
   next = p;
   if (settled > next)
      settled = next;
}

void tsl_buffer_stop_after(ULong accesses) { left = accesses; }
ULong tsl_buffer_position(void) { return position + (next - first); }

static void grow_counts(void)
{
   const UInt blocks = tsl_blocks();
   if (blocks > counts_size) {
      const UInt size = 2 * blocks + 1024;
      count = VG_(realloc)("tsl.counts", count, size * sizeof *count);
      VG_(memset)(count + counts_size, 0, (size - counts_size) * sizeof *count);
      counts_size = size;
   }
   for (; counts < blocks; counts++) {
      count[counts].guarded = tsl_block_at(counts)->guarded;
   }
}

/* Adds the guarded accesses that happened. */
static void count_guarded(const tsl_block *b, const ULong *words, ULong *loads, ULong *stores)
{
   const tsl_access *a = tsl_block_accesses(b);
   UInt i;
   for (i = 0; i < b->accesses; i++)
      if ((a[i].flags & TSL_ACCESS_GUARDED) && words[a[i].word] != 0)
         (*(tsl_site_at(a[i].site)->kind == TSL_LOAD ? loads : stores))++;
}

/* Walks from header to header. */
static void count_words(const ULong *w, SizeT n)
{
   SizeT i = 0;
   ULong headers = 0;
   tsl_count *const c = count;
   while (i < n) {
      const ULong h = w[i];
      headers++;
      if (TSL_WORD_IS_THREAD(h)) {
         totals.thread_words++;
         headers--;
         i++;
         continue;
      }
      c[TSL_WORD_ID(h)].executions++;
      if (c[TSL_WORD_ID(h)].guarded)
         count_guarded(tsl_block_at(TSL_WORD_ID(h)), w + i + 1, &totals.loads, &totals.stores);
      i += 1 + TSL_WORD_COUNT(h);
   }
   totals.blocks += headers;
}

/* Behind the block that ends the stretch, or next. */
static ULong *find_end(ULong *w)
{
   while (w < next && left > 0) {
      const ULong h = *w++;
      if (!TSL_WORD_IS_THREAD(h)) {
         const tsl_block *b = tsl_block_at(TSL_WORD_ID(h));
         ULong loads = b->loads, stores = b->stores;
         if (b->guarded)
            count_guarded(b, w, &loads, &stores);
         w += TSL_WORD_COUNT(h);
         left -= loads + stores < left ? loads + stores : left;
      }
   }
   return w;
}

static void keep_until(ULong *end)
{
   VG_(memset)(end, 0, (next - end) * sizeof *end);
   next = end;
}

static void settle(void)
{
   if (tsl_region_count > 0)
      keep_until(settled + tsl_filter_compact(settled, next - settled));
   if (left > 0) {
      ULong *const end = find_end(settled);
      if (left == 0) {
         keep_until(end);
         tsl_stretch_stop();
      }
   }
   settled = next;
}

/* Hands over what is sampled: so many words were sent. */
static SizeT sample(SizeT n, Bool at_block)
{
   const SizeT sent = tsl_sampling_events(first, n, !at_block);
   if (sent > 0 && tsl_sampling_streams()) { /* else it counts all by itself */
      grow_counts();
      count_words(first, sent);
   }
   if (at_block && tsl_sampling_burst_is_due()) {
      tsl_sampling_begin_burst(running);
      thread = ~0u; /* who makes the burst's accesses is to be said */
   }
   return sent;
}

static void flush(Bool at_block)
{
   const SizeT n = next - first;
   SizeT sent = n;
   if (tsl_opt.sampled) {
      sent = sample(n, at_block);
   } else if (n > 0) {
      if (tsl_sink_now->counted) {
         grow_counts();
         count_words(first, n);
      }
      tsl_sink_now->events(first, n);
   }
   position += sent;
   totals.words += sent;
   flushes++;
   VG_(memset)(first, 0, n * sizeof *first);
   next = settled = first = tsl_opt.sampled ? tsl_sampling_first(start, WORDS) : start;
   if (thread == ~0u) {
      thread = running;
      *next++ = TSL_WORD_THREAD | running;
   }
}

void tsl_buffer_settle(void)
{
   settle();
   /* A place in a stream of which only parts are sent is behind the last of them. */
   if (tsl_sampling_streams() && next > first)
      flush(False);
}

void tsl_buffer_flush(void)
{
   settle();
   if (next > first)
      flush(False);
}

void tsl_buffer_flush_at_block(void)
{
   settle();
   flush(True);
}

UInt tsl_buffer_current_thread(void) { return running; }

void tsl_buffer_thread(UInt t)
{
   running = t;
   if (t == thread || tsl_stretch_phase != TSL_WITHIN)
      return;
   if ((Addr)(next + 2) > tsl_buffer_end())
      tsl_buffer_flush();
   if (tsl_sampling_in_burst()) {
      tsl_buffer_flush();
      tsl_stacks_tell(t);
   }
   thread = t;
   *next++ = TSL_WORD_THREAD | t;
}

void tsl_buffer_reset(void)
{
   UInt i;
   VG_(memset)(start, 0, WORDS * sizeof *start);
   next = settled = first = start;
   thread = running = 0;
   position = 0;
   flushes = 0;
   VG_(memset)(&totals, 0, sizeof totals);
   made = 0;
   for (i = 0; i < counts; i++)
      count[i].executions = 0;
}

tsl_totals tsl_buffer_totals(void)
{
   tsl_totals t = totals;
   UInt i;
   if (tsl_opt.sampled && !tsl_sampling_streams())
      tsl_sampling_totals(&t);
   for (i = 0; i < counts; i++)
      if (count[i].executions > 0) {
         const tsl_block *b = tsl_block_at(i);
         t.loads += count[i].executions * b->loads;
         t.stores += count[i].executions * b->stores;
      }
   if (!tsl_filter_narrowed())
      t.made = made + (tsl_sampling_streams() ? tsl_sampling_made() : t.loads + t.stores);
   else if (tsl_stretch_seen().stopped && !tsl_opt.stop_after.time)
      t.made = 0; /* the counter went on until the buffer was looked at */
   else
      t.made = made > t.loads + t.stores ? made : t.loads + t.stores;
   return t;
}

ULong *tsl_buffer_made(void) { return &made; }

void tsl_buffer_narrowed(void)
{
   tsl_totals t;
   tsl_buffer_flush();
   t = tsl_buffer_totals();
   made += t.loads + t.stores;
}

void tsl_buffer_stats(void)
{
   const tsl_totals t = tsl_buffer_totals();
   const ULong accesses = t.loads + t.stores;
   VG_(umsg)("buffer: %'llu words in %'llu flushes\n", t.words, flushes);
   if (accesses > 0) {
      HChar per[32], elided[32];
      const ULong addresses = t.words - t.blocks - t.thread_words;
      VG_(umsg)("stream: %'llu accesses in %'llu blocks, %s bytes per access, "
                "%s%% of addresses derived\n",
                accesses, t.blocks,
                tsl_decimal(per, sizeof per, 8.0 * t.words / accesses, 2),
                tsl_decimal(elided, sizeof elided,
                            addresses > accesses ? 0.0 : 100.0 * (accesses - addresses) / accesses, 1));
   }
}

/*------------------------------------------------------------*/
/*--- From words to accesses                               ---*/
/*------------------------------------------------------------*/

void tsl_decode(const ULong *w, SizeT n, UInt *current, tsl_access_fn f)
{
   static ULong addr[TSL_DECODED_RUN];
   static UInt site[TSL_DECODED_RUN];
   SizeT i = 0, used = 0;
   while (i < n) {
      const ULong h = w[i++];
      const tsl_block *b;
      const tsl_access *a;
      UInt k;
      if (TSL_WORD_IS_THREAD(h)) {
         if (used > 0)
            f(*current, addr, site, used);
         used = 0;
         *current = TSL_WORD_ID(h);
         continue;
      }
      b = tsl_block_at(TSL_WORD_ID(h));
      a = tsl_block_accesses(b);
      for (k = 0; k < b->accesses; k++) {
         const ULong base = a[k].word == TSL_NO_WORD ? 0 : w[i + a[k].word];
         if ((a[k].flags & TSL_ACCESS_GUARDED) && base == 0)
            continue;
         if (used == TSL_DECODED_RUN) {
            f(*current, addr, site, used);
            used = 0;
         }
         addr[used] = base + (ULong)a[k].offset;
         site[used++] = a[k].site;
      }
      i += b->words;
   }
   if (used > 0)
      f(*current, addr, site, used);
}
