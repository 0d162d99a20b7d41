/* The kernels that predictions are checked with:

      apex-kernels NAME WORDS REPEATS [small|huge]

   WORDS is the size of the kernel's largest array in 8-byte words; the last
   argument asks for small or huge pages instead of what the system gives.

   A kernel is one function, kernel_NAME, that is called once to warm up and
   then REPEATS times; each of these calls is timed alone. Filling arrays and
   checking results happen outside of it. Printed are the kernel's name, words,
   calls, the median, least and greatest seconds of a call, and a checksum. A
   wrong result gives status 1, wrong usage 2, too little memory 3. Without
   arguments the names are printed. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* A function of its own, whose loops stay loops of single words: gcc would make
   a call of memcpy from a copying one. */
#define KERNEL                                                                 \
   __attribute__((noinline, noclone,                                           \
                  optimize("no-tree-loop-distribute-patterns",                 \
                           "no-tree-vectorize", "no-tree-slp-vectorize")))

#define PER_ROW 8      /* entries in a row of the sparse matrix */
#define TILE 48        /* rows and columns of a tile */
#define PRODUCTS 24    /* log2 of a multiplication's products, about */
#define LARGEST 400000000
#define MOST_REPEATS 1000

typedef struct {
   long words;          /* in the largest array */
   long n, rows, cols;  /* sides of grids and matrices; rows of the sparse one */
   const char *pages;
   double *a, *b, *c;
   uint64_t *table, *index;
   uint32_t *column;
   uint64_t result, expected;
} work;

typedef struct {
   const char *name;
   void (*make)(work *);
   void (*prepare)(work *); /* before each call, or NULL */
   void (*run)(work *);
   int (*right)(work *, long calls);
} kernel;

static void *memory(const work *w, long count, size_t size)
{
   const size_t bytes = (size_t)count * size;
   void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (p == MAP_FAILED) {
      fprintf(stderr, "apex-kernels: expected %zu bytes of memory for each"
                      " array, but there are fewer; take fewer words\n", bytes);
      exit(3);
   }
   if (strcmp(w->pages, "huge") == 0)
      madvise(p, bytes, MADV_HUGEPAGE);
   else if (strcmp(w->pages, "small") == 0)
      madvise(p, bytes, MADV_NOHUGEPAGE);
   return p;
}

/* Steele, Lea, Flood, "Fast splittable pseudorandom number generators". */
static uint64_t mix(uint64_t x)
{
   x += 0x9E3779B97F4A7C15u;
   x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
   x = (x ^ x >> 27) * 0x94D049BB133111EBu;
   return x ^ x >> 31;
}

static long below(uint64_t random, long limit)
{
   return (long)((random >> 32) * (uint64_t)limit >> 32);
}

static double *doubles(const work *w, long count)
{
   double *x = memory(w, count, sizeof *x);
   for (long i = 0; i < count; i++)
      x[i] = (double)(i % 1024);
   return x;
}

static uint64_t bits_sum(const double *x, long count)
{
   uint64_t sum = 0;
   for (long i = 0; i < count; i++) {
      uint64_t bits;
      memcpy(&bits, x + i, sizeof bits);
      sum = mix(sum ^ bits);
   }
   return sum;
}

/*--- STREAM ---------------------------------------------------------*/
/* McCalpin, "Memory bandwidth and machine balance in current high
   performance computers", 1995. */

static void make_stream(work *w)
{
   w->a = doubles(w, w->words);
   w->b = doubles(w, w->words);
   w->c = doubles(w, w->words);
   memset(w->c, 0, (size_t)w->words * sizeof *w->c);
}

KERNEL static void kernel_copy(double *restrict c, const double *restrict a,
                               long n)
{
   for (long i = 0; i < n; i++)
      c[i] = a[i];
}

KERNEL static void kernel_scale(double *restrict c, const double *restrict a,
                                double factor, long n)
{
   for (long i = 0; i < n; i++)
      c[i] = factor * a[i];
}

KERNEL static void kernel_add(double *restrict c, const double *restrict a,
                              const double *restrict b, long n)
{
   for (long i = 0; i < n; i++)
      c[i] = a[i] + b[i];
}

