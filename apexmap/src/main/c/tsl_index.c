/*--------------------------------------------------------------------*/
/*--- tslmap: where the probe goes.                    tsl_index.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_index.h"

#include <math.h>

#define TOGETHER 256

static uint64_t splitmix64(uint64_t *state)
{
   uint64_t z = *state += 0x9e3779b97f4a7c15ull;
   z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
   z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
   return z ^ (z >> 31);
}

static uint64_t rotated(uint64_t x, int bits)
{
   return (x << bits) | (x >> (64 - bits));
}

static uint64_t xoshiro256pp(uint64_t s[4])
{
   const uint64_t result = rotated(s[0] + s[3], 23) + s[0];
   const uint64_t shifted = s[1] << 17;
   s[2] ^= s[0];
   s[3] ^= s[1];
   s[1] ^= s[2];
   s[0] ^= s[3];
   s[2] ^= shifted;
   s[3] = rotated(s[3], 45);
   return result;
}

void tsl_index_init(tsl_index *x, uint64_t blocks, uint64_t step, double alpha,
                    uint64_t seed)
{
   int i;
   for (i = 0; i < 4; i++)
      x->state[i] = splitmix64(&seed);
   x->blocks = blocks;
   x->step = step;
   x->exponent = 1 / alpha;
}

/* r^exponent for r in (0, 1]. This takes longer than everything else here, and
   while starts are made other users of a shared cache go on; so it is worth
   vector code: the loop calls libmvec, which has exp and log for several lanes,
   exact to 4 units in the last place. Less than e^-80 is block 0 in any memory;
   exp is slow for what it cannot represent. */
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
static void raise_all(double *r, size_t n, double exponent)
{
   size_t i;
   for (i = 0; i < n; i++) {
      const double y = exponent * log(r[i]);
      r[i] = exp(y > -80 ? y : -80);
   }
}

static uint64_t start(const tsl_index *x, double place)
{
   const uint64_t block = (uint64_t)(int64_t)((double)x->blocks * place);
   return x->step * (block < x->blocks ? block : x->blocks - 1);
}

void tsl_index_fill(tsl_index *x, uint64_t *starts, size_t n)
{
   double r[TOGETHER];
   size_t i;
   for (; n > 0; starts += i, n -= i) {
      const size_t some = n < TOGETHER ? n : TOGETHER;
      for (i = 0; i < some; i++)
         r[i] = (double)(int64_t)((xoshiro256pp(x->state) >> 11) + 1) * 0x1p-53;
      if (x->exponent != 1)
         raise_all(r, some, x->exponent);
      for (i = 0; i < some; i++)
         starts[i] = start(x, r[i]);
   }
}
