/*--------------------------------------------------------------------*/
/*--- tslmap: scoring a part of the accesses.       tsl_sampling.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_sampling.h"

#include <immintrin.h>

/* The big picture. Every block's execution is counted, so that the number of
   accesses is exact by site; locality's tsl_sample.h says how scores are
   estimated from two samples and these numbers. Up to TSL_SAMPLE_EXACT accesses, and
   longer if there is a budget that allows it, all of them go to the engine. From then on the event words are walked from
   header to header, and only where a burst lies are they decoded; between bursts,
   addresses are looked at for picked lines. */

/* Most accesses are to lines that are not picked, and a look at each would cost
   more than all the rest. So each address word of a descriptor has a span: the
   lines that the accesses derived from it reach, from the one with the lowest
   offset on. Only if the picked line of their page (TSL_SAMPLE_RATE_LOG2 makes
   the blocks of lines as large) can be among them are the accesses looked at. The
   spans of eight words are tested at once where the processor can. */
#define LANES 8
#define PICKED_BLOCK (1u << TSL_SAMPLE_RATE_LOG2)
typedef struct {
   Int lowest[LANES];  /* offset */
   UShort lines[LANES]; /* behind the first */
} spans;

typedef struct {
   ULong executions;
   UInt first;       /* of its accesses */
   UShort accesses, words;
   Bool known;
   Bool look;        /* at each access, always */
   UInt spans;       /* index of its first ones */
} block;

typedef struct {
   UInt id;
   ULong made;        /* accesses */
   block *blocks;     /* by descriptor */
   UInt blocks_size;
   UInt *label;       /* by site, + 1 */
   UInt labels_size;
} thread_state;

/* A label is a site in a thread. */
typedef struct {
   UInt thread, site; /* index of the thread */
   ULong guarded;     /* accesses that were counted one by one */
} label_state;

static tsl_engine *engine;
static tsl_params params;
static tsl_sample *sample;
static tsl_schedule schedule;
static Bool in_burst;
static Bool vectors; /* the processor has AVX-512 */
static thread_state *threads;
static UInt thread_count;
static UInt current; /* index of the last thread word's thread */
static UInt current_id;
static spans *span;
static UInt span_count, span_size;
static label_state *labels;
static UInt label_count, label_size;
static ULong accesses; /* all so far */
static ULong exact_until; /* accesses before are all scored */
static Bool all_scored;   /* so far */
static ULong headers;
static ULong thread_words;

/* What is known of a picked access is far away in memory: it is asked for when
   the access is met, and used some accesses later. */
#define QUEUED 32
static struct {
   ULong address, when;
   UInt thread, site; /* index of the thread */
   Bool counted;
} queue[QUEUED];
static UInt queued;

/*--- What a collector gets ---*/

static Bool streams;
static Double words_each; /* event words of an access, so far */
static ULong words_walked;
static ULong burst_accesses;
#define PICKS 1024
static tsl_picked picks[PICKS];
static UInt picks_used;
static void start_anew(const tsl_params *p, UInt log2_n, const tsl_env *env, tsl_variant variant);

void tsl_sampling_start(tsl_engine *e, const tsl_params *p, UInt log2_n, const tsl_env *env,
                        tsl_variant variant)
{
   engine = e;
   start_anew(p, log2_n, env, variant);
}

void tsl_sampling_start_stream(void)
{
   const tsl_env env = tsl_score_env();
   const tsl_params p = tsl_score_params();
   streams = True;
   start_anew(&p, 23, &env, TSL_AUTO);
}

