/* Functions that begin with code of another file, in a file with a relative path. */
#include <stdio.h>
#include <stdlib.h>

#line 30 "helper.h"
static inline __attribute__((always_inline)) long first(const long *p)
{
   return *p;
}
#line 10 "../src/sums.c"
__attribute__((noinline)) long sum(const long *p, long n)
{
   long s = first(p);
   for (long i = 1; i < n; i++)
      s += p[i];
   return s;
}

int main(void)
{
   long *p = calloc(1000, sizeof *p);
   printf("%ld\n", sum(p, 1000));
   free(p);
   return 0;
}
