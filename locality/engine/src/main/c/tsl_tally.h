/*--------------------------------------------------------------------*/
/*--- tslmap: equal accesses are counted together.    tsl_tally.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. Programs repeat themselves: nineteen of twenty accesses, and in
   loops nearly all, are of a site and a context that made an access with the same
   reuse entries and stride bins a short time ago. A table that holds the latest such
   kinds of accesses counts how often each one came: one look-up and one addition
   where otherwise every label, every histogram of it and the window would take one.
   Kinds that give way to others, and all of them before anything is read, are
   added to the counters (tsl_counters.h) as many times as they came.

   A set holds two kinds, the newer one first. Which of them it is does not take a
   branch, as it cannot be predicted.

   Where kinds seldom come again, this does not pay: then accesses are counted one
   by one for some batches; and always where there are neither contexts nor changes
   to count. */

#ifndef TSL_TALLY_H
#define TSL_TALLY_H

#include "tsl_history.h"

typedef struct {
   uint64_t labels; /* context << 32 | site; the context may be TSL_NO_SITE */
   uint64_t found;  /* of each granularity, from the lowest bits on, 8 bits of reuse
                       entry and 8 bits of stride bin */
} tsl_kind;

#if TSL_GRANULARITIES > 4
#error "64 bits hold what is found of four granularities"
#endif

#define TSL_TALLY_BITS 12
#define TSL_TALLY_KINDS (2u << TSL_TALLY_BITS)

typedef struct {
   tsl_kind kind[TSL_TALLY_KINDS];
   uint32_t times[TSL_TALLY_KINDS];
   uint32_t accesses, misses; /* since it was last asked whether this pays */
   uint32_t rest;             /* batches to be counted one by one */
} tsl_tally;

/* Every so many accesses it is asked whether this pays, which takes that one of so
   many comes anew; if not, so many batches are counted one by one. */
#define TSL_TALLY_ASKED 8192u
#define TSL_TALLY_PAYS 6u
#define TSL_TALLY_REST 1024u

/* Whether the next batch is to be counted one by one. */
TSL_INLINE int tsl_tally_rests(tsl_tally *t)
{
   if (t->rest > 0) {
      t->rest--;
      return 1;
   }
   if (t->accesses >= TSL_TALLY_ASKED) {
      if (t->misses > t->accesses / TSL_TALLY_PAYS)
         t->rest = TSL_TALLY_REST;
      t->accesses = t->misses = 0;
   }
   return 0;
}

/* The first kind of the set where k belongs. */
TSL_INLINE size_t tsl_tally_set(const tsl_kind *k)
{
   const uint64_t h = k->labels * 0x9E3779B97F4A7C15ull;
   return (size_t)((((h ^ h >> 32) + k->found) * 0xC2B2AE3D27D4EB4Full)
                   >> (64 - TSL_TALLY_BITS))
          * 2;
}

TSL_INLINE int tsl_kind_differs(const tsl_kind *a, const tsl_kind *b)
{
   return ((a->labels ^ b->labels) | (a->found ^ b->found)) != 0;
}

/* The kinds of a batch; of the first n granularities. */
typedef struct {
   uint64_t labels[TSL_BATCH];
   uint64_t found[TSL_BATCH];
} tsl_kinds;

void tsl_kinds_of(tsl_kinds *k, const uint32_t *site, const uint32_t *context,
                  const tsl_found *f, unsigned granularities, uint32_t n);

#endif /* TSL_TALLY_H */
