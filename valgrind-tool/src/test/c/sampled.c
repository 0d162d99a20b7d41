/* Six million accesses in phases; with an argument, a part of them in a second
   thread. The first phase calls a function that no other does. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 60000, ROUNDS = 20 };

static unsigned long a[WORDS], b[WORDS], table[1 << 14];

static __attribute__((noinline)) unsigned long early(void)
{
   unsigned long sum = 0, i;
   for (i = 0; i < 1000; i++)
      sum += table[i * 16 % (1 << 14)];
   return sum;
}

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
      table[seed >> 50] ^= seed;
   }
   return seed;
}

static void *work(void *argument)
{
   unsigned long *local = malloc(8 * 5000);
   unsigned long i, k;
   memset(local, 1, 8 * 5000);
   for (k = 0; k < 100; k++)
      for (i = 1; i < 5000; i++)
         local[i] += local[i - 1];
   *(unsigned long *)argument = local[4999];
   free(local);
   return NULL;
}

int main(int argc, char **argv)
{
   unsigned long sum = early(), other = 0, k;
   pthread_t thread;
   (void)argv;
   if (argc == 1)
      work(&other);
   else
      pthread_create(&thread, NULL, work, &other);
   for (k = 0; k < ROUNDS; k++)
      sum += sweep();
   for (k = 0; k < ROUNDS; k++)
      sum = scatter(sum);
   if (argc > 1)
      pthread_join(thread, NULL);
   return sum + other == 0;
}
