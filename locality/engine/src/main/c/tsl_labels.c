/*--------------------------------------------------------------------*/
/*--- tslmap: counters by label.                      tsl_labels.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_labels.h for the big picture. */

#include "tsl_labels.h"

#define FIRST_CAPACITY 512u
#define COLD_INDEX 0u
#define FIRST_REUSE 1u
#define FIRST_STRIDE (1u + TSL_REUSE_BINS)

/*--------------------------------------------------------------------*/
/*--- Tables                                                       ---*/
/*--------------------------------------------------------------------*/

void *tsl_larger_table(tsl_memory *m, void *table, size_t used, size_t capacity)
{
   uint64_t *larger = tsl_map(m, capacity * sizeof(void *));
   if (table != NULL) {
      tsl_copy64(larger, table, used);
      tsl_unmap(m, table, used * sizeof(void *));
   }
   return larger;
}

void tsl_labels_free(tsl_labels *l, tsl_memory *m)
{
   if (l->of != NULL)
      tsl_unmap(m, l->of, l->capacity * sizeof(tsl_counters *));
   if (l->sums != NULL) {
      tsl_unmap(m, l->sums, l->capacity * sizeof(tsl_sum));
      tsl_unmap(m, l->changed, l->capacity * sizeof(uint64_t));
   }
}

static void grow(tsl_labels *l, uint32_t label, tsl_memory *m)
{
   uint32_t capacity = l->capacity == 0 ? FIRST_CAPACITY : l->capacity;
   if (label >= TSL_SITE_LIMIT)
      m->env.fail(m->env.ctx, l->limit);
   while (capacity <= label)
      capacity *= 2;
   l->of = tsl_larger_table(m, l->of, l->capacity, capacity);
   if (l->sums != NULL) {
      tsl_sum *sums = tsl_map(m, capacity * sizeof(tsl_sum));
      tsl_copy64((uint64_t *)(void *)sums, (uint64_t *)(void *)l->sums,
                 (size_t)l->capacity * (sizeof(tsl_sum) / 8));
      tsl_unmap(m, l->sums, l->capacity * sizeof(tsl_sum));
      l->sums = sums;
      l->changed =
         tsl_larger_table(m, l->changed, l->capacity, capacity);
   }
   l->capacity = capacity;
}

tsl_counters *tsl_labels_add(tsl_labels *l, uint32_t label, tsl_arena *arena)
{
   if (label >= l->capacity)
      grow(l, label, arena->memory);
   if (l->of[label] == NULL)
      l->of[label] = tsl_arena_take(arena, l->granularities * sizeof(tsl_counters));
   return l->of[label];
}

uint32_t tsl_labels_next(const tsl_labels *l, uint32_t from)
{
   uint32_t label;
   for (label = from; label < l->capacity; label++)
      if (l->of[label] != NULL)
         return label;
   return TSL_NO_SITE;
}

/*--------------------------------------------------------------------*/
/*--- Reading                                                      ---*/
/*--------------------------------------------------------------------*/

/* Writes a pair, which stays only if its count is not 0. */
static uint64_t *put(uint64_t *to, uint32_t index, uint64_t count)
{
   to[0] = index;
   to[1] = count;
   return to + (count != 0 ? 2 : 0);
}

static uint64_t *put_counters(uint64_t *to, const tsl_counters *c,
                              uint32_t imax)
{
   uint32_t i, j;
   to = put(to, COLD_INDEX, c->bin[TSL_COLD_ENTRY]);
   for (i = 0; i < TSL_COLD_ENTRY; i++)
      to = put(to, FIRST_REUSE + i, c->bin[i]);
   for (i = 0; i < TSL_LOW_STRIDES && i < imax; i++)
      to = put(to, FIRST_STRIDE + i, c->bin[TSL_LOW_BIN + i]);
   for (i = 0; c->pages != NULL && i < tsl_stride_pages(imax); i++)
      for (j = 0; c->pages[i] != NULL && j < TSL_STRIDE_PAGE; j++)
         to =
            put(to, FIRST_STRIDE + i * TSL_STRIDE_PAGE + j, c->pages[i][j]);
   return put(to, FIRST_STRIDE + imax, c->bin[TSL_NONE_BIN]);
}

