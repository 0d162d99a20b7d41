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

TSL_INLINE uint32_t KERNEL(ones_of)(const uint64_t *bits, uint32_t n)
{
   uint32_t sum = 0, i;
   for (i = 0; i < n; i++)
      sum += tsl_ones_portable(bits[i]);
   return sum;
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

TSL_INLINE uint32_t KERNEL(ones_of)(const uint64_t *bits, uint32_t n)
{
   uint32_t sum = 0, i;
   for (i = 0; i < n; i++)
      sum += KERNEL(ones)(bits[i]);
   return sum;
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
/*--- With AVX-512 and vpopcntdq                                   ---*/
/*--------------------------------------------------------------------*/

#pragma GCC push_options
#pragma GCC target("popcnt,lzcnt,bmi,bmi2,avx512f,avx512vpopcntdq")
#define KERNEL(name) name##_avx512

TSL_INLINE uint32_t KERNEL(ones)(uint64_t x)
{
   return (uint32_t)__builtin_popcountll(x);
}

/* Mostly up to 16 words, without a branch. */
TSL_INLINE uint32_t KERNEL(ones_of)(const uint64_t *bits, uint32_t n)
{
   const uint32_t words = _bzhi_u32(0xFFFF, n);
   __m512i sum = _mm512_add_epi64(
      _mm512_popcnt_epi64(_mm512_maskz_loadu_epi64((__mmask8)words, bits)),
      _mm512_popcnt_epi64(
         _mm512_maskz_loadu_epi64((__mmask8)(words >> 8), bits + 8)));
   uint32_t i;
   for (i = 16; i < n; i += 8)
      sum = _mm512_add_epi64(
         sum, _mm512_popcnt_epi64(_mm512_maskz_loadu_epi64(
                 (__mmask8)_bzhi_u32(0xFF, n - i), bits + i)));
   return (uint32_t)_mm512_reduce_add_epi64(sum);
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
