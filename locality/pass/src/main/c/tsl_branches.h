/*--------------------------------------------------------------------*/
/*--- tslmap: a predictor of branches.              tsl_branches.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. Each conditional branch is predicted by a table of two-bit counters,
   found by the branch and the outcomes of the last ones (Yeh and Patt, "Two-level adaptive
   training branch prediction", MICRO 1991; McFarling, "Combining branch predictors",
   WRL TN-36, 1993: gshare). The end of a loop that is too long for these outcomes is
   predicted once some loops in a row had as many rounds.

   A predictor that is all zeros knows nothing yet. All is inlined, since each branch of a
   program comes here. */

#ifndef TSL_BRANCHES_H
#define TSL_BRANCHES_H

#include "tsl_memory.h"

#define TSL_PREDICTOR_BITS 12u
#define TSL_LOOP_BITS 10u
#define TSL_SAME_LOOPS 3u

/* A branch that ends a loop's round: rounds of this time and of the last one, the way in which the
   loop goes on, and how many times before had as many rounds. */
typedef struct {
   uint16_t rounds, last;
   uint8_t goes_on, same;
} tsl_loop_exit;

/* What is known of the branches of one thread. */
typedef struct {
   uint32_t history;
   uint8_t counter[1u << TSL_PREDICTOR_BITS];
   tsl_loop_exit loop[1u << TSL_LOOP_BITS];
} tsl_branches;

/* What a branch is known by; guest: an address in its block. */
TSL_INLINE uint32_t tsl_branch_at(uint64_t guest)
{
   return (uint32_t)(guest * 0x9E3779B97F4A7C15ull >> 32);
}

/* What a branch does is added to what is known of its loop. */
TSL_INLINE void tsl_count_round(tsl_loop_exit *l, int taken)
{
   if (taken == l->goes_on) {
      l->rounds += l->rounds < UINT16_MAX;
      l->same = l->rounds <= l->last && l->rounds < UINT16_MAX ? l->same : 0;
   } else if (l->rounds == 0) {
      l->goes_on = (uint8_t)taken;
      l->rounds = 2;
      l->same = 0;
   } else {
      l->same = l->rounds == l->last ? l->same + (l->same < TSL_SAME_LOOPS) : 0;
      l->last = l->rounds;
      l->rounds = 0;
   }
}

/* Whether the prediction of a branch was wrong; the predictor learns from it. */
TSL_INLINE int tsl_mispredicts(tsl_branches *p, uint32_t branch, int taken)
{
   const uint32_t mask = (1u << TSL_PREDICTOR_BITS) - 1;
   uint8_t *c = &p->counter[(branch ^ p->history) & mask];
   tsl_loop_exit *l = &p->loop[branch >> 7 & ((1u << TSL_LOOP_BITS) - 1)];
   const int expected = l->same == TSL_SAME_LOOPS && l->last >= TSL_PREDICTOR_BITS
                           ? l->goes_on == (l->rounds < l->last)
                           : *c >= 2;
   *c = (uint8_t)(taken ? *c + (*c < 3) : *c - (*c > 0));
   p->history = p->history << 1 | (uint32_t)taken;
   tsl_count_round(l, taken);
   return expected != taken;
}

#endif /* TSL_BRANCHES_H */
