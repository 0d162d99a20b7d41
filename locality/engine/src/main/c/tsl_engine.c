/*--------------------------------------------------------------------*/
/*--- tslmap: the locality engine.                   tsl_engine.c ---*/
/*--------------------------------------------------------------------*/

/* The outermost part: threads, their histories and sites, cutting calls into
   batches, counting, reading. The kernels are in tsl_reuse.h (temporal) and
   tsl_stride.h (spatial), the counters in tsl_counters.h. */

#include "tsl_engine.h"
#include "tsl_history.h"
#include "tsl_labels.h"
#include "tsl_tally.h"

/* What a thread touched, where it has no history of its own: one bit for each
   slot of a page. */
typedef struct {
   tsl_slots slots[TSL_SLOTS];
   uint64_t count[TSL_GRANULARITIES];
} tsl_touched;

typedef struct {
   uint32_t id;
   tsl_labels sites;
   tsl_tally *tally;
   tsl_history *history; /* shared in the process mode */
   tsl_touched *touched; /* in the process mode only */
} tsl_thread;

#define THREAD_SLOTS 64u

struct tsl_engine {
   tsl_setting setting;
   tsl_memory memory;
   tsl_thread **thread; /* in the order of appearance */
   size_t threads, thread_capacity;
   tsl_thread *slots[THREAD_SLOTS]; /* recent threads by their number */
   tsl_history *process_history;
   tsl_windows windows;
   tsl_labels contexts;
   tsl_arena counters;
   tsl_weights *weights; /* NULL when changes are not tracked */
   uint64_t count;
   uint8_t *misses;  /* where it is told which accesses missed, or NULL */
   uint64_t tallied; /* accesses that may not be in the counters yet */
   tsl_found found;
};

/*--------------------------------------------------------------------*/
/*--- Making and freeing                                           ---*/
/*--------------------------------------------------------------------*/

static int valid(const tsl_params *p)
{
   unsigned g;
   for (g = 1; g < p->granularities && g < TSL_GRANULARITIES; g++)
      if (p->shift[g] < p->shift[g - 1])
         return 0;
   return p->granularities >= 2 && p->granularities <= TSL_GRANULARITIES
          && p->shift[TSL_LINE] <= 12
          && p->shift[p->granularities - 1] <= 30 && p->window >= 1
          && p->window <= TSL_WINDOW_MAX && p->imax >= 2 && p->imax <= 65536
          && p->time_window >= 1024;
}

tsl_engine *tsl_engine_new(const tsl_params *params, const tsl_env *env,
                           tsl_variant variant)
{
   const tsl_kernels *kernels = tsl_kernels_for(variant);
   tsl_memory memory;
   tsl_engine *e;
   unsigned g;
   if (!valid(params) || kernels == NULL)
      return NULL;
   memory.env = *env;
   memory.bytes = 0;
   e = tsl_map(&memory, sizeof(tsl_engine));
   e->memory = memory;
   e->setting.params = *params;
   e->setting.sizes.axis_min = 1u << 17;
   e->setting.sizes.axis_spare = 96;
   e->setting.sizes.batch = TSL_BATCH;
   e->setting.kernels = kernels;
   e->setting.memory = &e->memory;
   for (g = 0; g < params->granularities; g++)
      if (tsl_scored_as(params, g) == g)
         e->setting.parts |= TSL_TEMPORAL(g) | TSL_SPATIAL(g);
   tsl_windows_init(&e->windows, &e->memory, params);
   tsl_arena_init(&e->counters, &e->memory);
   e->contexts.granularities = params->granularities;
   e->contexts.limit = "a context's number is 2^24 or larger";
   return e;
}

void tsl_engine_tune(tsl_engine *e, const tsl_tuning *t)
{
   if (t->axis_min != 0)
      e->setting.sizes.axis_min = t->axis_min;
   if (t->axis_spare != 0)
      e->setting.sizes.axis_spare = t->axis_spare;
   if (t->batch != 0)
      e->setting.sizes.batch = t->batch < TSL_BATCH ? t->batch : TSL_BATCH;
}

