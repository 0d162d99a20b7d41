/*--------------------------------------------------------------------*/
/*--- tslmap: reuse distances the usual way.            baseline.c ---*/
/*--------------------------------------------------------------------*/

/* What the engine is measured against: an open hash table from word to last
   time and a Fenwick tree over the times of the trace, a one for each live
   time. The table starts large enough, so that it never grows, and the tree
   covers the whole trace, so that nothing is ever renumbered: both favour the
   baseline. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

typedef struct {
   uint64_t key; /* word + 1 */
   uint32_t time;
} entry;

#define TABLE_BITS 25 /* a third full at 10 million words */

static void tree_add(int32_t *tree, size_t n, size_t i, int32_t value)
{
   for (; i <= n; i += i & -i)
      tree[i] += value;
}

static int64_t tree_sum(const int32_t *tree, size_t i)
{
   int64_t sum = 0;
   for (; i > 0; i &= i - 1)
      sum += tree[i];
   return sum;
}

uint64_t baseline_reuse(const trace *t, uint64_t *reuse)
{
   const size_t mask = ((size_t)1 << TABLE_BITS) - 1;
   entry *table = calloc(mask + 1, sizeof *table);
   int32_t *tree = calloc(t->n + 1, sizeof *tree);
   uint64_t cold = 0;
   size_t i;
   if (table == NULL || tree == NULL) {
      perror("baseline");
      exit(1);
   }
   memset(reuse, 0, 48 * sizeof *reuse);
   for (i = 0; i < t->n; i++) {
      const uint64_t key = (t->addr[i] >> 3) + 1;
      size_t h = (size_t)(key * 0x9E3779B97F4A7C15ull >> (64 - TABLE_BITS));
      while (table[h].key != 0 && table[h].key != key)
         h = (h + 1) & mask;
      if (table[h].key == 0) {
         table[h].key = key;
         cold++;
      } else {
         const size_t last = table[h].time;
         const uint64_t d =
            (uint64_t)(tree_sum(tree, i) - tree_sum(tree, last));
         reuse[d == 0 ? 0 : 64 - __builtin_clzll(d)]++;
         tree_add(tree, t->n, last, -1);
      }
      table[h].time = (uint32_t)(i + 1);
      tree_add(tree, t->n, i + 1, 1);
   }
   free(table);
   free(tree);
   return cold;
}
