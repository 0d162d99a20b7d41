/*--------------------------------------------------------------------*/
/*--- tslmap: where loads behind a branch go.           tsl_ways.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A branch waits for a miss, and was mispredicted. On the wrong way the core
   has started loads, too. Those that come at the same place whatever the branch decides did
   not wait for it. Which these are is learned from the loads that were met behind the branch
   each way:

   Origins.  Their addresses have to be computed from the same registers, as these were at the
   branch, and by the same loads, and of these registers the same must have been written in
   between.

   Misses.  Values that go through memory, and through code that is not known, are not followed. So
   misses must also lie in about the same direction and distance from the line that the branch
   waits for. A binary search goes up one way and down the other; a look-up in a hash table goes
   to any place both ways.

   Behind some branches the first miss waits for another one both ways, as in a search tree: there
   the branch decides which chain of misses goes on.

   All is for one thread, and for the branch that was mispredicted last. */

#ifndef TSL_WAYS_H
#define TSL_WAYS_H

#include "tsl_memory.h"

#define TSL_REGISTERS 16u
#define TSL_ALL_REGISTERS ((1u << TSL_REGISTERS) - 1)
#define TSL_WAYS 256u
/* Misses that tell something, and after how many those of before count half. */
#define TSL_WAY_LEAST 32
#define TSL_WAY_MOST 1024

/* What an address is computed from: a bit for each register at the branch; above these, for those
   of them that were written in between; above these, for loads, by label; and TSL_MET. */
typedef uint64_t tsl_origin;
#define TSL_MET ((tsl_origin)1 << 63)

/* A load behind a branch, by the way that the branch went: what its address was computed from, 0
   where it was not met; and of its misses how many there were, how many more were above the line
   that the branch waited for than below, and the sum of the logarithms of the lines between.
   Without a label: whether the first miss behind the branch waited for another one. */
typedef struct {
   uint32_t branch, label;
   tsl_origin of[2];
   uint64_t times; /* when it was last met */
   int64_t missed[2], above[2], lines[2];
   uint32_t waited[2];
} tsl_way;

typedef struct {
   uint32_t branch, taken;
   uint64_t line;    /* that it waits for */
   uint64_t times;   /* branches so far */
   uint32_t written; /* registers, since the branch */
   tsl_origin origin[TSL_REGISTERS];
   tsl_way way[TSL_WAYS];
} tsl_ways;

#define TSL_NO_LABEL (~0u)

/* A branch was mispredicted that waits for a line. */
TSL_INLINE void tsl_ways_begin(tsl_ways *w, uint32_t branch, int taken, uint64_t line)
{
   uint32_t i;
   w->branch = branch;
   w->taken = (uint32_t)taken;
   w->line = line;
   w->times++;
   w->written = 0;
   for (i = 0; i < TSL_REGISTERS; i++)
      w->origin[i] = (tsl_origin)1 << i;
}

/* What comes from a load, whose address comes from `address`. */
TSL_INLINE tsl_origin tsl_origin_of_load(tsl_origin address, uint32_t label)
{
   return address | (tsl_origin)1 << (2 * TSL_REGISTERS + label % 31);
}

/* What comes from some registers. */
TSL_INLINE tsl_origin tsl_origin_of_registers(const tsl_ways *w, uint32_t registers)
{
   tsl_origin o = 0;
   for (registers &= TSL_ALL_REGISTERS; registers != 0; registers &= registers - 1)
      o |= w->origin[__builtin_ctz(registers)];
   return o;
}

TSL_INLINE tsl_way *tsl_way_of(tsl_ways *w, uint32_t label)
{
   tsl_way *way = &w->way[(w->branch ^ label * 0x9E3779B1u) % TSL_WAYS];
   if (way->branch != w->branch || way->label != label) {
      tsl_fill(way, 0, sizeof *way);
      way->branch = w->branch;
      way->label = label;
   }
   return way;
}

TSL_INLINE void tsl_way_missed(const tsl_ways *w, tsl_way *way, uint64_t line)
{
   const uint64_t apart = line > w->line ? line - w->line : w->line - line;
   const uint32_t i = w->taken;
   way->missed[i]++;
   way->above[i] += line > w->line ? 1 : -1;
   way->lines[i] += 63 - __builtin_clzll(apart | 1);
   if (way->missed[i] == TSL_WAY_MOST) {
      way->missed[i] /= 2;
      way->above[i] /= 2;
      way->lines[i] /= 2;
   }
}

/* Whether the means of two sums differ by at most 1. */
TSL_INLINE int tsl_means_are_near(const int64_t *sum, const int64_t *n)
{
   const int64_t difference = sum[0] * n[1] - sum[1] * n[0];
   return difference <= n[0] * n[1] && -difference <= n[0] * n[1];
}

/* Whether a load behind the branch comes at the same place both ways. */
TSL_INLINE int tsl_ways_agree(tsl_ways *w, uint32_t label, tsl_origin address, int missed,
                              uint64_t line)
{
   tsl_way *way = tsl_way_of(w, label);
   if (way->times != w->times) { /* its first time behind this one */
      way->times = w->times;
      way->of[w->taken] = TSL_MET | address | (w->written & address) << TSL_REGISTERS;
      if (missed)
         tsl_way_missed(w, way, line);
   }
   return way->of[0] == way->of[1]
          && (!missed
              || (way->missed[0] >= TSL_WAY_LEAST && way->missed[1] >= TSL_WAY_LEAST
                  && tsl_means_are_near(way->above, way->missed)
                  && tsl_means_are_near(way->lines, way->missed)));
}

/* The first miss behind the branch waits for another one, or does not: whether it does both ways. */
TSL_INLINE int tsl_ways_wait(tsl_ways *w, int waits)
{
   tsl_way *way = tsl_way_of(w, TSL_NO_LABEL);
   way->waited[w->taken] = (uint32_t)waits;
   return way->waited[0] && way->waited[1];
}

#endif /* TSL_WAYS_H */