static void start_anew(const tsl_params *p, UInt log2_n, const tsl_env *env, tsl_variant variant)
{
   const tsl_sample_params s = {TSL_SAMPLE_CROSSOVER, TSL_SAMPLE_RATE_LOG2, log2_n};
   UInt i;
   if (sample != NULL)
      tsl_sample_free(sample);
   for (i = 0; i < thread_count; i++) {
      VG_(free)(threads[i].blocks);
      VG_(free)(threads[i].label);
   }
   thread_count = label_count = span_count = current_id = 0;
   accesses = thread_words = headers = 0;
   words_walked = burst_accesses = 0;
   picks_used = 0;
   tsl_stacks_start();
   exact_until = TSL_SAMPLE_EXACT;
   all_scored = True;
   queued = 0;
   in_burst = False;
   vectors = variant != TSL_PORTABLE && variant != TSL_AVX2 && tsl_variant_available(TSL_AVX512);
   params = *p;
   sample = tsl_sample_new(p, &s, env, variant);
   tsl_schedule_init(&schedule, tsl_opt.sample_period, tsl_opt.sample_seed);
   tsl_budget_start();
}

/*------------------------------------------------------------*/
/*--- Tables                                               ---*/
/*------------------------------------------------------------*/

static void *larger(void *table, UInt used, UInt size, SizeT each)
{
   table = VG_(realloc)("tsl.sampling", table, size * each);
   VG_(memset)((HChar *)table + used * each, 0, (size - used) * each);
   return table;
}

static void switch_to(UInt id)
{
   UInt i;
   current_id = id;
   for (i = 0; i < thread_count; i++)
      if (threads[i].id == id) {
         current = i;
         return;
      }
   current = thread_count;
   threads = larger(threads, thread_count, thread_count + 1, sizeof *threads);
   threads[thread_count++].id = id;
}

/* The current thread's blocks, for all descriptors there are. */
static block *blocks_of(thread_state *t)
{
   const UInt n = tsl_blocks();
   UInt i = t->blocks_size;
   if (i >= n)
      return t->blocks;
   t->blocks_size = 2 * n + 1024;
   t->blocks = larger(t->blocks, i, t->blocks_size, sizeof *t->blocks);
   return t->blocks;
}

static Bool picked(ULong address)
{
   return tsl_sample_picks(address, params.line_shift, TSL_SAMPLE_RATE_LOG2);
}

/* Extends the span of the access's word, unless it would be too long. */
static Bool cover(spans *s, const tsl_access *a, Bool first)
{
   const UInt lane = a->word % LANES;
   Long lowest = first || a->offset < s->lowest[lane] ? a->offset : s->lowest[lane];
   Long highest = first ? a->offset
                        : s->lowest[lane] + ((Long)s->lines[lane] << params.line_shift);
   if (a->offset > highest)
      highest = a->offset;
   s->lowest[lane] = (Int)lowest;
   s->lines[lane] = (UShort)((highest - lowest + (1 << params.line_shift) - 1)
                             >> params.line_shift);
   return lowest == s->lowest[lane] && highest - lowest < 4096;
}

static void know(block *b, UInt id)
{
   const tsl_block *d = tsl_block_at(id);
   const tsl_access *a = tsl_block_accesses(d);
   const UInt count = (d->words + LANES - 1) / LANES;
   UChar *seen = VG_(calloc)("tsl.sampling", d->words + 1, 1);
   UInt k;
   b->known = True;
   b->first = d->first;
   b->accesses = d->accesses;
   b->words = d->words;
   b->look = d->guarded || d->words >= 64; /* a mask of words has 64 bits */
   if (span_count + count > span_size) {
      const UInt size = 2 * (span_count + count) + 4096;
      span = larger(span, span_size, size, sizeof *span);
      span_size = size;
   }
   b->spans = span_count;
   span_count += count;
   for (k = 0; k < d->accesses; k++)
      if (a[k].word == TSL_NO_WORD) {
         b->look |= picked((ULong)a[k].offset);
      } else {
         b->look |= !cover(&span[b->spans + a[k].word / LANES], &a[k], !seen[a[k].word]);
         seen[a[k].word] = 1;
      }
   VG_(free)(seen);
}

