#include <stdlib.h>

enum { N = 24, TILE = 8 };
double a[N][N], b[N][N], c[N][N];
static volatile int v[64];

__attribute__((noinline)) void multiply(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
         double sum = 0;
         for (int k = 0; k < N; k++)
            sum += a[i][k] * b[k][j];
         c[i][j] = sum;
      }
}

__attribute__((noinline)) void tiled(int tile)
{
   for (int ii = 0; ii < N; ii += tile)
      for (int jj = 0; jj < N; jj += tile)
         for (int i = ii; i < ii + tile; i++)
            for (int j = jj; j < jj + tile; j++)
               b[j][i] = a[i][j];
}

__attribute__((noinline)) void pairs(int n)
{
   int i = 0;
   while (i < n) {
      v[i]++;
      i++;
   }
   do {
      v[i--]++;
   } while (i > 0);
}

__attribute__((noinline)) void jumps(int n)
{
again:
   v[0] += n;
   if (n % 3 == 0)
      v[1]++;
   if (--n > 0)
      goto again;
}

__attribute__((noinline)) int tree(int n)
{
   int sum = 0;
   for (int i = 1; i <= 2; i++)
      if (n >= i)
         sum += v[i] + tree(n - i);
   return sum;
}

__attribute__((noinline)) void cases(int n)
{
   for (int i = 0; i < n; i++)
      switch (i % 6) {
      case 0: v[0]++; break;
      case 1: v[2] = 3; break;
      case 2: v[4] -= 7; break;
      case 3: v[6] ^= 5; break;
      case 4: v[8] = v[9]; break;
      case 5: v[9] += v[3]; break;
      }
}

int main(int argc, char **argv)
{
   multiply();
   tiled(TILE + argc - 1);
   pairs(20);
   jumps(30);
   v[63] = tree(4);
   cases(60);
   return 0;
}
