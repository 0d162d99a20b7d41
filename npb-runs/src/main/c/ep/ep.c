/*--------------------------------------------------------------------*/
/*--- EP: pairs of Gaussian deviates.                         ep.c ---*/
/*--------------------------------------------------------------------*/

/* RNR-94-007, section 2.2.1. 2^M pairs of uniform numbers in (-1, 1); those
   inside of the unit circle give pairs of independent normal deviates by
   Marsaglia's polar method. Their sums are formed, and how many pairs fall into
   each of ten square rings, l <= max(|X|, |Y|) < l + 1.

   Pairs are made in batches of 2^16, whose first random numbers are found by
   skipping ahead; so batches can be dealt out to threads and ranks. */

#include "npb.h"
#include "npb_ranks.h"

#include <math.h>
#include <stdio.h>

#if NPB_CLASS == 'S'
#define M 24
#define SUM_X -3.247834652034740e+3
#define SUM_Y -6.958407078382297e+3
#elif NPB_CLASS == 'W'
#define M 25
#define SUM_X -2.863319731645753e+3
#define SUM_Y -6.320053679109499e+3
#elif NPB_CLASS == 'A'
#define M 28
#define SUM_X -4.295875165629892e+3
#define SUM_Y -1.580732573678431e+4
#else
#define M 30
#define SUM_X 4.033815542441498e+4
#define SUM_Y -2.660669192809235e+4
#endif

#define SEED 271828183.0
#define TOLERANCE 1e-8
#define BATCH (1 << 16) /* pairs */
#define BATCHES (1 << (M - 16))
#define RINGS 10

typedef struct {
   double sum[2]; /* of X and of Y */
   double ring[RINGS];
} tally;

static double uniform[2 * BATCH];
#pragma omp threadprivate(uniform)

NPB_PHASE static void make_uniform(long batch)
{
   double state = npb_skip(SEED, NPB_MULTIPLIER, batch * 2 * BATCH);
   vranlc(2 * BATCH, &state, NPB_MULTIPLIER, uniform);
}

/* fmax, which minds numbers that are none, is a call. */
static double larger(double a, double b) { return a > b ? a : b; }

NPB_PHASE static void make_gaussian(tally *t)
{
   double sum_x = 0, sum_y = 0;
   for (int i = 0; i < BATCH; i++) {
      const double x = 2 * uniform[2 * i] - 1, y = 2 * uniform[2 * i + 1] - 1;
      const double square = x * x + y * y;
      if (square <= 1) {
         const double factor = sqrt(-2 * log(square) / square);
         const double gauss_x = x * factor, gauss_y = y * factor;
         t->ring[(int)larger(fabs(gauss_x), fabs(gauss_y))]++;
         sum_x += gauss_x;
         sum_y += gauss_y;
      }
   }
   t->sum[0] += sum_x;
   t->sum[1] += sum_y;
}

static void add(tally *to, const tally *from)
{
   to->sum[0] += from->sum[0];
   to->sum[1] += from->sum[1];
   for (int l = 0; l < RINGS; l++)
      to->ring[l] += from->ring[l];
}

static tally all_pairs(void)
{
   const int first = npb_first_of(BATCHES, npb_rank());
   const int end = npb_first_of(BATCHES, npb_rank() + 1);
   tally all = {0};
#pragma omp parallel
   {
      tally own = {0};
#pragma omp for nowait
      for (int batch = first; batch < end; batch++) {
         make_uniform(batch);
         make_gaussian(&own);
      }
#pragma omp critical
      add(&all, &own);
   }
   npb_sum(all.sum, 2);
   npb_sum(all.ring, RINGS);
   return all;
}

int main(int argc, char **argv)
{
   npb_result result = {.name = "EP",
                        .size = {1l << (M + 1)},
                        .operation = "Random numbers generated",
                        .operations = (double)(1l << (M + 1))};
   double start, pairs = 0;
   tally all;
   npb_start(&argc, &argv, "EP");
   start = npb_seconds();
   all = all_pairs();
   result.seconds = npb_seconds() - start;
   for (int l = 0; l < RINGS; l++)
      pairs += all.ring[l];
   if (npb_rank() == 0) {
      printf(" Pairs of deviates: %.0f\n", pairs);
      for (int l = 0; l < RINGS; l++)
         printf(" Ring %d %15.0f\n", l, all.ring[l]);
   }
   result.verified = npb_close("Sum of X", all.sum[0], SUM_X, TOLERANCE)
                     & npb_close("Sum of Y", all.sum[1], SUM_Y, TOLERANCE);
   return npb_finish(&result);
}
