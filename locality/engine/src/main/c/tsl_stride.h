/*--------------------------------------------------------------------*/
/*--- tslmap: strides over a window.                 tsl_stride.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. Stride = smallest |w - w_j| over the previous `window`
   accesses (Weinberg et al., SC'05). Nothing is shared between accesses that
   would be worth its bookkeeping; instead the comparison with the j-th previous
   access is done for a vector of consecutive accesses at once, by unaligned
   loads from a buffer that holds the batch behind the accesses before it. The
   same comparisons say where the latest equal number is (tsl_recent.h).

   Narrowing.  Word numbers have up to 64 bits, but a program's accesses fall
   into few regions (data, heap, libraries, stacks). Each region, up to 2^29
   words wide, gets a piece of the 31-bit numbers, with wide gaps in between:
   within a region differences are exact, and between regions both the true
   difference and that of the narrow numbers are at least imax. So lanes have 32
   bits, and signed differences do not overflow. Number 0 stands for "no
   predecessor" and is far from all others. Where more than TSL_REGIONS regions
   are met within a batch, that batch is done on 64-bit numbers. */

#ifndef TSL_STRIDE_H
#define TSL_STRIDE_H

#include "tsl_recent.h"

#define TSL_WINDOW_MAX 64u
#define TSL_REGIONS 4u
#define TSL_REGION_GAP (1u << 17) /* at each side of a region's numbers */
#define TSL_REGION_WORDS ((1u << 29) - 2 * TSL_REGION_GAP)

/* The previous TSL_WINDOW_MAX accesses of a history and then the batch. */
typedef uint64_t tsl_addresses[TSL_WINDOW_MAX + TSL_BATCH + TSL_PAD];

/* Strides of one granularity of one history. */
typedef struct {
   int32_t narrow[TSL_WINDOW_MAX + TSL_BATCH + TSL_PAD]; /* as tsl_addresses */
   uint64_t base[TSL_REGIONS]; /* first word of each region */
   uint32_t regions;
   uint32_t known; /* previous accesses there are, up to TSL_WINDOW_MAX */
   uint32_t rest;  /* batches to do without another try to narrow */
   unsigned shift; /* log2 of a word's bytes */
} tsl_stride;

/* What is asked of a batch. */
typedef struct {
   uint32_t window; /* 0: no strides are wanted */
   uint32_t reach;  /* TSL_REACH, or 0: no places are wanted */
   uint32_t imax;
} tsl_look;

/* How many accesses are kept. */
TSL_INLINE uint32_t tsl_look_back(const tsl_look *look)
{
   return look->window > TSL_REACH ? look->window : TSL_REACH;
}

/* What is found: strides, each the smaller of imax and the least difference to the
   `window` entries before it, their bins, and places. */
typedef struct {
   uint32_t strides[TSL_BATCH + TSL_PAD];
   uint8_t bins[TSL_BATCH + TSL_PAD];
   tsl_place places[TSL_BATCH + TSL_PAD];
} tsl_seen;

/* Of entries at..at+n-1. */
typedef void tsl_stride_narrow_kernel(const int32_t *at, uint32_t n,
                                      const tsl_look *look, tsl_seen *seen);
typedef void tsl_stride_wide_kernel(const uint64_t *at, uint32_t n,
                                    const tsl_look *look, tsl_seen *seen);
/* Narrow numbers of n addresses; how many were done before one is in no
   region. */
typedef uint32_t tsl_stride_map_kernel(const tsl_stride *s,
                                       const uint64_t *addr, int32_t *narrow,
                                       uint32_t n);

typedef struct {
   tsl_stride_narrow_kernel *narrow;
   tsl_stride_wide_kernel *wide;
   tsl_stride_map_kernel *map;
} tsl_stride_kernels;

extern const tsl_stride_kernels tsl_stride_portable;
#if defined(__x86_64__)
extern const tsl_stride_kernels tsl_stride_avx2;
extern const tsl_stride_kernels tsl_stride_avx512;
#endif

/* The n accesses from addr[TSL_WINDOW_MAX] on. */
void tsl_stride_batch(tsl_stride *s, const tsl_stride_kernels *k,
                      const uint64_t *addr, uint32_t n, const tsl_look *look,
                      tsl_seen *seen);

#endif /* TSL_STRIDE_H */
