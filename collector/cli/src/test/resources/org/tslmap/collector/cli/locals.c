#include <setjmp.h>
#include <stdlib.h>

#define FUNCTION static __attribute__((noipa))

static jmp_buf env;

FUNCTION void fill(volatile long *at, int n)
{
   for (int i = 0; i < n; i++)
      at[i] = i;
}

FUNCTION void first(void)
{
   static volatile long cell[4];
   fill(cell, 4);
}

FUNCTION void second(void)
{
   static volatile long cell[6];
   fill(cell, 6);
}

FUNCTION void local(int depth)
{
   volatile long cell[5];
   fill(cell, 5);
   if (depth > 0)
      local(depth - 1);
   fill(cell, 2);
}

FUNCTION void another(void)
{
   volatile long others[64];
   fill(others, 64);
}

FUNCTION void jumps(void)
{
   volatile long cell[3];
   fill(cell, 3);
   longjmp(env, 1);
}

FUNCTION void tail(void)
{
   volatile long cell[3];
   for (int i = 0; i < 3; i++)
      cell[i] = i;
   another();
}

int main(void)
{
   long *block = malloc(11 * sizeof *block);
   long *another_block = malloc(13 * sizeof *another_block);
   fill(block, 11);
   fill(another_block, 13);
   free(block);
   free(another_block);
   first();
   second();
   local(2);
   if (setjmp(env) == 0)
      jumps();
   another();
   tail();
   return 0;
}
