/*--------------------------------------------------------------------*/
/*--- tslmap: reuse distances of a batch.    tsl_reuse_kernels.h ---*/
/*--------------------------------------------------------------------*/

/* The kernels, for tsl_reuse.c, which includes this once for each kind of processor.
   It defines before
      KERNEL(name)                     a name for that kind
      uint32_t KERNEL(ones)(x)         ones in x
      uint32_t KERNEL(ones_of)(p, n)   ones in n words from p on
      uint32_t KERNEL(later)(times, n, t)
                                       how many of n times are after t; reads up
                                       to 15 more */

/*--------------------------------------------------------------------*/
/*--- Moving markers                                               ---*/
/*--------------------------------------------------------------------*/

/* Adds what was counted per zone to the markers. A marker that has not left
   the start of the axis has all live words after it. */
TSL_INLINE void KERNEL(add_older)(tsl_axis *x)
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
TSL_INLINE void KERNEL(move)(tsl_axis *x, unsigned j, uint32_t least, uint32_t most)

{
   uint32_t w = x->word[j], c = j < x->top ? x->count[j] : x->live;
   while (c > most) {
      const uint32_t passed = KERNEL(ones)(x->bits[w]);
      if (c - passed < least)
         break;
      x->zone[w++] = (uint8_t)(j + 1);
      c -= passed;
   }
   x->count[j] = c;
   x->word[j] = w;
}

static void KERNEL(settle)(tsl_axis *x, uint32_t misses)
{
   unsigned j;
   KERNEL(add_older)(x);
   if (x->credit >= misses + TSL_BATCH) {
      x->credit -= misses;
      return;
   }
   x->credit = TSL_SLACK;
   for (j = 0; j < TSL_MARKERS; j += 2) {
      const uint32_t edge = 1u << (TSL_FIRST_K + j / 2);
      if (j >= x->top && x->live <= edge - TSL_SLACK)
         break;
      KERNEL(move)(x, j, 0, edge - TSL_SLACK);
      KERNEL(move)(x, j + 1, edge, edge);
      if (x->top < j + 2)
         x->top = j + 2;
   }
}

/*--------------------------------------------------------------------*/
/*--- Misses                                                       ---*/
/*--------------------------------------------------------------------*/

/* Where a batch stands on the axis. */
typedef struct {
   const tsl_events *found;
   uint32_t end;             /* the first 64-bit word after now */
   uint32_t ahead;           /* ones from now to there */
   uint32_t after[TSL_CHUNKS + 1]; /* ones of chunks from the n-th on */
} KERNEL(batch);

/* Puts the batch's n accesses on the axis, with ones for those that are the latest
   to their words when it ends. */
TSL_INLINE void KERNEL(put_on_axis)(tsl_axis *x, const tsl_events *found,
                                    uint32_t n, KERNEL(batch) *b)
{
   const uint32_t chunks = (n + TSL_REACH - 1) / TSL_REACH;
   const uint32_t rest = n - (chunks - 1) * TSL_REACH;
   uint32_t c;
   for (c = 0; c < chunks; c++)
      tsl_axis_keep(x, x->now + c * TSL_REACH - TSL_REACH, found->latest[c]);
   x->now += n;
   b->found = found;
   b->end = (x->now >> 6) + 1;
   b->ahead = 64 - (x->now & 63);
   b->after[chunks] = KERNEL(ones)(found->latest[chunks - 1] >> TSL_REACH
                                   & ~(~0ull << rest));
   while (c-- > 0)
      b->after[c] =
         b->after[c + 1] + KERNEL(ones)((uint32_t)found->latest[c]);
}

/* Distinct words in reach of access i, less the ones from the first of them to the
   batch's end. */
TSL_INLINE uint32_t KERNEL(in_reach)(const KERNEL(batch) *b, uint32_t i)
{
   const uint32_t c = i / TSL_REACH, k = i % TSL_REACH;
   return b->found->count[i] + k - TSL_REACH - b->after[c + 1]
          - KERNEL(ones)((uint32_t)b->found->latest[c] >> k);
}

/* Entries of a batch's misses. All of them look at the axis as it is before the
   first: of its ones after a last time, those of some misses have by then been
   cleared. So no access waits for what another one writes. */
TSL_INLINE void KERNEL(decide)(tsl_axis *x, const KERNEL(batch) *b,
                               const uint32_t *times, uint8_t *entries)
{
   const uint32_t *const missed = b->found->missed;
   const uint32_t misses = b->found->misses;
   uint64_t *const bits = x->bits;
   uint8_t zones[TSL_BATCH], slow[TSL_BATCH + 1];
   uint32_t slows = 0, j;
   for (j = 0; j < misses; j++) {
      const uint32_t z = x->zone[times[j] >> 6];
      entries[missed[j] - TSL_REACH] = (uint8_t)(TSL_FIRST_K + z / 2);
      zones[j] = (uint8_t)z;
      slow[slows] = (uint8_t)j;
      slows += z == 0 || z & 1;
   }
   for (j = 0; j < slows; j++) {
      const uint32_t i = slow[j], t = times[i];
      const uint32_t access = missed[i] - TSL_REACH, z = zones[i];
      const uint64_t *at = bits + (t >> 6);
      uint32_t end = b->end, d = KERNEL(in_reach)(b, access) - b->ahead;
      if (z != 0) {
         end = x->word[z - 1];
         d = x->count[z - 1] + i;
      }
      d += KERNEL(ones)(*at >> (t & 63) >> 1)
           + KERNEL(ones_of)(at + 1, end - 1 - (t >> 6))
           - KERNEL(later)(times, i, t);
      entries[access] = (uint8_t)tsl_reuse_entry(d);
   }
   for (j = 0; j < misses; j++) {
      bits[times[j] >> 6] &= ~(1ull << (times[j] & 63));
      x->older[zones[j]]++;
   }
}

/*--------------------------------------------------------------------*/
/*--- A batch                                                      ---*/
/*--------------------------------------------------------------------*/

/* Reads last times and writes the new ones. */
TSL_INLINE void KERNEL(read_times)(const tsl_axis *x, const tsl_events *found,
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

static void KERNEL(reuse)(tsl_axis *x, const tsl_events *found,
                          uint32_t *const *slots, uint32_t n, uint8_t *entries)
{
   uint32_t times[TSL_BATCH + 16];
   KERNEL(batch) b;
   KERNEL(read_times)(x, found, slots, times);
   KERNEL(put_on_axis)(x, found, n, &b);
   KERNEL(decide)(x, &b, times, entries);
   KERNEL(settle)(x, found->misses);
}

/*--------------------------------------------------------------------*/
/*--- Renumbering                                                  ---*/
/*--------------------------------------------------------------------*/

/* rank[0] is 0, so "never" stays what it is. */
static void KERNEL(replace_by_ranks)(const tsl_axis *x, const uint32_t *rank,
                                 uint32_t *slots, uint32_t n)
{
   uint32_t i;
   for (i = 0; i < n; i++) {
      const uint32_t t = slots[i];
      slots[i] =
         rank[t >> 6] + KERNEL(ones)(x->bits[t >> 6] & ~(~0ull << (t & 63)));
   }
}

const tsl_reuse_kernels KERNEL(tsl_reuse) = {
   KERNEL(reuse), KERNEL(settle), KERNEL(replace_by_ranks)};
