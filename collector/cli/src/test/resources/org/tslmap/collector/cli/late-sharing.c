/* One thread fills an array, three million accesses; then two count in two words of one line. */
#include <pthread.h>
#include <sched.h>

enum { N = 3000000 };

static volatile long array[1 << 16];
static volatile long counters[8] __attribute__((aligned(64)));

static void *count(void *argument)
{
   volatile long *own = argument;
   for (int i = 0; i < N; i++) {
      (*own)++;
      if (i % 50000 == 0)
         sched_yield(); /* or one may be done before the other begins */
   }
   return NULL;
}

int main(void)
{
   pthread_t one, two;
   for (int i = 0; i < N; i++)
      array[i & 0xffff] = i;
   pthread_create(&one, NULL, count, (void *)&counters[1]);
   pthread_create(&two, NULL, count, (void *)&counters[5]);
   pthread_join(one, NULL);
   pthread_join(two, NULL);
   return 0;
}
