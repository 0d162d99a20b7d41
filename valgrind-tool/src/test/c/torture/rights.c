/* As root gives up its rights, in itself and in children: another user, another root, then children,
   threads and programs of these. Prints the same without rights to give up. */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int status_of(pid_t child)
{
   int status;
   if (waitpid(child, &status, 0) < 0)
      return -100;
   return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int family(int depth)
{
   const pid_t child = fork();
   if (child == 0)
      _exit(depth == 0 ? 3 : family(depth - 1) + 1);
   return status_of(child);
}

int main(int argc, char **argv)
{
   pid_t child;
   setvbuf(stdout, NULL, _IONBF, 0);
   if (argc > 1) {
      printf("program of user %d\n", getuid() == 65534);
      return family(0);
   }
   if (getuid() != 0) {
      printf("no rights to give up\n");
      return 49;
   }
   if ((child = fork()) == 0) {
      printf("chroot %d\n", chroot("/proc/self/fdinfo") == 0 || chroot("/proc") == 0);
      chdir("/");
      _exit(family(2));
   }
   printf("under another root: %d\n", status_of(child));
   if ((child = fork()) == 0) {
      if (seteuid(65534) != 0)
         _exit(90);
      printf("for a while: %d\n", family(1));
      seteuid(0);
      _exit(family(1));
   }
   printf("and back: %d\n", status_of(child));
   if (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0)
      return 91;
   printf("as another user: %d\n", family(2));
   if ((child = fork()) == 0) {
      execl(argv[0], argv[0], "again", (char *)0);
      _exit(errno);
   }
   printf("and program: %d\n", status_of(child));
   return 50;
}
