/*--------------------------------------------------------------------*/
/*--- tslmap: what the core computes in a time.         tsl_core.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_CORE_H
#define TSL_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "tsl_clock.h"

/* Kernels that compute. All data of the first two groups are in registers, but for the
   loads of a chain and of the mixture, which go to one line. */
typedef enum {
   /* Operations that wait for nothing: how long one takes at least. In the order of the
      profile's kinds of instructions. */
   TSL_CORE_INTEGER = 0,
   TSL_CORE_MULTIPLY,
   TSL_CORE_DIVIDE,
   TSL_CORE_FLOATING,
   TSL_CORE_FLOATING_DIVIDE,
   TSL_CORE_VECTOR_16,
   TSL_CORE_VECTOR_32,
   TSL_CORE_BRANCH, /* taken ones, in a loop of one more instruction */
   TSL_CORE_CONVERSION,
   /* A mixture of instructions, as loops have them. */
   TSL_CORE_MIXTURE,
   /* Each waits for the one before. In the order of the profile's links of a chain. */
   TSL_CORE_INTEGER_CHAIN,
   TSL_CORE_MULTIPLY_CHAIN,
   TSL_CORE_DIVIDE_CHAIN,
   TSL_CORE_FLOATING_CHAIN,
   TSL_CORE_FLOATING_DIVIDE_CHAIN,
   TSL_CORE_LOAD_CHAIN,
   TSL_CORE_FLOATING_MULTIPLY_CHAIN,
   TSL_CORE_CONVERSION_CHAIN,
   /* Branches whose direction nobody can know, half of them taken, and the same code
      where all go one way. */
   TSL_CORE_RANDOM_BRANCHES,
   TSL_CORE_STEADY_BRANCHES,
   TSL_CORE_INTEGER_ANEW, /* chains of as many operations as are in a round */
   TSL_CORE_MULTIPLY_ANEW,
   TSL_CORE_DIVIDE_ANEW,
   TSL_CORE_FLOATING_ANEW,
   TSL_CORE_FLOATING_DIVIDE_ANEW,
   TSL_CORE_LOAD_ANEW,
   TSL_CORE_FLOATING_MULTIPLY_ANEW,
   TSL_CORE_CONVERSION_ANEW,
   TSL_CORE_KERNELS
} tsl_core_kernel;

/* Runs rounds of a kernel; how many operations that were (of the last two: branches), 0 if
   this processor does not have them. */
uint64_t tsl_core_run(tsl_core_kernel kernel, uint64_t rounds);

/* Loads of one word of each line in a memory of `words` (a power of two), one line
   after the other, with so much computing behind each load: 0, 1 or 2.
   A memory of 8 words is one line. How many loads there were. */
uint64_t tsl_core_mixed(const uint64_t *memory, uint64_t words, int work, uint64_t rounds);

/* Two loads from places nobody can foresee in a memory of `words` (a power of two, zeros), the
   second of which waits for the first, and computing that waits for neither:
   TSL_CORE_PAIR_INSTRUCTIONS in all. In a chain each pair waits for the one before;
   otherwise as many go on as the core looks ahead. How many pairs there were; 0 if this
   processor does not have them. */
#define TSL_CORE_PAIR_INSTRUCTIONS 110
uint64_t tsl_core_pairs(const uint64_t *memory, uint64_t words, int chain, uint64_t rounds);

#endif /* TSL_CORE_H */