static UInt label_of(UInt thread, UInt site)
{
   thread_state *t = &threads[thread];
   if (site >= t->labels_size) {
      const UInt size = 2 * site + 4096;
      t->label = larger(t->label, t->labels_size, size, sizeof *t->label);
      t->labels_size = size;
   }
   if (t->label[site] == 0) {
      if (label_count == label_size) {
         label_size = 2 * label_size + 4096;
         labels = larger(labels, label_count, label_size, sizeof *labels);
      }
      labels[label_count].thread = thread;
      labels[label_count].site = site;
      labels[label_count].guarded = 0;
      t->label[site] = ++label_count;
   }
   return t->label[site] - 1;
}

/*------------------------------------------------------------*/
/*--- Walking                                              ---*/
/*------------------------------------------------------------*/

static void send_picks(void)
{
   if (picks_used > 0)
      tsl_sink_now->picks(picks, picks_used);
   picks_used = 0;
}

static void found_long(UInt thread, UInt site, const tsl_sample_pick *found)
{
   tsl_picked *p;
   if (!streams) {
      tsl_sample_long(sample, label_of(thread, site), found);
      return;
   }
   if (picks_used == PICKS)
      send_picks();
   p = &picks[picks_used++];
   p->address = found->address;
   p->thread = threads[thread].id;
   p->site = site;
   p->distance[0] = found->distance[0];
   p->distance[1] = found->distance[1];
   p->is_long = (UInt)(found->is_long[0] | found->is_long[1] << 1);
   p->runs = found->runs;
}

static void empty_queue(void)
{
   UInt i;
   for (i = 0; i < queued; i++) {
      const UInt thread = queue[i].thread;
      tsl_sample_pick found;
      if (tsl_sample_picked(sample, threads[thread].id, queue[i].address, queue[i].when, &found)
          && queue[i].counted)
         found_long(thread, queue[i].site, &found);
   }
   queued = 0;
}

static void pick(ULong address, UInt site, ULong when, Bool counted)
{
   if (queued == QUEUED)
      empty_queue();
   queue[queued].address = address;
   queue[queued].when = when;
   queue[queued].thread = current;
   queue[queued].site = site;
   queue[queued++].counted = counted;
   tsl_sample_prefetch(sample, current_id, address);
}

static void count_guarded(UInt label)
{
   labels[label].guarded++;
}

#define ALL_WORDS (~0ull)

/* A block that ran: picks among the accesses by the words of a mask, or by all of
   them, and counts those that may not have happened. All have the time of the
   block's first one. */
static void look(const block *b, const tsl_access *a, const ULong *w, ULong mask, ULong when,
                 Bool counted)
{
   UInt k;
   for (k = 0; k < b->accesses; k++) {
      if (mask != ALL_WORDS && (a[k].word == TSL_NO_WORD || !(mask >> a[k].word & 1)))
         continue;
      const ULong base = a[k].word == TSL_NO_WORD ? 0 : w[a[k].word];
      const ULong address = base + (ULong)a[k].offset;
      if (a[k].flags & TSL_ACCESS_GUARDED) {
         if (base == 0)
            continue;
         count_guarded(label_of(current, a[k].site));
      }
      if (__builtin_expect(picked(address), 0))
         pick(address, a[k].site, when, counted);
   }
}

/* The words whose accesses may reach a picked line. */
typedef ULong may_pick_fn(const block *b, const ULong *w);

static inline __attribute__((always_inline)) ULong may_pick_portable(const block *b, const ULong *w)
{
   ULong found = 0;
   UInt k;
   for (k = 0; k < b->words; k++) {
      const spans *s = &span[b->spans + k / LANES];
      const ULong lowest = w[k] + (ULong)(Long)s->lowest[k % LANES];
      const UInt line = (UInt)(lowest >> params.line_shift) % PICKED_BLOCK;
      const UInt at = tsl_sample_picked_line(lowest, params.line_shift, TSL_SAMPLE_RATE_LOG2);
      if (at - line <= s->lines[k % LANES] || line + s->lines[k % LANES] >= PICKED_BLOCK)
         found |= 1ull << k;
   }
   return found;
}

