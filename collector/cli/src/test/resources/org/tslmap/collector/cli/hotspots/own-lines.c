/* Well-behaved: two threads count in lines of their own, and take turns. */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#define N 400000

struct counter {
   volatile long count;
} __attribute__((aligned(64)));

struct counter counters[2];

static void *count(void *argument)
{
   struct counter *own = argument;
   for (int i = 0; i < N; i++) {
      own->count++;
      if (i % 1000 == 0)
         sched_yield();
   }
   return NULL;
}

int main(void)
{
   pthread_t one, two;
   pthread_create(&one, NULL, count, &counters[0]);
   pthread_create(&two, NULL, count, &counters[1]);
   pthread_join(one, NULL);
   pthread_join(two, NULL);
   return 0;
}