void tsl_engine_parts(tsl_engine *e, unsigned parts)
{
   e->setting.parts = parts;
}

void tsl_engine_free(tsl_engine *e)
{
   tsl_memory *m = &e->memory;
   tsl_memory last;
   size_t i;
   for (i = 0; i < e->threads; i++) {
      tsl_thread *t = e->thread[i];
      if (t->history != e->process_history)
         tsl_history_free(t->history, &e->setting);
      if (t->touched != NULL) {
         tsl_slots_free(t->touched->slots, &e->setting.params);
         tsl_unmap(m, t->touched, sizeof(tsl_touched));
      }
      tsl_labels_free(&t->sites, m);
      tsl_unmap(m, t->tally, sizeof(tsl_tally));
      tsl_unmap(m, t, sizeof(tsl_thread));
   }
   if (e->thread != NULL)
      tsl_unmap(m, e->thread, e->thread_capacity * sizeof(tsl_thread *));
   if (e->process_history != NULL)
      tsl_history_free(e->process_history, &e->setting);
   tsl_windows_free(&e->windows, m);
   tsl_labels_free(&e->contexts, m);
   if (e->weights != NULL) {
      tsl_unmap(m, e->weights->of_stride,
                (e->setting.params.imax + 1) * sizeof(uint64_t));
      tsl_unmap(m, e->weights, sizeof(tsl_weights));
   }
   tsl_arena_free(&e->counters);
   last = *m;
   tsl_unmap(&last, e, sizeof(tsl_engine));
}

const char *tsl_engine_variant(const tsl_engine *e)
{
   return e->setting.kernels->name;
}

uint64_t tsl_engine_bytes(const tsl_engine *e)
{
   return e->memory.bytes;
}

TSL_INLINE tsl_granularity counted(const tsl_engine *e, tsl_granularity g)
{
   return (tsl_granularity)tsl_scored_as(&e->setting.params, g);
}

/*--------------------------------------------------------------------*/
/*--- Threads                                                      ---*/
/*--------------------------------------------------------------------*/

static tsl_touched *new_touched(tsl_engine *e)
{
   tsl_touched *t = tsl_map(&e->memory, sizeof(tsl_touched));
   tsl_slots_init(t->slots, &e->memory, &e->setting.params, 1);
   return t;
}

static tsl_thread *new_thread(tsl_engine *e, uint32_t id)
{
   tsl_thread *t = tsl_map(&e->memory, sizeof(tsl_thread));
   t->id = id;
   t->sites.granularities = e->setting.params.granularities;
   t->sites.limit = "a site's number is 2^24 or larger";
   if (e->weights != NULL)
      tsl_labels_track(&t->sites, e->weights, e->setting.params.imax,
                       &e->memory);
   t->tally = tsl_map(&e->memory, sizeof(tsl_tally));
   tsl_fill(t->tally->kind, 0xFF, sizeof t->tally->kind);
   if (!e->setting.params.history_process) {
      t->history = tsl_history_new(&e->setting);
   } else {
      if (e->process_history == NULL)
         e->process_history = tsl_history_new(&e->setting);
      t->history = e->process_history;
      t->touched = new_touched(e);
   }
   if (e->threads == e->thread_capacity) {
      const size_t capacity = e->threads == 0 ? 512 : 2 * e->threads;
      e->thread = tsl_larger_table(&e->memory, e->thread, e->threads, capacity);
      e->thread_capacity = capacity;
   }
   e->thread[e->threads++] = t;
   return t;
}

static tsl_thread *thread_of(tsl_engine *e, uint32_t id)
{
   tsl_thread **slot = &e->slots[id % THREAD_SLOTS];
   size_t i;
   if (*slot != NULL && (*slot)->id == id)
      return *slot;
   for (i = 0; i < e->threads; i++)
      if (e->thread[i]->id == id)
         return *slot = e->thread[i];
   return *slot = new_thread(e, id);
}

