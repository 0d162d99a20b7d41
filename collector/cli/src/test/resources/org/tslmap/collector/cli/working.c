/* Says when it begins and when it ends, and makes 40 million accesses between. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
   enum { WORDS = 1 << 18 };
   volatile long *words = calloc(WORDS, sizeof *words);
   puts("ready");
   fflush(stdout);
   for (long i = 0; i < 20000000; i++)
      words[i * 7919 % WORDS] += i;
   puts("done");
   return 0;
}
