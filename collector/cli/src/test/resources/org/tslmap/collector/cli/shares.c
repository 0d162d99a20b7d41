/* A thread for each argument, which goes so many times over 256 words of its own. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8, WORDS = 256, LINE = 64 };

static struct {
   volatile long words[WORDS];
} own[MOST] __attribute__((aligned(LINE)));

struct part {
   int number;
   long passes;
};

static void *work(void *of)
{
   struct part *part = of;
   volatile long *words = own[part->number].words;
   for (long k = 0; k < part->passes; k++)
      for (int i = 0; i < WORDS; i++)
         words[i] += i;
   return NULL;
}

int main(int argc, char **argv)
{
   pthread_t threads[MOST];
   struct part parts[MOST];
   int count = argc - 1 < MOST ? argc - 1 : MOST;
   for (int i = 0; i < count; i++) {
      parts[i] = (struct part){i, atol(argv[i + 1])};
      pthread_create(&threads[i], NULL, work, &parts[i]);
   }
   for (int i = 0; i < count; i++)
      pthread_join(threads[i], NULL);
   return 0;
}
