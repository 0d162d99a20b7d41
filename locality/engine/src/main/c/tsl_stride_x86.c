/*--------------------------------------------------------------------*/
/*--- tslmap: strides with AVX2 and AVX-512.     tsl_stride_x86.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_stride.h for the big picture. Two vectors are done at a time, so that
   the minimum of one does not wait for that of the other. Entries are compared
   from the farthest to the nearest, so that the latest equal one stays: as
   TSL_REACH less its distance, to which the access's lane is added. */

#include "tsl_stride.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))

/*--------------------------------------------------------------------*/
/*--- AVX2                                                         ---*/
/*--------------------------------------------------------------------*/

/* Offsets in a region compare unsigned: with the sign bits turned. */
AVX2 static uint32_t map_avx2(const tsl_stride *s, const uint64_t *addr,
                              int32_t *narrow, uint32_t n)
{
   const __m128i shift = _mm_cvtsi32_si128((int)s->shift);
   const __m256i sign = _mm256_set1_epi64x(INT64_MIN);
   const __m256i size =
      _mm256_xor_si256(_mm256_set1_epi64x(TSL_REGION_WORDS), sign);
   const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
   uint32_t i;
   for (i = 0; i < n; i += 4) {
      const __m256i w = _mm256_srl_epi64(
         _mm256_loadu_si256((const __m256i *)(addr + i)), shift);
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

/* What is known of 16 entries. */
typedef struct {
   __m256i least_a, least_b, step_a, step_b;
} state_avx2;

/* Compares with the entries j before, j from `from` down to `to` + 1. */
AVX2 TSL_INLINE void look_avx2(const int32_t *at, uint32_t from, uint32_t to,
                               int stride, int place, state_avx2 *s)
{
   const __m256i a = _mm256_loadu_si256((const __m256i *)at);
   const __m256i b = _mm256_loadu_si256((const __m256i *)(at + 8));
   __m256i step = _mm256_set1_epi32((int)(TSL_REACH - from));
   uint32_t j;
   for (j = from; j > to; j--) {
      const __m256i c = _mm256_loadu_si256((const __m256i *)(at - j));
      const __m256i d = _mm256_loadu_si256((const __m256i *)(at - j + 8));
      if (place) {
         s->step_a = _mm256_blendv_epi8(s->step_a, step,
                                        _mm256_cmpeq_epi32(a, c));
         s->step_b = _mm256_blendv_epi8(s->step_b, step,
                                        _mm256_cmpeq_epi32(b, d));
         step = _mm256_add_epi32(step, _mm256_set1_epi32(1));
      }
      if (stride) {
         s->least_a = _mm256_min_epi32(
            s->least_a, _mm256_abs_epi32(_mm256_sub_epi32(a, c)));
         s->least_b = _mm256_min_epi32(
            s->least_b, _mm256_abs_epi32(_mm256_sub_epi32(b, d)));
      }
   }
}

/* The low bytes of 16 numbers. */
AVX2 TSL_INLINE __m128i bytes_avx2(__m256i a, __m256i b)
{
   const __m256i pairs = _mm256_permute4x64_epi64(_mm256_packs_epi32(a, b),
                                                  _MM_SHUFFLE(3, 1, 2, 0));
   return _mm_packus_epi16(_mm256_castsi256_si128(pairs),
                           _mm256_extracti128_si256(pairs, 1));
}

/* Bins of eight strides. */
AVX2 TSL_INLINE __m256i bins_avx2(__m256i strides, __m256i imax)
{
   const __m256i low = _mm256_min_epi32(
      _mm256_add_epi32(strides, _mm256_set1_epi32(TSL_LOW_BIN)),
      _mm256_set1_epi32(TSL_LARGE_BIN));
   return _mm256_blendv_epi8(low, _mm256_set1_epi32(TSL_NONE_BIN),
                             _mm256_cmpeq_epi32(strides, imax));
}

AVX2 static void narrow_avx2(const int32_t *at, uint32_t n,
                             const tsl_look *look, tsl_seen *seen)
{
   const uint32_t window = look->window, reach = look->reach;
   const uint32_t both = window < reach ? window : reach;
   const __m256i most = _mm256_set1_epi32((int)look->imax);
   const __m256i missed = _mm256_set1_epi32((int)TSL_MISSED);
   const __m128i first =
      _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
   const __m128i second = _mm_add_epi8(first, _mm_set1_epi8(16));
   uint32_t i;
   for (i = 0; i < n; i += 16) {
      state_avx2 s = {most, most, missed, missed};
      look_avx2(at + i, window, both, 1, 0, &s);
      look_avx2(at + i, reach, both, 0, 1, &s);
      look_avx2(at + i, both, 0, 1, 1, &s);
      _mm256_storeu_si256((__m256i *)(seen->strides + i), s.least_a);
      _mm256_storeu_si256((__m256i *)(seen->strides + i + 8), s.least_b);
      _mm_storeu_si128(
         (__m128i *)(seen->bins + i),
         bytes_avx2(bins_avx2(s.least_a, most), bins_avx2(s.least_b, most)));
      _mm_storeu_si128((__m128i *)(seen->places + i),
                       _mm_add_epi8(bytes_avx2(s.step_a, s.step_b),
                                    i % TSL_REACH == 0 ? first : second));
   }
}

AVX2 static __m256i smaller_avx2(__m256i a, __m256i b)
{
   return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
}

/* Numbers are moved by 2^63 so that signed comparisons order them; a difference
   of 2^63 and more shows as negative and is taken for a large one. */
AVX2 static void wide_avx2(const uint64_t *at, uint32_t n,
                           const tsl_look *look, tsl_seen *seen)
{
   const __m256i sign = _mm256_set1_epi64x(INT64_MIN);
   const __m256i top = _mm256_set1_epi64x(INT64_MAX);
   const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
   uint32_t i;
   for (i = 0; i < n; i += 4) {
      const __m256i a =
         _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(at + i)), sign);
      __m256i least = _mm256_set1_epi64x(look->imax);
      __m256i step = _mm256_set1_epi64x(TSL_MISSED);
      __m128i stride, place;
      uint32_t near[4];
      uint32_t j, k;
      for (j = look->window; j >= 1; j--) {
         const __m256i b = _mm256_xor_si256(
            _mm256_loadu_si256((const __m256i *)(at + i - j)), sign);
         const __m256i up = _mm256_cmpgt_epi64(b, a);
         __m256i d = _mm256_sub_epi64(a, b);
         d = _mm256_sub_epi64(_mm256_xor_si256(d, up), up);
         d = _mm256_blendv_epi8(d, top,
                                _mm256_cmpgt_epi64(_mm256_setzero_si256(), d));
         least = smaller_avx2(least, d);
      }
      for (j = look->reach; j >= 1; j--) {
         const __m256i b = _mm256_xor_si256(
            _mm256_loadu_si256((const __m256i *)(at + i - j)), sign);
         step = _mm256_blendv_epi8(step, _mm256_set1_epi64x(TSL_REACH - j),
                                   _mm256_cmpeq_epi64(a, b));
      }
      stride = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(least, even));
      place = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(step, even));
      _mm_storeu_si128((__m128i *)(seen->strides + i), stride);
      _mm_storeu_si128((__m128i *)near, place);
      for (k = i; k < i + 4; k++) {
         seen->bins[k] = tsl_stride_bin(seen->strides[k], look->imax);
         seen->places[k] = (tsl_place)(near[k - i] + k % TSL_REACH);
      }
   }
}

