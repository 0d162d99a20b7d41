/* Loops of known structure: which of their loads wait for a load that missed. Each is a function of
   its own that runs as often as its argument says, or once over all memory; memory is made ready by
   others. Every element has a line of its own, and lies in no order, unless it is said otherwise.
   -O2 gives the loads that are counted here. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL __attribute__((noinline, noclone))
#define N (1u << 15)

/* Binary searches and trees: so many of them, each of so many levels, each gone through once. */
#define FORESTS 1024u
#define LEVELS 8u
#define SIZE ((1u << LEVELS) - 1)

/* A matrix of at most 8 * N numbers. */
#define ROWS 4096u
#define COLUMNS 50u

/* Indices in a row, which take 3.5 lines. */
#define WIDTH 28u

typedef struct node {
   struct node *next, *left, *right;
   uint64_t key, value;
   uint64_t pad[10];
   struct node *in_second_line;
} node;

static node *nodes;
static node **buckets;
static uint64_t *permuted, *keys;
static double *x, *y, *z;
static uint64_t state = 1;

static uint64_t random_number(void)
{
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return state;
}

/* 1: each address is what the load before gave. */
KERNEL uint64_t chase(const node *p, uint64_t n)
{
   while (n-- > 0)
      p = p->next;
   return p->key;
}

/* 1: two members of each node, of which one leads to the next. */
KERNEL uint64_t walk(const node *p, uint64_t n)
{
   uint64_t sum = 0;
   for (; n > 0; n--) {
      sum += p->value;
      p = p->next;
   }
   return sum;
}

/* 1: the same, and what leads to the next is in the line behind the other member's. */
KERNEL uint64_t walk_lines(const node *p, uint64_t n)
{
   uint64_t sum = 0;
   for (; n > 0; n--) {
      sum += p->value;
      p = p->in_second_line;
   }
   return sum;
}

/* 0: indices come in order, and are fetched ahead. */
KERNEL uint64_t gather(const uint64_t *index, const node *p, uint64_t n)
{
   uint64_t i, sum = 0;
   for (i = 0; i < n; i++)
      sum += p[index[i]].value;
   return sum;
}

/* 0: the same, each behind a branch on what was found at the place before, which is mispredicted
   every other time. The next index does not depend on it. */
KERNEL uint64_t filter(const uint64_t *index, const node *p, uint64_t n)
{
   uint64_t i, sum = 0;
   for (i = 0; i < n; i++) {
      if (p[index[i]].key & 1) {
         sum += i;
         __asm__ volatile("" : "+r"(sum));
      }
   }
   return sum;
}

/* 1/10: the same in a table that is searched from a place on that is computed from a key. Keys come
   in order. Every other search has a second place, and every other of these was not predicted: it
   is one of five loads in two searches. */
KERNEL uint64_t join(const uint64_t *key, const node *p, uint64_t n)
{
   uint64_t i, sum = 0;
   for (i = 0; i < n; i++) {
      uint64_t at = key[i] * 0x9E3779B97F4A7C15ull >> 49;
      while (p[at].key & 1)
         at = (at * 5 + 1) % N;
      sum += at;
   }
   return sum;
}

/* 0: places are computed. */
KERNEL uint64_t probe(const node *p, uint64_t n)
{
   uint64_t i, at = 12345, sum = 0;
   for (i = 0; i < n; i++) {
      at = at * 6364136223846793005ull + 1442695040888963407ull;
      sum += p[at >> 49].value;
   }
   return sum;
}

/* 0: the same, each behind a branch on what was found at the place before, which is mispredicted every
   other time. The next place is computed in the same way whatever it decides. */
KERNEL uint64_t count(const node *p, uint64_t n)
{
   uint64_t i, at = 12345, sum = 0;
   for (i = 0; i < n; i++) {
      at = at * 6364136223846793005ull + 1442695040888963407ull;
      if (p[at >> 49].key & 1) {
         sum += i;
         __asm__ volatile("" : "+r"(sum));
      }
   }
   return sum;
}