size_t tsl_labels_read(const tsl_labels *l, const tsl_params *p, uint32_t *from,
                       uint64_t *to, size_t capacity)
{
   const size_t most = TSL_RECORD_CAPACITY(l->granularities, p->imax);
   uint64_t *at = to;
   uint32_t label = tsl_labels_next(l, *from);
   while (label != TSL_NO_SITE && capacity - (size_t)(at - to) >= most) {
      uint64_t *pairs = at + 1 + l->granularities;
      unsigned g;
      at[0] = label;
      for (g = 0; g < l->granularities; g++) {
         tsl_counters *c = &l->of[label][tsl_scored_as(p, g)];
         uint64_t *end;
         tsl_counters_flush(c);
         end = put_counters(pairs, c, p->imax);
         at[1 + g] = (uint64_t)(end - pairs) / 2;
         pairs = end;
      }
      at = pairs;
      label = tsl_labels_next(l, label + 1);
   }
   *from = label;
   return (size_t)(at - to);
}

/*--------------------------------------------------------------------*/
/*--- Changes                                                      ---*/
/*--------------------------------------------------------------------*/

/* The sums of all that was counted for a label. */
static void sum_up(const tsl_counters *c, const tsl_weights *w, uint32_t imax,
                   tsl_sum *sum)
{
   uint32_t i, j;
   sum->cold = c->bin[TSL_COLD_ENTRY];
   for (i = 0; i < TSL_COLD_ENTRY; i++)
      sum->temporal += c->bin[i] * w->of_entry[i];
   for (i = 0; i < TSL_LOW_STRIDES && i < imax; i++) {
      sum->accesses += c->bin[TSL_LOW_BIN + i];
      sum->spatial += c->bin[TSL_LOW_BIN + i] * w->of_stride[i];
   }
   for (i = 0; c->pages != NULL && i < tsl_stride_pages(imax); i++)
      for (j = 0; c->pages[i] != NULL && j < TSL_STRIDE_PAGE; j++)
         if (c->pages[i][j] != 0) {
            sum->accesses += c->pages[i][j];
            sum->spatial +=
               c->pages[i][j] * w->of_stride[i * TSL_STRIDE_PAGE + j];
         }
   sum->accesses += c->bin[TSL_NONE_BIN];
}

void tsl_labels_track(tsl_labels *l, const tsl_weights *w, uint32_t imax,
                      tsl_memory *m)
{
   uint32_t i;
   if (l->capacity == 0) {
      l->capacity = FIRST_CAPACITY;
      l->of = tsl_larger_table(m, NULL, 0, l->capacity);
   }
   l->sums = tsl_map(m, l->capacity * sizeof(tsl_sum));
   l->changed = tsl_larger_table(m, NULL, 0, l->capacity);
   for (i = 0; i < l->capacity; i++)
      if (l->of[i] != NULL) {
         tsl_counters_flush(&l->of[i][TSL_WORD]);
         sum_up(&l->of[i][TSL_WORD], w, imax, &l->sums[i]);
         l->changed[l->changes++] = i;
      }
   l->unsorted = 1;
}

void tsl_labels_add_changes(tsl_labels *l, const tsl_weights *w,
                            const uint32_t *label, const uint8_t *entries,
                            const uint32_t *strides, uint32_t n)
{
   uint32_t i;
   for (i = 0; i < n; i++)
      tsl_labels_change(l, w, label[i], entries[i], strides[i], 1);
}

/* In descending order: Shell's sort, with Ciura's gaps. */
static void sort(uint64_t *label, uint32_t labels)
{
   static const uint32_t gaps[] = {363721, 161654, 71846, 31932, 14193, 6317,
                                   2808,   1248,   555,   301,   132,   57,
                                   23,     10,     4,     1};
   uint32_t k, i, j;
   for (k = 0; k < sizeof gaps / sizeof *gaps; k++) {
      const uint32_t gap = gaps[k];
      for (i = gap; i < labels; i++) {
         const uint64_t l = label[i];
         for (j = i; j >= gap && label[j - gap] < l; j -= gap)
            label[j] = label[j - gap];
         label[j] = l;
      }
   }
}

size_t tsl_labels_read_changes(tsl_labels *l, const tsl_weights *w,
                               uint64_t *to, size_t capacity)
{
   size_t used = 0;
   if (l->unsorted)
      sort(l->changed, l->changes);
   l->unsorted = 0;
   while (l->changes > 0 && capacity - used >= TSL_CHANGE_SIZE) {
      const uint64_t label = l->changed[--l->changes];
      tsl_sum *sum = &l->sums[label];
      const double scores[2] = {(double)sum->temporal / w->log2_n,
                                (double)sum->spatial * 0x1p-32};
      to[used] = label;
      to[used + 1] = sum->accesses;
      to[used + 2] = sum->cold;
      tsl_copy64(to + used + 3, (const uint64_t *)(const void *)scores, 2);
      sum->accesses = sum->cold = sum->temporal = sum->spatial = 0;
      used += TSL_CHANGE_SIZE;
   }
   return used;
}
