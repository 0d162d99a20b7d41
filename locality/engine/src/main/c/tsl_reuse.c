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

/*--------------------------------------------------------------------*/
/*--- Moving markers                                               ---*/
/*--------------------------------------------------------------------*/

/* Adds what was counted per zone to the markers. A marker that has not left
   the start of the axis has all live words after it. */
TSL_INLINE void add_older(tsl_axis *x)
{
   uint32_t sum = x->older[TSL_COLD_ZONE];
   unsigned z;
   x->live += sum;
   x->older[TSL_COLD_ZONE] = 0;
   for (z = x->top; z >= 1; z--) {
      sum += x->older[z];
      x->older[z] = 0;
      x->count[z - 1] += sum;
   }
}

/* Moves marker j forward while its count stays at least `least` and is above
   `most`; the words it passes fall into the zone behind it. */
TSL_INLINE void move(tsl_axis *x, unsigned j, uint32_t least, uint32_t most, int popcnt)

{
   uint32_t w = x->word[j], c = j < x->top ? x->count[j] : x->live;
   while (c > most) {
      const uint32_t passed = ones(x->bits[w], popcnt);
      if (c - passed < least)
         break;
      x->zone[w++] = (uint8_t)(j + 1);
      c -= passed;
   }
   x->count[j] = c;
   x->word[j] = w;
}

TSL_INLINE void catch_up(tsl_axis *x, uint32_t misses, int popcnt)
{
   unsigned j;
   if (x->credit >= misses + TSL_BATCH) {
      x->credit -= misses;
      return;
   }
   add_older(x);
   x->credit = TSL_SLACK;
   for (j = 0; j < TSL_MARKERS; j += 2) {
      const uint32_t edge = 1u << (TSL_FIRST_K + j / 2);
      if (j >= x->top && x->live <= edge - TSL_SLACK)
         break;
      move(x, j, 0, edge - TSL_SLACK, popcnt);
      move(x, j + 1, edge, edge, popcnt);
      if (x->top < j + 2)
         x->top = j + 2;
   }
}

/*--------------------------------------------------------------------*/
/*--- Misses                                                       ---*/
/*--------------------------------------------------------------------*/

/* Misses of a batch, parted by the zone of their last times. */
typedef struct {
   uint32_t time[TSL_BATCH + 1];
   uint8_t zone[TSL_BATCH];
   uint8_t near[TSL_BATCH + 1], far[TSL_BATCH + 1]; /* numbers of misses */
   uint32_t nears, fars;
} parted;

TSL_INLINE void part(const tsl_axis *x, uint32_t misses,
                             parted *p)
{
   const uint8_t *const zone = x->zone;
   uint32_t j, nears = 0, fars = 0;
   for (j = 0; j < misses; j++) {
      const uint8_t z = zone[p->time[j] >> 6];
      p->zone[j] = z;
      p->near[nears] = (uint8_t)j;
      p->far[fars] = (uint8_t)j;
      nears += z == 0;
      fars += z != 0;
   }
   p->nears = nears;
   p->fars = fars;
}

/* Ones in the n words from `bits` on, which gcc unrolls. */
TSL_INLINE uint32_t ones_of(const uint64_t *bits, uint32_t n, int popcnt)
{
   uint32_t sum = 0, i;
#pragma GCC unroll 8
   for (i = 0; i < n; i++)
      sum += ones(bits[i], popcnt);
   return sum;
}

/* Ones between a time t of zone 0 and `now`. Ones at and after now are ahead of
   time and taken off again, so it does no harm to look at a few words more than
   needed; three sizes keep branches few. */
TSL_INLINE uint32_t near_ones(const uint64_t *bits, uint32_t t,
                                      uint32_t now, int popcnt)
{
   const uint32_t first = t >> 6, last = now >> 6;
   uint32_t d = ones(bits[first] >> (t & 63) >> 1, popcnt);
   uint32_t w = first + 1;
   if (last - first <= 3) {
      d += ones_of(bits + w, 3, popcnt);
      w += 3;
   } else {
      do {
         d += ones_of(bits + w, 8, popcnt);
         w += 8;
      } while (w <= last);
   }
   return d - (w * 64 - now);
}

/* Directly: every access is a miss, and those to come are ahead of time. */
TSL_INLINE void decide_near(tsl_axis *x, const parted *p,
                                    uint8_t *entries, int popcnt)
{
   uint64_t *const bits = x->bits;
   const uint32_t now = x->now;
   uint32_t j;
   for (j = 0; j < p->nears; j++) {
      const uint32_t i = p->near[j], t = p->time[i];
      const uint32_t d = near_ones(bits, t, now + i, popcnt);
      bits[t >> 6] &= ~(1ull << (t & 63));
      entries[i] = (uint8_t)tsl_reuse_entry(d);
   }
}

/* A chunk is put on the axis as it is after its last access. Ones from a last time
   to now are those to the end of the access's chunk, less those in reach then,
   and with those in reach now. */
