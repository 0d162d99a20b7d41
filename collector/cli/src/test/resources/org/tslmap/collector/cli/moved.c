#include <stdlib.h>

static __attribute__((noinline)) void fill(volatile long *at, long n)
{
   for (long i = 0; i < n; i++)
      at[i] = i;
}

int main(void)
{
   long *block = malloc(1000 * sizeof *block);
   volatile long *behind = malloc(sizeof *behind);
   fill(block, 1000);
   block = realloc(block, 3000 * sizeof *block);
   fill(block, 3000);
   *behind = 1;
   free(block);
   free((void *)behind);
   return 0;
}
