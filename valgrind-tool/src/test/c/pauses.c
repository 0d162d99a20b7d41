/* More than a hundred million accesses, in rounds of sweeps, random updates, and short-lived blocks
   of the heap. "threads": in two threads; "forks": the second half in a child. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 100000, ROUNDS = 160 };

static unsigned long a[WORDS], table[1 << 16];

static __attribute__((noinline)) unsigned long sweep(const unsigned long *from)
{
   unsigned long sum = 0, i;
   for (i = 0; i < WORDS; i++)
      sum += from[i];
   return sum;
}

static __attribute__((noinline)) unsigned long scatter(unsigned long seed)
{
   unsigned long i;
   for (i = 0; i < WORDS; i++) {
      seed = seed * 6364136223846793005ul + 1442695040888963407ul;
      if (seed & 1)
         __atomic_fetch_add(&table[seed >> 48], seed, __ATOMIC_RELAXED);
      else
         table[seed >> 48] ^= seed;
   }
   return seed;
}

static __attribute__((noinline)) unsigned long block(unsigned long seed)
{
   unsigned long *p = malloc(4096);
   unsigned long sum;
   memset(p, (int)seed, 4096);
   sum = p[seed % 512];
   free(p);
   return sum;
}

static void rounds(unsigned long *sum, int first, int last)
{
   int k, n;
   for (k = first; k < last; k++) {
      for (n = 0; n < 4; n++)
         *sum += sweep(a);
      *sum = scatter(*sum);
      *sum += block(*sum);
   }
}

static void *all_rounds(void *sum)
{
   rounds(sum, 0, ROUNDS);
   return NULL;
}

int main(int argc, char **argv)
{
   unsigned long sum = 1, other = 2;
   int status = 0;
   pthread_t thread;
   if (argc > 1 && strcmp(argv[1], "threads") == 0)
      pthread_create(&thread, NULL, all_rounds, &other);
   rounds(&sum, 0, ROUNDS / 2);
   if (argc > 1 && strcmp(argv[1], "forks") == 0) {
      if (fork() == 0) {
         rounds(&sum, ROUNDS / 2, ROUNDS);
         _exit(sum == 0);
      }
      wait(&status);
   }
   rounds(&sum, ROUNDS / 2, ROUNDS);
   if (argc > 1 && strcmp(argv[1], "threads") == 0)
      pthread_join(thread, NULL);
   return sum + other == 0 || status != 0;
}
