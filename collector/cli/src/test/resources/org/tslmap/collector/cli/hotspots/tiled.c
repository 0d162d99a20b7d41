/* Well-behaved: a multiplication in tiles of which three fit into 4 KiB. */
#define N 80
#define TILE 10

double a[N][N], b[N][N], c[N][N];

__attribute__((noipa)) static void multiply(void)
{
   for (int jj = 0; jj < N; jj += TILE)
      for (int kk = 0; kk < N; kk += TILE)
         for (int i = 0; i < N; i++)
            for (int k = kk; k < kk + TILE; k++)
               for (int j = jj; j < jj + TILE; j++)
                  c[i][j] += a[i][k] * b[k][j];
}

int main(void)
{
   for (int t = 0; t < 3; t++)
      multiply();
   return 0;
}
