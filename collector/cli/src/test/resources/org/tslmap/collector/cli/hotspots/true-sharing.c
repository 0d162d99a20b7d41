/* Two threads count in the same word, a thousand times in each turn. */
#include <pthread.h>
#include <sched.h>

#define N 400000

long served __attribute__((aligned(64)));
volatile long turn __attribute__((aligned(64)));

static void *serve(void *argument)
{
   const long mine = argument != NULL;
   for (int i = 0; i < N; i++) {
      while (i % 1000 == 0 && turn % 2 != mine)
         sched_yield();
      __atomic_fetch_add(&served, 1, __ATOMIC_RELAXED); /* line 16 */
      if (i % 1000 == 999)
         turn++;
   }
   return NULL;
}

int main(void)
{
   pthread_t one, two;
   pthread_create(&one, NULL, serve, NULL);
   pthread_create(&two, NULL, serve, (void *)&turn);
   pthread_join(one, NULL);
   pthread_join(two, NULL);
   return 0;
}
