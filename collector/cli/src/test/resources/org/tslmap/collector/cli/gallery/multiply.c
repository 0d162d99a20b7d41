/* A matrix multiplication with its three loops in one of their orders. */
#include <stdio.h>

#define N 256

static double a[N][N], b[N][N], c[N][N];

__attribute__((noipa)) static void multiply(void)
{
#if defined IJK
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         for (int k = 0; k < N; k++)
            c[i][j] += a[i][k] * b[k][j];
#elif defined JIK
   for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
         for (int k = 0; k < N; k++)
            c[i][j] += a[i][k] * b[k][j];
#else
   for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
         for (int i = 0; i < N; i++)
            c[i][j] += a[i][k] * b[k][j];
#endif
}

int main(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
         a[i][j] = i + j;
         b[i][j] = i - j;
      }
   multiply();
   printf("%g\n", c[N / 2][N / 3]);
   return 0;
}
