#include <setjmp.h>

#define FUNCTION static __attribute__((noinline, noclone))

static volatile int counter[4];
static volatile int times = 3;
static jmp_buf back;

FUNCTION void last(void)
{
   counter[0]++;
}

FUNCTION void middle(void)
{
   counter[1]++;
   last();
}

FUNCTION void first(void)
{
   counter[2]++;
   middle();
}

FUNCTION __attribute__((cold, noreturn)) void fail(void)
{
   counter[3]++;
   longjmp(back, 1);
}

/* What it does for negative numbers is moved away. */
FUNCTION int guarded(int n)
{
   counter[3]++;
   if (__builtin_expect(n < 0, 0)) {
      counter[2] = 1;
      counter[1] = 1;
      fail();
   }
   counter[0] = n;
   return n;
}

int main(void)
{
   for (int i = 0; i < times; i++)
      first();
   if (setjmp(back) == 0)
      guarded(guarded(-counter[0]));
   counter[1] = guarded(1);
   return 0;
}