KERNEL static void kernel_triad(double *restrict c, const double *restrict a,
                                const double *restrict b, double factor, long n)
{
   for (long i = 0; i < n; i++)
      c[i] = a[i] + factor * b[i];
}

static void run_copy(work *w)
{
   kernel_copy(w->c, w->a, w->words);
}

static void run_scale(work *w)
{
   kernel_scale(w->c, w->a, 3, w->words);
}

static void run_add(work *w)
{
   kernel_add(w->c, w->a, w->b, w->words);
}

static void run_triad(work *w)
{
   kernel_triad(w->c, w->a, w->b, 3, w->words);
}

/* Whether c is that many times a; b is like a. */
static int is_multiple(work *w, double factor)
{
   w->result = bits_sum(w->c, w->words);
   for (long i = 0; i < w->words; i++)
      if (w->c[i] != factor * w->a[i])
         return 0;
   return 1;
}

static int right_copy(work *w, long calls)
{
   (void)calls;
   return is_multiple(w, 1);
}

static int right_scale(work *w, long calls)
{
   (void)calls;
   return is_multiple(w, 3);
}

static int right_add(work *w, long calls)
{
   (void)calls;
   return is_multiple(w, 2);
}

static int right_triad(work *w, long calls)
{
   (void)calls;
   return is_multiple(w, 4);
}

/*--- Inner product --------------------------------------------------*/

static void make_dot(work *w)
{
   w->a = doubles(w, w->words);
   w->b = doubles(w, w->words);
}

KERNEL static double kernel_dot(const double *a, const double *b, long n)
{
   double even = 0, odd = 0;
   for (long i = 0; i + 1 < n; i += 2) {
      even += a[i] * b[i];
      odd += a[i + 1] * b[i + 1];
   }
   return even + odd;
}

static void run_dot(work *w)
{
   w->result = (uint64_t)kernel_dot(w->a, w->b, w->words);
}

static int right_dot(work *w, long calls)
{
   uint64_t sum = 0;
   (void)calls;
   for (long i = 0; i < (w->words & ~1l); i++)
      sum += (uint64_t)(i % 1024) * (uint64_t)(i % 1024);
   return w->result == sum;
}

/*--- Random update --------------------------------------------------*/
/* The HPC Challenge's RandomAccess, with a congruential generator. */

static void make_update(work *w)
{
   w->table = memory(w, w->words, sizeof *w->table);
   for (long i = 0; i < w->words; i++)
      w->table[i] = (uint64_t)i;
}

KERNEL static void kernel_update(uint64_t *table, long words, long updates)
{
   uint64_t x = 1;
   for (long i = 0; i < updates; i++) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      table[(x >> 32) * (uint64_t)words >> 32] ^= x;
   }
}

static void run_update(work *w)
{
   kernel_update(w->table, w->words, w->words);
}

/* The same updates an even number of times undo each other. */
static int right_update(work *w, long calls)
{
   uint64_t x = 1;
   w->result = 0;
   for (long i = 0; i < w->words; i++)
      w->result += w->table[i];
   for (long i = 0; calls % 2 == 1 && i < w->words; i++) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      w->table[below(x, w->words)] ^= x;
   }
   for (long i = 0; i < w->words; i++)
      if (w->table[i] != (uint64_t)i)
         return 0;
   return 1;
}

/*--- Gather ---------------------------------------------------------*/

static void make_gather(work *w)
{
   w->a = doubles(w, w->words);
   w->column = memory(w, w->words, sizeof *w->column);
   for (long i = 0; i < w->words; i++) {
      w->column[i] = (uint32_t)below(mix((uint64_t)i), w->words);
      w->expected += w->column[i] % 1024;
   }
}

KERNEL static double kernel_gather(const double *a, const uint32_t *column,
                                   long n)
{
   double sum = 0;
   for (long i = 0; i < n; i++)
      sum += a[column[i]];
   return sum;
}

static void run_gather(work *w)
{
   w->result = (uint64_t)kernel_gather(w->a, w->column, w->words);
}

