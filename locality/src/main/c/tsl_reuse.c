/*--------------------------------------------------------------------*/
/*--- tslmap: reuse distances of a batch of accesses.  tsl_reuse.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_reuse.h for the big picture. The kernel is written once and compiled
   for a plain processor and for one with the popcnt instruction. */

#include "tsl_reuse.h"

TSL_INLINE uint32_t ones(uint64_t x, int popcnt)
{
   return popcnt ? (uint32_t)__builtin_popcountll(x) : tsl_ones_portable(x);
}

/* Ones in bitmap words [w, end). */
TSL_INLINE uint32_t ones_between(const uint64_t *bits, uint32_t w, uint32_t end,
                                 int popcnt)
{
   uint32_t sum = 0;
   for (; w < end; w++)
      sum += ones(bits[w], popcnt);
   return sum;
}

/* Entry of an access at `now` whose last time t is in zone 0. Ones at and after
   now are ahead of time and taken off again. */
TSL_INLINE uint32_t near_entry(const uint64_t *bits, uint32_t t, uint32_t now,
                               int popcnt)
{
   const uint32_t w = t >> 6, last = now >> 6;
   uint32_t d = ones(bits[w] >> (t & 63) >> 1, popcnt);
   if (popcnt && last - w <= 3) {
      d += ones(bits[w + 1], popcnt) + ones(bits[w + 2], popcnt)
           + ones(bits[w + 3], popcnt);
      return tsl_reuse_entry(d - ((w + 4) * 64 - now));
   }
   d += ones_between(bits, w + 1, last + 1, popcnt);
   return tsl_reuse_entry(d - ((last + 1) * 64 - now));
}

/* Ones from the marker in front of zone z to now. */
TSL_INLINE uint32_t marker_count(const tsl_axis *x, uint32_t z)
{
   uint32_t sum = x->count[z - 1] + x->older[TSL_COLD_ZONE];
   uint32_t i;
   for (i = z; i <= x->top; i++)
      sum += x->older[i];
   return sum;
}

TSL_INLINE void decide(tsl_axis *x, const uint32_t *last_times, uint32_t n,
                       uint8_t *entries, int popcnt)
{
   uint64_t *const bits = x->bits;
   const uint8_t *const zone = x->zone;
   uint32_t now = x->now;
   /* the marker that was asked for last, and its count kept up to date */
   uint32_t hot = TSL_ZONES, hot_count = 0;
   uint32_t i;

   for (i = 0; i < n; i++, now++) {
      const uint32_t t = last_times[i], w = t >> 6;
      const uint32_t z = zone[w];
      uint32_t entry;
      if (z == 0) {
         entry = near_entry(bits, t, now, popcnt);
      } else {
         entry = TSL_FIRST_K + z / 2;
         if (z & 1) {
            uint32_t d;
            if (z != hot) {
               hot = z;
               hot_count = marker_count(x, z);
            }
            d = hot_count + ones(bits[w] >> (t & 63) >> 1, popcnt)
                + ones_between(bits, w + 1, x->word[z - 1], popcnt);
            entry = tsl_reuse_entry(d);
         }
         x->older[z]++;
         hot_count += z >= hot;
      }
      bits[w] &= ~(1ull << (t & 63));
      entries[i] = (uint8_t)entry;
   }
   x->now = now;
}

TSL_INLINE void kernel(tsl_axis *x, uint32_t *const *slots, uint32_t n,
                       uint8_t *entries, int popcnt)
{
   uint32_t last_times[TSL_BATCH];
   uint32_t i;
   for (i = 0; i < n; i++) {
      const uint32_t t = *slots[i];
      *slots[i] = x->now + i;
      __builtin_prefetch(&x->bits[t >> 6], 1);
      __builtin_prefetch(&x->zone[t >> 6], 0);
      last_times[i] = t;
   }
   decide(x, last_times, n, entries, popcnt);
}

void tsl_reuse_portable(tsl_axis *x, uint32_t *const *slots, uint32_t n,
                        uint8_t *entries)
{
   kernel(x, slots, n, entries, 0);
}

#if defined(__x86_64__)
__attribute__((target("popcnt,lzcnt,bmi,bmi2"))) void
tsl_reuse_popcnt(tsl_axis *x, uint32_t *const *slots, uint32_t n,
                 uint8_t *entries)
{
   kernel(x, slots, n, entries, 1);
}
#endif
