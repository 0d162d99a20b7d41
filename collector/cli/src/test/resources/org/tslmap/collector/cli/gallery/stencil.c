/* Heat in a plate: each point becomes the mean of its neighbours, step by step. */
#include <stdio.h>

#define N 800

static double now[N][N], then[N][N];

__attribute__((noipa)) static void step(double to[N][N], double from[N][N])
{
   for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
         to[i][j] = (from[i - 1][j] + from[i][j - 1] + from[i][j + 1] + from[i + 1][j]) / 4;
}

int main(void)
{
   for (int i = 0; i < N; i++)
      now[i][0] = then[i][0] = i;
   for (int time = 0; time < 4; time++) {
      step(then, now);
      step(now, then);
   }
   printf("%g\n", now[N / 2][1]);
   return 0;
}
