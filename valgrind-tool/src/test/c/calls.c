/* Functions to be picked by name: outer writes 10 words and calls inner, which
   writes 20; stray calls inner, too. begin and end mark a span of 40 loads. The
   array `grid` is a region. */
#include <setjmp.h>

volatile long a[10], b[20], grid[40];
static jmp_buf back;

__attribute__((noinline)) void inner(int jump)
{
   int i;
   for (i = 0; i < 20; i++)
      b[i] = i;
   if (jump)
      longjmp(back, 1);
}

__attribute__((noinline)) void outer(int jump)
{
   int i;
   for (i = 0; i < 10; i++)
      a[i] = i;
   inner(jump);
}

__attribute__((noinline)) void begin(void) { __asm__ volatile(""); }
__attribute__((noinline)) void end(void) { __asm__ volatile(""); }

/* As C++ names a function without linkage: (anonymous namespace)::read_grid(). */
long read_grid(void) __asm__("_ZN12_GLOBAL__N_19read_gridEv");

__attribute__((noinline)) long read_grid(void)
{
   long sum = 0;
   int i;
   for (i = 0; i < 40; i++)
      sum += grid[i];
   return sum;
}

int main(void)
{
   outer(0);
   inner(0);
   if (setjmp(back) == 0)
      outer(1);
   inner(0);
   begin();
   read_grid();
   end();
   return (int)read_grid();
}
