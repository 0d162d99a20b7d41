/* Closes every descriptor it may have, moves others up to the limit, runs out of them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
   struct rlimit limit;
   int i, open_ones = 0, reached = 0, fd, status;
   getrlimit(RLIMIT_NOFILE, &limit);
   for (i = 3; i < 100000; i++)
      if (i < (int)limit.rlim_cur && fcntl(i, F_GETFD) >= 0)
         open_ones++;
   printf("open %d\n", open_ones);
   for (i = 3; i < (int)limit.rlim_cur + 20 && i < 200000; i++)
      close(i);
   printf("close_range %ld\n", syscall(436 /* close_range */, 3, ~0u, 0) == 0 ? 0L : (long)errno);
   printf("next %d\n", open("/dev/null", O_RDONLY));
   printf("dup2 %d\n", dup2(3, 19) == 19 && fcntl(19, F_GETFD) >= 0);
   for (i = (int)limit.rlim_cur; i < (int)limit.rlim_cur + 40; i++) /* Valgrind has some there */
      reached += (send(i, "x", 1, 0) >= 0) + (shutdown(i, SHUT_RDWR) == 0) + (fcntl(i, F_SETFL, O_NONBLOCK) == 0);
   printf("reached behind the limit %d\n", reached);
   limit.rlim_cur = 20;
   printf("limit %d\n", setrlimit(RLIMIT_NOFILE, &limit));
   while ((fd = open("/dev/null", O_RDONLY)) >= 0)
      ;
   printf("at the limit: %s\n", strerror(errno));
   fflush(stdout);
   if (fork() == 0) {
      printf("in a child: %d\n", open("/dev/null", O_RDONLY) < 0);
      fflush(stdout);
      for (i = 0; i < 30; i++)
         close(i);
      _exit(6);
   }
   wait(&status);
   printf("child %d\n", WEXITSTATUS(status));
   fflush(stdout);
   for (i = 0; i < 2000; i++)
      close(i);
   if (fork() == 0)
      _exit(1);
   wait(&status);
   return 47 + WEXITSTATUS(status);
}
