/*--------------------------------------------------------------------*/
/*--- tslmap: strides with AVX2 and AVX-512.     tsl_stride_x86.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_stride.h for the big picture. Two vectors are done at a time, so that
   the minimum of one does not wait for that of the other. */

#include "tsl_stride.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))

/*--------------------------------------------------------------------*/
/*--- AVX2                                                         ---*/
/*--------------------------------------------------------------------*/

/* Offsets in a region compare unsigned: with the sign bits turned. */
AVX2 static uint32_t map_avx2(const tsl_stride *s, const uint64_t *wide,
                              int32_t *narrow, uint32_t n)
{
   const __m256i sign = _mm256_set1_epi64x(INT64_MIN);
   const __m256i size =
      _mm256_xor_si256(_mm256_set1_epi64x(TSL_REGION_WORDS), sign);
   const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
   uint32_t i;
   for (i = 0; i < n; i += 4) {
      const __m256i w = _mm256_loadu_si256((const __m256i *)(wide + i));
      __m256i number = _mm256_setzero_si256(), found = number;
      uint32_t r, missing;
      for (r = 0; r < s->regions; r++) {
         const __m256i offset =
            _mm256_sub_epi64(w, _mm256_set1_epi64x((long long)s->base[r]));
         const __m256i in =
            _mm256_cmpgt_epi64(size, _mm256_xor_si256(offset, sign));
         const __m256i moved = _mm256_add_epi64(
            offset, _mm256_set1_epi64x(((long long)r << 29) + TSL_REGION_GAP));
         number = _mm256_blendv_epi8(number, moved, in);
         found = _mm256_or_si256(found, in);
      }
      _mm_storeu_si128(
         (__m128i *)(narrow + i),
         _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(number, even)));
      missing = 15u & ~(uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(found));
      if (missing != 0) {
         const uint32_t done = i + (uint32_t)__builtin_ctz(missing);
         if (done < n)
            return done;
      }
   }
   return n;
}

AVX2 static void narrow_avx2(const int32_t *at, uint32_t n, uint32_t window,
                             uint32_t imax, uint32_t *strides)
{
   const __m256i most = _mm256_set1_epi32((int)imax);
   uint32_t i;
   for (i = 0; i < n; i += 16) {
      const __m256i a = _mm256_loadu_si256((const __m256i *)(at + i));
      const __m256i b = _mm256_loadu_si256((const __m256i *)(at + i + 8));
      __m256i least_a = most, least_b = most;
      const int32_t *before = at + i;
      uint32_t j;
      for (j = 0; j < window; j++) {
         const __m256i c = _mm256_loadu_si256((const __m256i *)--before);
         const __m256i d = _mm256_loadu_si256((const __m256i *)(before + 8));
         least_a =
            _mm256_min_epi32(least_a, _mm256_abs_epi32(_mm256_sub_epi32(a, c)));
         least_b =
            _mm256_min_epi32(least_b, _mm256_abs_epi32(_mm256_sub_epi32(b, d)));
      }
      _mm256_storeu_si256((__m256i *)(strides + i), least_a);
      _mm256_storeu_si256((__m256i *)(strides + i + 8), least_b);
   }
}

AVX2 static __m256i smaller_avx2(__m256i a, __m256i b)
{
   return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
}

/* Numbers are moved by 2^63 so that signed comparisons order them; a difference
   of 2^63 and more shows as negative and is taken for a large one. */
AVX2 static void wide_avx2(const uint64_t *at, uint32_t n, uint32_t window,
                           uint32_t imax, uint32_t *strides)
{
   const __m256i sign = _mm256_set1_epi64x(INT64_MIN);
   const __m256i top = _mm256_set1_epi64x(INT64_MAX);
   const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
   uint32_t i;
   for (i = 0; i < n; i += 4) {
      const __m256i a =
         _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(at + i)), sign);
      __m256i least = _mm256_set1_epi64x(imax);
      const uint64_t *before = at + i;
      uint32_t j;
      for (j = 0; j < window; j++) {
         const __m256i b = _mm256_xor_si256(
            _mm256_loadu_si256((const __m256i *)--before), sign);
         const __m256i up = _mm256_cmpgt_epi64(b, a);
         __m256i d = _mm256_sub_epi64(a, b);
         d = _mm256_sub_epi64(_mm256_xor_si256(d, up), up);
         d = _mm256_blendv_epi8(d, top,
                                _mm256_cmpgt_epi64(_mm256_setzero_si256(), d));
         least = smaller_avx2(least, d);
      }
      _mm_storeu_si128(
         (__m128i *)(strides + i),
         _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(least, even)));
   }
}

