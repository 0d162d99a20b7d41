/*--------------------------------------------------------------------*/
/*--- tslmap: what an access is counted under.         tsl_bins.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_BINS_H
#define TSL_BINS_H

#include "tsl_memory.h"

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

/* A stride is imax at most, and then there is none. */
TSL_INLINE uint8_t tsl_stride_bin(uint32_t stride, uint32_t imax)
{
   return (uint8_t)(stride == imax              ? TSL_NONE_BIN
                    : stride < TSL_LOW_STRIDES ? TSL_LOW_BIN + stride
                                               : TSL_LARGE_BIN);
}

#endif /* TSL_BINS_H */
