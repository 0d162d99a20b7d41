/*--------------------------------------------------------------------*/
/*--- tslmap: where the probe goes.                    tsl_index.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_INDEX_H
#define TSL_INDEX_H

#include <stddef.h>
#include <stdint.h>

/* The start of a visit is

      X = step * floor(blocks * r^(1/alpha)),   step = length * stride words,

   with r uniform in (0, 1], as Strohmaier and Shan have it ("Apex-Map", SC'05):
   a power law that is uniform with alpha = 1 and crowds at the front as alpha
   falls. r = 1 would be one block too far and belongs to the last one.

   r has 53 random bits from xoshiro256++ (Blackman, Vigna, "Scrambled linear
   pseudorandom number generators", ACM TOMS 47(4), 2021), whose state is filled
   by splitmix64, as its authors advise. */

typedef struct {
   uint64_t state[4];
   uint64_t blocks, step;
   double exponent; /* 1 / alpha */
} tsl_index;

/* alpha in (0, 1], blocks and step at least 1. Equal seeds, equal starts. */
void tsl_index_init(tsl_index *x, uint64_t blocks, uint64_t step, double alpha,
                    uint64_t seed);

/* The next n starts, in words. */
void tsl_index_fill(tsl_index *x, uint64_t *starts, size_t n);

#endif /* TSL_INDEX_H */
