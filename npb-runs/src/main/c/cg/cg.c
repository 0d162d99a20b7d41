/*--------------------------------------------------------------------*/
/*--- CG: the least eigenvalue by conjugate gradients.        cg.c ---*/
/*--------------------------------------------------------------------*/

/* RNR-94-007, section 2.2.3. Inverse power method: ITERATIONS times A z = x is
   solved in 25 steps of conjugate gradients, zeta = SHIFT + 1 / x'z is the
   estimate, and x = z / |z| the next right side.

   Ranks of MPI have consecutive rows. Each keeps whole vectors, of which it
   computes its part, and the parts are gathered before the matrix is applied. */

#include "cg.h"
#include "npb_ranks.h"

#include <math.h>
#include <stdio.h>

#define TOLERANCE 1e-10
#define STEPS 25

static double x[N], z[N], p[N], q[N], r[N];

static int from, end; /* this rank's rows */
static int *parts;    /* of all ranks: the first row, and N in the end */

/* y = A v */
NPB_PHASE static void apply_matrix(double *y, double *v)
{
   npb_gather(v, parts);
#pragma omp parallel for
   for (int row = from; row < end; row++) {
      double sum = 0;
      for (int i = row_start[row - from]; i < row_start[row - from + 1]; i++)
         sum += value[i] * v[column[i]];
      y[row] = sum;
   }
}

NPB_PHASE static double dot(const double *v, const double *w)
{
   double sum = 0;
#pragma omp parallel for reduction(+ : sum)
   for (int row = from; row < end; row++)
      sum += v[row] * w[row];
   npb_sum(&sum, 1);
   return sum;
}

/* z += alpha p, r -= alpha q */
NPB_PHASE static void step(double alpha)
{
#pragma omp parallel for
   for (int row = from; row < end; row++) {
      z[row] += alpha * p[row];
      r[row] -= alpha * q[row];
   }
}

/* p = r + beta p */
NPB_PHASE static void turn(double beta)
{
#pragma omp parallel for
   for (int row = from; row < end; row++)
      p[row] = r[row] + beta * p[row];
}

NPB_PHASE static void clear(void)
{
#pragma omp parallel for
   for (int row = from; row < end; row++) {
      z[row] = 0;
      r[row] = p[row] = x[row];
   }
}

/* Solves A z = x, and gives |x - A z|. */
NPB_PHASE static double conj_grad(void)
{
   double rho, residual = 0;
   clear();
   rho = dot(r, r);
   for (int i = 0; i < STEPS; i++) {
      const double last = rho;
      apply_matrix(q, p);
      step(rho / dot(p, q));
      rho = dot(r, r);
      turn(rho / last);
   }
   apply_matrix(q, z);
#pragma omp parallel for reduction(+ : residual)
   for (int row = from; row < end; row++)
      residual += (x[row] - q[row]) * (x[row] - q[row]);
   npb_sum(&residual, 1);
   return sqrt(residual);
}

static void begin(void)
{
   for (int row = 0; row < N; row++)
      x[row] = 1;
}

/* One iteration of the power method. */
NPB_PHASE static double iterate(double *residual)
{
   double zeta, scale;
   *residual = conj_grad();
   zeta = SHIFT + 1 / dot(x, z);
   scale = 1 / sqrt(dot(z, z));
#pragma omp parallel for
   for (int row = from; row < end; row++)
      x[row] = scale * z[row];
   return zeta;
}

/* What NPB counts. */
static double operations(void)
{
   const double entries = NON_ZERO * (NON_ZERO + 1);
   return 2.0 * ITERATIONS * N * (3 + entries + STEPS * (5 + entries) + 3);
}

int main(int argc, char **argv)
{
   npb_result result = {.name = "CG",
                        .size = {N},
                        .iterations = ITERATIONS,
                        .operation = "floating point",
                        .operations = operations()};
   double start, zeta = 0, residual;
   npb_start(&argc, &argv, "CG");
   parts = npb_memory((size_t)npb_ranks() + 1, sizeof *parts);
   for (int rank = 0; rank <= npb_ranks(); rank++)
      parts[rank] = npb_first_of(N, rank);
   from = parts[npb_rank()];
   end = parts[npb_rank() + 1];
   make_matrix(from, end);
   begin();
   iterate(&residual); /* touches all memory */
   begin();
   start = npb_seconds();
   for (int i = 1; i <= ITERATIONS; i++) {
      zeta = iterate(&residual);
      if (npb_rank() == 0)
         printf(" Iteration %2d  |x - A z| %.8e  zeta %.13f\n", i, residual,
                zeta);
   }
   result.seconds = npb_seconds() - start;
   result.verified = npb_close("zeta", zeta, ZETA, TOLERANCE);
   return npb_finish(&result);
}
