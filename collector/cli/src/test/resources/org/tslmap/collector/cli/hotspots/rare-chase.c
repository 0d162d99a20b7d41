/* A list that few accesses go through, and a well-behaved loop with most of
   them: what costs time is the list. */
#include <stdlib.h>

#define NODES 4096

struct node {
   struct node *next;
   long value;
};

double small[64];

__attribute__((noipa)) static long walk(struct node *node)
{
   long sum = 0;
   for (; node; node = node->next) /* line 17 */
      sum += node->value;
   return sum;
}

__attribute__((noipa)) static void work(void)
{
   for (int t = 0; t < 40000; t++)
      for (int i = 0; i < 64; i++)
         small[i] += i;
}

int main(void)
{
   struct node **nodes = malloc(NODES * sizeof *nodes);
   for (int i = 0; i < NODES; i++)
      nodes[i] = malloc(sizeof **nodes);
   unsigned long random = 1;
   for (int i = NODES - 1; i > 0; i--) {
      random = random * 6364136223846793005u + 1;
      int j = (random >> 33) % (i + 1);
      struct node *other = nodes[i];
      nodes[i] = nodes[j];
      nodes[j] = other;
   }
   for (int i = 0; i < NODES; i++)
      *nodes[i] = (struct node){i + 1 < NODES ? nodes[i + 1] : NULL, i};
   long sum = walk(nodes[0]) + walk(nodes[0]);
   work();
   return sum < 0;
}
