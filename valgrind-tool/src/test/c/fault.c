/* A fault in the middle of a block, left by siglongjmp; then one behind a side
   exit. The stores to first and second must not be lost, that to third must not
   appear until the end. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

long first, second, third, fourth;
static sigjmp_buf back;

static void handler(int signal)
{
   siglongjmp(back, signal);
}

__attribute__((noinline)) static void straight(long *bad)
{
   __asm__ volatile("movq $1, first(%%rip)\n\t"
                    "movq $2, second(%%rip)\n\t"
                    "movq $3, (%0)\n\t"
                    "movq $4, third(%%rip)"
                    : : "r"(bad) : "memory");
}

__attribute__((noinline)) static void behind_exit(long *bad, long *good, long n)
{
   __asm__ volatile("movq $1, (%1)\n\t"
                    "testq %2, %2\n\t"
                    "jz 1f\n\t"
                    "movq $2, 8(%1)\n\t"
                    "movq (%0), %%rax\n\t"
                    "movq $4, third(%%rip)\n"
                    "1:"
                    : : "r"(bad), "r"(good), "r"(n) : "memory", "rax");
}

int main(void)
{
   static long good[2];
   volatile int faults = 0;
   signal(SIGSEGV, handler);
   if (sigsetjmp(back, 1) == 0)
      straight(0);
   else
      faults++;
   if (sigsetjmp(back, 1) == 0)
      behind_exit(0, good, 1);
   else
      faults++;
   third = faults;
   printf("first %p second %p third %p good %p\n", (void *)&first, (void *)&second,
          (void *)&third, (void *)good);
   return 0;
}