/* The bit of `index` in a page of bits is set; returns 1 if it was not. */
static unsigned set_bit(char *page, unsigned index)
{
   unsigned char *byte = (unsigned char *)page + index / 8;
   const unsigned char bit = (unsigned char)(1u << index % 8);
   const unsigned is_new = (*byte & bit) == 0;
   *byte |= bit;
   return is_new;
}

static void touch(tsl_touched *t, unsigned granularities, const uint64_t *addr,
                  uint32_t n)
{
   uint32_t i;
   unsigned g;
   for (g = 0; g < granularities; g += 2) {
      tsl_slots *const s = &t->slots[tsl_slots_of(g)];
      const tsl_layout l = s->layout;
      for (i = 0; i < n; i++) {
         char *page = tsl_shadow_page(&s->shadow, addr[i]);
         t->count[g] += set_bit(page, tsl_layout_slot(&l, addr[i], 0));
         if (g + 1 < granularities)
            t->count[g + 1] += set_bit(page, tsl_layout_slot(&l, addr[i], 1));
      }
   }
}

/*--------------------------------------------------------------------*/
/*--- Counting                                                     ---*/
/*--------------------------------------------------------------------*/

/* Adds access i to its labels and the window; k: 0 and 1 by turns. */
TSL_INLINE void count_one(tsl_engine *e, tsl_counters *s, tsl_counters *c,
                          uint32_t i, unsigned k, unsigned parts)
{
   const tsl_found *f = &e->found;
   unsigned g;
#pragma GCC unroll 4
   for (g = 0; g < TSL_GRANULARITIES; g++) {
      if (parts & TSL_TEMPORAL(g)) {
         const unsigned entry = f->entries[g][i];
         e->windows.bin[g][k][entry]++;
         tsl_count(&s[g], entry);
         if (c != NULL)
            tsl_count(&c[g], entry);
      }
      if (parts & TSL_SPATIAL(g)) {
         const unsigned bin = f->seen[g].bins[i];
         e->windows.bin[g][k][bin]++;
         tsl_count(&s[g], bin);
         if (c != NULL)
            tsl_count(&c[g], bin);
      }
   }
}

/* Counts the strides that have no bin of their own; with weights, among changes,
   too. */
static void count_large(tsl_engine *e, tsl_thread *t, const uint32_t *site,
                        const uint32_t *context, uint32_t n, unsigned g,
                        const tsl_weights *weights)
{
   const uint32_t imax = e->setting.params.imax;
   const tsl_seen *seen = &e->found.seen[g];
   uint32_t first;
   for (first = 0; first < n; first += 32) {
      uint32_t large = tsl_equal_bytes(seen->bins + first, TSL_LARGE_BIN);
      if (n - first < 32)
         large &= ~(~0u << (n - first));
      for (; large != 0; large &= large - 1) {
         const uint32_t i = first + (uint32_t)__builtin_ctz(large);
         const uint32_t stride = seen->strides[i];
         e->windows.current[g].strides[stride]++;
         if (weights != NULL)
            t->sites.sums[site[i]].spatial += weights->of_stride[stride];
         tsl_count_large(&t->sites.of[site[i]][g], stride, imax,
                         &e->counters);
         if (context != NULL)
            tsl_count_large(&e->contexts.of[context[i]][g], stride, imax,
                            &e->counters);
      }
   }
}

/* With `parts`, and whether there are contexts, known to the compiler. */
TSL_INLINE void count_parts(tsl_engine *e, tsl_thread *t, const uint32_t *site,
                            const uint32_t *context, uint32_t n, unsigned parts)
{
   uint32_t i;
   unsigned g;
   for (i = 0; i < n; i++)
      count_one(e, tsl_labels_at(&t->sites, site[i], &e->counters),
                context == NULL ? NULL
                                : tsl_labels_at(&e->contexts, context[i],
                                                &e->counters),
                i, i % 2, parts);
   for (g = 0; g < TSL_GRANULARITIES; g++)
      if (parts & TSL_SPATIAL(g))
         count_large(e, t, site, context, n, g, NULL);
}

