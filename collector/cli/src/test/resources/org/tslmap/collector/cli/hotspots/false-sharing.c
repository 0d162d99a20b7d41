/* Two threads count in two words of one line, a thousand times in each turn. */
#include <pthread.h>
#include <sched.h>

#define N 400000

volatile long counters[8] __attribute__((aligned(64)));
volatile long turn __attribute__((aligned(64)));

static void *count(void *argument)
{
   volatile long *own = argument;
   for (int i = 0; i < N; i++) {
      while (i % 1000 == 0 && turn % 2 != (own == &counters[5]))
         sched_yield();
      (*own)++; /* line 16 */
      if (i % 1000 == 999)
         turn++;
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
