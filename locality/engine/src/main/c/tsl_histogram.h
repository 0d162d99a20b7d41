/*--------------------------------------------------------------------*/
/*--- tslmap: histograms and what they are of.     tsl_histogram.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_HISTOGRAM_H
#define TSL_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/* Entries of a reuse histogram: [0] counts distance 0, [1 + k] counts
   distances in [2^k, 2^(k+1)). */
#define TSL_REUSE_BINS 48

/* Sites and contexts are numbered from 0 and stay below this. */
#define TSL_SITE_LIMIT (1u << 24)

/* "No more sites", see tsl_engine_next_site. */
#define TSL_NO_SITE 0xFFFFFFFFu

typedef enum { TSL_WORD = 0, TSL_LINE = 1, TSL_PAGE = 2 } tsl_granularity;
#define TSL_GRANULARITIES 3u /* that there are */

typedef struct {
   unsigned granularities; /* that are scored, from words on: 2 or 3 */
   /* log2 of the bytes of a word, 0..12, a line, up to 12, and a page, up to
      30; none is less than the one before. Those of equal size are scored
      once. */
   unsigned shift[TSL_GRANULARITIES];
   unsigned window;                /* accesses a stride looks back, 1..64 */
   unsigned imax;                  /* first stride that is not told apart,
                                      2..65536 */
   int history_process;            /* 0: one history per thread; 1: one for
                                      the process */
   unsigned long long time_window; /* accesses per window, at least 1024 */
} tsl_params;

/* Parts of the work: a bit each for temporal and spatial counts of each
   granularity. */
#define TSL_TEMPORAL(g) (1u << (g))
#define TSL_SPATIAL(g) (1u << (TSL_GRANULARITIES + (g)))
/* All parts of the first n granularities. */
#define TSL_PARTS(n) (((1u << (n)) - 1u) * (TSL_TEMPORAL(0) | TSL_SPATIAL(0)))

/* A histogram as it is read. Functions that read ADD to it, so that several can
   be summed; the caller clears it first. Sum of cold and reuse = sum of strides =
   accesses. */
typedef struct {
   uint64_t accesses;
   uint64_t cold;
   uint64_t reuse[TSL_REUSE_BINS];
   uint64_t *strides; /* the caller's array of imax + 1; [imax] counts accesses
                         without a predecessor or with stride >= imax */
} tsl_histogram;

void tsl_histogram_clear(tsl_histogram *h, const tsl_params *params);

/* A record of many histograms that are read at once: a site's or context's number,
   for each granularity the number of its pairs, and these pairs: (index, count),
   in ascending order, for counts that are not 0. Index 0 counts first touches,
   1 + i reuse[i], 1 + TSL_REUSE_BINS + i strides[i]. This is its largest size in
   uint64_t. */
#define TSL_RECORD_CAPACITY(granularities, imax)                               \
   (1u + (granularities)                                                       \
    + (granularities) * 2u * (1u + TSL_REUSE_BINS + (size_t)(imax) + 1u))

/* A record of what has been added to a site at word granularity: its number, its
   accesses, first touches, and two doubles, the sums of the weights of its reuse
   distances and of its strides: divided by the accesses they are TL and SL. Its
   size in uint64_t. */
#define TSL_CHANGE_SIZE 5u

#endif /* TSL_HISTOGRAM_H */
