/* Tells the tool everything tslmap.h has: names, phases, blocks of a pool in static memory;
   records 10 + 30 stores, not the 20 between. */
#include <stdlib.h>
#include <tslmap.h>

static char pool[256];
volatile long cells[64];

__attribute__((noinline)) static void fill(int n)
{
   int i;
   for (i = 0; i < n; i++)
      cells[i] = i;
}

int main(void)
{
   void *volatile block;
   TSLMAP_NAME(cells, sizeof cells, "the cells");
   TSLMAP_PHASE("first");
   TSLMAP_ALLOCATED(pool, 24, "pool_alloc");
   TSLMAP_ALLOCATED(pool + 32, 8, "pool_alloc");
   TSLMAP_FREED(pool);
   TSLMAP_FREED(pool + 16); /* is none */
   fill(10);
   TSLMAP_OFF();
   fill(20);
   TSLMAP_ON();
   TSLMAP_PHASE("second");
   fill(30);
   TSLMAP_NAME(cells, 8, "the first");
   TSLMAP_UNNAME(cells);
   TSLMAP_UNNAME(pool); /* has none */
   block = malloc(100);
   TSLMAP_NAME(block, 100, "the block");
   TSLMAP_ALLOCATED(block, 10, "arena");
   free(block);
   TSLMAP_ALLOCATED(pool, 24, "pool_alloc");
   TSLMAP_ALLOCATED(pool, 25, "pool_alloc"); /* released unseen */
   TSLMAP_PHASE_END();
   return 0;
}
