/*--------------------------------------------------------------------*/
/*--- tslmap: strides over a window.                 tsl_stride.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_stride.h for the big picture. */

#include "tsl_stride.h"

/* How many batches go wide after one could not be narrowed. */
#define REST_BATCHES 16u

/*--------------------------------------------------------------------*/
/*--- Narrowing                                                    ---*/
/*--------------------------------------------------------------------*/

static uint64_t distance(uint64_t a, uint64_t b)
{
   return a < b ? b - a : a - b;
}

/* A new region around w; 0 when there are enough, or when w is outside the
   others but too near to one of them. */
static int add_region(tsl_stride *s, uint64_t w)
{
   const uint64_t half = TSL_REGION_WORDS / 2;
   const uint64_t highest = ~0ull - TSL_REGION_WORDS;
   uint64_t base = w > half ? w - half : 0;
   uint32_t r;
   if (base > highest)
      base = highest;
   if (s->regions == TSL_REGIONS)
      return 0;
   for (r = 0; r < s->regions; r++)
      if (distance(s->base[r], base) < TSL_REGION_WORDS + TSL_REGION_GAP)
         return 0;
   s->base[s->regions++] = base;
   return 1;
}

/* Narrow numbers for entries [from, to), with new regions where needed. */
static int narrow_range(tsl_stride *s, const tsl_stride_kernels *k,
                        uint32_t from, uint32_t to)
{
   for (;;) {
      from += k->map(s, s->wide + from, s->narrow + from, to - from);
      if (from == to)
         return 1;
      if (!add_region(s, s->wide[from]))
         return 0;
   }
}

/* The batch alone, when the regions known still serve, or everything again. */
static int narrow_batch(tsl_stride *s, const tsl_stride_kernels *k, uint32_t n)
{
   const uint32_t end = TSL_WINDOW_MAX + n;
   const uint32_t first = TSL_WINDOW_MAX - s->known;
   if (s->rest > 0) {
      s->rest--;
      s->regions = 0;
      return 0;
   }
   if (s->regions > 0 && narrow_range(s, k, TSL_WINDOW_MAX, end))
      return 1;
   s->regions = 0;
   if (narrow_range(s, k, first, end))
      return 1;
   s->regions = 0;
   s->rest = REST_BATCHES;
   return 0;
}

static uint32_t smaller(uint64_t a, uint32_t b)
{
   return a < b ? (uint32_t)a : b;
}

/* The first accesses of a history, before the window is full. */
static uint32_t stride_of_first(const tsl_stride *s, uint32_t i,
                                uint32_t window, uint32_t imax)
{
   const uint64_t *at = s->wide + TSL_WINDOW_MAX + i;
   uint32_t stride = imax, j;
   for (j = 1; j <= window && j <= s->known + i; j++)
      stride = smaller(distance(at[0], at[0 - (ptrdiff_t)j]), stride);
   return stride;
}

void tsl_stride_batch(tsl_stride *s, const tsl_stride_kernels *k, uint32_t n,
                      uint32_t window, uint32_t imax, uint32_t *strides)
{
   uint32_t i;
   if (narrow_batch(s, k, n)) {
      k->narrow(s->narrow + TSL_WINDOW_MAX, n, window, imax, strides);
   } else {
      k->wide(s->wide + TSL_WINDOW_MAX, n, window, imax, strides);
      for (i = 0; i < n && s->known + i < window; i++)
         strides[i] = stride_of_first(s, i, window, imax);
   }
   for (i = TSL_WINDOW_MAX - window; i < TSL_WINDOW_MAX; i++) {
      s->wide[i] = s->wide[i + n];
      s->narrow[i] = s->narrow[i + n];
      TSL_KEEP_LOOP;
   }
   s->known = s->known + n < TSL_WINDOW_MAX ? s->known + n : TSL_WINDOW_MAX;
   if (s->known > window)
      s->known = window;
}

/*--------------------------------------------------------------------*/
/*--- The portable kernels                                         ---*/
/*--------------------------------------------------------------------*/

static uint32_t map_portable(const tsl_stride *s, const uint64_t *wide,
                             int32_t *narrow, uint32_t n)
{
   uint32_t r = 0, i = 0, tried = 0;
   if (s->regions == 0)
      return 0;
   while (i < n) {
      const uint64_t offset = wide[i] - s->base[r];
      if (offset < TSL_REGION_WORDS) {
         narrow[i++] = (int32_t)((r << 29) + TSL_REGION_GAP + (uint32_t)offset);
         tried = 0;
      } else {
         if (++tried == s->regions)
            break;
         r = r + 1 == s->regions ? 0 : r + 1;
      }
   }
   return i;
}

typedef int32_t four __attribute__((vector_size(16)));
typedef int32_t four_unaligned __attribute__((vector_size(16), aligned(4)));

TSL_INLINE four load4(const int32_t *p)
{
   return *(const four_unaligned *)p;
}

static void narrow_portable(const int32_t *at, uint32_t n, uint32_t window,
                            uint32_t imax, uint32_t *strides)
{
   uint32_t i;
   for (i = 0; i < n; i += 8) {
      const four a = load4(at + i), b = load4(at + i + 4);
      four least_a = (four){0} + (int32_t)imax, least_b = least_a;
      uint32_t j;
      for (j = 1; j <= window; j++) {
         four da = a - load4(at + i - j), db = b - load4(at + i + 4 - j);
         four smaller_a, smaller_b;
         da = (da ^ (da >> 31)) - (da >> 31);
         db = (db ^ (db >> 31)) - (db >> 31);
         smaller_a = da < least_a;
         smaller_b = db < least_b;
         least_a = (da & smaller_a) | (least_a & ~smaller_a);
         least_b = (db & smaller_b) | (least_b & ~smaller_b);
      }
      *(four_unaligned *)(strides + i) = least_a;
      *(four_unaligned *)(strides + i + 4) = least_b;
   }
}

static void wide_portable(const uint64_t *at, uint32_t n, uint32_t window,
                          uint32_t imax, uint32_t *strides)
{
   uint32_t i, j;
   for (i = 0; i < n; i++) {
      uint32_t least = imax;
      for (j = 1; j <= window; j++)
         least = smaller(distance(at[i], at[i - (ptrdiff_t)j]), least);
      strides[i] = least;
   }
}

const tsl_stride_kernels tsl_stride_portable = {narrow_portable, wide_portable,
                                                map_portable};
