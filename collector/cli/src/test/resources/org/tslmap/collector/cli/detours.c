#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int handled;
static volatile int counter;
static volatile int in_child[8];
static volatile int in_parent;
static sigjmp_buf back;

static void helper(void)
{
   volatile int of_helper = 1;
   (void)of_helper;
}

static void handler(int signal)
{
   handled++;
   helper();
}

static void leaver(int signal)
{
   handled++;
   siglongjmp(back, 1);
}

static void after(void)
{
   counter++;
}

static void raiser(void)
{
   volatile int of_raiser = 0;
   for (int i = 0; i < 3; i++) {
      raise(SIGUSR1);
      of_raiser++;
      after();
   }
}

static void left(void)
{
   if (sigsetjmp(back, 1) == 0)
      raise(SIGUSR2);
   after();
}

static void work(void)
{
   for (int i = 0; i < 8; i++)
      in_child[i] = i;
   after();
}

static void forker(void)
{
   volatile int of_forker = 0;
   pid_t child = fork();
   if (child == 0) {
      work();
      of_forker++;
      _exit(0);
   }
   waitpid(child, 0, 0);
   in_parent++;
   after();
}

int main(void)
{
   signal(SIGUSR1, handler);
   signal(SIGUSR2, leaver);
   raiser();
   left();
   forker();
   return 0;
}
