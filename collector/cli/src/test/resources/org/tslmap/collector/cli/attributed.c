#include <setjmp.h>
#include <stdlib.h>

void other(void);

static volatile int counter;
static volatile double grid[3][5];
static volatile int same;
static __thread volatile long per_thread;
static jmp_buf back;

static void count(void)
{
   for (int i = 0; i < 10; i++)
      counter++;
}

static void columns(void)
{
   for (int j = 0; j < 5; j++)
      for (int i = 0; i < 3; i++)
         grid[i][j] = 1;
}

static void own(void)
{
   for (int i = 0; i < 4; i++)
      same++;
}

static void shadow(void)
{
   volatile int x = 1;
   for (int i = 0; i < 3; i++) {
      volatile int x = 2;
      (void)x;
   }
   (void)x;
}

static void down(int n)
{
   volatile int level = n;
   if (level > 0)
      down(n - 1);
}

static int read_parameter(volatile int given)
{
   return given + given + given;
}

static void grow(void)
{
   volatile char *p = malloc(64);
   for (int i = 0; i < 64; i++)
      p[i] = 1;
   p = realloc((void *)p, 1 << 20);
   for (int i = 0; i < 50; i++)
      (void)p[i];
   free((void *)p);
}

static void into(volatile int *array)
{
   for (int i = 0; i < 8; i++)
      array[i] = i;
}

static void deep(int n)
{
   if (n == 0)
      longjmp(back, 1);
   deep(n - 1);
}

static void after(void)
{
   counter++;
}

static void jump(void)
{
   if (setjmp(back) == 0)
      deep(3);
   after();
}

int main(void)
{
   volatile int of_main[8];
   count();
   columns();
   own();
   other();
   shadow();
   down(5);
   read_parameter(7);
   grow();
   into(of_main);
   for (int i = 0; i < 3; i++)
      per_thread += 2;
   jump();
   jump();
   return 0;
}
