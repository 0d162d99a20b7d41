/* Two threads take turns at adding to the second and the fourth counter of a line. */
#include <pthread.h>
#include <sched.h>

static volatile long counters[8] __attribute__((aligned(64)));
static volatile long turn __attribute__((aligned(64)));

static void *count(void *place)
{
   volatile long *counter = place;
   const long mine = counter == &counters[3];
   for (int i = 0; i < 100; i++) {
      while (turn % 2 != mine)
         sched_yield();
      *counter += 1;
      turn++;
   }
   return place;
}

int main(void)
{
   pthread_t a;
   pthread_t b;
   pthread_create(&a, NULL, count, (void *)&counters[1]);
   pthread_create(&b, NULL, count, (void *)&counters[3]);
   pthread_join(a, NULL);
   pthread_join(b, NULL);
   return counters[1] + counters[3] == 200 ? 0 : 1;
}
