#include <stdlib.h>

struct point {
   double x;
   double y;
   int id;
};

extern volatile long exported;
void shared(int n);

static volatile struct point points[10];
static volatile double image[4][6];

static void members(void)
{
   for (int i = 0; i < 10; i++)
      points[i].y = i;
   for (int i = 0; i < 10; i += 3)
      points[i].id = i;
}

static void rows(void)
{
   for (int i = 0; i < 4; i++)
      for (int j = 0; j < 6; j++)
         image[i][j] = 0;
}

static double columns(void)
{
   double sum = 0;
   for (int j = 0; j < 6; j++)
      for (int i = 0; i < 4; i++)
         sum += image[i][j];
   return sum;
}

static void columns_of_local(void)
{
   volatile double square[4][4];
   for (int j = 0; j < 4; j++)
      for (int i = 0; i < 4; i++)
         square[i][j] = 0;
}

static void columns_of_heap(void)
{
   volatile double(*block)[6] = malloc(4 * sizeof *block);
   for (int j = 0; j < 6; j++)
      for (int i = 0; i < 4; i++)
         block[i][j] = 0;
   free((void *)block);
}

static inline __attribute__((always_inline)) void inlined(int n)
{
   volatile int inner = 0;
   for (int i = 0; i < n; i++)
      inner += i;
}

static void host(void)
{
   volatile int outer = 0;
   inlined(6);
   outer++;
   inlined(9);
}

int main(void)
{
   members();
   rows();
   columns();
   columns_of_local();
   columns_of_heap();
   host();
   shared(12);
   for (int i = 0; i < 5; i++)
      exported++;
   return 0;
}
