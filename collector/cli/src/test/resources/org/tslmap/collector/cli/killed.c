/* Ends by the signal whose number is given, after a few thousand accesses. With a second argument a
   forked child sends it, otherwise the program itself. */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long words[1 << 20];

int main(int argc, char **argv)
{
   int signal = argc > 1 ? atoi(argv[1]) : SIGSEGV;
   pid_t program = getpid();
   for (int i = 0; i < 1 << 18; i++)
      words[i] = i;
   if (argc < 3) {
      kill(program, signal);
   } else if (fork() == 0) {
      kill(program, signal);
      _exit(0);
   }
   for (;;)
      wait(NULL);
}