/* Adds n accesses of a kind to a label's counters. */
TSL_INLINE void add_kind(tsl_counters *s, const tsl_kind *k,
                         unsigned granularities, uint32_t n)
{
   unsigned g;
#pragma GCC unroll 4
   for (g = 0; g < granularities; g++) {
      s[g].bin[(uint8_t)(k->found >> 16 * g)] += n;
      s[g].bin[(uint8_t)(k->found >> (16 * g + 8))] += n;
   }
}

/* And to its site's, its context's and the window's. */
TSL_INLINE void flush_in(tsl_engine *e, tsl_thread *t, const tsl_kind *k,
                         unsigned granularities, uint32_t n)
{
   const uint32_t context = (uint32_t)(k->labels >> 32);
   unsigned g;
   add_kind(t->sites.of[(uint32_t)k->labels], k, granularities, n);
   if (context != TSL_NO_SITE)
      add_kind(e->contexts.of[context], k, granularities, n);
#pragma GCC unroll 4
   for (g = 0; g < granularities; g++) {
      e->windows.bin[g][0][(uint8_t)(k->found >> 16 * g)] += n;
      e->windows.bin[g][0][(uint8_t)(k->found >> (16 * g + 8))] += n;
   }
}

/* And to the changes; the number of granularities is known to the compiler. */
static void flush_kind(tsl_engine *e, tsl_thread *t, const tsl_kind *k,
                       uint32_t n)
{
   if (e->setting.params.granularities == 2)
      flush_in(e, t, k, 2, n);
   else
      flush_in(e, t, k, TSL_GRANULARITIES, n);
   if (e->weights != NULL) {
      const uint32_t bin = (uint8_t)(k->found >> 8);
      tsl_labels_change(&t->sites, e->weights, (uint32_t)k->labels,
                        (uint8_t)k->found,
                        bin < TSL_LOW_BIN || bin == TSL_LARGE_BIN
                           ? e->setting.params.imax
                           : bin - TSL_LOW_BIN,
                        n);
   }
}

/* Adds everything that was tallied to the counters. */
static void flush(tsl_engine *e)
{
   size_t i;
   uint32_t k;
   if (e->tallied == 0)
      return;
   e->tallied = 0;
   for (i = 0; i < e->threads; i++) {
      tsl_tally *const y = e->thread[i]->tally;
      for (k = 0; k < TSL_TALLY_KINDS; k++)
         if (y->times[k] != 0) {
            flush_kind(e, e->thread[i], &y->kind[k], y->times[k]);
            y->times[k] = 0;
         }
   }
}

/* A kind takes the place of the older one in its set. */
__attribute__((noinline)) static void
new_kind(tsl_engine *e, tsl_thread *t, const tsl_kind *k, size_t set)
{
   const uint32_t context = (uint32_t)(k->labels >> 32);
   tsl_kind *const kind = t->tally->kind + set;
   uint32_t *const times = t->tally->times + set;
   t->tally->misses++;
   if (times[1] != 0)
      flush_kind(e, t, &kind[1], times[1]);
   kind[1] = kind[0];
   times[1] = times[0];
   kind[0] = *k;
   times[0] = 0;
   tsl_labels_at(&t->sites, (uint32_t)k->labels, &e->counters);
   if (context != TSL_NO_SITE)
      tsl_labels_at(&e->contexts, context, &e->counters);
}

