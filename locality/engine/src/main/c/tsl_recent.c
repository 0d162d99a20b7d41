/*--------------------------------------------------------------------*/
/*--- tslmap: reuse among the most recent accesses.  tsl_recent.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_recent.h for the big picture. The kernel is written once and compiled
   for a plain processor, for one with the popcnt instruction, and for one with
   AVX-512, which writes lists of events with less work. */

#include "tsl_recent.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* What stays of a chunk's register, by place. */
#define KEEP(p) ~(1ull << (p))
#define KEEP8(p)                                                               \
   KEEP(p), KEEP(p + 1), KEEP(p + 2), KEEP(p + 3), KEEP(p + 4), KEEP(p + 5),   \
      KEEP(p + 6), KEEP(p + 7)
#define ALL8 ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull
static const uint64_t keep[TSL_MISSED + TSL_REACH] = {
   KEEP8(0),  KEEP8(8),  KEEP8(16), KEEP8(24), KEEP8(32), KEEP8(40),
   KEEP8(48), KEEP8(56), ALL8,      ALL8,      ALL8,      ALL8};

TSL_INLINE uint8_t ones(uint64_t x, int popcnt)
{
   return (uint8_t)(popcnt ? (unsigned)__builtin_popcountll(x)
                           : tsl_ones_portable(x));
}

/*--------------------------------------------------------------------*/
/*--- Vectors of bytes                                             ---*/
/*--------------------------------------------------------------------*/

typedef int8_t bytes __attribute__((vector_size(16)));
typedef int8_t bytes_unaligned __attribute__((vector_size(16), aligned(1)));
typedef uint8_t unsigned_bytes __attribute__((vector_size(16)));
typedef uint8_t unsigned_unaligned
   __attribute__((vector_size(16), aligned(1)));

TSL_INLINE unsigned_bytes load(const uint8_t *p)
{
   return *(const unsigned_unaligned *)(const void *)p;
}

/* Entries of half a chunk from what was counted: a distance, 0 to 31, is less by
   one and by the ones ahead of time. What was counted for a place that is missed
   says nothing, and may wrap around. */
TSL_INLINE void half_entries(const uint8_t *count, int8_t first,
                             uint8_t *entries)
{
   const unsigned_bytes lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
   const uint8_t ahead = (uint8_t)(first - 1 - (int)TSL_REACH);
   const bytes d = (bytes)(load(count) + lane + ahead);
   *(bytes_unaligned *)(void *)entries =
      -((d > 0) + (d > 1) + (d > 3) + (d > 7) + (d > 15));
}

/* A one for each of a chunk's places that say TSL_MISSED. */
TSL_INLINE uint32_t missed_of(const tsl_place *places)
{
#if defined(__SSE2__)
   const __m128i *p = (const __m128i *)(const void *)places;
   const __m128i low = _mm_slli_epi16(_mm_loadu_si128(p), 1);
   const __m128i high = _mm_slli_epi16(_mm_loadu_si128(p + 1), 1);
   return (uint32_t)_mm_movemask_epi8(low)
          | (uint32_t)_mm_movemask_epi8(high) << 16;
#else
   uint32_t missed = 0, k;
   for (k = 0; k < TSL_REACH; k++)
      missed |= (uint32_t)(places[k] / TSL_MISSED) << k;
   return missed;
#endif
}

/*--------------------------------------------------------------------*/
/*--- Lists                                                        ---*/
/*--------------------------------------------------------------------*/

/* Writes first + k for each bit k, and up to 16 numbers too many; gives how many
   bits there are. */
typedef uint32_t list_kernel(uint32_t *to, uint32_t bits, uint32_t first);

TSL_INLINE uint32_t list_by_eight(uint32_t *to, uint32_t bits, uint32_t first,
                                  int popcnt)
{
   const uint32_t n = ones(bits, popcnt);
   uint32_t done, k;
   for (done = 0; done < n; done += 8) {
#pragma GCC unroll 8
      for (k = 0; k < 8; k++) {
         to[done + k] = first + (uint32_t)__builtin_ctzll(bits | 1ull << 32);
         bits &= bits - 1;
      }
   }
   return n;
}

static uint32_t list_portable(uint32_t *to, uint32_t bits, uint32_t first)
{
   return list_by_eight(to, bits, first, 0);
}

/*--------------------------------------------------------------------*/
/*--- Directly                                                     ---*/
/*--------------------------------------------------------------------*/

/* Every so many accesses it is asked whether looking pays; if not, it is left for
   so many batches. */
#define ASKED 256u
#define DIRECT_BATCHES 64u

int tsl_recent_direct(tsl_recent *r, uint32_t latest)
{
   if (r->direct > 0) {
      if (--r->direct > 0)
         return 1;
      r->latest = latest | ~0ull << TSL_REACH;
      r->missed = ~0u;
   } else if (r->accesses >= ASKED) {
      if (r->misses > r->accesses - r->accesses / 4)
         r->direct = DIRECT_BATCHES;
      r->accesses = r->misses = 0;
   }
   return r->direct > 0;
}