static int right_result(work *w, long calls)
{
   (void)calls;
   return w->result == w->expected;
}

/*--- Matrix multiply ------------------------------------------------*/
/* c (rows x cols) += a (rows x n) * b (n x cols), by rows in memory. The matrix
   that is walked most has as many words as were asked for, and one other side
   is so short that a call makes about 2^PRODUCTS products: a slab of a larger
   multiplication. Sides are no powers of two, whose columns share few sets of
   a cache. */

static long square_root(long words)
{
   long n = 1;
   while ((n + 1) * (n + 1) <= words)
      n++;
   return n % 64 == 0 && n > 64 ? n - 12 : n;
}

static void make_matrices(work *w)
{
   w->a = memory(w, w->rows * w->n, sizeof *w->a);
   w->b = memory(w, w->n * w->cols, sizeof *w->b);
   w->c = memory(w, w->rows * w->cols, sizeof *w->c);
   for (long i = 0; i < w->rows * w->n; i++)
      w->a[i] = (double)(i % 7);
   for (long i = 0; i < w->n * w->cols; i++)
      w->b[i] = (double)(i % 5);
}

static long short_side(long n)
{
   const long side = ((1l << PRODUCTS) + n * n - 1) / (n * n);
   return side < n ? side : n;
}

/* Few rows of a and c; all of b. */
static void make_flat(work *w)
{
   w->n = w->cols = square_root(w->words);
   w->rows = short_side(w->n);
   make_matrices(w);
}

/* Few columns of b and c; all of a. */
static void make_upright(work *w)
{
   w->n = w->rows = square_root(w->words);
   w->cols = short_side(w->n);
   make_matrices(w);
}

static void clear_product(work *w)
{
   memset(w->c, 0, (size_t)(w->rows * w->cols) * sizeof *w->c);
}

KERNEL static void kernel_matmul_ijk(double *restrict c,
                                     const double *restrict a,
                                     const double *restrict b, long rows,
                                     long n, long cols)
{
   for (long i = 0; i < rows; i++)
      for (long j = 0; j < cols; j++) {
         double sum = 0;
         for (long k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * cols + j];
         c[i * cols + j] = sum;
      }
}

KERNEL static void kernel_matmul_ikj(double *restrict c,
                                     const double *restrict a,
                                     const double *restrict b, long rows,
                                     long n, long cols)
{
   for (long i = 0; i < rows; i++)
      for (long k = 0; k < n; k++) {
         const double factor = a[i * n + k];
         for (long j = 0; j < cols; j++)
            c[i * cols + j] += factor * b[k * cols + j];
      }
}

KERNEL static void kernel_matmul_jki(double *restrict c,
                                     const double *restrict a,
                                     const double *restrict b, long rows,
                                     long n, long cols)
{
   for (long j = 0; j < cols; j++)
      for (long k = 0; k < n; k++) {
         const double factor = b[k * cols + j];
         for (long i = 0; i < rows; i++)
            c[i * cols + j] += a[i * n + k] * factor;
      }
}

static long least(long a, long b)
{
   return a < b ? a : b;
}

KERNEL static void kernel_matmul_tiled(double *restrict c,
                                       const double *restrict a,
                                       const double *restrict b, long rows,
                                       long n, long cols)
{
   for (long top = 0; top < n; top += TILE)
      for (long left = 0; left < cols; left += TILE) {
         const long bottom = least(top + TILE, n);
         const long right = least(left + TILE, cols);
         for (long i = 0; i < rows; i++)
            for (long k = top; k < bottom; k++) {
               const double factor = a[i * n + k];
               for (long j = left; j < right; j++)
                  c[i * cols + j] += factor * b[k * cols + j];
            }
      }
}

static void run_matmul_ijk(work *w)
{
   kernel_matmul_ijk(w->c, w->a, w->b, w->rows, w->n, w->cols);
}

static void run_matmul_ikj(work *w)
{
   kernel_matmul_ikj(w->c, w->a, w->b, w->rows, w->n, w->cols);
}

static void run_matmul_jki(work *w)
{
   kernel_matmul_jki(w->c, w->a, w->b, w->rows, w->n, w->cols);
}

