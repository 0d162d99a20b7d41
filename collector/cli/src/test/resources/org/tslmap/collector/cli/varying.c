/* Reads a word a few times more in some runs than in others; the first and the fourth run differ less than the
   first and the second. A file counts the runs. */
#include <stdio.h>

static volatile long words[1];

__attribute__((noinline)) static long work(int n)
{
   long sum = 0;
   for (int i = 0; i < n; i++)
      sum += words[0];
   return sum;
}

int main(void)
{
   int runs = 0;
   FILE *counter = fopen("runs", "r");
   if (counter != NULL) {
      if (fscanf(counter, "%d", &runs) != 1)
         return 1;
      fclose(counter);
   }
   counter = fopen("runs", "w");
   fprintf(counter, "%d", runs + 1);
   fclose(counter);
   printf("%ld\n", work(500 + (runs % 3 == 0 ? runs : 100)));
   return 0;
}