/* Counts kinds of accesses instead of accesses. */
static void count_kinds(tsl_engine *e, tsl_thread *t, const uint32_t *site,
                        const uint32_t *context, uint32_t n)
{
   const unsigned granularities = e->setting.params.granularities;
   tsl_tally *const y = t->tally;
   tsl_kinds kinds;
   uint32_t i;
   unsigned g;
   tsl_kinds_of(&kinds, site, context, &e->found, granularities, n);
   e->tallied += n;
   y->accesses += n;
   for (i = 0; i < n; i++) {
      const tsl_kind k = {kinds.labels[i], kinds.found[i]};
      const size_t set = tsl_tally_set(&k);
      size_t at = set + (size_t)tsl_kind_differs(&y->kind[set], &k);
      if (__builtin_expect(tsl_kind_differs(&y->kind[at], &k), 0)) {
         new_kind(e, t, &k, set);
         at = set;
      }
      y->times[at]++;
   }
   for (g = 0; g < granularities; g++)
      count_large(e, t, site, context, n, g,
                  g == TSL_WORD ? e->weights : NULL);
}

/* With the usual parts known to the compiler. */
TSL_INLINE void count_each(tsl_engine *e, tsl_thread *t, const uint32_t *site,
                           const uint32_t *context, uint32_t n)
{
   const unsigned parts = e->setting.parts;
   if (parts == TSL_PARTS(2))
      count_parts(e, t, site, context, n, TSL_PARTS(2));
   else if (parts == TSL_PARTS(3))
      count_parts(e, t, site, context, n, TSL_PARTS(3));
   else if (parts == TSL_PARTS(1))
      count_parts(e, t, site, context, n, TSL_PARTS(1));
   else
      count_parts(e, t, site, context, n, parts);
}

static void count(tsl_engine *e, tsl_thread *t, const uint32_t *site,
                  const uint32_t *context, uint32_t n)
{
   const int counts_more = context != NULL || e->weights != NULL;
   if (counts_more
       && e->setting.parts == TSL_PARTS(e->setting.params.granularities)
       && !tsl_tally_rests(t->tally)) {
      count_kinds(e, t, site, context, n);
      return;
   }
   if (context == NULL)
      count_each(e, t, site, NULL, n);
   else
      count_each(e, t, site, context, n);
   if (e->weights != NULL)
      tsl_labels_add_changes(&t->sites, e->weights, site,
                             e->found.entries[TSL_WORD],
                             e->found.seen[TSL_WORD].strides, n);
}

static void tell_misses(tsl_engine *e, uint32_t n)
{
   const tsl_granularity g = counted(e, TSL_LINE);
   const uint8_t *entry = e->found.entries[g], *bin = e->found.seen[g].bins;
   uint32_t i;
   for (i = 0; i < n; i++)
      e->misses[i] = (uint8_t)((entry[i] >= TSL_MISS_ENTRY)
                               << ((uint8_t)(bin[i] - TSL_LOW_BIN) <= TSL_LAST_BESIDE));
   e->misses += n;
}

/* Brings n accesses into the cache. */
TSL_INLINE void prefetch(const uint64_t *addr, const uint32_t *site,
                         const uint32_t *context, size_t n)
{
   size_t i;
   for (i = 0; i < n; i += 16) {
      __builtin_prefetch(addr + i);
      __builtin_prefetch(addr + i + 8);
      __builtin_prefetch(site + i);
      if (context != NULL)
         __builtin_prefetch(context + i);
   }
}

void tsl_engine_accesses(tsl_engine *e, uint32_t thread, const uint64_t *addr,
                         const uint32_t *site, size_t n)
{
   tsl_engine_accesses_in(e, thread, addr, site, NULL, n);
}