static void run_matmul_tiled(work *w)
{
   kernel_matmul_tiled(w->c, w->a, w->b, w->rows, w->n, w->cols);
}

/* Some entries, computed again. All numbers are small integers, so sums are
   exact in any order. */
static int right_matmul(work *w, long calls)
{
   const long entries = w->rows * w->cols;
   (void)calls;
   w->result = bits_sum(w->c, entries);
   for (long e = 0; e < entries; e += entries / 97 + 1) {
      const long i = e / w->cols, j = e % w->cols;
      double sum = 0;
      for (long k = 0; k < w->n; k++)
         sum += w->a[i * w->n + k] * w->b[k * w->cols + j];
      if (w->c[e] != sum)
         return 0;
   }
   return 1;
}

/*--- Transpose ------------------------------------------------------*/

static void make_transpose(work *w)
{
   w->n = square_root(w->words);
   w->a = doubles(w, w->n * w->n);
   w->b = doubles(w, w->n * w->n);
}

KERNEL static void kernel_transpose(double *restrict b,
                                    const double *restrict a, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
         b[j * n + i] = a[i * n + j];
}

static void run_transpose(work *w)
{
   kernel_transpose(w->b, w->a, w->n);
}

static int right_transpose(work *w, long calls)
{
   (void)calls;
   w->result = bits_sum(w->b, w->n * w->n);
   for (long i = 0; i < w->n; i++)
      for (long j = 0; j < w->n; j++)
         if (w->b[j * w->n + i] != (double)((i * w->n + j) % 1024))
            return 0;
   return 1;
}

/*--- Stencil of seven points ----------------------------------------*/

static double plane(long n, long cell)
{
   return (double)(cell % n + 2 * (cell / n % n) + 3 * (cell / n / n));
}

static void make_stencil(work *w)
{
   w->n = 3;
   while ((w->n + 1) * (w->n + 1) * (w->n + 1) <= w->words)
      w->n++;
   if (w->n % 8 == 0)
      w->n--;
   w->a = memory(w, w->n * w->n * w->n, sizeof *w->a);
   w->b = memory(w, w->n * w->n * w->n, sizeof *w->b);
   for (long i = 0; i < w->n * w->n * w->n; i++)
      w->a[i] = plane(w->n, i);
}

KERNEL static void kernel_stencil(double *restrict b, const double *restrict a,
                                  long n)
{
   for (long z = 1; z < n - 1; z++)
      for (long y = 1; y < n - 1; y++)
         for (long x = 1; x < n - 1; x++) {
            const double *p = a + (z * n + y) * n + x;
            b[(z * n + y) * n + x]
               = 0.25 * p[0]
                 + 0.125
                      * (p[-1] + p[1] + p[-n] + p[n] + p[-n * n] + p[n * n]);
         }
}

static void run_stencil(work *w)
{
   kernel_stencil(w->b, w->a, w->n);
}

/* A plane stays what it is, except at the border, which is not computed. */
static int right_stencil(work *w, long calls)
{
   const long n = w->n;
   (void)calls;
   w->result = bits_sum(w->b, n * n * n);
   for (long z = 1; z < n - 1; z++)
      for (long y = 1; y < n - 1; y++)
         for (long x = 1; x < n - 1; x++)
            if (w->b[(z * n + y) * n + x] != plane(n, (z * n + y) * n + x))
               return 0;
   return 1;
}

/*--- Pointer chase --------------------------------------------------*/
/* One random cycle through all words (Sattolo's shuffle). */

static void make_chase(work *w)
{
   w->index = memory(w, w->words, sizeof *w->index);
   for (long i = 0; i < w->words; i++)
      w->index[i] = (uint64_t)i;
   for (long i = w->words - 1; i > 0; i--) {
      const long j = below(mix((uint64_t)i), i);
      const uint64_t kept = w->index[i];
      w->index[i] = w->index[j];
      w->index[j] = kept;
   }
}

KERNEL static uint64_t kernel_chase(const uint64_t *next, uint64_t at,
                                    long steps)
{
   for (long i = 0; i < steps; i++)
      at = next[at];
   return at;
}