TSL_INLINE void decide_missed(tsl_axis *x, const tsl_events *found,
                                      const parted *p, uint32_t n,
                                      uint8_t *entries, int popcnt)
{
   uint64_t *const bits = x->bits;
   const uint32_t now = x->now;
   uint32_t j = 0, first;
   for (first = 0; first < n; first += TSL_REACH) {
      const uint32_t end = n - first < TSL_REACH ? n : first + TSL_REACH;
      const uint64_t latest = found->latest[first / TSL_REACH];
      tsl_axis_keep(x, now + first - TSL_REACH, latest);
      for (; j < p->nears; j++) {
         const uint32_t t = p->time[p->near[j]];
         const uint32_t i = found->missed[p->near[j]] - TSL_REACH;
         uint32_t d;
         if (i >= end)
            break;
         d = near_ones(bits, t, now + end, popcnt) + found->count[i] + i - end
             - ones(latest >> (i - first), popcnt);
         bits[t >> 6] &= ~(1ull << (t & 63));
         entries[i] = (uint8_t)tsl_reuse_entry(d);
      }
   }
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

TSL_INLINE void decide_far(tsl_axis *x, const tsl_events *found,
                                   const parted *p, uint8_t *entries, int popcnt)
{
   uint64_t *const bits = x->bits;
   /* the marker that was asked for last, and its count kept up to date */
   uint32_t hot = TSL_ZONES, hot_count = 0;
   uint32_t j;
   for (j = 0; j < p->fars; j++) {
      const uint32_t i = p->far[j], t = p->time[i], z = p->zone[i];
      uint32_t entry = TSL_FIRST_K + z / 2;
      if (z & 1) {
         const uint32_t end = x->word[z - 1];
         uint32_t d, w;
         if (z != hot) {
            hot = z;
            hot_count = marker_count(x, z);
         }
         d = hot_count + ones(bits[t >> 6] >> (t & 63) >> 1, popcnt);
         for (w = (t >> 6) + 1; w < end; w++)
            d += ones(bits[w], popcnt);
         entry = tsl_reuse_entry(d);
      }
      x->older[z]++;
      hot_count += z >= hot;
      entries[found->missed[i] - TSL_REACH] = (uint8_t)entry;
      bits[t >> 6] &= ~(1ull << (t & 63));
   }
}

/*--------------------------------------------------------------------*/
/*--- A batch                                                      ---*/
/*--------------------------------------------------------------------*/

/* Reads last times and writes the new ones. */
TSL_INLINE void read_times(const tsl_axis *x, const tsl_events *found,
                                   uint32_t *const *slots, uint32_t *times)
{
   const uint32_t first = x->now - TSL_REACH, events = found->events;
   const uint64_t *const bits = x->bits;
   const uint8_t *const zone = x->zone;
   uint32_t j, misses = 0;
   for (j = 0; j < events; j++) {
      const uint32_t event = found->event[j], t = *slots[j];
      *slots[j] = first + (event & ~TSL_LEFT);
      __builtin_prefetch(bits + (t >> 6), 1);
      __builtin_prefetch(zone + (t >> 6));
      times[misses] = t;
      misses += event < TSL_LEFT;
   }
}

TSL_INLINE void reuse(tsl_axis *x, const tsl_events *found,
                          uint32_t *const *slots, uint32_t n, uint8_t *entries, int popcnt)
{
   parted p;
   read_times(x, found, slots, p.time);
   part(x, found->misses, &p);
   decide_far(x, found, &p, entries, popcnt);
   if (found->direct)
      decide_near(x, &p, entries, popcnt);
   else
      decide_missed(x, found, &p, n, entries, popcnt);
   x->now += n;
   catch_up(x, found->misses, popcnt);
}

/*--------------------------------------------------------------------*/
/*--- Renumbering                                                  ---*/
/*--------------------------------------------------------------------*/

/* rank[0] is 0, so "never" stays what it is. */
TSL_INLINE void replace_by_ranks(const tsl_axis *x, const uint32_t *rank,
                                 uint32_t *slots, uint32_t n, int popcnt)
{
   uint32_t i;
   for (i = 0; i < n; i++) {
      const uint32_t t = slots[i];
      slots[i] =
         rank[t >> 6] + ones(x->bits[t >> 6] & ~(~0ull << (t & 63)), popcnt);
   }
}

/*--------------------------------------------------------------------*/
/*--- The two variants                                             ---*/
/*--------------------------------------------------------------------*/

static void reuse_portable(tsl_axis *x, const tsl_events *found,
                           uint32_t *const *slots, uint32_t n,
                           uint8_t *entries)
{
   reuse(x, found, slots, n, entries, 0);
}

static void catch_up_portable(tsl_axis *x, uint32_t misses)
{
   catch_up(x, misses, 0);
}

static void rank_portable(const tsl_axis *x, const uint32_t *rank,
                          uint32_t *slots, uint32_t n)
{
   replace_by_ranks(x, rank, slots, n, 0);
}

const tsl_reuse_kernels tsl_reuse_portable = {reuse_portable, catch_up_portable,
                                              rank_portable};

#if defined(__x86_64__)

#define POPCNT __attribute__((target("popcnt,lzcnt,bmi,bmi2")))

POPCNT static void reuse_popcnt(tsl_axis *x, const tsl_events *found,
                           uint32_t *const *slots, uint32_t n,
                           uint8_t *entries)
{
   reuse(x, found, slots, n, entries, 1);
}

POPCNT static void catch_up_popcnt(tsl_axis *x, uint32_t misses)
{
   catch_up(x, misses, 1);
}

POPCNT static void rank_popcnt(const tsl_axis *x, const uint32_t *rank,
                          uint32_t *slots, uint32_t n)
{
   replace_by_ranks(x, rank, slots, n, 1);
}

const tsl_reuse_kernels tsl_reuse_popcnt = {reuse_popcnt, catch_up_popcnt,
                                            rank_popcnt};

#endif
