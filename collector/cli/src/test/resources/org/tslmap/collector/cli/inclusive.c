/* What a function calls: by a library, by recursion, over a longjmp, in a signal's handler. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf back;
static int handled;

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void handler(int number) { handled += number; }

__attribute__((noinline)) static int deeper(int n, int *values)
{
   values[n] = n;
   return n < 2 ? 1 : n + deeper(n - 1, values);
}

__attribute__((noinline)) static void leap(int *values)
{
   if (values[3] > 1)
      longjmp(back, 1);
}

__attribute__((noinline)) static void outside(int *values, int n)
{
   for (int i = 0; i < n; i++)
      values[i] = (i * 7919) % n;
}

__attribute__((noinline)) void work(int *values, int n)
{
   qsort(values, n, sizeof *values, by_value);
   char *buffer = malloc(5000);
   memset(buffer, 1, 5000);
   values[0] += buffer[7];
   free(buffer);
   deeper(20, values);
   raise(SIGUSR1);
   if (!setjmp(back))
      leap(values);
}

int main(void)
{
   const int n = 3000;
   int *values = malloc(n * sizeof *values);
   signal(SIGUSR1, handler);
   for (int round = 0; round < 3; round++) {
      outside(values, n);
      work(values, n);
   }
   return handled == 0;
}
