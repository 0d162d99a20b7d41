/* Blocks that are allocated behind a tail call: outer jumps to inner, and has no frame then. */
#include <stdlib.h>

enum { BLOCKS = 3000, N = 200 };

static volatile int calls;

__attribute__((noipa)) static int *inner(size_t n)
{
   int *p = malloc(n * sizeof *p);
   p[0] = 1;
   return p;
}

__attribute__((noipa)) static int *outer(size_t n)
{
   calls++;
   return inner(n + 8);
}

int main(void)
{
   int i, j;
   for (i = 0; i < BLOCKS; i++) {
      volatile int *p = outer(N);
      for (j = 0; j < 10 * N; j++)
         p[j % N] += j;
      free((void *)p);
   }
   return 0;
}
