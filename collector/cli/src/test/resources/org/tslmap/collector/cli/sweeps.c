#include <stdio.h>

/* One function clears three arrays, each in one long sweep, between work on another. The
   arrays are used equally. */
enum { ROUNDS = 40, N = 20000, HOT = 512 };
static double first[N], second[N], third[N];
static volatile double hot[HOT];

__attribute__((noinline)) static void clear(double *p)
{
   int i;
   for (i = 0; i < N; i++)
      p[i] = i;
}

__attribute__((noinline)) static double work(void)
{
   double sum = 0;
   int i, j;
   for (j = 0; j < 1000; j++)
      for (i = 0; i < HOT; i++)
         sum += hot[i];
   return sum;
}

int main(void)
{
   double sum = 0;
   int round;
   for (round = 0; round < ROUNDS; round++) {
      clear(first);
      sum += work();
      clear(second);
      sum += work();
      clear(third);
      sum += work();
   }
   printf("%g\n", sum + first[1] + second[2] + third[3]);
   return 0;
}