/* 1/2: a sweep beside a chase. */
KERNEL uint64_t sweep_and_chase(const uint64_t *in_order, const node *p, uint64_t n)
{
   uint64_t i, sum = 0;
   for (i = 0; i < n; i++) {
      sum += in_order[i];
      p = p->next;
   }
   return sum + p->key;
}

/* 2/3: the bucket is found by computing, two nodes behind it by their addresses. */
KERNEL uint64_t lookup(node *const *bucket, uint64_t n)
{
   uint64_t i, at = 12345, sum = 0;
   for (i = 0; i < n; i++) {
      at = at * 6364136223846793005ull + 1442695040888963407ull;
      sum += bucket[16 * (at >> 50)]->next->key;
   }
   return sum;
}

/* (LEVELS - 1) / LEVELS of the probes, which are LEVELS of LEVELS + 1 loads: each place is
   selected by what was found at the one before. */
KERNEL uint64_t search(const node *sorted, const uint64_t *key)
{
   uint64_t k, sum = 0;
   for (k = 0; k < FORESTS; k++, sorted += SIZE + 1) {
      const node *base = sorted;
      const uint64_t wanted = key[k];
      uint64_t half;
      for (half = (SIZE + 1) / 2; half > 0; half /= 2)
         base += base[half].key <= wanted ? half : 0;
      sum += (uint64_t)(base - sorted);
   }
   return sum;
}

/* Half of the probes: each place is reached behind a branch on what was found before, the first one behind
   the last branch of the search before; and every other branch is mispredicted. The key's place does
   not depend on it. */
KERNEL uint64_t search_by_branches(const node *sorted, const uint64_t *key)
{
   uint64_t k, sum = 0;
   for (k = 0; k < FORESTS; k++, sorted += SIZE + 1) {
      uint64_t low = 0, half;
      const uint64_t wanted = key[k];
      for (half = (SIZE + 1) / 2; half > 0; half /= 2) {
         if (sorted[low + half].key <= wanted) {
            low += half;
            __asm__ volatile("" : "+r"(low));
         }
      }
      sum += low;
   }
   return sum;
}

/* All loads of nodes, three of each of LEVELS nodes, but the root's, whose pointers lie in every second
   line and are fetched ahead, and neither the key nor that pointer. */
KERNEL uint64_t descend(node *const *root, const uint64_t *key)
{
   uint64_t k, sum = 0;
   for (k = 0; k < FORESTS; k++) {
      const node *p = root[16 * k];
      const uint64_t wanted = key[k];
      uint64_t level;
      for (level = 0; level < LEVELS; level++) {
         const node *left = p->left, *right = p->right;
         p = wanted < p->key ? left : right;
      }
      sum += (uint64_t)p;
   }
   return sum;
}

/* The same, by branches: which of the two pointers leads on is decided by code that makes no access, and
   only moves one register to another. */
KERNEL uint64_t descend_by_moves(node *const *root, const uint64_t *key)
{
   uint64_t k, sum = 0;
   for (k = 0; k < FORESTS; k++) {
      const node *p = root[16 * k];
      const uint64_t wanted = key[k];
      uint64_t level;
      for (level = 0; level < LEVELS; level++) {
         const node *left = p->left, *right = p->right;
         __asm__ volatile("" : "+r"(left), "+r"(right));
         if (wanted < p->key) {
            __asm__ volatile("" : "+r"(left));
            p = left;
         } else {
            __asm__ volatile("" : "+r"(right));
            p = right;
         }
      }
      sum += (uint64_t)p;
   }
   return sum;
}

/* 0 */
KERNEL void triad(double *a, const double *b, const double *c, uint64_t n)
{
   uint64_t i;
   for (i = 0; i < n; i++)
      a[i] = b[i] + 3 * c[i];
}

/* 0 */
KERNEL void stencil(double *a, const double *b, uint64_t n)
{
   uint64_t i;
   for (i = 512; i < n - 512; i++)
      a[i] = b[i - 512] + b[i - 1] + b[i] + b[i + 1] + b[i + 512];
}

/* 0 */
KERNEL double reduce(const double *a, uint64_t n)
{
   double sum = 0;
   uint64_t i;
   for (i = 0; i < n; i++)
      sum += a[i];
   return sum;
}

