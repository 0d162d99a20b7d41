/* Integer code: a counting sort, bit twiddling, division, recursion. */
#include <stdint.h>
#include <stdio.h>

static uint16_t keys[2000];
static uint32_t counts[256], order[2000];
static int64_t table[64];

static unsigned ackermann(unsigned m, unsigned n)
{
   return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1)
                                  : ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
   uint32_t x = 1;
   int i;
   for (i = 0; i < 2000; i++) {
      x = x * 1664525u + 1013904223u;
      keys[i] = (uint16_t)(x >> 24);
   }
   for (i = 0; i < 2000; i++)
      counts[keys[i]]++;
   for (i = 1; i < 256; i++)
      counts[i] += counts[i - 1];
   for (i = 2000; i-- > 0;)
      order[--counts[keys[i]]] = (uint32_t)i;
   for (i = 0; i < 64; i++)
      table[i] = (int64_t)order[i * 7] / (i + 1) + __builtin_popcount(order[i]);
   __asm__ volatile("bts %1, %0" : "+m"(table[3]) : "r"(17L) : "cc");
   __asm__ volatile("xchg %0, %1" : "+m"(table[4]), "+r"(x));
   printf("%u %lld %u\n", order[5], (long long)table[9], ackermann(2, 5));
   return 0;
}