static void run_chase(work *w)
{
   w->result = kernel_chase(w->index, w->result, w->words);
}

/* As many steps as there are words lead back to the start, and fewer do not. */
static int right_chase(work *w, long calls)
{
   uint64_t at = w->index[0];
   long steps = 1;
   (void)calls;
   for (; at != 0; steps++)
      at = w->index[at];
   return w->result == 0 && steps == w->words;
}

/*--- Sparse matrix times vector -------------------------------------*/
/* Compressed rows of PER_ROW entries in random columns. */

static void make_spmv(work *w)
{
   w->rows = w->words / PER_ROW;
   w->a = doubles(w, w->words);
   w->column = memory(w, w->words, sizeof *w->column);
   w->index = memory(w, w->rows + 1, sizeof *w->index);
   w->b = doubles(w, w->rows);
   w->c = doubles(w, w->rows);
   for (long i = 0; i < w->words; i++)
      w->column[i] = (uint32_t)below(mix((uint64_t)i), w->rows);
   for (long row = 0; row <= w->rows; row++)
      w->index[row] = (uint64_t)(row * PER_ROW);
}

KERNEL static void kernel_spmv(double *restrict y, const double *restrict value,
                               const uint32_t *restrict column,
                               const uint64_t *restrict first,
                               const double *restrict x, long rows)
{
   for (long row = 0; row < rows; row++) {
      double sum = 0;
      for (uint64_t i = first[row]; i < first[row + 1]; i++)
         sum += value[i] * x[column[i]];
      y[row] = sum;
   }
}

static void run_spmv(work *w)
{
   kernel_spmv(w->c, w->a, w->column, w->index, w->b, w->rows);
}

static int right_spmv(work *w, long calls)
{
   (void)calls;
   w->result = bits_sum(w->c, w->rows);
   for (long row = 0; row < w->rows; row++) {
      double sum = 0;
      for (long i = row * PER_ROW; i < (row + 1) * PER_ROW; i++)
         sum += (double)(i % 1024) * (double)(w->column[i] % 1024);
      if (w->c[row] != sum)
         return 0;
   }
   return 1;
}

/*--- Hash join ------------------------------------------------------*/
/* A table with open addressing of pairs (key, payload), a quarter full, is
   built from one column and probed with another one twice as long, half of
   which matches. Keys are not 0. */

static void make_join(work *w)
{
   w->n = 4; /* slots */
   while (4 * w->n <= w->words)
      w->n *= 2;
   w->rows = w->n / 4;
   w->table = memory(w, 2 * w->n, sizeof *w->table);
   w->index = memory(w, 3 * w->rows, sizeof *w->index);
   for (long i = 0; i < w->rows; i++)
      w->index[i] = mix((uint64_t)i) | 1;
   for (long i = 0; i < 2 * w->rows; i++) {
      const uint64_t match = mix((uint64_t)below(mix(~(uint64_t)i), w->rows));
      w->index[w->rows + i] = i % 2 == 0 ? match | 1 : (match | 1) + 1;
   }
}

static void clear_table(work *w)
{
   memset(w->table, 0, (size_t)(2 * w->n) * sizeof *w->table);
}

static inline uint64_t slot_of(uint64_t key, uint64_t mask)
{
   return key * 0x9E3779B97F4A7C15u >> 20 & mask;
}

KERNEL static uint64_t kernel_join(uint64_t *restrict table, uint64_t slots,
                                   const uint64_t *restrict build, long rows,
                                   const uint64_t *restrict probe, long probes)
{
   const uint64_t mask = slots - 1;
   uint64_t sum = 0;
   for (long i = 0; i < rows; i++) {
      uint64_t slot = slot_of(build[i], mask);
      while (table[2 * slot] != 0)
         slot = (slot + 1) & mask;
      table[2 * slot] = build[i];
      table[2 * slot + 1] = (uint64_t)i + 1;
   }
   for (long i = 0; i < probes; i++) {
      uint64_t slot = slot_of(probe[i], mask);
      while (table[2 * slot] != 0 && table[2 * slot] != probe[i])
         slot = (slot + 1) & mask;
      if (table[2 * slot] != 0)
         sum += table[2 * slot + 1];
   }
   return sum;
}

