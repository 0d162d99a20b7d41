/*--------------------------------------------------------------------*/
/*--- tslmap: what the probe times.                   tsl_kernel.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_KERNEL_H
#define TSL_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/* In the order of org.tslmap.apexmap.Operation. */
typedef enum { TSL_READ, TSL_WRITE, TSL_UPDATE } tsl_operation;

/* The words of `visits` visits: each begins at a start and takes `length`
   words, `stride` words apart.
     read     adds all words up and returns the sum
     write    stores `value`, returns 0
     update   adds one to each word, returns 0 */
typedef uint64_t (*tsl_kernel)(uint64_t *memory, const uint64_t *starts,
                               size_t visits, size_t length, size_t stride,
                               uint64_t value);

/* The kernel for visits of that length and stride. With `dependent`, a visit cannot begin
   before all words of the one before it have arrived; words must then be less
   than 2^62 / length. NULL for dependent writes: a store brings no value that
   anything could wait for. */
tsl_kernel tsl_kernel_for(tsl_operation operation, int dependent, size_t length,
                          size_t stride);

#endif /* TSL_KERNEL_H */
