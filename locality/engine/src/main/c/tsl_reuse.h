/*--------------------------------------------------------------------*/
/*--- tslmap: exact reuse distances.                  tsl_reuse.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. Reuse distance = number of distinct other words since the
   last access to the same word.

   Time and bits.  Every access gets the next time. Shadow memory holds each
   word's last time (0: never). A bitmap over time has a one for each time that
   is some word's LATEST access, so the distance of an access is the number of
   ones between its word's last time and now: the bit vector of Bennett and
   Kruskal, "LRU stack processing" (IBM J. Res. Dev. 19, 1975), in the form of
   Olken, "Efficient methods for calculating the success function of fixed
   space replacement policies" (LBL-12370, 1981), but without a tree over it.
   Bits from now on are ones ahead of time: an access only clears the bit of
   its word's last time.

   Markers instead of a tree.  Only floor(log2 d) is wanted. For each k there
   are two markers, times with a known number of ones from there to now:
   in(k) with at most 2^k ones (a last time at or after it: d < 2^k) and
   out(k) with at least 2^k (a last time before it: d >= 2^k). They lie on
   64-bit words of the bitmap in the order
      ... out(k+1) <= in(k+1) <= out(k) <= in(k) ... <= now
   and cut the axis into zones, numbered from now backwards:
      zone 0: at or after in(K), K = TSL_FIRST_K: the ones are counted
      zone 2i+1: between out(K+i) and in(K+i): undecided; the few ones up to
                 in(K+i) are counted and those after it are known
      zone 2i+2: between in(K+i+1) and out(K+i): bin K+i, certainly
      zone TSL_COLD_ZONE: time 0, never accessed
   One byte for each 64-bit word of the bitmap holds its zone, so most accesses
   take one look-up. Ones from a marker to now only grow: by one with each
   access whose last time is before the marker. An access therefore adds one to
   its zone's entry in `older`, and the sum of the entries beyond a marker is
   what the marker's count is behind by.

   Slack.  Markers only move forward, and only once per `batch` accesses. in(k)
   is kept so far forward that its count cannot pass 2^k before the next time.
   The order above needs 2^K > batch + 127.

   A batch.  Markers stand still during a batch, so zones of all its accesses
   are looked up first, without a branch, and the accesses are parted: those of
   zone 0 and the others do not see each other's bits.

   Cost of counting.  In a stretch of A accesses at most 2^K words can have a
   last time more than A back and still be in zone 0, so counting takes at most
   2^K/64 looks per access on average, and usually one to three.

   Renumbering.  When the axis is full, live times are replaced by their ranks,
   in one sweep over shadow memory. The axis is some times longer than the
   number of live words, so this costs little. */

#ifndef TSL_REUSE_H
#define TSL_REUSE_H

#include "tsl_recent.h"
#include "tsl_shadow.h"

/* Most misses between two moves of the markers; 2^9 > 256 + 127. */
#define TSL_SLACK 256u
#define TSL_FIRST_K 9u
#define TSL_LAST_K 30u
#define TSL_MARKERS (2u * (TSL_LAST_K - TSL_FIRST_K + 1u)) /* 44 */
/* Even, and past the last zone, 44. */
#define TSL_COLD_ZONE 46u
#define TSL_ZONES 48u
#if TSL_FIRST_K + TSL_COLD_ZONE / 2 != TSL_COLD_ENTRY
#error "a first touch has the entry of its zone"
#endif
#define TSL_LAST_TIME 0x7FFFFF00u
#define TSL_FIRST_TIME 64u /* word 0 of the bitmap stands for "never" */

/* One granularity's time axis of one history. */
typedef struct {
   uint64_t *bits;
   uint8_t *zone;
   uint32_t now;  /* the next access's time */
   uint32_t end;  /* first time past the axis, a multiple of 64 */
   uint32_t live; /* distinct words when the markers last caught up */
   uint32_t top;  /* markers below this have left the start of the axis */
   uint32_t credit;             /* misses until the markers must catch up */
   uint32_t word[TSL_MARKERS];  /* the 64-bit word a marker is at */
   uint32_t
      count[TSL_MARKERS]; /* ones from there to now, when they last caught up */
   uint32_t older[TSL_ZONES];   /* accesses since then by zone of last time */
   size_t bytes;                /* of the mapping at bits */
} tsl_axis;

/* Where the axis's last times are: in each page of shadow memory, `run` slots
   from `first` on, then again after each `step` slots. */
typedef struct {
   tsl_shadow *shadow;
   unsigned first, run, step;
} tsl_strip;

typedef struct {
   uint32_t axis_min, axis_spare, batch;
} tsl_axis_sizes;

void tsl_axis_init(tsl_axis *x, tsl_memory *m, const tsl_axis_sizes *z);
void tsl_axis_free(tsl_axis *x, tsl_memory *m);

/* The machine-dependent parts. */

/* Takes the next n accesses, whose events and their words' slots have been found;
   gives the entries of those that missed. */
typedef void tsl_reuse_kernel(tsl_axis *x, const tsl_events *found,
                              uint32_t *const *slots, uint32_t n,
                              uint8_t *entries);

/* Brings the markers up to date after some misses. */
typedef void tsl_catch_up_kernel(tsl_axis *x, uint32_t misses);

/* Replaces `n` last times by their ranks; rank[w] is that of the first one in
   bitmap word w. */
typedef void tsl_rank_kernel(const tsl_axis *x, const uint32_t *rank,
                             uint32_t *slots, uint32_t n);

typedef struct {
   tsl_reuse_kernel *reuse;
   tsl_catch_up_kernel *catch_up;
   tsl_rank_kernel *rank;
} tsl_reuse_kernels;

extern const tsl_reuse_kernels tsl_reuse_portable;
#if defined(__x86_64__)
extern const tsl_reuse_kernels tsl_reuse_popcnt;
#endif

/* Clears bits of the axis from `first` on: those that are not set in `latest`. */
TSL_INLINE void tsl_axis_keep(tsl_axis *x, uint32_t first, uint64_t latest)
{
   const uint32_t shift = first & 63;
   uint64_t *bits = x->bits + (first >> 6);
   bits[0] &= latest << shift | ~(~0ull << shift);
   TSL_KEEP_LOOP; /* two accesses, as others there have 64 bits, too */
   bits[1] &= latest >> 1 >> (63 - shift) | ~0ull << shift;
}

/* The bits of the last TSL_REACH accesses, oldest first. */
TSL_INLINE uint32_t tsl_axis_latest(const tsl_axis *x)
{
   const uint32_t first = x->now - TSL_REACH, shift = first & 63;
   const uint64_t *bits = x->bits + (first >> 6);
   return (uint32_t)(bits[0] >> shift | bits[1] << 1 << (63 - shift));
}

/* Makes room for z->batch more times, and brings the markers up to date. */
void tsl_axis_renumber(tsl_axis *x, tsl_memory *m, const tsl_strip *strip,
                       const tsl_axis_sizes *z, const tsl_reuse_kernels *k);

/* Distinct words so far. */
TSL_INLINE uint64_t tsl_axis_live(const tsl_axis *x)
{
   return (uint64_t)x->live + x->older[TSL_COLD_ZONE];
}

#endif /* TSL_REUSE_H */