static void run_join(work *w)
{
   w->result = kernel_join(w->table, (uint64_t)w->n, w->index, w->rows,
                           w->index + w->rows, 2 * w->rows);
}

/* Odd probes have even keys and match nothing. */
static int right_join(work *w, long calls)
{
   (void)calls;
   for (long i = 0; i < 2 * w->rows; i += 2)
      w->expected += (uint64_t)below(mix(~(uint64_t)i), w->rows) + 1;
   return w->result == w->expected;
}

/*--- All of them ----------------------------------------------------*/

static const kernel kernels[] = {
   {"copy", make_stream, NULL, run_copy, right_copy},
   {"scale", make_stream, NULL, run_scale, right_scale},
   {"add", make_stream, NULL, run_add, right_add},
   {"triad", make_stream, NULL, run_triad, right_triad},
   {"dot", make_dot, NULL, run_dot, right_dot},
   {"update", make_update, NULL, run_update, right_update},
   {"gather", make_gather, NULL, run_gather, right_result},
   {"chase", make_chase, NULL, run_chase, right_chase},
   {"matmul_ijk", make_flat, NULL, run_matmul_ijk, right_matmul},
   {"matmul_ikj", make_flat, clear_product, run_matmul_ikj, right_matmul},
   {"matmul_jki", make_upright, clear_product, run_matmul_jki, right_matmul},
   {"matmul_tiled", make_flat, clear_product, run_matmul_tiled, right_matmul},
   {"transpose", make_transpose, NULL, run_transpose, right_transpose},
   {"stencil", make_stencil, NULL, run_stencil, right_stencil},
   {"spmv", make_spmv, NULL, run_spmv, right_spmv},
   {"join", make_join, clear_table, run_join, right_join},
};

static double now(void)
{
   struct timespec t;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double timed_call(const kernel *k, work *w)
{
   double start;
   if (k->prepare != NULL)
      k->prepare(w);
   start = now();
   k->run(w);
   return now() - start;
}

static int by_size(const void *x, const void *y)
{
   const double a = *(const double *)x, b = *(const double *)y;
   return (a > b) - (a < b);
}

static int measure(const kernel *k, work *w, long repeats)
{
   double seconds[MOST_REPEATS];
   int right;
   k->make(w);
   timed_call(k, w);
   for (long i = 0; i < repeats; i++)
      seconds[i] = timed_call(k, w);
   qsort(seconds, (size_t)repeats, sizeof *seconds, by_size);
   right = k->right(w, repeats + 1);
   printf("%s %ld %ld %.9f %.9f %.9f %016llx\n", k->name, w->words, repeats + 1,
          (seconds[(repeats - 1) / 2] + seconds[repeats / 2]) / 2, seconds[0],
          seconds[repeats - 1], (unsigned long long)w->result);
   if (!right)
      fprintf(stderr, "apex-kernels: %s gave a wrong result\n", k->name);
   return right ? 0 : 1;
}

int main(int argc, char **argv)
{
   const size_t count = sizeof kernels / sizeof *kernels;
   work w = {.pages = argc > 4 ? argv[4] : ""};
   long repeats;
   if (argc == 1) {
      for (size_t i = 0; i < count; i++)
         puts(kernels[i].name);
      return 0;
   }
   if (argc == 4 || argc == 5) {
      w.words = atol(argv[2]);
      repeats = atol(argv[3]);
      if (w.words >= 64 && w.words <= LARGEST && repeats >= 1
          && repeats <= MOST_REPEATS)
         for (size_t i = 0; i < count; i++)
            if (strcmp(kernels[i].name, argv[1]) == 0)
               return measure(kernels + i, &w, repeats);
   }
   fprintf(stderr,
           "apex-kernels: expected NAME WORDS (64 to %d) REPEATS (1 to %d)"
           " [small|huge]; without arguments the names are printed\n",
           LARGEST, MOST_REPEATS);
   return 2;
}
