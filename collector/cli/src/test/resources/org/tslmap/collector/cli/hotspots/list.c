/* A list whose nodes lie in no order. */
#include <stdlib.h>

#define N 10000

struct node {
   struct node *next;
   long value;
};

struct node *nodes[N];

__attribute__((noipa)) static long walk(const struct node *node)
{
   long sum = 0;
   for (; node; node = node->next) /* line 16 */
      sum += node->value;          /* line 17 */
   return sum;
}

int main(void)
{
   unsigned long state = 1;
   long sum = 0;
   for (int i = 0; i < N; i++)
      nodes[i] = malloc(sizeof **nodes);
   for (int i = N - 1; i > 0; i--) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      int j = (state >> 33) % (i + 1);
      struct node *node = nodes[i];
      nodes[i] = nodes[j];
      nodes[j] = node;
   }
   for (int i = 0; i < N; i++) {
      nodes[i]->next = i + 1 < N ? nodes[i + 1] : NULL;
      nodes[i]->value = i;
   }
   for (int t = 0; t < 50; t++)
      sum += walk(nodes[0]);
   return sum < 0;
}
