/*--------------------------------------------------------------------*/
/*--- tslmap: kernels by what the processor has.        tsl_cpu.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_history.h"

static const tsl_kernels portable = {"portable", &tsl_reuse_portable,
                                     tsl_recent_portable, &tsl_stride_portable};

#if defined(__x86_64__)

static const tsl_kernels avx2 = {"avx2", &tsl_reuse_popcnt, tsl_recent_popcnt,
                                 &tsl_stride_avx2};
static const tsl_kernels avx512 = {"avx512", &tsl_reuse_popcnt,
                                   tsl_recent_avx512, &tsl_stride_avx512};

typedef struct {
   uint32_t a, b, c, d;
} registers;

static registers cpuid(uint32_t leaf, uint32_t subleaf)
{
   registers r;
   __asm__ volatile("cpuid"
                    : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d)
                    : "a"(leaf), "c"(subleaf));
   return r;
}

/* The register sets the operating system saves (XCR0). */
static uint32_t saved_registers(void)
{
   uint32_t low, high;
   __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
   return low;
}

#define BIT(n) (1u << (n))

static tsl_variant best_variant(void)
{
   /* osxsave, avx, popcnt */
   const uint32_t leaf1_c = BIT(27) | BIT(28) | BIT(23);
   const uint32_t leaf7_avx2 = BIT(3) | BIT(5) | BIT(8); /* bmi1 avx2 bmi2 */
   const uint32_t leaf7_avx512 =
      BIT(16) | BIT(17) | BIT(30) | BIT(31); /* f dq bw vl */
   const uint32_t ymm = BIT(1) | BIT(2), zmm = ymm | BIT(5) | BIT(6) | BIT(7);
   registers seven;
   uint32_t saved;
   if (cpuid(0, 0).a < 7 || (cpuid(1, 0).c & leaf1_c) != leaf1_c)
      return TSL_PORTABLE;
   if (cpuid(0x80000000u, 0).a < 0x80000001u
       || (cpuid(0x80000001u, 0).c & BIT(5)) == 0) /* lzcnt */
      return TSL_PORTABLE;
   seven = cpuid(7, 0);
   saved = saved_registers();
   if ((saved & ymm) != ymm || (seven.b & leaf7_avx2) != leaf7_avx2)
      return TSL_PORTABLE;
   if ((saved & zmm) != zmm || (seven.b & leaf7_avx512) != leaf7_avx512)
      return TSL_AVX2;
   return TSL_AVX512;
}

const tsl_kernels *tsl_kernels_for(tsl_variant variant)
{
   const tsl_variant best = best_variant();
   if (variant == TSL_AUTO)
      variant = best;
   if (variant > best)
      return NULL;
   return variant == TSL_AVX512 ? &avx512
          : variant == TSL_AVX2 ? &avx2
                                : &portable;
}

#else

const tsl_kernels *tsl_kernels_for(tsl_variant variant)
{
   return variant == TSL_AUTO || variant == TSL_PORTABLE ? &portable : NULL;
}

#endif

int tsl_variant_available(tsl_variant variant)
{
   return tsl_kernels_for(variant) != NULL;
}
