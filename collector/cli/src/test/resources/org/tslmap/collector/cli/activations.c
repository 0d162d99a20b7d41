#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUNCTION static __attribute__((noipa))

static char other_stack[1 << 16];

FUNCTION void touch(volatile long *at, int n)
{
   for (int i = 0; i < n; i++)
      at[i] = i;
}

FUNCTION void recurse(int depth)
{
   volatile long cell[4];
   touch(cell, 2);
   if (depth > 0)
      recurse(depth - 1);
   touch(cell, 3);
}

static void *thread(void *unused)
{
   for (int i = 0; i < 10; i++)
      recurse(3);
   return unused;
}

static void handler(int signal)
{
   recurse(1);
}

FUNCTION void forker(void)
{
   volatile long cell[4];
   touch(cell, 1);
   if (fork() == 0) {
      touch(cell, 4);
      recurse(0);
      _exit(0);
   }
   wait(0);
   touch(cell, 2);
   raise(SIGUSR1);
   touch(cell, 1);
}

int main(void)
{
   pthread_t threads[3];
   stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
   struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
   for (int i = 0; i < 3; i++)
      pthread_create(&threads[i], 0, thread, 0);
   for (int i = 0; i < 3; i++)
      pthread_join(threads[i], 0);
   sigaltstack(&stack, 0);
   sigaction(SIGUSR1, &action, 0);
   forker();
   return 0;
}