/* 0: loops of as many rounds, again and again, longer than the outcomes that a table remembers. */
KERNEL double reduce_rows(const double *a, uint64_t rows, uint64_t columns)
{
   double sum = 0;
   uint64_t i, j;
   for (i = 0; i < rows; i++)
      for (j = 0; j < columns; j++)
         sum += a[i * columns + j];
   return sum;
}

/* 8 of 10: each node leads to eight others, which do not lead to one another. */
KERNEL uint64_t fan_out(const uint64_t *index, const node *p, uint64_t n)
{
   uint64_t i, k, sum = 0;
   for (i = 0; i < n; i++) {
      const uint64_t first = (uint64_t)(p[index[i]].next - p);
      for (k = 1; k <= 8; k++)
         sum += p[(first + 4099 * k) % N].value;
   }
   return sum;
}

/* 0: a gather whose indices lie in rows, of which the last one comes first. */
KERNEL uint64_t gather_rows(const uint64_t *index, const node *p, uint64_t rows)
{
   uint64_t i, sum = 0;
   while (rows-- > 0)
      for (i = 0; i < WIDTH; i++)
         sum += p[index[rows * WIDTH + i]].value;
   return sum;
}

static void shuffle(uint64_t *p, uint64_t n)
{
   uint64_t i;
   for (i = 0; i < n; i++)
      p[i] = i;
   for (i = n - 1; i > 0; i--) {
      const uint64_t j = random_number() % (i + 1), t = p[i];
      p[i] = p[j];
      p[j] = t;
   }
}

static node *tree(uint64_t low, uint64_t high, const uint64_t **place)
{
   const uint64_t middle = (low + high) / 2;
   node *p;
   if (low >= high)
      return NULL;
   p = &nodes[*(*place)++];
   p->key = middle;
   p->left = tree(low, middle, place);
   p->right = tree(middle + 1, high, place);
   return p;
}

static void *memory(size_t bytes)
{
   void *p = aligned_alloc(128, bytes);
   if (p == NULL)
      exit(1);
   memset(p, 0, bytes);
   return p;
}

int main(void)
{
   const uint64_t all = FORESTS * (SIZE + 1);
   const uint64_t *place;
   uint64_t i, result = 0;
   nodes = memory(all * sizeof *nodes);
   buckets = memory(16 * (N / 2) * sizeof *buckets);
   permuted = memory(all * sizeof *permuted);
   keys = memory(FORESTS * sizeof *keys);
   x = memory(8 * N * sizeof *x);
   y = memory(8 * N * sizeof *y);
   z = memory(8 * N * sizeof *z);
   for (i = 0; i < FORESTS; i++)
      keys[i] = random_number() % (SIZE + 1);

   for (i = 0; i < all; i++)
      nodes[i].key = i % (SIZE + 1);
   result += search(nodes, keys);
   result += search_by_branches(nodes, keys);

   shuffle(permuted, N);
   for (i = 0; i < N; i++)
      nodes[permuted[i]].next = nodes[permuted[i]].in_second_line = &nodes[permuted[(i + 1) % N]];
   for (i = 0; i < N / 2; i++)
      buckets[16 * i] = &nodes[permuted[2 * i]];
   result += chase(nodes, 3 * N);
   result += walk(nodes, N);
   result += walk_lines(nodes, N);
   result += gather(permuted, nodes, N);
   result += filter(permuted, nodes, N);
   result += join(permuted, nodes, N);
   result += probe(nodes, N);
   result += count(nodes, N);
   result += sweep_and_chase(permuted, nodes, N);
   result += lookup(buckets, N);
   result += fan_out(permuted, nodes, N);

   shuffle(permuted, all);
   result += gather_rows(permuted, nodes, all / WIDTH);
   place = permuted;
   for (i = 0; i < FORESTS; i++)
      buckets[16 * i] = tree(0, SIZE, &place);
   result += descend(buckets, keys);
   result += descend_by_moves(buckets, keys);

   triad(x, y, z, 8 * N);
   stencil(x, y, 8 * N);
   result += (uint64_t)reduce(x, 8 * N);
   result += (uint64_t)reduce_rows(x, ROWS, COLUMNS);
   printf("%llu\n", (unsigned long long)result);
   return 0;
}
