/*--------------------------------------------------------------------*/
/*--- tslmap: counters by label.                      tsl_labels.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A label says whose an access is: a number given with it, the
   site or the context. A table holds the counters of each label that had an
   access, found by one look-up.

   Changes.  Who draws a time line wants to know, every so often, what has been
   added to each label since. A table that is tracked adds the weights of each
   access to its label's sums, and has a list of the labels whose sums are not
   zero, so that a few labels in use among many are found at once, and a reading
   takes no longer than its result is long. */

#ifndef TSL_LABELS_H
#define TSL_LABELS_H

#include "tsl_counters.h"

/* What has been added to a label, at word granularity. */
typedef struct {
   uint64_t accesses, cold;
   uint64_t temporal, spatial; /* sums of weights */
} tsl_sum;

/* What an access earns: by its distance in parts of log2_n, by its stride in parts
   of 2^32. Whole numbers, so that sums do not depend on the order. */
typedef struct {
   unsigned log2_n;
   uint64_t of_entry[TSL_ENTRIES];
   uint64_t *of_stride; /* imax + 1 */
} tsl_weights;

typedef struct {
   const char *limit; /* what is said of a number that is too large */
   unsigned granularities; /* that a label has counters of */
   tsl_counters **of;
   uint32_t capacity;
   uint32_t changes; /* entries of changed */
   uint32_t unsorted; /* whether these may be out of order */
   /* NULL when changes are not tracked: */
   tsl_sum *sums;
   uint64_t *changed; /* labels whose sums are not zero */
} tsl_labels;

/* All zero but for `limit` and `granularities` is an empty table. */
void tsl_labels_free(tsl_labels *l, tsl_memory *m);

/* A table of pointers with more capacity; the old one is given back. */
void *tsl_larger_table(tsl_memory *m, void *table, size_t used,
                       size_t capacity);

tsl_counters *tsl_labels_add(tsl_labels *l, uint32_t label, tsl_arena *arena);

/* The label's counters, by granularity. */
TSL_INLINE tsl_counters *tsl_labels_at(tsl_labels *l, uint32_t label,
                                       tsl_arena *arena)
{
   if (__builtin_expect(label < l->capacity && l->of[label] != NULL, 1))
      return l->of[label];
   return tsl_labels_add(l, label, arena);
}

/* The first label >= from that had an access, or TSL_NO_SITE. */
uint32_t tsl_labels_next(const tsl_labels *l, uint32_t from);

/* See tsl_engine_read_sites. */
size_t tsl_labels_read(const tsl_labels *l, const tsl_params *p, uint32_t *from,
                       uint64_t *to, size_t capacity);

/*--- Changes                                                      ---*/

/* From here on changes are tracked; what was counted so far is one. */
void tsl_labels_track(tsl_labels *l, const tsl_weights *w, uint32_t imax,
                      tsl_memory *m);

/* Adds n accesses with a stride to a label's sums. */
TSL_INLINE void tsl_labels_change(tsl_labels *l, const tsl_weights *w,
                                  uint32_t label, unsigned entry,
                                  uint32_t stride, uint64_t n)
{
   tsl_sum *const s = &l->sums[label];
   if (s->accesses == 0) {
      l->changed[l->changes++] = label;
      l->unsorted = 1;
   }
   s->accesses += n;
   s->cold += entry == TSL_COLD_ENTRY ? n : 0;
   s->temporal += w->of_entry[entry] * n;
   s->spatial += w->of_stride[stride] * n;
}

/* Adds accesses that have just been counted to their labels' sums. */
void tsl_labels_add_changes(tsl_labels *l, const tsl_weights *w,
                            const uint32_t *label, const uint8_t *entries,
                            const uint32_t *strides, uint32_t n);

/* See tsl_engine_read_changes. */
size_t tsl_labels_read_changes(tsl_labels *l, const tsl_weights *w,
                               uint64_t *to, size_t capacity);

#endif /* TSL_LABELS_H */
