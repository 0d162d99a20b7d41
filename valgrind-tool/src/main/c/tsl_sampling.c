/*--------------------------------------------------------------------*/
/*--- tslmap: scoring a part of the accesses.       tsl_sampling.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_sampling.h"

/* The big picture. Every block's execution is counted, so that the number of
   accesses is exact by site; locality's tsl_sample.h says how scores are
   estimated from two samples and these numbers. Up to TSL_SAMPLE_EXACT accesses
   all of them go to the engine. From then on the event words are walked from
   header to header, and only where a burst lies are they decoded; between bursts,
   addresses are looked at for picked lines. */

/* An access of a descriptor: its address is word[word] + offset. */
typedef struct {
   ULong executions;
   UInt first;       /* of its accesses */
   UShort accesses, words;
   Bool guarded;
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
static thread_state *threads;
static UInt thread_count;
static UInt current; /* index of the last thread word's thread */
static UInt current_id;
static label_state *labels;
static UInt label_count, label_size;
static ULong accesses; /* all so far */
static ULong thread_words;

void tsl_sampling_start(tsl_engine *e, const tsl_params *p, UInt log2_n, const tsl_env *env,
                        tsl_variant variant)
{
   const tsl_sample_params s = {TSL_SAMPLE_CROSSOVER, TSL_SAMPLE_RATE_LOG2, log2_n};
   UInt i;
   if (sample != NULL)
      tsl_sample_free(sample);
   for (i = 0; i < thread_count; i++) {
      VG_(free)(threads[i].blocks);
      VG_(free)(threads[i].label);
   }
   thread_count = label_count = current_id = 0;
   accesses = thread_words = 0;
   in_burst = False;
   engine = e;
   params = *p;
   sample = tsl_sample_new(p, &s, env, variant);
   tsl_schedule_init(&schedule, tsl_opt.sample_period, tsl_opt.sample_seed);
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

static void know(block *b, UInt id)
{
   const tsl_block *d = tsl_block_at(id);
   b->first = d->first;
   b->accesses = d->accesses;
   b->words = d->words;
   b->guarded = d->guarded;
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

static void pick(ULong address, UInt site, ULong when, Bool counted)
{
   tsl_sample_picked(sample, current_id, address, label_of(current, site), when, counted);
}

static Bool picked(ULong address)
{
   return tsl_sample_picks(address, params.line_shift, TSL_SAMPLE_RATE_LOG2);
}

/* A block that ran: counts what needs a look at each access, and picks. */
static void look(const block *b, const tsl_access *a, const ULong *w, ULong when, Bool counted)
{
   UInt k;
   for (k = 0; k < b->accesses; k++) {
      const ULong base = a[k].word == TSL_NO_WORD ? 0 : w[a[k].word];
      const ULong address = base + (ULong)a[k].offset;
      if (__builtin_expect(b->guarded, 0) && (a[k].flags & TSL_ACCESS_GUARDED)) {
         if (base == 0)
            continue;
         labels[label_of(current, a[k].site)].guarded++;
      }
      if (__builtin_expect(picked(address), 0))
         pick(address, a[k].site, when + k, counted);
   }
}

/* Walks until `accesses` reaches the bound; how many words that takes. */
static SizeT walk(const ULong *words, SizeT n, ULong bound, Bool counted)
{
   const tsl_access *const all = tsl_all_accesses();
   SizeT i = 0;
   while (i < n && accesses < bound) {
      thread_state *t;
      block *blocks;
      if (TSL_WORD_IS_THREAD(words[i])) {
         switch_to(TSL_WORD_ID(words[i++]));
         thread_words++;
      }
      t = &threads[current];
      blocks = blocks_of(t);
      while (i < n && accesses < bound) {
         const ULong h = words[i];
         block *b = &blocks[TSL_WORD_ID(h)];
         if (TSL_WORD_IS_THREAD(h))
            break;
         if (__builtin_expect(b->accesses == 0, 0))
            know(b, TSL_WORD_ID(h));
         b->executions++;
         look(b, all + b->first, words + i + 1, t->made, counted);
         t->made += b->accesses;
         accesses += b->accesses;
         i += 1 + b->words;
      }
   }
   return i;
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

void tsl_sampling_events(const ULong *words, SizeT n)
{
   SizeT i = 0;
   while (i < n) {
      const Bool exact = accesses < TSL_SAMPLE_EXACT;
      ULong bound = in_burst ? schedule.ends : schedule.begins;
      const UInt before = current_id;
      UInt decoded = before;
      SizeT used;
      if (exact && bound > TSL_SAMPLE_EXACT)
         bound = TSL_SAMPLE_EXACT;
      used = walk(words + i, n - i, bound, !exact);
      if (exact)
         tsl_decode(words + i, used, &decoded, score_exactly);
      if (in_burst) {
         decoded = before;
         tsl_decode(words + i, used, &decoded, score_burst);
      }
      i += used;
      if (in_burst && accesses >= schedule.ends) {
         in_burst = False;
         tsl_schedule_next(&schedule);
      } else if (!in_burst && accesses >= schedule.begins) {
         in_burst = True;
         tsl_sample_burst(sample, exact ? 0 : schedule.weight);
      }
   }
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
   UInt k;
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
   tsl_sample_estimate(sample, (const uint64_t *)made, function, label_count, tsl_functions());
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
   return accesses <= TSL_SAMPLE_EXACT || estimate < exact ? exact : estimate;
}

ULong tsl_sampling_process_footprint(tsl_granularity g)
{
   ULong sum = 0;
   UInt t;
   if (accesses <= TSL_SAMPLE_EXACT || params.history_process)
      return tsl_sampling_footprint(0, g, tsl_engine_process_footprint(engine, g));
   for (t = 0; t < thread_count; t++)
      sum += tsl_sample_footprint(sample, threads[t].id, g);
   return sum;
}
