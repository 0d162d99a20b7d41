/* Becomes another user; a child ends with 3, as does this. With an argument the child becomes another user. */
#include <sys/wait.h>
#include <unistd.h>

static int leave(void) { return setgid(65534) || setuid(65534); }

int main(int argc, char **argv)
{
   int status;
   if (argc == 1 && leave())
      return 9;
   if (fork() == 0)
      _exit(argc > 1 && leave() ? 8 : 3);
   wait(&status);
   return WEXITSTATUS(status);
}
