/*--------------------------------------------------------------------*/
/*--- tslmap: counters of sites and windows.       tsl_counters.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_counters.h for the big picture. */

#include "tsl_counters.h"

#define ENTRIES 33u
#define COLD 32u

/*--------------------------------------------------------------------*/
/*--- Sites                                                        ---*/
/*--------------------------------------------------------------------*/

uint64_t *tsl_counter_of_large(tsl_counters *c, uint32_t stride, uint32_t imax,
                               tsl_arena *arena)
{
   uint64_t **page;
   if (c->pages == NULL)
      c->pages = tsl_arena_take(arena, tsl_stride_pages(imax) * sizeof(uint64_t *));
   page = &c->pages[stride / TSL_STRIDE_PAGE];
   if (*page == NULL)
      *page = tsl_arena_take(arena, TSL_STRIDE_PAGE * sizeof(uint64_t));
   return &(*page)[stride % TSL_STRIDE_PAGE];
}

static void add_entries(const uint64_t *entries, tsl_histogram *h)
{
   unsigned i;
   for (i = 0; i < COLD; i++)
      h->reuse[i] += entries[i];
   h->cold += entries[COLD];
}

static void add_stride(tsl_histogram *h, uint32_t stride, uint64_t count)
{
   h->strides[stride] += count;
   h->accesses += count;
}

void tsl_counters_add_to(const tsl_counters *c, uint32_t imax, tsl_histogram *h)
{
   uint32_t i, j;
   add_entries(c->entries, h);
   add_stride(h, imax, c->none);
   for (i = 0; i < TSL_LOW_STRIDES && i < imax; i++)
      add_stride(h, i, c->low[i]);
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

/*--------------------------------------------------------------------*/
/*--- Windows                                                      ---*/
/*--------------------------------------------------------------------*/

void tsl_windows_init(tsl_windows *w, tsl_memory *m, uint32_t imax,
                      uint64_t length)
{
   unsigned g;
   w->imax = imax;
   w->length = w->left = length;
   for (g = 0; g < 2; g++) {
      w->current[g].strides = tsl_map(m, (imax + 1) * sizeof(uint64_t));
      w->finished[g].strides = tsl_map(m, (imax + 1) * sizeof(uint64_t));
   }
   w->packed = NULL;
   w->packed_used = w->packed_capacity = 0;
   tsl_arena_init(&w->data, m);
}

void tsl_windows_free(tsl_windows *w, tsl_memory *m)
{
   unsigned g;
   for (g = 0; g < 2; g++) {
      tsl_unmap(m, w->current[g].strides, (w->imax + 1) * sizeof(uint64_t));
      tsl_unmap(m, w->finished[g].strides, (w->imax + 1) * sizeof(uint64_t));
   }
   if (w->packed != NULL)
      tsl_unmap(m, w->packed, w->packed_capacity * sizeof(tsl_packed));
   tsl_arena_free(&w->data);
}

static tsl_packed *new_packed(tsl_windows *w, tsl_memory *m)
{
   if (w->packed_used == w->packed_capacity) {
      const size_t capacity =
         w->packed_capacity == 0 ? 256 : 2 * w->packed_capacity;
      tsl_packed *packed = tsl_map(m, capacity * sizeof(tsl_packed));
      size_t i;
      for (i = 0; i < w->packed_used; i++)
         packed[i] = w->packed[i];
      if (w->packed != NULL)
         tsl_unmap(m, w->packed, w->packed_capacity * sizeof(tsl_packed));
      w->packed = packed;
      w->packed_capacity = capacity;
   }
   return &w->packed[w->packed_used++];
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

void tsl_windows_next(tsl_windows *w, tsl_memory *m)
{
   const uint32_t strides = w->imax + 1;
   tsl_packed *p = new_packed(w, m);
   uint64_t *pair;
   unsigned g;
   for (g = 0; g < 2; g++)
      p->pairs[g] = non_zero(w->current[g].entries, ENTRIES)
                    + non_zero(w->current[g].strides, strides);
   p->data = tsl_arena_take(&w->data, ((size_t)p->pairs[0] + p->pairs[1]) * 2
                                         * sizeof(uint64_t));
   pair = p->data;
   for (g = 0; g < 2; g++) {
      pair =
         pack(w->current[g].entries, w->finished[g].entries, ENTRIES, 0, pair);
      pair = pack(w->current[g].strides, w->finished[g].strides, strides,
                  ENTRIES, pair);
   }
   w->left = w->length;
}

static void add_plain(const tsl_plain *p, uint32_t imax, tsl_histogram *h)
{
   uint32_t i;
   add_entries(p->entries, h);
   for (i = 0; i <= imax; i++)
      add_stride(h, i, p->strides[i]);
}

void tsl_windows_read(const tsl_windows *w, size_t index, tsl_granularity g,
                      tsl_histogram *h)
{
   const tsl_packed *p = &w->packed[index];
   const uint64_t *pair;
   uint32_t i;
   if (index == w->packed_used) {
      add_plain(&w->current[g], w->imax, h);
      return;
   }
   pair = p->data + (g == TSL_LINE ? 2 * (size_t)p->pairs[0] : 0);
   for (i = 0; i < p->pairs[g]; i++, pair += 2) {
      if (pair[0] < COLD)
         h->reuse[pair[0]] += pair[1];
      else if (pair[0] == COLD)
         h->cold += pair[1];
      else
         add_stride(h, (uint32_t)(pair[0] - ENTRIES), pair[1]);
   }
}

void tsl_windows_total(const tsl_windows *w, tsl_granularity g,
                       tsl_histogram *h)
{
   add_plain(&w->finished[g], w->imax, h);
   add_plain(&w->current[g], w->imax, h);
}
