/*--------------------------------------------------------------------*/
/*--- tslmap: counters of sites and windows.       tsl_counters.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_counters.h for the big picture. */

#include "tsl_counters.h"

/*--------------------------------------------------------------------*/
/*--- Sites                                                        ---*/
/*--------------------------------------------------------------------*/

uint64_t *tsl_counter_of_large(tsl_counters *c, uint32_t stride, uint32_t imax,
                               tsl_arena *arena)
{
   uint64_t **page;
   if (c->pages == NULL)
      c->pages = tsl_arena_take(
         arena, (tsl_stride_pages(imax) * sizeof(uint64_t *) + 63) & ~63ul);
   page = &c->pages[stride / TSL_STRIDE_PAGE];
   if (*page == NULL)
      *page = tsl_arena_take(arena, TSL_STRIDE_PAGE * sizeof(uint64_t));
   return &(*page)[stride % TSL_STRIDE_PAGE];
}

void tsl_counters_flush(tsl_counters *c)
{
   unsigned i;
   for (i = 0; i < TSL_BINS; i++) {
      c->bin[i] += c->count[i];
      c->count[i] = 0;
   }
}

static void add_entries(const uint64_t *entries, tsl_histogram *h)
{
   unsigned i;
   for (i = 0; i < TSL_COLD_ENTRY; i++)
      h->reuse[i] += entries[i];
   h->cold += entries[TSL_COLD_ENTRY];
}

static void add_stride(tsl_histogram *h, uint32_t stride, uint64_t count)
{
   h->strides[stride] += count;
   h->accesses += count;
}

static void add_bins(const uint64_t *bin, uint32_t imax, tsl_histogram *h)
{
   uint32_t i;
   add_entries(bin, h);
   add_stride(h, imax, bin[TSL_NONE_BIN]);
   for (i = 0; i < TSL_LOW_STRIDES && i < imax; i++)
      add_stride(h, i, bin[TSL_LOW_BIN + i]);
}

void tsl_counters_add_to(const tsl_counters *c, uint32_t imax, tsl_histogram *h)
{
   uint32_t i, j;
   add_bins(c->bin, imax, h);
   if (c->pages == NULL)
      return;
   for (i = 0; i < tsl_stride_pages(imax); i++) {
      if (c->pages[i] == NULL)
         continue;
      for (j = 0; j < TSL_STRIDE_PAGE; j++)
         if (c->pages[i][j] != 0)
            add_stride(h, i * TSL_STRIDE_PAGE + j, c->pages[i][j]);
   }
}

void tsl_counters_add(tsl_counters *c, const tsl_histogram *h, uint32_t imax,
                      tsl_arena *arena)
{
   uint32_t i;
   for (i = 0; i < TSL_COLD_ENTRY; i++)
      c->bin[i] += h->reuse[i];
   c->bin[TSL_COLD_ENTRY] += h->cold;
   c->bin[TSL_NONE_BIN] += h->strides[imax];
   for (i = 0; i < imax; i++)
      if (i < TSL_LOW_STRIDES)
         c->bin[TSL_LOW_BIN + i] += h->strides[i];
      else if (h->strides[i] != 0)
         *tsl_counter_of_large(c, i, imax, arena) += h->strides[i];
}

/*--------------------------------------------------------------------*/
/*--- Windows                                                      ---*/
/*--------------------------------------------------------------------*/

void tsl_windows_init(tsl_windows *w, tsl_memory *m, const tsl_params *p)
{
   const size_t bytes = (p->imax + 1) * sizeof(uint64_t);
   unsigned g;
   w->granularities = p->granularities;
   w->imax = p->imax;
   w->length = w->left = p->time_window;
   for (g = 0; g < w->granularities; g++) {
      w->current[g].strides = tsl_map(m, bytes);
      w->finished[g].strides = tsl_map(m, bytes);
   }
   w->packed_used = 0;
   tsl_arena_init(&w->data, m);
}

void tsl_windows_free(tsl_windows *w, tsl_memory *m)
{
   unsigned g;
   for (g = 0; g < w->granularities; g++) {
      tsl_unmap(m, w->current[g].strides, (w->imax + 1) * sizeof(uint64_t));
      tsl_unmap(m, w->finished[g].strides, (w->imax + 1) * sizeof(uint64_t));
   }
   tsl_arena_free(&w->data);
}

static uint32_t non_zero(const uint64_t *counts, uint32_t n)
{
   uint32_t i, sum = 0;
   for (i = 0; i < n; i++)
      sum += counts[i] != 0;
   return sum;
}

/* Moves n counters to pairs (when they are not zero) and to the sums. */
static uint64_t *pack(uint64_t *counts, uint64_t *sums, uint32_t n,
                      uint32_t first_index, uint64_t *pair)
{
   uint32_t i;
   for (i = 0; i < n; i++) {
      if (counts[i] == 0)
         continue;
      *pair++ = first_index + i;
      *pair++ = counts[i];
      sums[i] += counts[i];
      counts[i] = 0;
   }
   return pair;
}

/* Moves the current window's bins to its plain arrays. */
static void empty_bins(tsl_windows *w, unsigned g)
{
   tsl_plain *p = &w->current[g];
   unsigned k, i;
   for (k = 0; k < 2; k++) {
      uint64_t *bin = w->bin[g][k];
      for (i = 0; i < TSL_ENTRIES; i++)
         p->entries[i] += bin[i];
      p->strides[w->imax] += bin[TSL_NONE_BIN];
      for (i = 0; i < TSL_LOW_STRIDES && i < w->imax; i++)
         p->strides[i] += bin[TSL_LOW_BIN + i];
      tsl_fill(bin, 0, TSL_BINS * sizeof *bin);
   }
}

