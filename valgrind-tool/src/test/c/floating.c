/* Floating point: matrix multiply (SSE2), long double (x87), state saves. */
#include <math.h>
#include <stdio.h>

#define N 24
static double a[N][N], b[N][N], c[N][N];
static float f[256];
static unsigned char area[512] __attribute__((aligned(64)));

int main(void)
{
   volatile long double z = 1.5L;
   int i, j, k;
   for (i = 0; i < N; i++)
      for (j = 0; j < N; j++) {
         a[i][j] = i + j;
         b[i][j] = i - j;
      }
   for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
         for (k = 0; k < N; k++)
            c[i][j] += a[i][k] * b[k][j];
   for (i = 0; i < 256; i++)
      f[i] = (float)sqrt(i);
   for (i = 0; i < 20; i++)
      z = z * 1.25L + f[i];
   __asm__ volatile("fxsave64 %0" : "=m"(area));
   __asm__ volatile("fxrstor64 %0" : : "m"(area));
   __asm__ volatile("fnstenv %0; fldenv %0" : "+m"(area));
   printf("%g %g %Lg\n", c[3][4], f[9], z);
   return 0;
}