static inline __attribute__((always_inline, target("avx512f"))) ULong
may_pick_avx512(const block *b, const ULong *w)
{
   const __m512i shift = _mm512_set1_epi64((Long)params.line_shift);
   const __m512i mask = _mm512_set1_epi64(PICKED_BLOCK - 1);
   const spans *s = &span[b->spans];
   ULong found = 0;
   UInt k;
   for (k = 0; k < b->words; k += LANES, s++) {
      const UInt rest = b->words - k;
      const __mmask8 lanes = rest >= LANES ? 0xFF : (__mmask8)((1u << rest) - 1);
      const __m512i lowest = _mm512_add_epi64(
         _mm512_maskz_loadu_epi64(lanes, w + k),
         _mm512_cvtepi32_epi64(_mm256_loadu_si256((const __m256i *)s->lowest)));
      const __m512i lines =
         _mm512_cvtepu16_epi64(_mm_loadu_si128((const __m128i *)s->lines));
      const __m512i number = _mm512_srlv_epi64(lowest, shift);
      const __m512i line = _mm512_and_epi64(number, mask);
      const __m512i product = _mm512_mullo_epi32(
         _mm512_srli_epi64(number, TSL_SAMPLE_RATE_LOG2),
         _mm512_set1_epi64(TSL_SAMPLE_SPREAD));
      const __m512i at = _mm512_and_epi64(
         _mm512_srli_epi64(product, 32 - TSL_SAMPLE_RATE_LOG2), mask);
      const __mmask8 among = _mm512_cmple_epu64_mask(_mm512_sub_epi64(at, line), lines);
      const __mmask8 over =
         _mm512_cmpgt_epu64_mask(_mm512_add_epi64(line, lines), mask);
      found |= (ULong)((among | over) & lanes) << k;
   }
   return found;
}

/* Walks until `accesses` reaches the bound; how many words that takes. */
static inline __attribute__((always_inline)) SizeT
walk_with(const ULong *words, SizeT n, ULong bound, Bool counted, may_pick_fn *may_pick)
{
   const tsl_access *const all = tsl_all_accesses();
   ULong so_far = accesses, so_many = headers;
   SizeT i = 0;
   while (i < n && so_far < bound) {
      thread_state *t;
      block *blocks;
      ULong when;
      if (TSL_WORD_IS_THREAD(words[i])) {
         switch_to(TSL_WORD_ID(words[i++]));
         thread_words++;
      }
      t = &threads[current];
      blocks = blocks_of(t);
      when = t->made - so_far;
      while (i < n && so_far < bound) {
         const ULong h = words[i];
         ULong mask;
         block *b = &blocks[TSL_WORD_ID(h)];
         if (TSL_WORD_IS_THREAD(h))
            break;
         if (__builtin_expect(!b->known, 0))
            know(b, TSL_WORD_ID(h));
         b->executions++;
         so_many++;
         mask = b->look ? ALL_WORDS : may_pick(b, words + i + 1);
         if (__builtin_expect(mask != 0, 0))
            look(b, all + b->first, words + i + 1, mask, when + so_far, counted);
         so_far += b->accesses;
         i += 1 + TSL_WORD_COUNT(h); /* b->words, and known earlier */
      }
      t->made = when + so_far;
   }
   accesses = so_far;
   headers = so_many;
   return i;
}

static SizeT walk_portable(const ULong *words, SizeT n, ULong bound, Bool counted)
{
   return walk_with(words, n, bound, counted, may_pick_portable);
}

static __attribute__((target("avx512f"))) SizeT
walk_avx512(const ULong *words, SizeT n, ULong bound, Bool counted)
{
   return walk_with(words, n, bound, counted, may_pick_avx512);
}

static SizeT walk(const ULong *words, SizeT n, ULong bound, Bool counted)
{
   return (vectors ? walk_avx512 : walk_portable)(words, n, bound, counted);
}

