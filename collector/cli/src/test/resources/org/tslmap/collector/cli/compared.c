/* A program before and after a change (-DAFTER), which the pages compare: a walk down columns goes along
   rows, a function has another name, and updates at random have come. */
#include <stdio.h>
#include <stdlib.h>

#define N 192
#define TABLE (1 << 19)

double matrix[N][N];
long values[8192];
long table[TABLE];

__attribute__((noipa)) static double walk(void)
{
   double sum = 0;
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
#ifdef AFTER
         sum += matrix[i][j];
#else
         sum += matrix[j][i];
#endif
   return sum;
}

#ifdef AFTER
#define gather collect
#endif

__attribute__((noipa)) static long gather(void)
{
   long sum = 0;
   for (int k = 0; k < 8; k++)
      for (int i = 0; i < 8192; i++)
         sum += values[i];
   return sum;
}

#ifdef AFTER
__attribute__((noipa)) static void scatter(void)
{
   unsigned long place = 1;
   for (int i = 0; i < 20000; i++) {
      place = place * 6364136223846793005UL + 1442695040888963407UL;
      table[place >> 45] += i;
   }
}
#endif

int main(void)
{
   double sum = 0;
   for (int k = 0; k < 3; k++)
      sum += walk();
   sum += gather();
#ifdef AFTER
   scatter();
#endif
   printf("%g %ld\n", sum, table[1]);
   return 0;
}
