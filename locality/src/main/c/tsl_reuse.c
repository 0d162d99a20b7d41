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
/*--- Deciding                                                     ---*/
/*--------------------------------------------------------------------*/

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
TSL_INLINE uint32_t near_ones(const uint64_t *bits, uint32_t t, uint32_t now,
                               int popcnt)
{
   const uint32_t first = t >> 6, last = now >> 6;
   uint32_t d = ones(bits[first] >> (t & 63) >> 1, popcnt);
   uint32_t w = first + 1;
   if (!popcnt) {
      d += ones_between(bits, w, last + 1, popcnt);
      w = last + 1;
   } else if (last - first <= 3) {
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

/* Ones from the marker in front of zone z to now. */
TSL_INLINE uint32_t marker_count(const tsl_axis *x, uint32_t z)
{
   uint32_t sum = x->count[z - 1] + x->older[TSL_COLD_ZONE];
   uint32_t i;
   for (i = z; i <= x->top; i++)
      sum += x->older[i];
   return sum;
}

/* Misses of a batch, parted by the zone of their last times. */
typedef struct {
   uint32_t time[TSL_BATCH + 1];
   uint8_t zone[TSL_BATCH];
   uint8_t near[TSL_BATCH + 1], far[TSL_BATCH + 1]; /* numbers of misses */
   uint32_t nears, fars;
} parted;

/* Reads the last times and writes the new ones. */
TSL_INLINE void read_times(const tsl_axis *x, const tsl_events *found,
                           uint32_t *const *slots, parted *p)
{
   const uint32_t first = x->now - TSL_REACH;
   uint32_t j, misses = 0;
   for (j = 0; j < found->events; j++) {
      const uint32_t event = found->event[j], t = *slots[j];
      *slots[j] = first + (event & ~TSL_LEFT);
      __builtin_prefetch(&x->bits[t >> 6], 1);
      p->time[misses] = t;
      misses += event < TSL_LEFT;
   }
}

/* Misses from `first` to `end`. */
TSL_INLINE void part(const tsl_axis *x, uint32_t first, uint32_t end, parted *p)
{
   uint32_t j, nears = 0, fars = 0;
   for (j = first; j < end; j++) {
      const uint8_t z = x->zone[p->time[j] >> 6];
      p->zone[j] = z;
      p->near[nears] = (uint8_t)j;
      p->far[fars] = (uint8_t)j;
      nears += z == 0;
      fars += z != 0;
   }
   p->nears = nears;
   p->fars = fars;
}

/* The chunks that have been put on the axis. Accesses of the chunk before and of
   the chunk that are the latest to their words after it have a one. */
typedef struct {
   uint32_t end; /* accesses */
   uint64_t latest;
} put;

TSL_INLINE void put_chunks(tsl_axis *x, const tsl_events *found, uint32_t n,
                           uint32_t to, put *c)
{
   while (c->end < to) {
      c->latest = found->latest[c->end / TSL_REACH];
      tsl_axis_keep(x, x->now + c->end - TSL_REACH, c->latest);
      c->end = n - c->end < TSL_REACH ? n : c->end + TSL_REACH;
   }
}

/* Ones from a last time to now are those to the end of the access's chunk, less
   those in reach then, and with those in reach now. */
TSL_INLINE void decide_near(tsl_axis *x, const tsl_events *found,
                            const parted *p, uint32_t n, put *c,
                            uint8_t *entries, int popcnt)
{
   uint64_t *const bits = x->bits;
   uint32_t j;
   for (j = 0; j < p->nears; j++) {
      const uint32_t t = p->time[p->near[j]];
      const uint32_t i = found->missed[p->near[j]] - TSL_REACH;
      uint32_t d;
      put_chunks(x, found, n, i + 1, c);
      d = near_ones(bits, t, x->now + c->end, popcnt) + found->count[i] + i
          - c->end - ones(c->latest >> i % TSL_REACH, popcnt);
      entries[i] = (uint8_t)tsl_reuse_entry(d);
      bits[t >> 6] &= ~(1ull << (t & 63));
   }
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
         uint32_t d;
         if (z != hot) {
            hot = z;
            hot_count = marker_count(x, z);
         }
         d = hot_count + ones(bits[t >> 6] >> (t & 63) >> 1, popcnt)
             + ones_between(bits, (t >> 6) + 1, x->word[z - 1], popcnt);
         entry = tsl_reuse_entry(d);
      }
      x->older[z]++;
      hot_count += z >= hot;
      entries[found->missed[i] - TSL_REACH] = (uint8_t)entry;
      bits[t >> 6] &= ~(1ull << (t & 63));
   }
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

TSL_INLINE void reuse(tsl_axis *x, const tsl_events *found,
                      uint32_t *const *slots, uint32_t n, uint8_t *entries,
                      int popcnt)
{
   parted p;
   put c = {0, 0};
   uint32_t first, end;
   read_times(x, found, slots, &p);
   for (first = 0; first < found->misses; first = end) {
      end = found->misses - first < x->credit ? found->misses
                                              : first + x->credit;
      part(x, first, end, &p);
      decide_far(x, found, &p, entries, popcnt);
      decide_near(x, found, &p, n, &c, entries, popcnt);
      put_chunks(x, found, n, found->missed[end - 1] - TSL_REACH + 1, &c);
      x->credit -= end - first;
      if (x->credit == 0)
         settle(x, popcnt);
   }
   put_chunks(x, found, n, n, &c);
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