static void score_exactly(UInt t, const ULong *addr, const UInt *site, SizeT n)
{
   tsl_engine_accesses(engine, t, (const uint64_t *)addr, site, n);
}

static void score_burst(UInt t, const ULong *addr, const UInt *site, SizeT n)
{
   static UInt label[TSL_DECODED_RUN];
   UInt index = 0;
   SizeT i;
   while (threads[index].id != t)
      index++;
   for (i = 0; i < n; i++)
      label[i] = label_of(index, site[i]);
   tsl_sample_scored(sample, t, (const uint64_t *)addr, label, n);
}

/* Whether the next access is among those that are all scored. */
static Bool is_exact(void)
{
   if (all_scored && accesses >= exact_until) {
      all_scored = tsl_budget_allows_all();
      if (all_scored)
         exact_until = accesses + TSL_SAMPLE_EXACT;
      else
         exact_until = accesses;
   }
   return all_scored;
}

static void next_burst(Bool exact)
{
   tsl_schedule_next(&schedule, tsl_budget_given() && !exact ? tsl_budget_period(accesses)
                                                             : tsl_opt.sample_period);
}

static void score_parts(const ULong *words, SizeT n)
{
   SizeT i = 0;
   while (i < n) {
      const Bool exact = is_exact();
      ULong bound = in_burst ? schedule.ends : schedule.begins;
      const ULong before = accesses, headers_before = headers;
      const UInt thread_before = current_id;
      UInt decoded = thread_before;
      SizeT used;
      if (exact && bound > exact_until)
         bound = exact_until;
      used = walk(words + i, n - i, bound, !exact);
      tsl_budget_walked(headers - headers_before, used);
      if (exact)
         tsl_decode(words + i, used, &decoded, score_exactly);
      if (in_burst) {
         decoded = thread_before;
         tsl_decode(words + i, used, &decoded, score_burst);
      }
      if (exact || in_burst)
         tsl_budget_scored(accesses - before, exact);
      i += used;
      if (in_burst && accesses >= schedule.ends) {
         in_burst = False;
         next_burst(exact);
      } else if (!in_burst && accesses >= schedule.begins) {
         in_burst = True;
         tsl_sample_burst(sample, exact ? 0 : schedule.weight);
      }
   }
}

/* What is sent is always at the beginning: a burst begins with a buffer. */
static SizeT stream_parts(ULong *words, SizeT n, Bool place)
{
   const ULong headers_before = headers;
   SizeT i = 0, sent = 0;
   ULong scored = 0;
   Bool ended = False;
   while (i < n) {
      const Bool exact = is_exact();
      const ULong before = accesses;
      i += walk(words + i, n - i, in_burst ? schedule.ends : exact ? exact_until : ~0ull, !exact);
      if (exact || in_burst) {
         sent = i;
         scored += accesses - before;
      }
      if (in_burst)
         burst_accesses += accesses - before;
      if (in_burst && accesses >= schedule.ends) {
         in_burst = False;
         ended = True;
      }
   }
   words_walked += n;
   words_each = (Double)words_walked / (Double)(accesses + 1);
   tsl_budget_walked(headers - headers_before, n);
   if (sent > 0)
      tsl_sink_now->events(words, sent);
   if (ended)
      tsl_sink_now->burst(0);
   if (scored > 0)
      tsl_budget_scored(scored, all_scored);
   if (ended)
      next_burst(False);
   while (all_scored && schedule.begins < accesses)
      next_burst(True);
   empty_queue();
   if (place)
      send_picks();
   return sent;
}

SizeT tsl_sampling_events(ULong *words, SizeT n, Bool place)
{
   tsl_budget_begin();
   if (streams)
      return stream_parts(words, n, place);
   score_parts(words, n);
   return n;
}

/*------------------------------------------------------------*/
/*--- Streaming                                            ---*/
/*------------------------------------------------------------*/

Bool tsl_sampling_streams(void) { return streams; }
Bool tsl_sampling_in_burst(void) { return streams && in_burst; }
Bool tsl_sampling_leaves_out(void) { return streams && !in_burst && !all_scored; }
ULong tsl_sampling_made(void) { return accesses; }

