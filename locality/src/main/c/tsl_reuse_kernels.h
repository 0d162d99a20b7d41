/*--------------------------------------------------------------------*/
/*--- tslmap: reuse distances of a batch.    tsl_reuse_kernels.h ---*/
/*--------------------------------------------------------------------*/

/* The kernels, for tsl_reuse.c, which includes this once for each kind of processor.
   It defines before
      KERNEL(name)                     a name for that kind
      uint32_t KERNEL(ones)(x)         ones in x
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

/* Puts a batch's n accesses on the axis, with ones for those that are the latest
   to their words when it ends. */
TSL_INLINE void KERNEL(put_on_axis)(tsl_axis *x, const tsl_events *found,
                                    uint32_t n)
{
   uint32_t c;
   for (c = 0; c < n && !found->direct; c += TSL_REACH)
      tsl_axis_keep(x, x->now + c - TSL_REACH, found->latest[c / TSL_REACH]);
   x->now += n;
}

/* Ones after each bitmap word in [first, end), to its end; gives those from first
   on. */
TSL_INLINE uint32_t KERNEL(add_up)(tsl_axis *x, uint32_t first, uint32_t end,
                                   uint32_t sum)
{
   uint32_t w;
   for (w = end; w-- > first;) {
      x->after[w] = (uint16_t)sum;
      sum += KERNEL(ones)(x->bits[w]);
   }
   return sum;
}

/* Ones after time t that have been added up. */
TSL_INLINE uint32_t KERNEL(ones_after)(const tsl_axis *x, uint32_t t)
{
   return x->after[t >> 6] + KERNEL(ones)(x->bits[t >> 6] >> (t & 63) >> 1);
}

/* Misses of a batch, parted by the zone of their last times. */
typedef struct {
   uint32_t time[TSL_BATCH + 16];
   uint8_t zone[TSL_BATCH];
   uint8_t near[TSL_BATCH + 1], odd[TSL_BATCH + 1]; /* numbers of misses */
   uint32_t nears, odds;
} KERNEL(parted);

/* With the entries of those that are certain. */
TSL_INLINE void KERNEL(part)(const tsl_axis *x, const tsl_events *found,
                             KERNEL(parted) *p, uint8_t *entries)
{
   uint32_t j, nears = 0, odds = 0;
   for (j = 0; j < found->misses; j++) {
      const uint32_t z = x->zone[p->time[j] >> 6];
      entries[found->missed[j] - TSL_REACH] = (uint8_t)(TSL_FIRST_K + z / 2);
      p->zone[j] = (uint8_t)z;
      p->near[nears] = p->odd[odds] = (uint8_t)j;
      nears += z == 0;
      odds += z & 1;
   }
   p->nears = nears;
   p->odds = odds;
}

/* Ones from a last time to now are those to the batch's end, less those that are
   in reach then, and with those in reach now; or, directly, less those from now to
   the batch's end, which are ahead of time. */
TSL_INLINE void KERNEL(decide_near)(tsl_axis *x, const tsl_events *found,
                                    const KERNEL(parted) *p, uint32_t n,
                                    uint8_t *entries)
{
   const uint32_t end = (x->now >> 6) + 1, before = x->now - n - TSL_REACH - 1;
   const uint32_t first = end - x->word[0] < TSL_NEAR_WORDS
                             ? x->word[0]
                             : end - TSL_NEAR_WORDS;
   const uint32_t sum =
      KERNEL(add_up)(x, first, end, (x->now & 63) - 64);
   uint32_t j;
   for (j = 0; j < p->nears; j++) {
      const uint32_t i = p->near[j], t = p->time[i];
      const uint32_t access = found->missed[i] - TSL_REACH;
      uint32_t d =
         (found->direct ? access - n
                        : found->count[access] + access % TSL_REACH - TSL_REACH
                             - KERNEL(ones_after)(x, before + access))
         - KERNEL(later)(p->time, i, t);
      if (__builtin_expect(t >> 6 < first, 0))
         x->after[t >> 6] = (uint16_t)KERNEL(add_up)(x, (t >> 6) + 1, first, sum);
      d += KERNEL(ones_after)(x, t);
      entries[access] = (uint8_t)tsl_reuse_entry((uint16_t)d);
   }
}

TSL_INLINE void KERNEL(decide_odd)(tsl_axis *x, const tsl_events *found,
                                   const KERNEL(parted) *p, uint8_t *entries)
{
   uint64_t known = 0; /* zones that have been added up */
   uint32_t j;
   for (j = 0; j < p->odds; j++) {
      const uint32_t i = p->odd[j], t = p->time[i], z = p->zone[i];
      uint32_t d;
      if ((known >> z & 1) == 0) {
         known |= 1ull << z;
         KERNEL(add_up)(x, x->word[z], x->word[z - 1], 0);
      }
      d = x->count[z - 1] + i + KERNEL(ones_after)(x, t)
          - KERNEL(later)(p->time, i, t);
      entries[found->missed[i] - TSL_REACH] = (uint8_t)tsl_reuse_entry(d);
   }
}

TSL_INLINE void KERNEL(clear)(tsl_axis *x, const KERNEL(parted) *p,
                              uint32_t misses)
{
   uint64_t *const bits = x->bits;
   uint32_t j;
   for (j = 0; j < misses; j++) {
      bits[p->time[j] >> 6] &= ~(1ull << (p->time[j] & 63));
      x->older[p->zone[j]]++;
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
   KERNEL(parted) p;
   KERNEL(read_times)(x, found, slots, p.time);
   KERNEL(put_on_axis)(x, found, n);
   KERNEL(part)(x, found, &p, entries);
   KERNEL(decide_near)(x, found, &p, n, entries);
   KERNEL(decide_odd)(x, found, &p, entries);
   KERNEL(clear)(x, &p, found->misses);
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
