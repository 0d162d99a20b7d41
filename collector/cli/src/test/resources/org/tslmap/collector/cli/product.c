/* A product of matrices in the order that ORDER names: ijk walks down columns, ikj along rows. */
#include <stdio.h>

enum { ijk, ikj, N = 40 };

static double a[N][N], b[N][N], c[N][N];

__attribute__((noinline)) static void multiply(void)
{
   for (int i = 0; i < N; i++)
      for (int p = 0; p < N; p++)
         for (int q = 0; q < N; q++) {
            int j = ORDER == ijk ? p : q;
            int k = ORDER == ijk ? q : p;
            c[i][j] += a[i][k] * b[k][j];
         }
}

#ifdef EXTRA
__attribute__((noinline)) static void extra(void)
{
   for (int i = 0; i < N; i++)
      a[i][0] += 1;
}
#endif

int main(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         a[i][j] = b[i][j] = i + j;
#ifdef EXTRA
   extra();
#endif
   multiply();
   printf("%g\n", c[1][2]);
   return 0;
}
