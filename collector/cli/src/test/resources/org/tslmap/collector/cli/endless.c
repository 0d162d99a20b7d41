/* Says when it begins, and makes accesses until a signal ends it. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
   enum { WORDS = 1 << 18 };
   volatile long *words = calloc(WORDS, sizeof *words);
   puts("ready");
   fflush(stdout);
   for (unsigned long i = 0;; i++)
      words[i * 7919 % WORDS] += (long)i;
}
