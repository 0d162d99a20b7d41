/*--------------------------------------------------------------------*/
/*--- tslmap: the benchmark's traces.                    traces.c ---*/
/*--------------------------------------------------------------------*/

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

#define HEAP 0x7f0000000000ull
#define STACK 0x7ffffffde000ull

static uint64_t state = 1;

static uint64_t next_random(void)
{
   uint64_t z = (state += 0x9E3779B97F4A7C15ull);
   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
   z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
   return z ^ (z >> 31);
}

static int full(const trace *t)
{
   return t->n == t->capacity;
}

static void put(trace *t, uint32_t site, uint64_t addr)
{
   if (full(t))
      return;
   t->addr[t->n] = addr;
   t->site[t->n++] = site;
}

/* c[i][j] += a[i][k] * b[k][j] over 200 x 200 doubles */
static void matmul(trace *t)
{
   const uint64_t n = 200, a = HEAP, b = a + n * n * 8, c = b + n * n * 8;
   uint64_t i, j, k;
   while (!full(t))
      for (i = 0; i < n && !full(t); i++)
         for (j = 0; j < n; j++)
            for (k = 0; k < n; k++) {
               put(t, 0, a + (i * n + k) * 8);
               put(t, 1, b + (k * n + j) * 8);
               put(t, 2, c + (i * n + j) * 8);
               put(t, 3, c + (i * n + j) * 8);
            }
}

/* a[i] = b[i] + s * c[i] over 16 MB each, again and again */
static void triad(trace *t)
{
   const uint64_t n = 2 << 20, a = HEAP, b = a + n * 8, c = b + n * 8;
   uint64_t i;
   while (!full(t))
      for (i = 0; i < n && !full(t); i++) {
         put(t, 0, b + i * 8);
         put(t, 1, c + i * 8);
         put(t, 2, a + i * 8);
      }
}

/* uniformly random words of 64 MB */
static void random_words(trace *t)
{
   while (!full(t))
      put(t, 0, HEAP + (next_random() & ((8 << 20) - 1)) * 8);
}

/* the r-th of 4M words with a probability like 1/r, scattered over 32 MB */
static void zipf(trace *t)
{
   const double log_n = log(4 << 20);
   while (!full(t)) {
      const double u = (double)(next_random() >> 11) * 0x1p-53;
      const uint64_t r = (uint64_t)exp(u * log_n);
      put(t, (uint32_t)(r & 7),
          HEAP + (r * 2654435761ull & ((4 << 20) - 1)) * 8);
   }
}

/* 7 loads and a store per point of a grid of 128 x 128 x 64 */
static void stencil(trace *t)
{
   const uint64_t x = 128, y = 128, z = 64, in = HEAP, out = in + x * y * z * 8;
   uint64_t i, j, k;
   while (!full(t))
      for (k = 1; k + 1 < z; k++)
         for (j = 1; j + 1 < y && !full(t); j++)
            for (i = 1; i + 1 < x; i++) {
               const uint64_t p = (k * y + j) * x + i;
               put(t, 0, in + p * 8);
               put(t, 1, in + (p - 1) * 8);
               put(t, 2, in + (p + 1) * 8);
               put(t, 3, in + (p - x) * 8);
               put(t, 4, in + (p + x) * 8);
               put(t, 5, in + (p - x * y) * 8);
               put(t, 6, in + (p + x * y) * 8);
               put(t, 7, out + p * 8);
            }
}

/* three accesses to a few words of a stack for each of a stream over 40 MB */
static void stack_and_stream(trace *t)
{
   uint64_t i;
   for (i = 0; !full(t); i++) {
      put(t, 0, STACK - 8 * (i % 3));
      put(t, 1, HEAP + i % (5 << 20) * 8);
      put(t, 2, STACK - 8 * (4 + next_random() % 20));
      put(t, 3, STACK - 8 * (i % 3));
   }
}

static const struct {
   const char *name;
   void (*make)(trace *);
} kinds[TRACES] = {
   {"matmul", matmul}, {"triad", triad},     {"random 64MB", random_words},
   {"zipf", zipf},     {"stencil", stencil}, {"stack+stream", stack_and_stream},
};

const char *trace_name(unsigned i)
{
   return kinds[i].name;
}

void trace_make(trace *t, unsigned i, size_t n)
{
   t->name = kinds[i].name;
   t->capacity = n;
   t->n = 0;
   t->addr = malloc(n * sizeof *t->addr);
   t->site = malloc(n * sizeof *t->site);
   if (t->addr == NULL || t->site == NULL) {
      perror("traces");
      exit(1);
   }
   kinds[i].make(t);
}

void trace_free(trace *t)
{
   free(t->addr);
   free(t->site);
}
