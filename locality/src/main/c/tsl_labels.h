/*--------------------------------------------------------------------*/
/*--- tslmap: counters by label.                      tsl_labels.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A label says whose an access is: a number given with it, the
   site or the context. A table holds the counters of each label that had an
   access, found by one look-up.

   Changes.  Who draws a time line wants to know, every so often, what has been
   added to each label since. A table that is tracked has one byte for each
   label, set with each access, so that a few labels in use among many are found
   fast, and remembers a label's word counts as they were read last. */

#ifndef TSL_LABELS_H
#define TSL_LABELS_H

#include "tsl_counters.h"

typedef struct {
   const char *limit; /* what is said of a number that is too large */
   tsl_site **of;
   uint32_t capacity;
   uint8_t *changed; /* NULL when changes are not tracked */
   tsl_counters **seen;
} tsl_labels;

/* All zero but for `limit` is an empty table. */
void tsl_labels_free(tsl_labels *l, tsl_memory *m);

/* A table of pointers with more room; the old one is given back. */
void *tsl_larger_table(tsl_memory *m, void *table, size_t used, size_t room);

tsl_site *tsl_labels_add(tsl_labels *l, uint32_t label, tsl_arena *arena);

TSL_INLINE tsl_site *tsl_labels_at(tsl_labels *l, uint32_t label,
                                   tsl_arena *arena)
{
   if (__builtin_expect(label < l->capacity && l->of[label] != NULL, 1))
      return l->of[label];
   return tsl_labels_add(l, label, arena);
}

/* The first label >= from that had an access, or TSL_NO_SITE. */
uint32_t tsl_labels_next(const tsl_labels *l, uint32_t from);

/* Marks as changed; only for labels that were counted. */
TSL_INLINE void tsl_labels_mark(const tsl_labels *l, const uint32_t *label,
                                uint32_t n)
{
   uint8_t *const changed = l->changed;
   uint32_t i;
   for (i = 0; i < n; i++)
      changed[label[i]] = 1;
}

/* From here on changes are tracked; all labels count as changed. */
void tsl_labels_track(tsl_labels *l, tsl_memory *m);

/* See tsl_engine_read_sites and tsl_engine_read_changes. line: where line
   counts are kept. */
size_t tsl_labels_read(const tsl_labels *l, uint32_t imax, tsl_granularity line,
                       uint32_t *from, uint64_t *to, size_t room);
size_t tsl_labels_read_changes(tsl_labels *l, uint32_t imax, uint32_t *from,
                               uint64_t *to, size_t room, tsl_arena *arena);

#endif /* TSL_LABELS_H */
