/* fork, vfork, clone, posix_spawn, a storm of short children, orphans, exec in all forms. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char stack[1 << 16] __attribute__((aligned(16)));

static int status_of(pid_t child)
{
   int status = -1;
   waitpid(child, &status, 0);
   return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int cloned(void *n) { _exit((int)(long)n); }

int main(int argc, char **argv)
{
   char *const again[] = {argv[0], "again", "two words", "", NULL};
   char *const where[] = {"MARK=1", NULL};
   int i, sum = 0, ends[2];
   char c;
   pid_t child;
   if (argc > 1) {
      printf("%s: %d arguments, [%s] [%s], MARK=%s\n", argv[1], argc, argv[2], argv[3], getenv("MARK"));
      return 5;
   }
   setvbuf(stdout, NULL, _IONBF, 0);
   for (i = 0; i < 30; i++)
      if (fork() == 0)
         _exit(i);
   while ((child = wait(&i)) > 0)
      sum += WEXITSTATUS(i);
   printf("storm %d\n", sum);
   if ((child = vfork()) == 0)
      _exit(7);
   printf("vfork %d\n", status_of(child));
   if ((child = vfork()) == 0) {
      execve("/no/such/program", again, where);
      execve(argv[0], again, where);
      _exit(errno);
   }
   printf("vfork and exec %d\n", status_of(child));
   child = clone(cloned, stack + sizeof stack, SIGCHLD, (void *)9L);
   printf("clone %d\n", status_of(child));
   i = posix_spawn(&child, argv[0], NULL, NULL, again, where);
   printf("spawn %d, spawned %d\n", i, status_of(child));
   printf("system %d\n", WEXITSTATUS(system("echo from a shell; exit 3")));
   if ((child = fork()) == 0)
      abort();
   printf("abort %d\n", status_of(child));
   if ((child = fork()) == 0)
      *(volatile int *)0 = 1;
   printf("fault %d\n", status_of(child));
   if ((child = fork()) == 0)
      raise(SIGKILL);
   printf("killed %d\n", status_of(child));
   pipe(ends);
   prctl(PR_SET_CHILD_SUBREAPER, 1);
   if ((child = fork()) == 0) {
      setsid();
      if (fork() == 0) {
         close(ends[0]);
         write(ends[1], "o", 1);
         _exit(11);
      }
      _exit(10);
   }
   close(ends[1]);
   printf("parent of an orphan %d\n", status_of(child));
   i = (int)read(ends[0], &c, 1);
   printf("orphan wrote %d, ended with %d\n", i, status_of(-1));
   if ((child = fork()) == 0) {
      fexecve(open(argv[0], O_RDONLY), again, where);
      _exit(99);
   }
   printf("fexecve %d\n", status_of(child));
   execve(argv[0], again, where);
   return 99;
}