Bool tsl_sampling_burst_is_due(void)
{
   return tsl_sampling_leaves_out() && accesses >= schedule.begins;
}

/* A block may need half of the buffer; if a burst is due, the next block finds it
   full. */
ULong *tsl_sampling_first(ULong *start, SizeT words)
{
   const SizeT all = words - TSL_USUAL_ROOM, least = all - words / 2;
   SizeT wanted;
   if (!tsl_sampling_leaves_out())
      return start;
   if (accesses >= schedule.begins)
      return start + all;
   wanted = (SizeT)((Double)(schedule.begins - accesses) * words_each);
   if (wanted < least)
      wanted = least;
   else if (wanted > all)
      wanted = wanted < all + least ? wanted / 2 : all;
   return start + (all - wanted);
}

void tsl_sampling_begin_burst(UInt thread)
{
   send_picks();
   in_burst = True;
   tsl_sink_now->burst(schedule.weight);
   schedule.ends = accesses + TSL_SAMPLE_BURST;
   tsl_stacks_tell(thread);
}

/*------------------------------------------------------------*/
/*--- The end                                              ---*/
/*------------------------------------------------------------*/

/* Accesses by label. */
static ULong *count_labels(void)
{
   ULong *made;
   UInt t, b, k;
   for (t = 0; t < thread_count; t++)
      for (b = 0; b < threads[t].blocks_size; b++)
         for (k = 0; k < threads[t].blocks[b].accesses; k++)
            label_of(t, tsl_block_accesses(tsl_block_at(b))[k].site);
   made = VG_(calloc)("tsl.sampling", label_count + 1, sizeof *made);
   for (t = 0; t < thread_count; t++)
      for (b = 0; b < threads[t].blocks_size; b++) {
         const block *x = &threads[t].blocks[b];
         const tsl_access *a = x->executions == 0 ? NULL : tsl_block_accesses(tsl_block_at(b));
         for (k = 0; x->executions > 0 && k < x->accesses; k++)
            if (!(a[k].flags & TSL_ACCESS_GUARDED))
               made[label_of(t, a[k].site)] += x->executions;
      }
   for (k = 0; k < label_count; k++)
      made[k] += labels[k].guarded;
   return made;
}

void tsl_sampling_tell_end(void)
{
   ULong *made = count_labels();
   tsl_site_count *counts = VG_(calloc)("tsl.sampling", label_count + 1, sizeof *counts);
   UInt t, k;
   if (in_burst)
      tsl_sink_now->burst(0);
   in_burst = False;
   for (t = 0; t < thread_count; t++) {
      const ULong footprint[2] = {tsl_sample_footprint(sample, threads[t].id, TSL_WORD),
                                  tsl_sample_footprint(sample, threads[t].id, TSL_LINE)};
      UInt n = 0;
      for (k = 0; k < label_count; k++)
         if (labels[k].thread == t && made[k] > 0) {
            counts[n].site = labels[k].site;
            counts[n++].accesses = made[k];
         }
      tsl_sink_now->counts(threads[t].id, counts, n, footprint);
   }
   tsl_sink_now->sampled(all_scored ? accesses : exact_until, burst_accesses, accesses);
   VG_(free)(counts);
   VG_(free)(made);
}

void tsl_sampling_totals(tsl_totals *t)
{
   ULong *made = count_labels();
   UInt i, b, k;
   t->loads = t->stores = t->blocks = 0;
   t->thread_words = thread_words;
   for (k = 0; k < label_count; k++)
      if (tsl_site_at(labels[k].site)->kind == TSL_LOAD)
         t->loads += made[k];
      else
         t->stores += made[k];
   for (i = 0; i < thread_count; i++)
      for (b = 0; b < threads[i].blocks_size; b++)
         t->blocks += threads[i].blocks[b].executions;
   VG_(free)(made);
}

