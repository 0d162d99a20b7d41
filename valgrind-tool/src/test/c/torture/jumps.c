/* longjmp out of deep calls, out of handlers, between frames many times. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf back;
static sigjmp_buf from_handler;
static volatile int depth;

__attribute__((noinline)) static void down(int n)
{
   volatile char frame[200];
   memset((void *)frame, n, sizeof frame);
   depth++;
   if (n == 0)
      longjmp(back, frame[0] + 5);
   down(n - 1);
   depth -= frame[3];
}

static void handler(int s) { siglongjmp(from_handler, s); }

static int compare(const void *a, const void *b)
{
   if (*(const int *)a == 13 && *(const int *)b == 13)
      longjmp(back, 2);
   return *(const int *)a - *(const int *)b;
}

int main(void)
{
   int i, numbers[] = {4, 13, 2, 13, 9};
   volatile int rounds = 0;
   struct sigaction a = {.sa_handler = handler};
   sigaction(SIGUSR1, &a, NULL);
   for (i = 0; i < 50; i++) {
      depth = 0;
      if (setjmp(back) == 0)
         down(i);
      else
         rounds += depth;
   }
   printf("frames left %d\n", rounds);
   rounds = 0;
   while (sigsetjmp(from_handler, 1) == 0 || ++rounds < 100)
      raise(SIGUSR1);
   printf("handlers left %d\n", rounds);
   if (setjmp(back) == 0)
      qsort(numbers, 5, sizeof *numbers, compare);
   else
      printf("left qsort\n");
   return 44;
}
