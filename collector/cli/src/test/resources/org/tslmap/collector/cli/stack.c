/* Sorts small numbers by counters on its stack, and prints where these are. */
#include <stdio.h>

enum { N = 4096, K = 64 };

static unsigned char keys[N], sorted[N];

__attribute__((noinline)) static void sort(void)
{
   int counts[K] = {0};
   int i;
   for (i = 0; i < N; i++)
      counts[keys[i]]++;
   for (i = 1; i < K; i++)
      counts[i] += counts[i - 1];
   for (i = N - 1; i >= 0; i--)
      sorted[--counts[keys[i]]] = keys[i];
   printf("%p\n", (void *)counts);
}

int main(void)
{
   unsigned x = 1;
   for (int i = 0; i < N; i++) {
      x = x * 1103515245 + 12345;
      keys[i] = x >> 16 & (K - 1);
   }
   sort();
   return 0;
}
