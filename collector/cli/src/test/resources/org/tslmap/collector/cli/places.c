#include <stdio.h>
#include <stdlib.h>

/* Data of every kind, and where it is. */

struct point {
   int x;
   int y;
};

static struct point grid[3][5];
static __thread long mine[4];

static int walk(int n) {
   int sum = 0;
   for (int i = 0; i < 15; i++) {
      grid[i / 5][i % 5].y = i;
      sum += grid[i / 5][i % 5].x;
   }
   return n == 0 ? sum : walk(n - 1) + grid[n][0].x;
}

static unsigned long deepest(void) {
   volatile int kept[6];
   for (int i = 0; i < 10; i++)
      kept[2] = i;
   return kept[2] == 9 ? (unsigned long)&kept[2] : 0;
}

int main(void) {
   unsigned long gone = deepest();
   char *first = malloc(101);
   first[0] = 1;
   mine[2] = walk(2) + first[0];
   printf("%p %p %p %p\n", (void *)&grid[2][3].y, (void *)first, (void *)&mine[2], (void *)gone);
   free(first);
   return 0;
}
