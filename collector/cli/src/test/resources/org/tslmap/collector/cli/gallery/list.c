/* A list whose nodes lie in the order of allocation, which is not that of the links. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 200000

struct node {
   struct node *next;
   double value;
};

static struct node *nodes[N];

__attribute__((noipa)) static double walk(const struct node *node)
{
   double sum = 0;
   for (; node; node = node->next)
      sum += node->value;
   return sum;
}

int main(void)
{
   for (int i = 0; i < N; i++)
      nodes[i] = malloc(sizeof **nodes);
   uint64_t state = 1;
   for (int i = N - 1; i > 0; i--) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      int j = (int)((state >> 33) % (uint64_t)(i + 1));
      struct node *node = nodes[i];
      nodes[i] = nodes[j];
      nodes[j] = node;
   }
   for (int i = 0; i < N; i++) {
      nodes[i]->next = i + 1 < N ? nodes[i + 1] : NULL;
      nodes[i]->value = i;
   }
   double sum = 0;
   for (int step = 0; step < 20; step++)
      sum += walk(nodes[0]);
   printf("%g\n", sum);
   return 0;
}