/* One after the other of two lists in ascending order of index. */
static uint64_t *join_pairs(const uint64_t *a, const uint64_t *a_end,
                            const uint64_t *b, const uint64_t *b_end,
                            uint64_t *pair)
{
   while (a < a_end || b < b_end) {
      const int from_a = b == b_end || (a < a_end && a[0] <= b[0]);
      const int from_b = a == a_end || (b < b_end && b[0] <= a[0]);
      pair[0] = from_a ? a[0] : b[0];
      pair[1] = (from_a ? a[1] : 0) + (from_b ? b[1] : 0);
      a += from_a ? 2 : 0;
      b += from_b ? 2 : 0;
      pair += 2;
   }
   return pair;
}

static size_t pairs_of(const tsl_windows *w, const tsl_packed *p)
{
   size_t pairs = 0;
   unsigned g;
   for (g = 0; g < w->granularities; g++)
      pairs += p->pairs[g];
   return pairs;
}

static tsl_packed joined(tsl_windows *w, const tsl_packed *a,
                         const tsl_packed *b)
{
   tsl_packed p;
   const uint64_t *from_a = a->data, *from_b = b->data;
   uint64_t *pair;
   unsigned g;
   p.data = tsl_arena_take(
      &w->data, (pairs_of(w, a) + pairs_of(w, b)) * 2 * sizeof(uint64_t));
   pair = p.data;
   for (g = 0; g < w->granularities; g++) {
      const uint64_t *const a_end = from_a + 2 * (size_t)a->pairs[g];
      const uint64_t *const b_end = from_b + 2 * (size_t)b->pairs[g];
      uint64_t *const end = join_pairs(from_a, a_end, from_b, b_end, pair);
      p.pairs[g] = (uint32_t)((end - pair) / 2);
      pair = end;
      from_a = a_end;
      from_b = b_end;
   }
   return p;
}

/* Joins the finished windows two by two. */
static void join(tsl_windows *w)
{
   tsl_arena old = w->data;
   size_t i;
   tsl_arena_init(&w->data, old.memory);
   for (i = 0; i < TSL_MOST_WINDOWS / 2; i++)
      w->packed[i] = joined(w, &w->packed[2 * i], &w->packed[2 * i + 1]);
   w->packed_used = TSL_MOST_WINDOWS / 2;
   w->length *= 2;
   tsl_arena_free(&old);
}

void tsl_windows_next(tsl_windows *w)
{
   const uint32_t strides = w->imax + 1;
   tsl_packed *p = &w->packed[w->packed_used++];
   uint64_t *pair;
   unsigned g;
   for (g = 0; g < w->granularities; g++) {
      empty_bins(w, g);
      p->pairs[g] = non_zero(w->current[g].entries, TSL_ENTRIES)
                    + non_zero(w->current[g].strides, strides);
   }
   p->data = tsl_arena_take(&w->data, pairs_of(w, p) * 2 * sizeof(uint64_t));
   pair = p->data;
   for (g = 0; g < w->granularities; g++) {
      pair =
         pack(w->current[g].entries, w->finished[g].entries, TSL_ENTRIES, 0, pair);
      pair = pack(w->current[g].strides, w->finished[g].strides, strides,
                  TSL_ENTRIES, pair);
   }
   if (w->packed_used == TSL_MOST_WINDOWS)
      join(w);
   w->left = w->length;
}

static void add_plain(const tsl_plain *p, uint32_t imax, tsl_histogram *h)
{
   uint32_t i;
   add_entries(p->entries, h);
   for (i = 0; i <= imax; i++)
      add_stride(h, i, p->strides[i]);
}

static void add_current(const tsl_windows *w, tsl_granularity g,
                        tsl_histogram *h)
{
   add_plain(&w->current[g], w->imax, h);
   add_bins(w->bin[g][0], w->imax, h);
   add_bins(w->bin[g][1], w->imax, h);
}

void tsl_windows_read(const tsl_windows *w, size_t index, tsl_granularity g,
                      tsl_histogram *h)
{
   const tsl_packed *p = &w->packed[index];
   const uint64_t *pair;
   uint32_t i;
   if (index == w->packed_used) {
      add_current(w, g, h);
      return;
   }
   pair = p->data;
   for (i = 0; i < g; i++)
      pair += 2 * (size_t)p->pairs[i];
   for (i = 0; i < p->pairs[g]; i++, pair += 2) {
      if (pair[0] < TSL_COLD_ENTRY)
         h->reuse[pair[0]] += pair[1];
      else if (pair[0] == TSL_COLD_ENTRY)
         h->cold += pair[1];
      else
         add_stride(h, (uint32_t)(pair[0] - TSL_ENTRIES), pair[1]);
   }
}

void tsl_windows_total(const tsl_windows *w, tsl_granularity g,
                       tsl_histogram *h)
{
   add_plain(&w->finished[g], w->imax, h);
   add_current(w, g, h);
}

void tsl_windows_add(tsl_windows *w, tsl_granularity g, const tsl_histogram *h)
{
   uint32_t i;
   for (i = 0; i < TSL_COLD_ENTRY; i++)
      w->finished[g].entries[i] += h->reuse[i];
   w->finished[g].entries[TSL_COLD_ENTRY] += h->cold;
   for (i = 0; i <= w->imax; i++)
      w->finished[g].strides[i] += h->strides[i];
}

void tsl_histogram_clear(tsl_histogram *h, const tsl_params *params)
{
   h->accesses = h->cold = 0;
   tsl_fill(h->reuse, 0, sizeof h->reuse);
   tsl_fill(h->strides, 0, (params->imax + 1) * sizeof(uint64_t));
}
