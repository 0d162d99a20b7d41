/*--------------------------------------------------------------------*/
/*--- Runs a program and says what it took.              measure.c ---*/
/*--------------------------------------------------------------------*/

/* measure PREFIX PROGRAM ARGS...

   Writes PREFIX.<pid> when the program has ended: its status as a shell has it
   (128 + n after signal n), wall, user and system time in seconds, and the
   most memory that was resident at once, in KiB, of the program or any child it
   waited for. The file appears whole or not at all. Leaves with that status.

   SIGTERM is passed on, and comes also when whoever started this ends, so that
   nothing is left running; SIGINT is left to the program. */

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CANNOT_START 127
#define SIGNALLED 128

static volatile sig_atomic_t child;

static void pass_on(int number)
{
   if (child > 0)
      kill(child, number);
}

static double now(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t)
{
   return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void fail(const char *what)
{
   fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
   exit(CANNOT_START);
}

static void report(const char *prefix, int status, double wall,
                   const struct rusage *usage)
{
   char file[4096], part[4096 + 8];
   snprintf(file, sizeof file, "%s.%d", prefix, (int)getpid());
   snprintf(part, sizeof part, "%s.part", file);
   FILE *out = fopen(part, "w");
   if (out == NULL)
      fail(part);
   fprintf(out, "%d %.6f %.6f %.6f %ld\n", status, wall,
           seconds(usage->ru_utime), seconds(usage->ru_stime),
           usage->ru_maxrss);
   if (fclose(out) != 0 || rename(part, file) != 0)
      fail(file);
}

int main(int argc, char **argv)
{
   if (argc < 3) {
      fprintf(stderr, "usage: measure PREFIX PROGRAM ARGS...\n");
      return 2;
   }
   pid_t parent = getppid();
   prctl(PR_SET_PDEATHSIG, SIGTERM);
   if (getppid() != parent)
      return SIGNALLED + SIGTERM;

   sigset_t term, before;
   sigemptyset(&term);
   sigaddset(&term, SIGTERM);
   sigprocmask(SIG_BLOCK, &term, &before);
   struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
   sigaction(SIGTERM, &action, NULL);

   double start = now();
   pid_t pid = fork();
   if (pid < 0)
      fail("fork");
   if (pid == 0) {
      signal(SIGTERM, SIG_DFL);
      sigprocmask(SIG_SETMASK, &before, NULL);
      execvp(argv[2], argv + 2);
      fail(argv[2]);
   }
   child = pid;
   signal(SIGINT, SIG_IGN);
   sigprocmask(SIG_SETMASK, &before, NULL);

   int how;
   struct rusage usage;
   while (wait4(pid, &how, 0, &usage) < 0)
      if (errno != EINTR)
         fail("wait4");
   double wall = now() - start;
   int status = WIFSIGNALED(how) ? SIGNALLED + WTERMSIG(how) : WEXITSTATUS(how);
   report(argv[1], status, wall, &usage);
   return status;
}
