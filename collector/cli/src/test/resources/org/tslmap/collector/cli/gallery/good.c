/* A matrix multiplication in tiles that fit into the smallest cache. */
#include <stdio.h>

#define N 256
#define TILE 32
#define PADDED (N + 8)

static double a[N][PADDED], b[N][PADDED], c[N][PADDED];

__attribute__((noipa)) static void multiply(void)
{
   for (int kk = 0; kk < N; kk += TILE)
      for (int jj = 0; jj < N; jj += TILE)
         for (int i = 0; i < N; i++)
            for (int k = kk; k < kk + TILE; k++)
               for (int j = jj; j < jj + TILE; j++)
                  c[i][j] += a[i][k] * b[k][j];
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
