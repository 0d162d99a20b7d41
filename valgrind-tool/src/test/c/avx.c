/* 32-byte accesses, and masked ones that are guarded. */
#include <immintrin.h>
#include <stdio.h>

static float x[256], y[256];
static int h[64];
static double d[32];

__attribute__((target("avx2"))) int main(void)
{
   const __m256i mask = _mm256_set_epi32(-1, 0, -1, 0, -1, 0, 0, -1);
   const __m256i every = _mm256_set_epi64x(6, 4, 2, 0);
   __m256d sum = _mm256_setzero_pd();
   int i;
   for (i = 0; i < 256; i += 8)
      _mm256_storeu_ps(x + i, _mm256_add_ps(_mm256_loadu_ps(x + i), _mm256_loadu_ps(y + i)));
   for (i = 0; i < 64; i += 8) {
      const __m256i v = _mm256_maskload_epi32(h + i, mask);
      _mm256_maskstore_epi32(h + i, mask, _mm256_add_epi32(v, mask));
   }
   for (i = 0; i < 24; i += 4)
      sum = _mm256_add_pd(sum, _mm256_i64gather_pd(d + i, every, 8));
   _mm256_storeu_pd(d, sum);
   printf("%g %d %g\n", x[7], h[7], d[0]);
   return 0;
}