void tsl_engine_accesses_in(tsl_engine *e, uint32_t thread,
                            const uint64_t *addr, const uint32_t *site,
                            const uint32_t *context, size_t n)
{
   tsl_thread *t;
   if (n == 0)
      return;
   t = thread_of(e, thread);
   while (n > 0) {
      uint32_t part = e->setting.sizes.batch;
      if (part > n)
         part = (uint32_t)n;
      if (part > e->windows.left)
         part = (uint32_t)e->windows.left;
      prefetch(addr + part, site + part, context == NULL ? NULL : context + part,
               n - part < TSL_BATCH ? n - part : TSL_BATCH);
      tsl_history_batch(t->history, &e->setting, addr, part, &e->found);
      if (t->touched != NULL)
         touch(t->touched, e->setting.params.granularities, addr, part);
      if (e->misses != NULL)
         tell_misses(e, part);
      count(e, t, site, context, part);
      e->count += part;
      e->windows.left -= part;
      if (e->windows.left == 0 || e->tallied > 1u << 30)
         flush(e);
      if (e->windows.left == 0)
         tsl_windows_next(&e->windows);
      addr += part;
      site += part;
      if (context != NULL)
         context += part;
      n -= part;
   }
}

void tsl_engine_warm(tsl_engine *e, uint32_t thread, const uint64_t *addr, size_t n)
{
   tsl_thread *t;
   if (n == 0)
      return;
   t = thread_of(e, thread);
   while (n > 0) {
      const uint32_t most = e->setting.sizes.batch, part = n < most ? (uint32_t)n : most;
      tsl_history_batch(t->history, &e->setting, addr, part, &e->found);
      if (t->touched != NULL)
         touch(t->touched, e->setting.params.granularities, addr, part);
      if (e->misses != NULL) {
         tsl_fill(e->misses, TSL_NOT_KNOWN, part);
         e->misses += part;
      }
      addr += part;
      n -= part;
   }
}

void tsl_engine_tell_misses(tsl_engine *e, uint8_t *to)
{
   e->misses = to;
}

void tsl_engine_add(tsl_engine *e, uint32_t thread, uint32_t site,
                    tsl_granularity g, const tsl_histogram *h)
{
   tsl_thread *t = thread_of(e, thread);
   tsl_counters *c = &tsl_labels_at(&t->sites, site, &e->counters)[g];
   tsl_counters_add(c, h, e->setting.params.imax, &e->counters);
   tsl_windows_add(&e->windows, g, h);
   if (g == TSL_WORD)
      e->count += h->accesses;
}

/*--------------------------------------------------------------------*/
/*--- Reading                                                      ---*/
/*--------------------------------------------------------------------*/

uint64_t tsl_engine_count(const tsl_engine *e)
{
   return e->count;
}

size_t tsl_engine_threads(const tsl_engine *e)
{
   return e->threads;
}

uint32_t tsl_engine_thread_id(const tsl_engine *e, size_t index)
{
   return e->thread[index]->id;
}

uint32_t tsl_engine_next_site(tsl_engine *e, size_t index, uint32_t from)
{
   flush(e);
   return tsl_labels_next(&e->thread[index]->sites, from);
}

static void read_label(const tsl_engine *e, const tsl_labels *l, uint32_t label,
                       tsl_granularity g, tsl_histogram *h)
{
   if (label < l->capacity && l->of[label] != NULL) {
      tsl_counters *c = &l->of[label][counted(e, g)];
      tsl_counters_flush(c);
      tsl_counters_add_to(c, e->setting.params.imax, h);
   }
}

void tsl_engine_site(tsl_engine *e, size_t index, uint32_t site,
                     tsl_granularity g, tsl_histogram *h)
{
   flush(e);
   read_label(e, &e->thread[index]->sites, site, g, h);
}

size_t tsl_engine_read_sites(tsl_engine *e, size_t index, uint32_t *from,
                             uint64_t *to, size_t capacity)
{
   flush(e);
   return tsl_labels_read(&e->thread[index]->sites, &e->setting.params, from,
                          to, capacity);
}

size_t tsl_engine_read_contexts(tsl_engine *e, uint32_t *from, uint64_t *to,
                                size_t capacity)
{
   flush(e);
   return tsl_labels_read(&e->contexts, &e->setting.params, from, to, capacity);
}

