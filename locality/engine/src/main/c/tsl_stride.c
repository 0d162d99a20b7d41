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
                        const uint64_t *addr, uint32_t from, uint32_t to)
{
   for (;;) {
      from += k->map(s, addr + from, s->narrow + from, to - from);
      if (from == to)
         return 1;
      if (!add_region(s, addr[from] >> s->shift))
         return 0;
   }
}

/* The batch alone, when the regions known still serve, or everything again. */
static int narrow_batch(tsl_stride *s, const tsl_stride_kernels *k,
                        const uint64_t *addr, uint32_t n)
{
   const uint32_t end = TSL_WINDOW_MAX + n;
   const uint32_t first = TSL_WINDOW_MAX - s->known;
   if (s->rest > 0) {
      s->rest--;
      s->regions = 0;
      return 0;
   }
   if (s->regions > 0 && narrow_range(s, k, addr, TSL_WINDOW_MAX, end))
      return 1;
   s->regions = 0;
   if (narrow_range(s, k, addr, first, end))
      return 1;
   s->regions = 0;
   s->rest = REST_BATCHES;
   return 0;
}

static uint32_t smaller(uint64_t a, uint32_t b)
{
   return a < b ? (uint32_t)a : b;
}

static void put_seen(tsl_seen *seen, uint32_t i, uint32_t stride, uint32_t step,
                     uint32_t imax)
{
   seen->strides[i] = stride;
   seen->bins[i] = tsl_stride_bin(stride, imax);
   seen->places[i] = (tsl_place)(step + i % TSL_REACH);
}

/* Word `at[0]`, number i of the batch, before the window is full. */
static void look_at_first(const uint64_t *at, uint32_t i, uint32_t known,
                          const tsl_look *look, tsl_seen *seen)
{
   uint32_t stride = look->imax, step = TSL_MISSED, j;
   for (j = 1; j <= look->window && j <= known; j++)
      stride = smaller(distance(at[0], at[0 - (ptrdiff_t)j]), stride);
   for (j = look->reach < known ? look->reach : known; j >= 1; j--)
      if (at[0] == at[0 - (ptrdiff_t)j])
         step = TSL_REACH - j;
   put_seen(seen, i, stride, step, look->imax);
}

/* On 64-bit numbers. */
static void wide_batch(const tsl_stride *s, const tsl_stride_kernels *k,
                       const uint64_t *addr, uint32_t n, const tsl_look *look,
                       tsl_seen *seen)
{
   tsl_addresses wide;
   uint64_t *at = wide + TSL_WINDOW_MAX;
   uint32_t i;
   for (i = 0; i < TSL_WINDOW_MAX + n; i++)
      wide[i] = addr[i] >> s->shift;
   for (; i < TSL_WINDOW_MAX + n + TSL_PAD; i++)
      wide[i] = 0;
   k->wide(at, n, look, seen);
   for (i = 0; i < n && s->known + i < tsl_look_back(look); i++)
      look_at_first(at + i, i, s->known + i, look, seen);
}

/* The last accesses of a batch of n are now those before the next. */
static void next_batch(tsl_stride *s, uint32_t n, uint32_t back)
{
   uint32_t i;
   for (i = TSL_WINDOW_MAX - back; i < TSL_WINDOW_MAX; i++) {
      s->narrow[i] = s->narrow[i + n];
      TSL_KEEP_LOOP;
   }
   s->known = s->known + n < back ? s->known + n : back;
}

void tsl_stride_batch(tsl_stride *s, const tsl_stride_kernels *k,
                      const uint64_t *addr, uint32_t n, const tsl_look *look,
                      tsl_seen *seen)
{
   if (narrow_batch(s, k, addr, n))
      k->narrow(s->narrow + TSL_WINDOW_MAX, n, look, seen);
   else
      wide_batch(s, k, addr, n, look, seen);
   next_batch(s, n, tsl_look_back(look));
}

/*--------------------------------------------------------------------*/
/*--- The portable kernels                                         ---*/
/*--------------------------------------------------------------------*/

static uint32_t map_portable(const tsl_stride *s, const uint64_t *addr,
                             int32_t *narrow, uint32_t n)
{
   uint32_t r = 0, i = 0, tried = 0;
   if (s->regions == 0)
      return 0;
   while (i < n) {
      const uint64_t offset = (addr[i] >> s->shift) - s->base[r];
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

/* Compares four entries at `at` with those j before them, j from `from` down to
   `to` + 1. */
TSL_INLINE void look_back(const int32_t *at, uint32_t from, uint32_t to,
                          int stride, int place, four *least, four *step)
{
   const four a = load4(at);
   uint32_t j;
   for (j = from; j > to; j--) {
      four d = a - load4(at - j);
      if (place) {
         const four equal = d == 0;
         *step = (equal & (int32_t)(TSL_REACH - j)) | (*step & ~equal);
      }
      if (stride) {
         four is_less;
         d = (d ^ (d >> 31)) - (d >> 31);
         is_less = d < *least;
         *least = (d & is_less) | (*least & ~is_less);
      }
   }
}

static void narrow_portable(const int32_t *at, uint32_t n,
                            const tsl_look *look, tsl_seen *seen)
{
   const uint32_t window = look->window, reach = look->reach;
   const uint32_t both = window < reach ? window : reach;
   uint32_t i, k;
   for (i = 0; i < n; i += 4) {
      four least = (four){0} + (int32_t)look->imax;
      four step = (four){0} + (int32_t)TSL_MISSED;
      look_back(at + i, window, both, 1, 0, &least, &step);
      look_back(at + i, reach, both, 0, 1, &least, &step);
      look_back(at + i, both, 0, 1, 1, &least, &step);
      for (k = 0; k < 4; k++)
         put_seen(seen, i + k, (uint32_t)least[k], (uint32_t)step[k],
                  look->imax);
   }
}

static void wide_portable(const uint64_t *at, uint32_t n, const tsl_look *look,
                          tsl_seen *seen)
{
   uint32_t i, j;
   for (i = 0; i < n; i++) {
      uint32_t least = look->imax, step = TSL_MISSED;
      for (j = 1; j <= look->window; j++)
         least = smaller(distance(at[i], at[i - (ptrdiff_t)j]), least);
      for (j = look->reach; j >= 1; j--)
         if (at[i] == at[i - (ptrdiff_t)j])
            step = TSL_REACH - j;
      put_seen(seen, i, least, step, look->imax);
   }
}

const tsl_stride_kernels tsl_stride_portable = {narrow_portable, wide_portable,
                                                map_portable};
