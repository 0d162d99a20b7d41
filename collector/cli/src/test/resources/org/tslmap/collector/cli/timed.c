#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/time.h>

enum { ROUNDS = 200000 };

static volatile long handled;
static volatile long cells[16];
static char other_stack[1 << 16];

static void helper(void)
{
   volatile long of_helper = 1;
   (void)of_helper;
}

static void handler(int signal)
{
   volatile long of_handler[2];
   of_handler[0] = signal;
   of_handler[1] = signal;
   handled++;
   helper();
}

static void inner(long n)
{
   volatile long of_inner = n;
   cells[n & 15] = of_inner;
}

static void work(void)
{
   volatile long of_work = 0;
   for (long n = 0; n < ROUNDS; n++) {
      inner(n);
      of_work = of_work + 1;
   }
}

static void wait_for_one(void)
{
   while (handled == 0)
      helper();
}

static void start(int flags)
{
   struct sigaction action;
   struct itimerval often = {{0, 500}, {0, 500}};
   stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
   memset(&action, 0, sizeof action);
   action.sa_handler = handler;
   action.sa_flags = flags;
   sigaltstack(&stack, 0);
   sigaction(SIGALRM, &action, 0);
   setitimer(ITIMER_REAL, &often, 0);
}

static void stop(void)
{
   struct itimerval never = {{0, 0}, {0, 0}};
   setitimer(ITIMER_REAL, &never, 0);
}

int main(int argc, char **argv)
{
   if (argc > 1)
      start(*argv[1] == 'o' ? SA_ONSTACK : 0);
   work();
   if (argc > 1) {
      wait_for_one();
      stop();
   }
   return 0;
}
