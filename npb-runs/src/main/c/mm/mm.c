/*--------------------------------------------------------------------*/
/*--- MM: the product of two matrices.                        mm.c ---*/
/*--------------------------------------------------------------------*/

/* No part of NPB: the three nested loops i, j, k that papers on locality begin
   with, under the same roof, so that they have classes and variants. In the
   inner loop a is read along a row and b down a column.

   Ranks of MPI have consecutive rows of a and c, and all of b, which comes from
   the first one; in the end every rank has all of c. Entries are small whole
   numbers, so that sums are exact, and the product is compared exactly: c x with
   a (b x), for some vectors x (Freivalds, "Probabilistic machines can use less
   running time", 1977). */

#include "npb.h"
#include "npb_ranks.h"

#include <stdio.h>

#if NPB_CLASS == 'S'
#define N 120
#elif NPB_CLASS == 'W'
#define N 400
#elif NPB_CLASS == 'A'
#define N 800
#else
#define N 1600
#endif

#define VECTORS 4

static double a[N * N], b[N * N], c[N * N];

NPB_PHASE static void fill(int from, int end)
{
   for (int i = from; i < end; i++)
      for (int k = 0; k < N; k++)
         a[i * N + k] = (i * 5 + k * 3 + i * k) % 7 - 3;
   if (npb_rank() == 0)
      for (int k = 0; k < N; k++)
         for (int j = 0; j < N; j++)
            b[k * N + j] = (k * 2 + j * 7 + k * j) % 11 - 5;
   npb_spread(b, N * N);
}

NPB_PHASE static void multiply(int from, int end)
{
#pragma omp parallel for
   for (int i = from; i < end; i++)
      for (int j = 0; j < N; j++) {
         double sum = 0;
         for (int k = 0; k < N; k++)
            sum += a[i * N + k] * b[k * N + j];
         c[i * N + j] = sum;
      }
}

static void apply(const double *matrix, int from, int end, const double *x,
                  double *y)
{
   for (int i = from; i < end; i++) {
      y[i] = 0;
      for (int j = 0; j < N; j++)
         y[i] += matrix[i * N + j] * x[j];
   }
}

/* How many of this rank's entries of c x are wrong. */
NPB_PHASE static int verify(int from, int end)
{
   static double x[N], bx[N], abx[N], cx[N];
   double state = NPB_SEED;
   int wrong = 0;
   for (int vector = 0; vector < VECTORS; vector++) {
      for (int j = 0; j < N; j++)
         x[j] = (double)(int)(1000 * randlc(&state, NPB_MULTIPLIER));
      apply(b, 0, N, x, bx);
      apply(a, from, end, bx, abx);
      apply(c, from, end, x, cx);
      for (int i = from; i < end; i++)
         wrong += cx[i] != abx[i];
   }
   return wrong;
}

int main(int argc, char **argv)
{
   npb_result result = {.name = "MM",
                        .size = {N},
                        .iterations = 1,
                        .operation = "floating point",
                        .operations = 2.0 * N * N * N};
   double start;
   int *parts, from, end, wrong;
   npb_start(&argc, &argv, "MM");
   parts = npb_memory((size_t)npb_ranks() + 1, sizeof *parts);
   for (int rank = 0; rank <= npb_ranks(); rank++)
      parts[rank] = npb_first_of(N, rank) * N;
   from = parts[npb_rank()] / N;
   end = parts[npb_rank() + 1] / N;
   fill(from, end);
   start = npb_seconds();
   multiply(from, end);
   npb_gather(c, parts);
   result.seconds = npb_seconds() - start;
   wrong = verify(from, end);
   npb_sum_ints(&wrong, 1);
   if (npb_rank() == 0)
      printf(" Wrong sums: %d of %d\n", wrong, VECTORS * N);
   result.verified = wrong == 0;
   return npb_finish(&result);
}
