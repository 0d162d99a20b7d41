/*--------------------------------------------------------------------*/
/*--- tslmap: scores from histograms.                 tsl_score.h ---*/
/*--------------------------------------------------------------------*/

/* Temporal and spatial locality, both 0..1, after Weinberg, McCracken,
   Strohmaier, Snavely, "Quantifying Locality in the Memory Access Patterns of
   HPC Applications", SC'05, with the project's choices (distance 0 is credited
   with weight 1). All scores of an empty histogram are 0. */

#ifndef TSL_SCORE_H
#define TSL_SCORE_H

#include "tsl_histogram.h"

/* What granularities are called in files and reports. */
static const char *const tsl_granularity_name[TSL_GRANULARITIES] = {
   "word", "line", "page"};

/* TL. log2_n: log2 of the largest distance (in words) that earns anything,
   1..TSL_REUSE_BINS - 1. */
static inline double tsl_temporal(const tsl_histogram *h, unsigned log2_n)
{
   double sum = (double)h->reuse[0];
   unsigned k;
   if (h->accesses == 0)
      return 0.0;
   for (k = 0; k < log2_n && k + 1 < TSL_REUSE_BINS; k++)
      sum += (double)h->reuse[k + 1] * (double)(log2_n - k) / (double)log2_n;
   return sum / (double)h->accesses;
}

static inline double tsl_spatial_sum(const tsl_histogram *h, unsigned imax)
{
   double sum = 0.0;
   unsigned i;
   for (i = 1; i < imax; i++)
      if (h->strides[i] != 0)
         sum += (double)h->strides[i] / (double)i;
   return sum;
}

/* SL: stride 0 stays in the divisor and earns nothing. */
static inline double tsl_spatial(const tsl_histogram *h, unsigned imax)
{
   return h->accesses == 0 ? 0.0
                           : tsl_spatial_sum(h, imax) / (double)h->accesses;
}

/* SL*: over the accesses that do not have stride 0. */
static inline double tsl_spatial_nonzero(const tsl_histogram *h, unsigned imax)
{
   const uint64_t n = h->accesses - h->strides[0];
   return n == 0 ? 0.0 : tsl_spatial_sum(h, imax) / (double)n;
}

/* Share of accesses with stride 0. */
static inline double tsl_zero_stride_share(const tsl_histogram *h)
{
   return h->accesses == 0 ? 0.0 : (double)h->strides[0] / (double)h->accesses;
}

/* Share of accesses that touch their word for the first time. */
static inline double tsl_cold_share(const tsl_histogram *h)
{
   return h->accesses == 0 ? 0.0 : (double)h->cold / (double)h->accesses;
}

#endif /* TSL_SCORE_H */
