/* Usage: steady ROUNDS [ignore|forks]. Accesses memory for a while (a round: some 0.5 MB of event words), and
   says what came of it. It prints "begun" first. With "ignore" SIGTERM does nothing; with "forks" children do
   some of it at the end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long table[65536];

static long work(int rounds)
{
   long sum = 0, at = 1;
   int i;
   while (rounds-- > 0)
      for (i = 0; i < 65536; i++) {
         at = (at * 1103515245 + 12345) & 65535;
         sum += table[at]++;
      }
   return sum;
}

int main(int argc, char **argv)
{
   const int rounds = atoi(argv[1]);
   const char *how = argc > 2 ? argv[2] : "";
   int i, status;
   if (strcmp(how, "ignore") == 0)
      signal(SIGTERM, SIG_IGN);
   printf("begun\n");
   fflush(stdout);
   printf("%ld\n", work(rounds));
   fflush(stdout);
   for (i = 0; i < 5 && strcmp(how, "forks") == 0; i++)
      if (fork() == 0) {
         printf("child %ld\n", work(4));
         fflush(stdout);
         _exit(0);
      } else {
         wait(&status);
      }
   return 7;
}
