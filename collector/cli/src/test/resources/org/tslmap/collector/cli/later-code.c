/* Probes a table by two pieces of code of one function, the second of which runs later. */
#include <stdlib.h>

enum { WORDS = 1 << 20 };

__attribute__((noinline)) static unsigned long probe(unsigned long *table, long times, int later)
{
   unsigned long place = 1, sum = 0;
   long i;
   for (i = 0; i < times; i++) {
      place = place * 6364136223846793005ul + 1442695040888963407ul;
      if (later)
         table[place >> 44] ^= place;
      else
         sum += table[place >> 44];
   }
   return sum;
}

int main(void)
{
   unsigned long *table = calloc(WORDS, sizeof *table);
   unsigned long sum = probe(table, 2000000, 0);
   return (sum + probe(table, 2000000, 1)) != 0;
}
