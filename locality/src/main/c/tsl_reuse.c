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
TSL_INLINE void move(tsl_axis *x, unsigned j, uint32_t least, uint32_t most,
                     int popcnt)
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

TSL_INLINE void settle(tsl_axis *x, int popcnt)
{
   unsigned j;
   x->credit = TSL_SLACK;
   add_older(x);
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
/*--- A batch                                                      ---*/
/*--------------------------------------------------------------------*/

/* What goes with a batch while its misses are decided. */
typedef struct {
   const tsl_events *found;
   uint32_t n;
   uint32_t end;    /* accesses that are on the axis: whole chunks */
   uint64_t latest; /* the last of these chunks' register at its end */
   uint32_t hot;    /* the marker that was asked for last, */
   uint32_t count;  /* and its count kept up to date */
} batch;

/* Puts chunks on the axis until access i is. Accesses of the chunk before and of
   the chunk that are the latest to their words after it have a one. */
TSL_INLINE void put_on_axis(tsl_axis *x, batch *b, uint32_t i)
{
   while (__builtin_expect(b->end <= i, 0)) {
      b->latest = b->found->latest[b->end / TSL_REACH];
      tsl_axis_keep(x, x->now + b->end - TSL_REACH, b->latest);
      b->end = b->n - b->end < TSL_REACH ? b->n : b->end + TSL_REACH;
   }
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

/* Distance of access i, a miss whose last time t is in zone 0. Ones from t to now
   are those to the end of the access's chunk, less those in reach then, and with
   those in reach now. Ones after the chunk are ahead of time and taken off
   again, so it does no harm to look at a few words more than needed; three sizes
   keep branches few. */
TSL_INLINE uint32_t near_distance(const tsl_axis *x, const batch *b, uint32_t i,
                                  uint32_t t, int popcnt)
{
   const uint64_t *bits = x->bits + (t >> 6);
   const uint32_t last = ((x->now + b->end) >> 6) - (t >> 6);
   uint32_t d = ones(bits[0] >> (t & 63) >> 1, popcnt), w = 4;
   if (last <= 3) {
      d += ones_of(bits + 1, 3, popcnt);
   } else {
      d += ones_of(bits + 1, 7, popcnt);
      for (w = 8; w <= last; w += 4)
         d += ones_of(bits + w, 4, popcnt);
   }
   return d - ((t >> 6) + w) * 64 + x->now + i + b->found->count[i]
          - ones(b->latest >> i % TSL_REACH, popcnt);
}

/* Ones from the marker in front of zone z to now. */
static uint32_t marker_count(const tsl_axis *x, uint32_t z)
{
   uint32_t sum = x->count[z - 1] + x->older[TSL_COLD_ZONE];
   uint32_t i;
   for (i = z; i <= x->top; i++)
      sum += x->older[i];
   return sum;
}

/* Distance where the last time t is in zone z, which is undecided. */
TSL_INLINE uint32_t far_distance(const tsl_axis *x, batch *b, uint32_t t,
                                 uint32_t z, int popcnt)
{
   if (z != b->hot) {
      b->hot = z;
      b->count = marker_count(x, z);
   }
   return b->count + ones(x->bits[t >> 6] >> (t & 63) >> 1, popcnt)
          + ones_between(x->bits, (t >> 6) + 1, x->word[z - 1], popcnt);
}

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
                      uint32_t *const *slots, uint32_t n, uint8_t *entries,
                      int popcnt)
{
   uint32_t times[TSL_EVENTS + 1], j;
   batch b = {found, n, 0, 0, TSL_ZONES, 0};
   read_times(x, found, slots, times);
   for (j = 0; j < found->misses; j++) {
      const uint32_t i = found->missed[j] - TSL_REACH, t = times[j];
      const uint32_t z = x->zone[t >> 6];
      uint32_t entry = TSL_FIRST_K + z / 2;
      if (z == 0) {
         put_on_axis(x, &b, i);
         entry = tsl_reuse_entry(near_distance(x, &b, i, t, popcnt));
      } else {
         if (z & 1)
            entry = tsl_reuse_entry(far_distance(x, &b, t, z, popcnt));
         x->older[z]++;
         b.count += z >= b.hot;
      }
      entries[i] = (uint8_t)entry;
      x->bits[t >> 6] &= ~(1ull << (t & 63));
      if (--x->credit == 0) {
         put_on_axis(x, &b, i);
         settle(x, popcnt);
         b.hot = TSL_ZONES;
      }
   }
   put_on_axis(x, &b, n - 1);
   x->now += n;
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

static void settle_portable(tsl_axis *x)
{
   settle(x, 0);
}

static void rank_portable(const tsl_axis *x, const uint32_t *rank,
                          uint32_t *slots, uint32_t n)
{
   replace_by_ranks(x, rank, slots, n, 0);
}

const tsl_reuse_kernels tsl_reuse_portable = {reuse_portable, settle_portable,
                                              rank_portable};

#if defined(__x86_64__)

#define POPCNT __attribute__((target("popcnt,lzcnt,bmi,bmi2")))

POPCNT static void reuse_popcnt(tsl_axis *x, const tsl_events *found,
                           uint32_t *const *slots, uint32_t n,
                           uint8_t *entries)
{
   reuse(x, found, slots, n, entries, 1);
}

POPCNT static void settle_popcnt(tsl_axis *x)
{
   settle(x, 1);
}

POPCNT static void rank_popcnt(const tsl_axis *x, const uint32_t *rank,
                               uint32_t *slots, uint32_t n)
{
   replace_by_ranks(x, rank, slots, n, 1);
}

const tsl_reuse_kernels tsl_reuse_popcnt = {reuse_popcnt, settle_popcnt,
                                            rank_popcnt};

#endif
