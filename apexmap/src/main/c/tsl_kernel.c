/*--------------------------------------------------------------------*/
/*--- tslmap: what the probe times.                   tsl_kernel.c ---*/
/*--------------------------------------------------------------------*/

/* The inner loops are 64-bit scalar code: this file is compiled without
   vectorisation, and a test looks for vector registers in it. So an access is
   one load or store instruction of a word, as the metrics count it.

   Unrolling: visits of 1 and 2 words, four visits a turn; of 4 words, two
   visits; of 8 and 16 words, one visit; others, sixteen words a turn and the
   rest one by one. A turn's overhead is the loop's three instructions and, for
   each visit, the load of its start. Strides of 1 have kernels of their own,
   without the arithmetic on addresses. Sums go to four accumulators, so that
   additions do not bound what the caches deliver.

   In a dependent kernel the next start is added to (what was loaded) >> 63.
   That is 0, as every word is small, but only the data says so: the address
   cannot be known earlier. This is two cycles more than the bare pointer chase
   for visits of one word, up to four for longer ones. */

#include "tsl_kernel.h"

#define TSL_INLINE static inline __attribute__((always_inline))
#define TSL_TIMED static __attribute__((noinline))

typedef struct {
   uint64_t part[4];
} sums;

TSL_INLINE void one(tsl_operation operation, uint64_t *p, uint64_t value,
                    uint64_t *sum)
{
   if (operation == TSL_READ) {
      *sum += *p;
      /* Loads stay in the order of the words: otherwise the compiler, free to add
         in any order, mixes them. */
      __asm__ volatile("" : "+r"(*sum));
   } else if (operation == TSL_WRITE)
      *p = value;
   else {
      const uint64_t old = *p;
      *sum |= old;
      *p = old + 1;
   }
}

/* A visit of a length known when this is compiled: 1, 2, 4, 8 or 16. */
TSL_INLINE void short_visit(tsl_operation operation, uint64_t *p, size_t length,
                            size_t stride, uint64_t value, sums *s)
{
   size_t i;
#pragma GCC unroll 16
   for (i = 0; i < length; i++)
      one(operation, p + i * stride, value, &s->part[i % 4]);
}

TSL_INLINE void long_visit(tsl_operation operation, uint64_t *p, size_t length,
                           size_t stride, uint64_t value, sums *s)
{
   for (; length >= 16; length -= 16, p += 16 * stride)
      short_visit(operation, p, 16, stride, value, s);
   for (; length > 0; length--, p += stride)
      one(operation, p, value, &s->part[0]);
}

/* `fixed` is the length when that is known, or 0. */
TSL_INLINE void visit(tsl_operation operation, uint64_t *p, size_t fixed,
                      size_t length, size_t stride, uint64_t value, sums *s)
{
   if (fixed > 0)
      short_visit(operation, p, fixed, stride, value, s);
   else
      long_visit(operation, p, length, stride, value, s);
}

TSL_INLINE uint64_t total(const sums *s)
{
   return s->part[0] + s->part[1] + s->part[2] + s->part[3];
}

/* Visits that overlap as far as the processor can. */
TSL_INLINE uint64_t overlapping(tsl_operation operation, size_t fixed,
                                uint64_t *memory, const uint64_t *starts,
                                size_t visits, size_t length, size_t stride,
                                uint64_t value)
{
   const size_t together = fixed == 1 || fixed == 2 ? 4 : fixed == 4 ? 2 : 1;
   sums s = {{0, 0, 0, 0}};
   size_t i, j;
   for (i = 0; i + together <= visits; i += together)
#pragma GCC unroll 4
      for (j = 0; j < together; j++)
         visit(operation, memory + starts[i + j], fixed, length, stride, value,
               &s);
   for (; i < visits; i++)
      visit(operation, memory + starts[i], fixed, length, stride, value, &s);
   return operation == TSL_READ ? total(&s) : 0;
}

/* One visit after the other. */
TSL_INLINE uint64_t waiting(tsl_operation operation, size_t fixed,
                            uint64_t *memory, const uint64_t *starts,
                            size_t visits, size_t length, size_t stride,
                            uint64_t value)
{
   uint64_t sum = 0, zero = 0;
   size_t i;
   for (i = 0; i < visits; i++) {
      sums s = {{0, 0, 0, 0}};
      visit(operation, memory + starts[i] + zero, fixed, length, stride, value,
            &s);
      zero = (s.part[0] | s.part[1] | s.part[2] | s.part[3]) >> 63;
      sum += total(&s);
   }
   return operation == TSL_READ ? sum : 0;
}

#define KERNEL(name, how, operation, fixed, step)                              \
   TSL_TIMED uint64_t name(uint64_t *memory, const uint64_t *starts,           \
                           size_t visits, size_t length, size_t stride,        \
                           uint64_t value)                                     \
   {                                                                           \
      (void)length, (void)stride;                                              \
      return how(operation, fixed, memory, starts, visits, length, step,       \
                 value);                                                       \
   }

/* Those of all lengths, for strides of 1 and for any. */
#define LENGTHS(name, how, operation, step)                                    \
   KERNEL(name##_1, how, operation, 1, step)                                   \
   KERNEL(name##_2, how, operation, 2, step)                                   \
   KERNEL(name##_4, how, operation, 4, step)                                   \
   KERNEL(name##_8, how, operation, 8, step)                                   \
   KERNEL(name##_16, how, operation, 16, step)                                 \
   KERNEL(name##_n, how, operation, 0, step)

#define KERNELS(name, how, operation)                                          \
   LENGTHS(name, how, operation, 1)                                            \
   LENGTHS(name##_strided, how, operation, stride)

KERNELS(read, overlapping, TSL_READ)
KERNELS(write, overlapping, TSL_WRITE)
KERNELS(update, overlapping, TSL_UPDATE)
KERNELS(read_wait, waiting, TSL_READ)
KERNELS(update_wait, waiting, TSL_UPDATE)

#define LENGTHS_OF(name)                                                       \
   {name##_1, name##_2, name##_4, name##_8, name##_16, name##_n}
#define KERNELS_OF(name)                                                       \
   {                                                                           \
      LENGTHS_OF(name), LENGTHS_OF(name##_strided)                             \
   }

tsl_kernel tsl_kernel_for(tsl_operation operation, int dependent, size_t length,
                          size_t stride)
{
   static const tsl_kernel free_running[3][2][6] = {
      KERNELS_OF(read), KERNELS_OF(write), KERNELS_OF(update)};
   static const tsl_kernel one_by_one[3][2][6] = {
      KERNELS_OF(read_wait), {{NULL}}, KERNELS_OF(update_wait)};
   static const size_t lengths[5] = {1, 2, 4, 8, 16};
   size_t column = 0;
   while (column < 5 && lengths[column] != length)
      column++;
   return (dependent ? one_by_one : free_running)[operation][stride > 1]
                                                 [column];
}
