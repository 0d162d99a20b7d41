/* Writes 100 words of a block of the heap 100 times, and 100 words of a static array
   as often. With an argument it does so for ever, and says so first. */
#include <stdlib.h>
#include <unistd.h>

volatile long table[100];

__attribute__((noinline)) static void fill(volatile long *words)
{
   int i;
   for (i = 0; i < 100; i++)
      words[i] = i;
}

int main(int argc, char **argv)
{
   volatile long *early = malloc(100 * sizeof *early);
   int round;
   if (argc > 1 && write(1, "for ever\n", 9) != 9)
      return 1;
   for (round = 0; round < 100 || argc > 1; round++) {
      fill(early);
      fill(table);
   }
   return 5;
}
