/* A parent and a forked child that each write their own array; then the child
   leaves with _exit(3), and an exec that fails. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

volatile long parents[1000], childs[500];

__attribute__((noinline)) static void parent_work(void)
{
   int i;
   for (i = 0; i < 1000; i++)
      parents[i] = i;
}

__attribute__((noinline)) static void child_work(void)
{
   int i;
   for (i = 0; i < 500; i++)
      childs[i] = i;
}

int main(void)
{
   int status;
   pid_t child = fork();
   if (child == 0) {
      child_work();
      execl("/no/such/program", "program", (char *)0);
      child_work();
      _exit(3);
   }
   parent_work();
   waitpid(child, &status, 0);
   return WEXITSTATUS(status) + 4;
}
