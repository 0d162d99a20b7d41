/* One function that wastes nothing, and one that probes a large table at random. */

#include <stdio.h>
#include <stdlib.h>

#define ENTRIES (1u << 21)

static int small[64];
static int *table;

__attribute__((noinline)) int harmless(unsigned i)
{
   small[i & 63] += 1;
   small[i + 1 & 63] ^= 3;
   return small[i + 2 & 63] + small[i + 3 & 63];
}

__attribute__((noinline)) int probe(unsigned i) { return table[i & ENTRIES - 1]; }

int main(void)
{
   unsigned i, x = 1, sum = 0;
   table = calloc(ENTRIES, sizeof *table);
   for (i = 0; i < 1000000; i++) {
      sum += harmless(i);
      x = x * 1664525u + 1013904223u;
      sum += probe(x >> 3);
   }
   return sum == 42;
}