/* What is in reach has left it. */
void tsl_recent_skip(tsl_recent *r, uint32_t n, tsl_events *found)
{
   uint32_t *event = found->event, i;
   event += list_portable(event, (uint32_t)r->latest & ~r->missed, TSL_LEFT);
   r->missed = ~0u;
   for (i = 0; i < n; i++)
      event[i] = found->missed[i] = TSL_REACH + i;
   found->events = (uint32_t)(event - found->event) + n;
   found->misses = n;
   found->direct = 1;
}

/*--------------------------------------------------------------------*/
/*--- The kernel                                                   ---*/
/*--------------------------------------------------------------------*/

/* The n accesses of one chunk go through its register. */
TSL_INLINE uint64_t pass(uint64_t latest, const tsl_place *places, uint32_t n,
                         uint8_t *count, int popcnt)
{
   uint32_t k;
#pragma GCC unroll 8
   for (k = 0; k < n; k++) {
      const tsl_place p = places[k];
      count[k] = ones(latest >> (p % 64), popcnt);
      latest &= keep[p];
   }
   return latest;
}

TSL_INLINE void recent(tsl_recent *r, const tsl_place *places, uint32_t n,
                       tsl_events *found, uint8_t *entries, int popcnt,
                       list_kernel *list)
{
   uint32_t *event = found->event, *miss = found->missed, first;
   uint64_t latest = r->latest;
   uint32_t missed_before = r->missed;
   for (first = 0; first < n; first += TSL_REACH) {
      const uint32_t m = n - first < TSL_REACH ? n - first : TSL_REACH;
      const uint32_t valid = ~0u >> (TSL_REACH - m);
      const uint32_t missed = missed_of(places + first) & valid;
      uint32_t misses;
      latest = m == TSL_REACH ? pass(latest, places + first, TSL_REACH,
                                     found->count + first, popcnt)
                              : pass(latest, places + first, m,
                                     found->count + first, popcnt);
      half_entries(found->count + first, 0, entries + first);
      half_entries(found->count + first + 16, 16, entries + first + 16);
      found->latest[first / TSL_REACH] = latest;
      event += list(event, (uint32_t)latest & ~missed_before & valid,
                    first | TSL_LEFT);
      misses = list(event, missed, first + TSL_REACH);
      list(miss, missed, first + TSL_REACH);
      event += misses;
      miss += misses;
      missed_before = (uint32_t)(((uint64_t)missed << TSL_REACH
                                  | missed_before) >> m);
      latest = latest >> m | ~(~0ull >> m);
   }
   r->latest = latest;
   r->missed = missed_before;
   found->events = (uint32_t)(event - found->event);
   found->misses = (uint32_t)(miss - found->missed);
   found->direct = 0;
   r->accesses += n;
   r->misses += found->misses;
}

void tsl_recent_portable(tsl_recent *r, const tsl_place *places, uint32_t n,
                         tsl_events *found, uint8_t *entries)
{
   recent(r, places, n, found, entries, 0, list_portable);
}

#if defined(__x86_64__)

#define POPCNT __attribute__((target("popcnt,lzcnt,bmi,bmi2")))
#define AVX512 __attribute__((target("popcnt,lzcnt,bmi,bmi2,avx512f")))

POPCNT static uint32_t list_popcnt(uint32_t *to, uint32_t bits, uint32_t first)
{
   return list_by_eight(to, bits, first, 1);
}

AVX512 static inline uint32_t list_avx512(uint32_t *to, uint32_t bits,
                                          uint32_t first)
{
   const __m512i lane = _mm512_add_epi32(
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
      _mm512_set1_epi32((int)first));
   const uint32_t n = (uint32_t)__builtin_popcount(bits & 0xFFFF);
   _mm512_storeu_si512(to,
                       _mm512_maskz_compress_epi32((__mmask16)bits, lane));
   _mm512_storeu_si512(to + n, _mm512_maskz_compress_epi32(
                                  (__mmask16)(bits >> 16),
                                  _mm512_add_epi32(lane, _mm512_set1_epi32(16))));
   return n + (uint32_t)__builtin_popcount(bits >> 16);
}

POPCNT void tsl_recent_popcnt(tsl_recent *r, const tsl_place *places,
                              uint32_t n, tsl_events *found, uint8_t *entries)
{
   recent(r, places, n, found, entries, 1, list_popcnt);
}

AVX512 void tsl_recent_avx512(tsl_recent *r, const tsl_place *places,
                              uint32_t n, tsl_events *found, uint8_t *entries)
{
   recent(r, places, n, found, entries, 1, list_avx512);
}

#endif
