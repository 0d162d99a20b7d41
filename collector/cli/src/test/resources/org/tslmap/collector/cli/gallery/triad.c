/* The triad of the STREAM benchmark: three arrays, again and again. */
#include <stdio.h>

#define N 1000000

static double a[N], b[N], c[N];

__attribute__((noipa)) static void triad(double scale)
{
   for (int i = 0; i < N; i++)
      a[i] = b[i] + scale * c[i];
}

int main(void)
{
   for (int i = 0; i < N; i++) {
      b[i] = i;
      c[i] = 2 * i;
   }
   for (int step = 0; step < 6; step++)
      triad(3);
   printf("%g\n", a[N / 2]);
   return 0;
}