const tsl_stride_kernels tsl_stride_avx2 = {narrow_avx2, wide_avx2, map_avx2};

/*--------------------------------------------------------------------*/
/*--- AVX-512                                                      ---*/
/*--------------------------------------------------------------------*/

AVX512 static uint32_t map_avx512(const tsl_stride *s, const uint64_t *addr,
                                  int32_t *narrow, uint32_t n)
{
   const __m128i shift = _mm_cvtsi32_si128((int)s->shift);
   const __m512i size = _mm512_set1_epi64(TSL_REGION_WORDS);
   uint32_t i;
   for (i = 0; i < n; i += 8) {
      const __m512i w = _mm512_srl_epi64(_mm512_loadu_si512(addr + i), shift);
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

/* What is known of 16 entries. */
typedef struct {
   __m512i at, least, step;
} state_avx512;

/* Compares with the entries in c, which are at `step` of the chunk's register. */
AVX512 TSL_INLINE void look_avx512(state_avx512 *s, __m512i c, __m512i step,
                                   int stride, int place)
{
   if (place)
      s->step = _mm512_mask_mov_epi32(
         s->step, _mm512_cmpeq_epi32_mask(s->at, c), step);
   if (stride)
      s->least = _mm512_min_epi32(
         s->least, _mm512_abs_epi32(_mm512_sub_epi32(s->at, c)));
}

/* Stores what is known; lane: the first one's in its chunk. */
AVX512 TSL_INLINE void put_avx512(const state_avx512 *s, __m512i imax,
                                  uint32_t lane, uint32_t i, tsl_seen *seen)
{
   const __m512i lanes = _mm512_add_epi32(
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
      _mm512_set1_epi32((int)lane));
   const __m512i low = _mm512_min_epi32(
      _mm512_add_epi32(s->least, _mm512_set1_epi32(TSL_LOW_BIN)),
      _mm512_set1_epi32(TSL_LARGE_BIN));
   const __m512i bins = _mm512_mask_mov_epi32(
      low, _mm512_cmpeq_epi32_mask(s->least, imax),
      _mm512_set1_epi32(TSL_NONE_BIN));
   _mm512_storeu_si512(seen->strides + i, s->least);
   _mm_storeu_si128((__m128i *)(seen->bins + i), _mm512_cvtepi32_epi8(bins));
   _mm_storeu_si128((__m128i *)(seen->places + i),
                    _mm512_cvtepi32_epi8(_mm512_add_epi32(s->step, lanes)));
}

/* 32 entries, when as many are looked back at for both purposes: one load serves
   the first 16 of them and, 16 farther, the others. */
AVX512 TSL_INLINE void look_at_32(const int32_t *at, state_avx512 *a,
                                  state_avx512 *b)
{
   __m512i step = _mm512_setzero_si512();
   const __m512i half = _mm512_set1_epi32(16), one = _mm512_set1_epi32(1);
   const int32_t *c;
   for (c = at - 32; c < at - 16; c++) {
      look_avx512(a, _mm512_loadu_si512(c), step, 1, 1);
      step = _mm512_add_epi32(step, one);
   }
   for (; c < at; c++) {
      const __m512i before = _mm512_loadu_si512(c);
      look_avx512(a, before, step, 1, 1);
      look_avx512(b, before, _mm512_sub_epi32(step, half), 1, 1);
      step = _mm512_add_epi32(step, one);
   }
   step = half;
   for (; c < at + 16; c++) {
      look_avx512(b, _mm512_loadu_si512(c), step, 1, 1);
      step = _mm512_add_epi32(step, one);
   }
}

/* 16 entries with those j before, j from `from` down to `to` + 1. */
AVX512 TSL_INLINE void look_at_16(const int32_t *at, uint32_t from, uint32_t to,
                                  int stride, int place, state_avx512 *s)
{
   uint32_t j;
   for (j = from; j > to; j--)
      look_avx512(s, _mm512_loadu_si512(at - j),
                  _mm512_set1_epi32((int)(TSL_REACH - j)), stride, place);
}

AVX512 static void narrow_avx512(const int32_t *at, uint32_t n,
                                 const tsl_look *look, tsl_seen *seen)
{
   const uint32_t window = look->window, reach = look->reach;
   const uint32_t both = window < reach ? window : reach;
   const __m512i most = _mm512_set1_epi32((int)look->imax);
   const __m512i missed = _mm512_set1_epi32((int)TSL_MISSED);
   uint32_t i;
   for (i = 0; i < n; i += 32) {
      state_avx512 a = {_mm512_loadu_si512(at + i), most, missed};
      state_avx512 b = {_mm512_loadu_si512(at + i + 16), most, missed};
      if (window == 32 && reach == 32) {
         look_at_32(at + i, &a, &b);
      } else {
         look_at_16(at + i, window, both, 1, 0, &a);
         look_at_16(at + i, reach, both, 0, 1, &a);
         look_at_16(at + i, both, 0, 1, 1, &a);
         look_at_16(at + i + 16, window, both, 1, 0, &b);
         look_at_16(at + i + 16, reach, both, 0, 1, &b);
         look_at_16(at + i + 16, both, 0, 1, 1, &b);
      }
      put_avx512(&a, most, 0, i, seen);
      put_avx512(&b, most, 16, i + 16, seen);
   }
}

AVX512 static void wide_avx512(const uint64_t *at, uint32_t n,
                               const tsl_look *look, tsl_seen *seen)
{
   const __m512i most = _mm512_set1_epi64(look->imax);
   const __m512i lane = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
   uint32_t i;
   for (i = 0; i < n; i += 8) {
      const __m512i a = _mm512_loadu_si512(at + i);
      __m512i least = most, step = _mm512_set1_epi64(TSL_MISSED);
      uint32_t j;
      for (j = look->window; j >= 1; j--) {
         const __m512i b = _mm512_loadu_si512(at + i - j);
         const __m512i d =
            _mm512_sub_epi64(_mm512_max_epu64(a, b), _mm512_min_epu64(a, b));
         least = _mm512_min_epu64(least, d);
      }
      for (j = look->reach; j >= 1; j--) {
         const __m512i b = _mm512_loadu_si512(at + i - j);
         step = _mm512_mask_mov_epi64(step, _mm512_cmpeq_epi64_mask(a, b),
                                      _mm512_set1_epi64(TSL_REACH - j));
      }
      step = _mm512_add_epi64(
         step, _mm512_add_epi64(lane, _mm512_set1_epi64(i % TSL_REACH)));
      _mm256_storeu_si256((__m256i *)(seen->strides + i),
                          _mm512_cvtepi64_epi32(least));
      _mm_storel_epi64((__m128i *)(seen->places + i),
                       _mm512_cvtepi64_epi8(step));
      for (j = i; j < i + 8; j++)
         seen->bins[j] = tsl_stride_bin(seen->strides[j], look->imax);
   }
}

const tsl_stride_kernels tsl_stride_avx512 = {narrow_avx512, wide_avx512,
                                              map_avx512};

#endif /* __x86_64__ */
