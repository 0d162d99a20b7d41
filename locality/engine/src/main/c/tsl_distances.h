/*--------------------------------------------------------------------*/
/*--- tslmap: reuse distances of short streams.    tsl_distances.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. tsl_reuse.h finds the power of two that a distance lies in,
   of streams of billions. A sample has another need: distances as numbers and
   reuse times, of streams that are short or sparse. So here the last access of
   each item is in a hash table, a bitmap over time has a one for each time that
   is some item's latest, and a tree of sums (Fenwick, 1994) over blocks of 128
   bits counts the ones before a time. A full axis is renumbered in one sweep.
   Both memory and time depend on the sample, not on the program. */

#ifndef TSL_DISTANCES_H
#define TSL_DISTANCES_H

#include "tsl_memory.h"

/* The distance of a first access. */
#define TSL_NEVER 0xFFFFFFFFu

typedef struct {
   uint64_t key;  /* the item + 1; 0: no entry */
   uint64_t when; /* the caller's time of its last access */
   uint64_t put;  /* that of its bit */
   uint32_t slot; /* its bit */
} tsl_last;

typedef struct {
   tsl_memory *memory;
   tsl_last *table;
   uint32_t table_bits;
   uint32_t live; /* items */
   uint64_t *bits;
   uint32_t *sums; /* [1 + block]: Fenwick's tree */
   uint32_t size;  /* of the bitmap, in bits */
   uint32_t now;   /* the next access's bit */
   uint32_t near;  /* of no interest: accesses whose last one is not further
                      back */
} tsl_distances;

/* log2_size: accesses until the first renumbering, at least 9. near: see above;
   0: every distance is exact. */
void tsl_distances_init(tsl_distances *d, tsl_memory *m, unsigned log2_size,
                        uint32_t near);
void tsl_distances_free(tsl_distances *d);
/* Forgets all items. */
void tsl_distances_clear(tsl_distances *d);

/* Distinct other items since the last access to this one, or TSL_NEVER; *ago
   becomes the time since then; up to `near`, 0 is returned. Times ascend.
   ago is NULL: neither is wanted. */
uint32_t tsl_distances_access(tsl_distances *d, uint64_t item, uint64_t when,
                              uint64_t *ago);

/* Whether there was an access to the item. */
int tsl_distances_has(const tsl_distances *d, uint64_t item);

/* Where an item is looked for first: items that follow each other, such as the
   words of a line, are neighbours. */
TSL_INLINE tsl_last *tsl_distances_home(const tsl_distances *d, uint64_t item)
{
   const uint64_t group =
      (item >> 3) * 0x9E3779B97F4A7C15ull >> (64 - (d->table_bits - 3));
   return &d->table[group << 3 | (item & 7)];
}

TSL_INLINE void tsl_distances_prefetch(const tsl_distances *d, uint64_t item)
{
   __builtin_prefetch(tsl_distances_home(d, item), 1);
}

#endif /* TSL_DISTANCES_H */
