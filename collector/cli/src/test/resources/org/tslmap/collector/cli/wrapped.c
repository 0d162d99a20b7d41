#include <stdlib.h>

static __attribute__((noinline)) void *wrapper(size_t bytes)
{
   return malloc(bytes);
}

static void fill(volatile char *block, int bytes)
{
   for (int i = 0; i < bytes; i++)
      block[i] = 1;
}

static void large(void)
{
   char *block = wrapper(40);
   fill(block, 40);
   free(block);
}

static void small(void)
{
   char *block = wrapper(30);
   fill(block, 30);
   free(block);
}

int main(void)
{
   large();
   small();
   return 0;
}
