/*--------------------------------------------------------------------*/
/*--- tslmap: what an access is counted under.         tsl_bins.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_BINS_H
#define TSL_BINS_H

#include "tsl_histogram.h"
#include "tsl_memory.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Of each granularity an access has a reuse entry: 0 to 31, or TSL_COLD_ENTRY; and
   the bin of its stride: TSL_NONE_BIN, one of the first strides, or TSL_LARGE_BIN
   where the stride itself is counted, too. */
#define TSL_COLD_ENTRY 32u
#define TSL_ENTRIES 33u
#define TSL_NONE_BIN 33u
#define TSL_LOW_BIN 34u
#define TSL_LOW_STRIDES 28u
#define TSL_LARGE_BIN 62u
#define TSL_BINS 63u

/* Where a granularity is counted: the first one of its size. */
TSL_INLINE unsigned tsl_scored_as(const tsl_params *p, unsigned g)
{
   while (g > 0 && p->shift[g] == p->shift[g - 1])
      g--;
   return g;
}

/* A stride is imax at most, and then there is none. */
TSL_INLINE uint8_t tsl_stride_bin(uint32_t stride, uint32_t imax)
{
   return (uint8_t)(stride == imax              ? TSL_NONE_BIN
                    : stride < TSL_LOW_STRIDES ? TSL_LOW_BIN + stride
                                               : TSL_LARGE_BIN);
}

/* A one for each of 32 bytes that is `value`. */
TSL_INLINE uint32_t tsl_equal_bytes(const uint8_t *bytes, uint8_t value)
{
#if defined(__SSE2__)
   const __m128i *p = (const __m128i *)(const void *)bytes;
   const __m128i v = _mm_set1_epi8((char)value);
   const __m128i a = _mm_cmpeq_epi8(_mm_loadu_si128(p), v);
   const __m128i b = _mm_cmpeq_epi8(_mm_loadu_si128(p + 1), v);
   return (uint32_t)_mm_movemask_epi8(a)
          | (uint32_t)_mm_movemask_epi8(b) << 16;
#else
   uint32_t equal = 0, k;
   for (k = 0; k < 32; k++)
      equal |= (uint32_t)(bytes[k] == value) << k;
   return equal;
#endif
}

#endif /* TSL_BINS_H */
