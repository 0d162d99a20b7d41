/* The programs that `tslmap bench` measures, picked by the first letter of the
   first argument; the second one says how much they do. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *memory(size_t bytes)
{
  void *p = malloc(bytes);
  if (p == NULL)
    exit(3);
  return p;
}

/* n x n matrices, loops in the order i, j, k. */
static double matmul(long n)
{
  double *a = memory(8 * n * n), *b = memory(8 * n * n), *c = memory(8 * n * n);
  for (long i = 0; i < n * n; i++) {
    a[i] = (double)(i % 7);
    b[i] = (double)(i % 5);
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double sum = 0;
      for (long k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  return c[n];
}

/* STREAM's triad over three arrays of 8 MiB. */
static double triad(long rounds)
{
  const long n = 1 << 20;
  double *a = memory(8 * n), *b = memory(8 * n), *c = memory(8 * n);
  for (long i = 0; i < n; i++) {
    b[i] = (double)i;
    c[i] = 2;
  }
  for (long round = 0; round < rounds; round++)
    for (long i = 0; i < n; i++)
      a[i] = b[i] + 3.0 * c[i];
  return a[5];
}

/* Random updates of a table of 64 MiB. */
static double update(long updates)
{
  uint64_t *table = memory(8l << 23), x = 1;
  memset(table, 0, 8l << 23);
  for (long i = 0; i < updates; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    table[x >> 41] ^= x;
  }
  return (double)table[7];
}

/* Counting sort of a million keys of 16 bits. */
static double sort(long rounds)
{
  const long n = 1 << 20;
  int32_t *key = memory(4 * n), *sorted = memory(4 * n), *count = memory(4 << 16);
  uint32_t x = 1;
  for (long i = 0; i < n; i++) {
    x = x * 1664525 + 1013904223;
    key[i] = (int32_t)(x >> 16);
  }
  for (long round = 0; round < rounds; round++) {
    memset(count, 0, 4 << 16);
    for (long i = 0; i < n; i++)
      count[key[i]]++;
    for (long i = 1; i < 1 << 16; i++)
      count[i] += count[i - 1];
    for (long i = n - 1; i >= 0; i--)
      sorted[--count[key[i]]] = key[i];
  }
  return sorted[n - 1];
}

int main(int argc, char **argv)
{
  if (argc != 3)
    return 2;
  const long amount = atol(argv[2]);
  double result;
  switch (argv[1][0]) {
  case 'm':
    result = matmul(amount);
    break;
  case 't':
    result = triad(amount);
    break;
  case 'u':
    result = update(amount);
    break;
  case 's':
    result = sort(amount);
    break;
  default:
    return 2;
  }
  printf("%g\n", result);
  return 0;
}
