/*--------------------------------------------------------------------*/
/*--- tslmap: counters of sites and windows.       tsl_counters.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A program has ten thousands of access sites, most of which
   use few bins, and a hot loop has a handful, whose counters should share few
   cache lines. So a site has, for each granularity that is scored, 64 words: 63
   bins for the reuse
   entries, the first touches, "none" and the first strides; the last word points
   to the pages of larger strides, which are made when such a stride occurs. What
   finds strides gives their bins, too, so that counting is one addition each,
   without a branch; strides that have no bin are counted in a second pass.
   Misses of the first-level cache on counters are a large part of what counting
   takes, so it goes through bytes, one cache line for each granularity.

   The histogram of the whole process is kept per time window, in plain arrays,
   and packed when the window ends. When there are TSL_MOST_WINDOWS, they are
   joined two by two, and further ones are twice as long. Its bins are counted
   twice, for even and odd accesses: an addition has to wait for the one before
   it to the same bin. */

#ifndef TSL_COUNTERS_H
#define TSL_COUNTERS_H

#include "tsl_bins.h"

#define TSL_STRIDE_PAGE 32u /* counters in a page of larger strides */

/* One granularity of a site, 576 bytes; a site is an array of these. The bins are
   in tsl_bins.h; each is counted up to 255 in a byte before it is added to. */
typedef struct {
   uint8_t count[TSL_BINS + 1];
   uint64_t bin[TSL_BINS];
   uint64_t **pages; /* [stride / TSL_STRIDE_PAGE] */
} __attribute__((aligned(64))) tsl_counters;

/* Adds the bytes to the bins, which are then what was counted. */
void tsl_counters_flush(tsl_counters *c);

TSL_INLINE void tsl_count(tsl_counters *c, unsigned bin)
{
   if (__builtin_expect(++c->count[bin] == 0, 0))
      c->bin[bin] += 256;
}

TSL_INLINE uint32_t tsl_stride_pages(uint32_t imax)
{
   return imax / TSL_STRIDE_PAGE + 1;
}

/* The counter of a stride that has no low one; its page is made if it is not
   there. */
uint64_t *tsl_counter_of_large(tsl_counters *c, uint32_t stride, uint32_t imax,
                               tsl_arena *arena);

TSL_INLINE void tsl_count_large(tsl_counters *c, uint32_t stride, uint32_t imax,
                                tsl_arena *arena)
{
   if (c->pages != NULL && c->pages[stride / TSL_STRIDE_PAGE] != NULL)
      c->pages[stride / TSL_STRIDE_PAGE][stride % TSL_STRIDE_PAGE]++;
   else
      ++*tsl_counter_of_large(c, stride, imax, arena);
}

void tsl_counters_add_to(const tsl_counters *c, uint32_t imax,
                         tsl_histogram *h);
/* The other way: adds the histogram to the counters. */
void tsl_counters_add(tsl_counters *c, const tsl_histogram *h, uint32_t imax,
                      tsl_arena *arena);

/*--- Windows                                                      ---*/

/* Even, so that windows have partners. */
enum { TSL_MOST_WINDOWS = 1024 };

/* One granularity of the current window, or of all finished ones. */
typedef struct {
   uint64_t entries[TSL_ENTRIES];
   uint64_t *strides; /* imax + 1 */
} tsl_plain;

/* A finished window: non-zero counters as pairs of (index, count), where
   entries come first and strides have index 33 and more. */
typedef struct {
   uint32_t pairs[TSL_GRANULARITIES];
   uint64_t *data; /* all of words, then all of lines and so on */
} tsl_packed;

typedef struct {
   tsl_plain current[TSL_GRANULARITIES], finished[TSL_GRANULARITIES];
   /* of the current one, on top, for even and odd accesses */
   uint64_t bin[TSL_GRANULARITIES][2][TSL_BINS];
   uint64_t left; /* accesses until the current one ends */
   tsl_packed packed[TSL_MOST_WINDOWS];
   size_t packed_used;
   tsl_arena data;
   unsigned granularities;
   uint32_t imax;
   uint64_t length;
} tsl_windows;

void tsl_windows_init(tsl_windows *w, tsl_memory *m, const tsl_params *p);
void tsl_windows_free(tsl_windows *w, tsl_memory *m);
/* Ends the current window. */
void tsl_windows_next(tsl_windows *w);
void tsl_windows_read(const tsl_windows *w, size_t index, tsl_granularity g,
                      tsl_histogram *h);
void tsl_windows_total(const tsl_windows *w, tsl_granularity g,
                       tsl_histogram *h);
/* Adds to the total what is in no window. */
void tsl_windows_add(tsl_windows *w, tsl_granularity g,
                     const tsl_histogram *h);

#endif /* TSL_COUNTERS_H */
