/* Ends by a signal: the number in the first argument, raised; 11 by a real fault. With a second
   argument a thread has come to its end before. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

volatile long before[100];

__attribute__((noinline)) static void work(void)
{
   int i;
   for (i = 0; i < 100; i++)
      before[i] = i;
}

static void *end(void *nothing)
{
   return nothing;
}

int main(int argc, char **argv)
{
   const int n = argc > 1 ? atoi(argv[1]) : 11;
   pthread_t thread;
   work();
   if (argc > 2 && pthread_create(&thread, NULL, end, NULL) == 0)
      pthread_join(thread, NULL);
   if (n == 11)
      *(volatile int *)0 = 1;
   raise(n);
   return 0;
}