void tsl_engine_track(tsl_engine *e, unsigned log2_n)
{
   const uint32_t imax = e->setting.params.imax;
   tsl_weights *w = tsl_map(&e->memory, sizeof(tsl_weights));
   size_t i;
   flush(e);
   w->log2_n = log2_n;
   w->of_stride = tsl_map(&e->memory, (imax + 1) * sizeof(uint64_t));
   w->of_entry[0] = log2_n;
   for (i = 0; i < log2_n && i < TSL_COLD_ENTRY - 1; i++)
      w->of_entry[1 + i] = log2_n - i;
   for (i = 1; i < imax; i++)
      w->of_stride[i] = ((1ull << 32) + i / 2) / i;
   for (i = 0; i < e->threads; i++)
      tsl_labels_track(&e->thread[i]->sites, w, imax, &e->memory);
   e->weights = w;
}

size_t tsl_engine_read_changes(tsl_engine *e, size_t index, uint64_t *to,
                               size_t capacity)
{
   flush(e);
   return tsl_labels_read_changes(&e->thread[index]->sites, e->weights, to,
                                  capacity);
}

void tsl_engine_total(tsl_engine *e, tsl_granularity g, tsl_histogram *h)
{
   flush(e);
   tsl_windows_total(&e->windows, counted(e, g), h);
}

size_t tsl_engine_windows(const tsl_engine *e)
{
   return e->windows.packed_used + (e->windows.left < e->windows.length);
}

void tsl_engine_window(tsl_engine *e, size_t index, tsl_granularity g,
                       tsl_histogram *h)
{
   flush(e);
   if (index < tsl_engine_windows(e))
      tsl_windows_read(&e->windows, index, counted(e, g), h);
}

uint64_t tsl_engine_footprint(const tsl_engine *e, size_t index,
                              tsl_granularity g)
{
   const tsl_thread *t = e->thread[index];
   g = counted(e, g);
   return t->touched != NULL ? t->touched->count[g]
                             : tsl_axis_live(&t->history->axis[g]);
}

/* Sets a bit in `all` for each place of the history that was touched; returns how
   many were not set before. */
static uint64_t unite(tsl_shadow *all, tsl_history *h, tsl_granularity g)
{
   const tsl_strip strip = tsl_slots_strip(h->slots, g);
   const tsl_layout *const l = &h->slots[tsl_slots_of(g)].layout;
   const unsigned slots = l->words + l->lines;
   const size_t chunks = (size_t)1 << strip.shadow->table_bits;
   uint64_t sum = 0;
   size_t r;
   unsigned p, i;
   for (r = 0; r < chunks; r++) {
      const tsl_shadow_chunk *chunk = &strip.shadow->table[r];
      if (chunk->key == 0)
         continue;
      for (p = 0; p < TSL_LEAF_PAGES; p++) {
         const uint64_t page = (chunk->key - 1) << TSL_LEAF_BITS | p;
         const uint32_t *times;
         char *bits;
         if (chunk->leaf[p] == NULL)
            continue;
         times = (const uint32_t *)(void *)chunk->leaf[p];
         bits = tsl_shadow_page(all, page << l->shift);
         for (i = strip.first; i < slots; i++)
            if (times[i] != 0 && i % strip.step - strip.first < strip.run)
               sum += set_bit(bits, i);
      }
   }
   return sum;
}

uint64_t tsl_engine_process_footprint(tsl_engine *e, tsl_granularity g)
{
   const tsl_params *const p = &e->setting.params;
   tsl_slots all[TSL_SLOTS];
   uint64_t sum = 0;
   size_t i;
   if (e->threads == 0)
      return 0;
   g = counted(e, g);
   if (e->process_history != NULL || e->threads == 1)
      return tsl_axis_live(&e->thread[0]->history->axis[g]);
   tsl_slots_init(all, &e->memory, p, 1);
   for (i = 0; i < e->threads; i++)
      sum += unite(&all[tsl_slots_of(g)].shadow, e->thread[i]->history, g);
   tsl_slots_free(all, p);
   return sum;
}
