/*--------------------------------------------------------------------*/
/*--- tslmap: the buffer of event words.              tsl_buffer.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_buffer.h"

#include "tsl_code.h"
#include "tsl_memory.h"
#include "tsl_options.h"
#include "tsl_sampling.h"

/* A buffer the size of a processor's second-level cache or less: the client
   fills it with plain stores, the sink empties it at once, and it is cleared so
   that a word beyond the last complete block is a header only if a block began
   there and did not end (see tsl_thread_fault).

   While client code runs, the position of the next word lives in the shadow
   state of the running thread; `next` holds it otherwise. */

#define WORDS (32 * 1024)
#define LEAD 2 /* words before the buffer, for the sink's frame header */
#define MORE 8 /* behind it, which tsl_walk may read */

static ULong memory[LEAD + WORDS + MORE] __attribute__((aligned(64)));
static ULong *const start = memory + LEAD;
static ULong *first = memory + LEAD; /* word in use: later ones where the buffer is to be
                                        looked at soon */
static ULong *next = memory + LEAD;
static ULong *staged = memory + LEAD; /* words before have passed the stages */
static Bool recording = True;
static UInt thread;       /* the last thread word's */
static UInt running;      /* the thread that runs */
static ULong position;    /* words handed over before */
static ULong flushes;
static tsl_totals totals;
static ULong made; /* accesses before the stretch, and all once the run is narrowed */

#define MOST_STAGES 3
static tsl_stage stages[MOST_STAGES];
static UInt stage_count;

/* Executions by descriptor since the last look at them. */
typedef struct {
   ULong executions;
   ULong guarded; /* whether there are guarded accesses, counted one by one */
} block_count;
static block_count *count;
static UInt counts, counts_size;

Addr tsl_buffer_limit(void) { return (Addr)(start + WORDS - TSL_USUAL_CAPACITY); }
Addr tsl_buffer_end(void) { return (Addr)(start + WORDS); }
ULong *tsl_buffer_start(void) { return start; }
ULong *tsl_buffer_first(void) { return first; }
ULong *tsl_buffer_next(void) { return next; }

void tsl_buffer_set_next(ULong *p)
{
   if (!recording) {
      VG_(memset)(next, 0, (p - next) * sizeof *next);
      return;
   }
   next = p;
   if (staged > next)
      staged = next;
}

void tsl_buffer_record(Bool on) { recording = on; }
/* Of what is in the buffer only a part may be sent. */
ULong tsl_buffer_position(void)
{
   return tsl_sampling_streams() && !tsl_sampling_scores_all() ? position : position + (next - first);
}

static void grow_counts(void)
{
   const UInt blocks = tsl_blocks();
   TSL_RESERVE("tsl.counts", count, counts_size, blocks);
   for (; counts < blocks; counts++)
      count[counts].guarded = tsl_block_at(counts)->guarded;
}

/* Walks from header to header. */
static void count_words(const ULong *w, SizeT n)
{
   SizeT i = 0;
   ULong headers = 0;
   block_count *const c = count;
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
         tsl_block_count_guarded(tsl_block_at(TSL_WORD_ID(h)), w + i + 1, &totals.loads,
                                 &totals.stores);
      i += 1 + TSL_WORD_COUNT(h);
   }
   totals.blocks += headers;
}

void tsl_buffer_hand_over(ULong *words, SizeT n)
{
   if (tsl_sink_now->counted) {
      grow_counts();
      count_words(words, n);
   }
   tsl_sink_now->events(words, n);
}

void tsl_buffer_add_stage(tsl_stage stage)
{
   tl_assert(stage_count < MOST_STAGES);
   stages[stage_count++] = stage;
}

void tsl_buffer_cut(ULong *end)
{
   VG_(memset)(end, 0, (next - end) * sizeof *end);
   next = end;
}

static void run_stages(void)
{
   UInt i;
   for (i = 0; i < stage_count; i++)
      stages[i](staged);
   staged = next;
}

/* Hands over parts: so many words were sent. */
static SizeT stream_parts(SizeT n, Bool at_block)
{
   const SizeT sent = tsl_sampling_stream(first, n, !at_block);
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
   if (tsl_sampling_streams()) {
      sent = stream_parts(n, at_block);
   } else if (n > 0) {
      tsl_buffer_hand_over(first, n);
   }
   position += sent;
   totals.words += sent;
   flushes++;
   tsl_fill(first, 0, n * sizeof *first);
   next = staged = first = start;
   if (tsl_sampling_streams())
      next = staged = first = tsl_sampling_first(start, WORDS, WORDS - TSL_USUAL_CAPACITY);
   if (thread == ~0u) {
      thread = running;
      *next++ = TSL_WORD_THREAD | running;
   }
}

void tsl_buffer_run_stages(void)
{
   run_stages();
   /* A place in a stream of which only parts are sent is behind the last of them. */
   if (!tsl_sampling_scores_all() && tsl_sampling_streams() && next > first)
      flush(False);
}

void tsl_buffer_flush(void)
{
   run_stages();
   if (next > first)
      flush(False);
}

void tsl_buffer_flush_at_block(void)
{
   run_stages();
   flush(True);
}

UInt tsl_buffer_current_thread(void) { return running; }

void tsl_buffer_thread(UInt t)
{
   running = t;
   if (t == thread || !recording)
      return;
   if ((Addr)(next + 2) > tsl_buffer_end())
      tsl_buffer_flush();
   if (tsl_sampling_in_burst()) {
      tsl_buffer_flush();
      tsl_sampling_thread(t);
   }
   thread = t;
   *next++ = TSL_WORD_THREAD | t;
}

void tsl_buffer_reset(void)
{
   UInt i;
   VG_(memset)(start, 0, WORDS * sizeof *start);
   next = staged = first = start;
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
      tsl_estimate_totals(&t);
   for (i = 0; i < counts; i++)
      if (count[i].executions > 0) {
         const tsl_block *b = tsl_block_at(i);
         t.loads += count[i].executions * b->loads;
         t.stores += count[i].executions * b->stores;
      }
   return t;
}

ULong tsl_buffer_executions(UInt block) { return block < counts ? count[block].executions : 0; }

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
