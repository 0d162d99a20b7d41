/* Four threads, each of which counts in a word of its own of the same line. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#define THREADS 4
#define N 200000

static volatile long counts[THREADS] __attribute__((aligned(64)));

static void *work(void *argument)
{
   volatile long *own = argument;
   for (int i = 0; i < N; i++) {
      ++*own;
      if (i % 1000 == 0)
         sched_yield();
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[THREADS];
   for (int i = 0; i < THREADS; i++)
      pthread_create(&threads[i], NULL, work, (void *)&counts[i]);
   for (int i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
   printf("%ld\n", counts[0] + counts[THREADS - 1]);
   return 0;
}