/* Takes away what the engine has scored. */
static void leave_estimated(ULong *made)
{
   tsl_histogram h;
   SizeT t;
   UInt k;
   h.strides = VG_(malloc)("tsl.sampling", (params.imax + 1) * sizeof *h.strides);
   for (t = 0; t < tsl_engine_threads(engine); t++)
      for (k = 0; k < label_count; k++)
         if (threads[labels[k].thread].id == tsl_engine_thread_id(engine, t)) {
            tsl_histogram_clear(&h, &params);
            tsl_engine_site(engine, t, labels[k].site, TSL_WORD, &h);
            made[k] -= h.accesses;
         }
   VG_(free)(h.strides);
}

static void add_estimates(const ULong *made)
{
   tsl_histogram h;
   UInt k, g;
   h.strides = VG_(malloc)("tsl.sampling", (params.imax + 1) * sizeof *h.strides);
   for (k = 0; k < label_count; k++)
      for (g = 0; g < 2 && made[k] > 0; g++) {
         tsl_histogram_clear(&h, &params);
         tsl_sample_label(sample, k, (tsl_granularity)g, &h);
         tsl_engine_add(engine, threads[labels[k].thread].id, labels[k].site, (tsl_granularity)g,
                        &h);
      }
   VG_(free)(h.strides);
}

/* Where too little was scored, everything is possible. */
static void bound_errors(tsl_sampling_result *r, const ULong *function_estimated)
{
   UInt f, g;
   for (f = 0; f < tsl_functions(); f++) {
      tsl_sample_error *e = &r->functions[f];
      for (g = 0; g < 2 && tsl_sampling_few(e); g++)
         e->temporal[g] = e->spatial[g] = function_estimated[f];
   }
}

void tsl_sampling_end(tsl_sampling_result *r)
{
   ULong *made = count_labels();
   ULong *estimated = VG_(calloc)("tsl.sampling", tsl_functions() + 1, sizeof *estimated);
   UInt *function = VG_(calloc)("tsl.sampling", label_count + 1, sizeof *function);
   UInt *zero = VG_(calloc)("tsl.sampling", label_count + 1, sizeof *zero);
   const tsl_sample_level level = {function, tsl_functions()};
   UInt k;
   empty_queue();
   r->exact = tsl_engine_count(engine);
   r->scored = tsl_sample_accesses(sample);
   r->bursts = tsl_sample_bursts(sample);
   r->functions = VG_(calloc)("tsl.sampling", tsl_functions() + 1, sizeof *r->functions);
   r->accesses = VG_(calloc)("tsl.sampling", tsl_functions() + 1, sizeof *r->accesses);
   for (k = 0; k < label_count; k++) {
      function[k] = tsl_site_at(labels[k].site)->function;
      r->accesses[function[k]] += made[k];
   }
   leave_estimated(made);
   for (k = 0; k < label_count; k++)
      estimated[function[k]] += made[k];
   tsl_sample_estimate(sample, (const uint64_t *)made, label_count, &level, 1, -1);
   add_estimates(made);
   tsl_sample_errors(sample, zero, 1, &r->whole);
   tsl_sample_errors(sample, function, tsl_functions(), r->functions);
   bound_errors(r, estimated);
   VG_(free)(estimated);
   VG_(free)(zero);
   VG_(free)(function);
   VG_(free)(made);
}

ULong tsl_sampling_footprint(UInt thread, tsl_granularity g, ULong exact)
{
   const ULong estimate = tsl_sample_footprint(sample, thread, g);
   return all_scored || estimate < exact ? exact : estimate;
}

ULong tsl_sampling_process_footprint(tsl_granularity g)
{
   ULong sum = 0;
   UInt t;
   if (all_scored || params.history_process)
      return tsl_sampling_footprint(0, g, tsl_engine_process_footprint(engine, g));
   for (t = 0; t < thread_count; t++)
      sum += tsl_sample_footprint(sample, threads[t].id, g);
   return sum;
}
