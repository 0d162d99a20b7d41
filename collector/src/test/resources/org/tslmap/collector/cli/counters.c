/* Two threads take turns at adding to the second and the fourth counter of a line. */
#include <pthread.h>
#include <sched.h>

static volatile long counters[8] __attribute__((aligned(64)));
static volatile int running;

static void *count(void *place)
{
   volatile long *counter = place;
   __atomic_add_fetch(&running, 1, __ATOMIC_SEQ_CST);
   while (__atomic_load_n(&running, __ATOMIC_SEQ_CST) < 2)
      sched_yield();
   for (int i = 0; i < 200; i++) {
      *counter += 1;
      sched_yield();
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
   return counters[1] + counters[3] == 400 ? 0 : 1;
}
