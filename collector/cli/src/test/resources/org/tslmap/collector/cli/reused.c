#include <malloc.h>
#include <stdlib.h>

/* A block that lies where another one was, so that none of its words is touched for the first time. */

enum { COUNT = 1 << 17 };

int main(void)
{
   mallopt(M_MMAP_THRESHOLD, 1 << 28);
   double *first = malloc(COUNT * sizeof(double));
   char *guard = malloc(64);
   for (int i = 0; i < COUNT; i++)
      first[i] = i;
   free(first);
   volatile double *block = malloc(COUNT * sizeof(double));
   double sum = 0;
   for (int k = 0; k < 10; k++)
      for (int i = 0; i < COUNT; i++)
         sum += block[i];
   free(guard);
   return sum == 1;
}
