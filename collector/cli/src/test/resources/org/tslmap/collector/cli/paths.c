/* Allocates on 4096 paths, more than are told apart, and then in other functions. */
#include <stdlib.h>

#define APART __attribute__((noinline, noclone))

static void *volatile kept;

static APART void *my_alloc(size_t bytes) { return malloc(bytes); }

static APART void leaf(void) { kept = my_alloc(16); }

/* Two functions that both call both functions of the level below. */
#define LEVEL(n, below, other) \
   static APART void one##n(void) { below(); other(); kept = NULL; } \
   static APART void two##n(void) { other(); below(); kept = NULL; }
LEVEL(0, leaf, leaf)
LEVEL(1, one0, two0)
LEVEL(2, one1, two1)
LEVEL(3, one2, two2)
LEVEL(4, one3, two3)
LEVEL(5, one4, two4)
LEVEL(6, one5, two5)
LEVEL(7, one6, two6)
LEVEL(8, one7, two7)
LEVEL(9, one8, two8)
LEVEL(10, one9, two9)

static APART void late(void)
{
   long *block = my_alloc(80);
   for (int i = 0; i < 10; i++)
      block[i] = i;
   kept = block;
}

static APART void later(void)
{
   long *block = my_alloc(160);
   for (int i = 0; i < 20; i++)
      block[i] = i;
   kept = block;
}

int main(void)
{
   one10();
   two10();
   late();
   later();
   late();
   return 0;
}
