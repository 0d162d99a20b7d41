/* Conditional code that becomes guarded accesses, and long unrolled loops. */
#include <stdio.h>

static int v[512], w[512];

__attribute__((noinline)) static int pick(const int *p, int n)
{
   int best = 0, i;
   for (i = 0; i < n; i++)
      best = p[i] > best ? p[i] : best;
   return best;
}

__attribute__((noinline)) static void copy_positive(int n)
{
   int i;
   for (i = 0; i < n; i++)
      if (v[i] > 0)
         w[i] = v[i];
}

int main(void)
{
   int i;
   for (i = 0; i < 512; i++)
      v[i] = (i * 7919) % 113 - 50;
   copy_positive(512);
   printf("%d %d\n", pick(v, 512), pick(w, 512));
   return 0;
}
