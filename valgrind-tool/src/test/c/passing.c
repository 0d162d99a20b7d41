/* Blocks that come and go, some of them moved on the way, and three that stay. */
#include <stdlib.h>

void *volatile kept[3];

int main(void)
{
   int i;
   for (i = 0; i < 1000; i++) {
      void *volatile old = i < 3 ? NULL : kept[i % 3];
      kept[i % 3] = malloc(3000);
      free(old);
      free(realloc(malloc(40), 4000));
   }
   return kept[0] == NULL;
}
