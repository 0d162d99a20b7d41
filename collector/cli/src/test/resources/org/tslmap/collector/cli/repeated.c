/* Some six million accesses: sweeps and scattered ones by turns; with a number as many rounds of them
   as it says. Prints a line and leaves with 7; with another argument it becomes /bin/true, or is killed
   by a child that counts until then. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WORDS = 30000, ROUNDS = 40 };

static unsigned long a[WORDS], b[WORDS], table[1 << 13];

static __attribute__((noinline)) unsigned long sweep(void)
{
   unsigned long sum = 0, i;
   for (i = 0; i < WORDS; i++)
      a[i] = b[i] + 3 * a[i];
   for (i = 0; i < WORDS; i += 4)
      sum += a[i];
   return sum;
}

static __attribute__((noinline)) unsigned long scatter(unsigned long seed)
{
   unsigned long i;
   for (i = 0; i < WORDS; i++) {
      seed = seed * 6364136223846793005ul + 1442695040888963407ul;
      table[seed >> 51] ^= seed;
   }
   return seed;
}

int main(int argc, char **argv)
{
   const unsigned long given = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
   unsigned long sum = 1, k;
   for (k = 0; k < (given > 0 ? given : ROUNDS); k++) {
      sum += sweep();
      sum = scatter(sum);
   }
   printf("sum %lu\n", sum);
   fflush(stdout);
   if (argc > 1 && argv[1][0] == 'b')
      execl("/bin/true", "true", (char *)NULL);
   if (argc > 1 && argv[1][0] == 'k') {
      if (argv[1][1] == 'x') {
         if (fork() == 0) {
            kill(getppid(), SIGKILL);
            scatter(sum);
            _exit(3);
         }
         pause();
      }
      raise(SIGTERM);
   }
   return 7;
}
