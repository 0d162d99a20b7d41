/*--------------------------------------------------------------------*/
/*--- tslmap: reuse distances of a batch of accesses.  tsl_reuse.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_reuse.h for the big picture. The kernels are written once, in
   tsl_reuse_kernels.h, and compiled for a plain processor, for one that counts
   ones, and for one that does so in vectors. */

#include "tsl_reuse.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* A one for each of 16 times after t; times stay below 2^31. */
TSL_INLINE uint32_t later_of_16(const uint32_t *times, uint32_t t)
{
#if defined(__SSE2__)
   const __m128i *p = (const __m128i *)(const void *)times;
   const __m128i at = _mm_set1_epi32((int)t);
   const __m128i a = _mm_cmpgt_epi32(_mm_loadu_si128(p), at);
   const __m128i b = _mm_cmpgt_epi32(_mm_loadu_si128(p + 1), at);
   const __m128i c = _mm_cmpgt_epi32(_mm_loadu_si128(p + 2), at);
   const __m128i d = _mm_cmpgt_epi32(_mm_loadu_si128(p + 3), at);
   return (uint32_t)_mm_movemask_epi8(
      _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
#else
   uint32_t later = 0, k;
   for (k = 0; k < 16; k++)
      later |= (uint32_t)(times[k] > t) << k;
   return later;
#endif
}

/*--------------------------------------------------------------------*/
/*--- Any processor                                                ---*/
/*--------------------------------------------------------------------*/

#define KERNEL(name) name##_portable

TSL_INLINE uint32_t KERNEL(ones)(uint64_t x)
{
   return tsl_ones_portable(x);
}

TSL_INLINE uint32_t KERNEL(later)(const uint32_t *times, uint32_t n, uint32_t t)
{
   uint32_t sum = 0, i;
   for (i = 0; i + 16 <= n; i += 16)
      sum += KERNEL(ones)(later_of_16(times + i, t));
   return sum
          + KERNEL(ones)(later_of_16(times + i, t) & ~(~0u << (n - i)));
}

#include "tsl_reuse_kernels.h"
#undef KERNEL

#if defined(__x86_64__)

/*--------------------------------------------------------------------*/
/*--- With popcnt                                                  ---*/
/*--------------------------------------------------------------------*/

#pragma GCC push_options
#pragma GCC target("popcnt,lzcnt,bmi,bmi2")
#define KERNEL(name) name##_popcnt

TSL_INLINE uint32_t KERNEL(ones)(uint64_t x)
{
   return (uint32_t)__builtin_popcountll(x);
}

TSL_INLINE uint32_t KERNEL(later)(const uint32_t *times, uint32_t n, uint32_t t)
{
   uint32_t sum = 0, i;
   for (i = 0; i + 16 <= n; i += 16)
      sum += KERNEL(ones)(later_of_16(times + i, t));
   return sum
          + KERNEL(ones)(later_of_16(times + i, t) & ~(~0u << (n - i)));
}

#include "tsl_reuse_kernels.h"
#undef KERNEL
#pragma GCC pop_options

/*--------------------------------------------------------------------*/
/*--- With AVX-512                                                 ---*/
/*--------------------------------------------------------------------*/

#pragma GCC push_options
#pragma GCC target("popcnt,lzcnt,bmi,bmi2,avx512f")
#define KERNEL(name) name##_avx512

TSL_INLINE uint32_t KERNEL(ones)(uint64_t x)
{
   return (uint32_t)__builtin_popcountll(x);
}

TSL_INLINE uint32_t KERNEL(later)(const uint32_t *times, uint32_t n, uint32_t t)
{
   const __m512i at = _mm512_set1_epi32((int)t);
   uint32_t sum = 0, i;
   for (i = 0; i + 16 <= n; i += 16)
      sum += KERNEL(ones)(
         _mm512_cmpgt_epu32_mask(_mm512_loadu_si512(times + i), at));
   return sum
          + KERNEL(ones)(_bzhi_u32(
             _mm512_cmpgt_epu32_mask(_mm512_loadu_si512(times + i), at),
             n - i));
}

#include "tsl_reuse_kernels.h"
#undef KERNEL
#pragma GCC pop_options

#endif /* __x86_64__ */