const tsl_stride_kernels tsl_stride_avx2 = {narrow_avx2, wide_avx2, map_avx2};

/*--------------------------------------------------------------------*/
/*--- AVX-512                                                      ---*/
/*--------------------------------------------------------------------*/

AVX512 static uint32_t map_avx512(const tsl_stride *s, const uint64_t *wide,
                                  int32_t *narrow, uint32_t n)
{
   const __m512i size = _mm512_set1_epi64(TSL_REGION_WORDS);
   uint32_t i;
   for (i = 0; i < n; i += 8) {
      const __m512i w = _mm512_loadu_si512(wide + i);
      __m512i number = _mm512_setzero_si512();
      uint32_t r, found = 0;
      for (r = 0; r < s->regions; r++) {
         const __m512i offset =
            _mm512_sub_epi64(w, _mm512_set1_epi64((long long)s->base[r]));
         const __mmask8 in = _mm512_cmplt_epu64_mask(offset, size);
         number = _mm512_mask_add_epi64(
            number, in, offset,
            _mm512_set1_epi64(((long long)r << 29) + TSL_REGION_GAP));
         found |= in;
      }
      _mm256_storeu_si256((__m256i *)(narrow + i),
                          _mm512_cvtepi64_epi32(number));
      if (found != 255u) {
         const uint32_t done = i + (uint32_t)__builtin_ctz(~found);
         if (done < n)
            return done;
      }
   }
   return n;
}

AVX512 static void narrow_avx512(const int32_t *at, uint32_t n, uint32_t window,
                                 uint32_t imax, uint32_t *strides)
{
   const __m512i most = _mm512_set1_epi32((int)imax);
   uint32_t i;
   for (i = 0; i < n; i += 32) {
      const __m512i a = _mm512_loadu_si512(at + i);
      const __m512i b = _mm512_loadu_si512(at + i + 16);
      __m512i least_a = most, least_b = most;
      const int32_t *before = at + i;
      uint32_t j;
      for (j = 0; j < window; j++) {
         const __m512i c = _mm512_loadu_si512(--before);
         const __m512i d = _mm512_loadu_si512(before + 16);
         least_a =
            _mm512_min_epi32(least_a, _mm512_abs_epi32(_mm512_sub_epi32(a, c)));
         least_b =
            _mm512_min_epi32(least_b, _mm512_abs_epi32(_mm512_sub_epi32(b, d)));
      }
      _mm512_storeu_si512(strides + i, least_a);
      _mm512_storeu_si512(strides + i + 16, least_b);
   }
}

AVX512 static void wide_avx512(const uint64_t *at, uint32_t n, uint32_t window,
                               uint32_t imax, uint32_t *strides)
{
   const __m512i most = _mm512_set1_epi64(imax);
   uint32_t i;
   for (i = 0; i < n; i += 8) {
      const __m512i a = _mm512_loadu_si512(at + i);
      __m512i least = most;
      const uint64_t *before = at + i;
      uint32_t j;
      for (j = 0; j < window; j++) {
         const __m512i b = _mm512_loadu_si512(--before);
         const __m512i d =
            _mm512_sub_epi64(_mm512_max_epu64(a, b), _mm512_min_epu64(a, b));
         least = _mm512_min_epu64(least, d);
      }
      _mm256_storeu_si256((__m256i *)(strides + i),
                          _mm512_cvtepi64_epi32(least));
   }
}

const tsl_stride_kernels tsl_stride_avx512 = {narrow_avx512, wide_avx512,
                                              map_avx512};

#endif /* __x86_64__ */
