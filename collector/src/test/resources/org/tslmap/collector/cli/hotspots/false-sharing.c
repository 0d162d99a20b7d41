/* Two threads count in two words of one line, and take turns. */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#define N 400000

volatile long counters[8] __attribute__((aligned(64)));

static void *count(void *argument)
{
   volatile long *own = argument;
   for (int i = 0; i < N; i++) {
      (*own)++; /* line 14 */
      if (i % 1000 == 0)
         sched_yield();
   }
   return NULL;
}

int main(void)
{
   pthread_t one, two;
   pthread_create(&one, NULL, count, (void *)&counters[1]);
   pthread_create(&two, NULL, count, (void *)&counters[5]);
   pthread_join(one, NULL);
   pthread_join(two, NULL);
   return 0;
}
