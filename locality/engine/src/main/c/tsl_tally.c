/*--------------------------------------------------------------------*/
/*--- tslmap: equal accesses are counted together.    tsl_tally.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_tally.h for the big picture. */

#include "tsl_tally.h"

#if defined(__SSE2__)
#include <emmintrin.h>

typedef __m128i vector;

TSL_INLINE vector load(const void *p)
{
   return _mm_loadu_si128((const vector *)p);
}

/* Pairs of four numbers of 32 bits. */
TSL_INLINE void pair(uint64_t *to, vector low, vector high)
{
   _mm_storeu_si128((vector *)(void *)to, _mm_unpacklo_epi32(low, high));
   _mm_storeu_si128((vector *)(void *)(to + 2), _mm_unpackhi_epi32(low, high));
}

/* As many labels as come in fours; gives how many these are. */
static uint32_t pair_labels(uint64_t *to, const uint32_t *site,
                            const uint32_t *context, uint32_t n)
{
   const vector none = _mm_set1_epi32((int)TSL_NO_SITE);
   uint32_t i;
   if (context == NULL)
      for (i = 0; i + 4 <= n; i += 4)
         pair(to + i, load(site + i), none);
   else
      for (i = 0; i + 4 <= n; i += 4)
         pair(to + i, load(site + i), load(context + i));
   return i;
}

/* What was found of granularity g at eight accesses, 16 bits each; nothing when
   there is no such granularity. */
TSL_INLINE vector found_8(const tsl_found *f, unsigned g, unsigned granularities,
                          uint32_t i)
{
   return g < granularities ? _mm_unpacklo_epi8(load(f->entries[g] + i),
                                                load(f->seen[g].bins + i))
                            : _mm_setzero_si128();
}

TSL_INLINE void join_all(uint64_t *to, const tsl_found *f,
                         unsigned granularities, uint32_t n)
{
   uint32_t i;
   for (i = 0; i < n; i += 8) {
      const vector a = found_8(f, 0, granularities, i);
      const vector b = found_8(f, 1, granularities, i);
      const vector c = found_8(f, 2, granularities, i);
      const vector d = _mm_setzero_si128();
      pair(to + i, _mm_unpacklo_epi16(a, b), _mm_unpacklo_epi16(c, d));
      pair(to + i + 4, _mm_unpackhi_epi16(a, b), _mm_unpackhi_epi16(c, d));
   }
}

/* With their number known to the compiler. */
static void join(uint64_t *to, const tsl_found *f, unsigned granularities,
                 uint32_t n)
{
   if (granularities == 2)
      join_all(to, f, 2, n);
   else
      join_all(to, f, granularities, n);
}

#else

static uint32_t pair_labels(uint64_t *to, const uint32_t *site,
                            const uint32_t *context, uint32_t n)
{
   (void)to, (void)site, (void)context, (void)n;
   return 0;
}

static void join(uint64_t *to, const tsl_found *f, unsigned granularities,
                 uint32_t n)
{
   uint32_t i;
   unsigned g;
   for (i = 0; i < n; i++) {
      to[i] = 0;
      for (g = 0; g < granularities; g++)
         to[i] |= (uint64_t)(f->seen[g].bins[i] << 8 | f->entries[g][i])
                  << 16 * g;
   }
}

#endif

void tsl_kinds_of(tsl_kinds *k, const uint32_t *site, const uint32_t *context,
                  const tsl_found *f, unsigned granularities, uint32_t n)
{
   uint32_t i;
   for (i = pair_labels(k->labels, site, context, n); i < n; i++)
      k->labels[i] =
         (uint64_t)(context == NULL ? TSL_NO_SITE : context[i]) << 32 | site[i];
   join(k->found, f, granularities, n);
}
