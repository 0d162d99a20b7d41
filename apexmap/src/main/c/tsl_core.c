/*--------------------------------------------------------------------*/
/*--- tslmap: what the core computes in a time.         tsl_core.c ---*/
/*--------------------------------------------------------------------*/

/* The loops are assembly, so that no compiler changes what is timed. A round has
   64 operations, so the loop's own two instructions weigh little; where there are
   eight registers, eight operations can go on at the same time. */

#include "tsl_core.h"

#define PER_ROUND 64

#if defined(__x86_64__)

#define LOOP(body)                                                             \
   __asm__ volatile(".p2align 5\n1:\n" body "dec %0\njnz 1b\n"                 \
                    : "+r"(rounds)                                             \
                    :                                                          \
                    : "rax", "rdx", "r8", "r9", "r10", "r11", "r12", "r13",    \
                      "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",    \
                      "xmm5", "xmm6", "xmm7", "cc", "memory")

#define TIMES(n, text) ".rept " #n "\n" text ".endr\n"

#define ON_GENERAL(op)                                                         \
   op("%%r8") op("%%r9") op("%%r10") op("%%r11") op("%%r12") op("%%r13")       \
      op("%%r14") op("%%r15")
#define ON_VECTOR(op)                                                          \
   op("0") op("1") op("2") op("3") op("4") op("5") op("6") op("7")

/* Not of a constant, which some processors add without a unit for it. */
#define ADD(r) "add %%rax, " r "\n"
#define MULTIPLY(r) "imul " r ", " r "\n"
#define ADD_FLOAT(v) "addsd %%xmm" v ", %%xmm" v "\n"
#define ADD_16(v) "addpd %%xmm" v ", %%xmm" v "\n"
#define ADD_32(v) "vaddpd %%ymm" v ", %%ymm" v ", %%ymm" v "\n"
#define DIVIDE_FLOAT(v) "movapd %%xmm8, %%xmm" v "\ndivsd %%xmm9, %%xmm" v "\n"
#define ROOT(v) "sqrtsd %%xmm8, %%xmm" v "\n"
#define ZERO(v) "xorps %%xmm" v ", %%xmm" v "\n"
#define MULTIPLY_FLOAT(v) "mulsd %%xmm9, %%xmm" v "\n"
/* To a whole number, and from one to a register that has nothing to wait for, as compilers do. */
#define TO_INTEGER(r, v) "cvttsd2si %%xmm" v ", %%" r "\n"
#define TO_FLOAT(r, v) ZERO(v) "cvtsi2sd %%" r ", %%xmm" v "\n"
#define CONVERT(n) TO_INTEGER("r8d", "8") TO_FLOAT("eax", n)

/* 1.6 in xmm0 and xmm8, which are divided, and 1.3 in xmm9. */
#define FLOATS                                                                 \
   "mov $0x3ff999999999999a, %%rax\nmovq %%rax, %%xmm8\nmovq %%rax, %%xmm0\n" \
   "mov $0x3ff4cccccccccccd, %%rax\nmovq %%rax, %%xmm9\n"

static void integers(uint64_t rounds) { LOOP(TIMES(8, ON_GENERAL(ADD))); }

static void multiplications(uint64_t rounds)
{
   LOOP(TIMES(8, ON_GENERAL(MULTIPLY)));
}

static void divisions(uint64_t rounds)
{
   LOOP(TIMES(64, "mov $1000003, %%eax\nxor %%edx, %%edx\nmov $97, %%r8d\ndiv %%r8\n"));
}

static void floats(uint64_t rounds)
{
   __asm__ volatile(ON_VECTOR(ZERO) ::: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
                    "xmm7");
   LOOP(TIMES(8, ON_VECTOR(ADD_FLOAT)));
}

static void float_divisions(uint64_t rounds)
{
   __asm__ volatile(FLOATS ::: "rax", "xmm0", "xmm8", "xmm9");
   LOOP(TIMES(4, ON_VECTOR(DIVIDE_FLOAT) ON_VECTOR(ROOT))); /* the kind is both */
}

static void vectors_16(uint64_t rounds)
{
   __asm__ volatile(ON_VECTOR(ZERO) ::: "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
                    "xmm7");
   LOOP(TIMES(8, ON_VECTOR(ADD_16)));
}

static void vectors_32(uint64_t rounds)
{
   LOOP("vxorps %%ymm0, %%ymm0, %%ymm0\n" TIMES(8, ON_VECTOR(ADD_32)));
   __asm__ volatile("vzeroupper" ::: "memory");
}

static void branches(uint64_t rounds)
{
   rounds *= PER_ROUND;
   LOOP("");
}

static void conversions(uint64_t rounds)
{
   __asm__ volatile(FLOATS ::: "rax", "xmm0", "xmm8", "xmm9");
   LOOP(TIMES(4, ON_VECTOR(CONVERT)));
}

/* Eight times two loads, a store, and computing, of which nothing waits long. */
static void mixture(uint64_t rounds)
{
   static uint64_t line[16] __attribute__((aligned(128)));
   __asm__ volatile("mov %0, %%r15\n" ON_VECTOR(ZERO)
                    :
                    : "r"(line)
                    : "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7");
   LOOP(TIMES(8, "mov (%%r15), %%r8\nadd $1, %%r9\nmovsd 8(%%r15), %%xmm0\n"
                 "addsd %%xmm1, %%xmm0\nmov %%r8, 64(%%r15)\ncmp %%r9, %%r8\n"
                 "lea 1(%%r9), %%r10\nand %%r10, %%r11\n"));
}

static void integer_chain(uint64_t rounds) { LOOP(TIMES(64, ADD("%%r8"))); }
static void multiply_chain(uint64_t rounds) { LOOP(TIMES(64, MULTIPLY("%%r8"))); }

static void divide_chain(uint64_t rounds)
{
   __asm__ volatile("mov $1000003, %%eax\nmov $1, %%r8d\n" ::: "rax", "r8");
   LOOP(TIMES(64, "xor %%edx, %%edx\ndiv %%r8\n"));
}

static void float_chain(uint64_t rounds)
{
   __asm__ volatile("xorps %%xmm0, %%xmm0\n" ::: "xmm0");
   LOOP(TIMES(64, ADD_FLOAT("0")));
}

static void float_divide_chain(uint64_t rounds)
{
   __asm__ volatile(FLOATS ::: "rax", "xmm0", "xmm8", "xmm9");
   /* A quotient is divided by, so that numbers stay as they are. */
   LOOP(TIMES(32, "movapd %%xmm8, %%xmm1\ndivsd %%xmm0, %%xmm1\n"
                  "movapd %%xmm8, %%xmm0\ndivsd %%xmm1, %%xmm0\n"));
}

static void float_multiply_chain(uint64_t rounds)
{
   __asm__ volatile("mov $0x3ff0000000000000, %%rax\nmovq %%rax, %%xmm0\nmovq %%rax, %%xmm9\n" ::
                       : "rax", "xmm0", "xmm9");
   LOOP(TIMES(64, MULTIPLY_FLOAT("0")));
}

static void conversion_chain(uint64_t rounds)
{
   __asm__ volatile(ZERO("0") ::: "xmm0");
   LOOP(TIMES(32, TO_INTEGER("eax", "0") TO_FLOAT("eax", "0")));
}

static void load_chain(uint64_t rounds)
{
   /* A ring: a processor may foresee what a load from one place gives. */
   static void *ring[64];
   size_t i;
   for (i = 0; i < 64; i++)
      ring[i] = &ring[(i + 27) % 64];
   __asm__ volatile("mov %0, %%r8\n" : : "r"(ring) : "r8", "memory");
   LOOP(TIMES(64, "mov (%%r8), %%r8\n"));
}

/* The highest bit of a linear congruential generator decides; in the steady case none of
   its bits does. */
static void decide(uint64_t rounds, uint64_t mask)
{
   uint64_t x = 88172645463325252u, count = 0;
   rounds *= PER_ROUND;
   __asm__ volatile(".p2align 5\n"
                    "1: imul %[factor], %[x]\n"
                    "   add %[factor], %[x]\n"
                    "   mov %[x], %%r8\n"
                    "   and %[mask], %%r8\n"
                    "   js 2f\n"
                    "   add $1, %[count]\n"
                    "2: dec %[rounds]\n"
                    "   jnz 1b\n"
                    : [x] "+r"(x), [count] "+r"(count), [rounds] "+r"(rounds)
                    : [factor] "r"(6364136223846793005u), [mask] "r"(mask)
                    : "r8", "cc");
}

static void random_branches(uint64_t rounds) { decide(rounds, ~(uint64_t)0); }
static void steady_branches(uint64_t rounds) { decide(rounds, ~(uint64_t)0 >> 1); }

/* The same chains, but each round begins one anew, before the last has ended if the core holds as
   much that waits. */
static void integer_anew(uint64_t rounds) { LOOP("mov %%rax, %%r8\n" TIMES(64, ADD("%%r8"))); }

static void multiply_anew(uint64_t rounds)
{
   LOOP("mov %%rax, %%r8\n" TIMES(64, MULTIPLY("%%r8")));
}

static void divide_anew(uint64_t rounds)
{
   __asm__ volatile("mov $1, %%r8d\n" ::: "r8");
   LOOP("mov $1000003, %%eax\n" TIMES(64, "xor %%edx, %%edx\ndiv %%r8\n"));
}

static void float_anew(uint64_t rounds)
{
   __asm__ volatile("xorps %%xmm1, %%xmm1\n" ::: "xmm1");
   LOOP(ZERO("0") TIMES(64, "addsd %%xmm1, %%xmm0\n"));
}

static void float_divide_anew(uint64_t rounds)
{
   __asm__ volatile(FLOATS ::: "rax", "xmm0", "xmm8", "xmm9");
   LOOP("movapd %%xmm9, %%xmm0\n"
        TIMES(32, "movapd %%xmm8, %%xmm1\ndivsd %%xmm0, %%xmm1\n"
                  "movapd %%xmm8, %%xmm0\ndivsd %%xmm1, %%xmm0\n"));
}

static void load_anew(uint64_t rounds)
{
   static void *ring[64];
   size_t i;
   for (i = 0; i < 64; i++)
      ring[i] = &ring[(i + 27) % 64];
   __asm__ volatile("mov %0, %%r9\n" : : "r"(ring) : "r9", "memory");
   LOOP("mov %%r9, %%r8\n" TIMES(64, "mov (%%r8), %%r8\n"));
}

static void float_multiply_anew(uint64_t rounds)
{
   __asm__ volatile("mov $0x3ff0000000000000, %%rax\nmovq %%rax, %%xmm9\n" ::: "rax", "xmm9");
   LOOP("movapd %%xmm9, %%xmm0\n" TIMES(64, MULTIPLY_FLOAT("0")));
}

static void conversion_anew(uint64_t rounds)
{
   LOOP(ZERO("0") TIMES(32, TO_INTEGER("eax", "0") TO_FLOAT("eax", "0")));
}

typedef void kernel_code(uint64_t rounds);

uint64_t tsl_core_run(tsl_core_kernel kernel, uint64_t rounds)
{
   static kernel_code *const code[TSL_CORE_KERNELS] = {
      [TSL_CORE_INTEGER] = integers,
      [TSL_CORE_MULTIPLY] = multiplications,
      [TSL_CORE_DIVIDE] = divisions,
      [TSL_CORE_FLOATING] = floats,
      [TSL_CORE_FLOATING_DIVIDE] = float_divisions,
      [TSL_CORE_VECTOR_16] = vectors_16,
      [TSL_CORE_VECTOR_32] = vectors_32,
      [TSL_CORE_BRANCH] = branches,
      [TSL_CORE_CONVERSION] = conversions,
      [TSL_CORE_MIXTURE] = mixture,
      [TSL_CORE_INTEGER_CHAIN] = integer_chain,
      [TSL_CORE_MULTIPLY_CHAIN] = multiply_chain,
      [TSL_CORE_DIVIDE_CHAIN] = divide_chain,
      [TSL_CORE_FLOATING_CHAIN] = float_chain,
      [TSL_CORE_FLOATING_DIVIDE_CHAIN] = float_divide_chain,
      [TSL_CORE_LOAD_CHAIN] = load_chain,
      [TSL_CORE_FLOATING_MULTIPLY_CHAIN] = float_multiply_chain,
      [TSL_CORE_CONVERSION_CHAIN] = conversion_chain,
      [TSL_CORE_RANDOM_BRANCHES] = random_branches,
      [TSL_CORE_STEADY_BRANCHES] = steady_branches,
      [TSL_CORE_INTEGER_ANEW] = integer_anew,
      [TSL_CORE_MULTIPLY_ANEW] = multiply_anew,
      [TSL_CORE_DIVIDE_ANEW] = divide_anew,
      [TSL_CORE_FLOATING_ANEW] = float_anew,
      [TSL_CORE_FLOATING_DIVIDE_ANEW] = float_divide_anew,
      [TSL_CORE_LOAD_ANEW] = load_anew,
      [TSL_CORE_FLOATING_MULTIPLY_ANEW] = float_multiply_anew,
      [TSL_CORE_CONVERSION_ANEW] = conversion_anew,
   };
   if (rounds == 0 || kernel >= TSL_CORE_KERNELS
       || (kernel == TSL_CORE_VECTOR_32 && !__builtin_cpu_supports("avx")))
      return 0;
   code[kernel](rounds);
   return rounds * PER_ROUND;
}

/* Where the last run of the kernels below ended. The next one goes on there, and not to lines that
   the last one has left in a cache. */
static uint64_t place = 88172645463325252u;

/* Computing that does not wait for the load, of about 8 cycles and about 40. */
#define CHAIN(n)                                                               \
   __asm__ volatile(TIMES(n, "add %1, %0\n") : "+r"(work) : "r"(rounds) : "cc")

#define MIXED(name, computing)                                                 \
   static __attribute__((noinline)) uint64_t name(                             \
      const uint64_t *memory, uint64_t mask, uint64_t rounds)                  \
   {                                                                           \
      uint64_t at = place, sum = 0, work = 0;                                  \
      for (; rounds > 0; rounds--) {                                           \
         sum += memory[at & mask];                                             \
         at += 8;                                                              \
         __asm__ volatile("" : "+r"(sum));                                     \
         computing;                                                            \
      }                                                                        \
      place = at;                                                              \
      return sum + work;                                                       \
   }

MIXED(sweep, (void)0)
MIXED(sweep_and_compute, CHAIN(8))
MIXED(sweep_and_compute_more, CHAIN(40))

uint64_t tsl_core_mixed(const uint64_t *memory, uint64_t words, int work,
                        uint64_t rounds)
{
   static uint64_t (*const code[3])(const uint64_t *, uint64_t, uint64_t) = {
      sweep, sweep_and_compute, sweep_and_compute_more};
   const uint64_t result =
      code[work](memory, (words - 1) & ~(uint64_t)7, rounds);
   __asm__ volatile("" : : "r"(result));
   return rounds;
}

/* 14 instructions, and 96 that compute. */
#define PAIRS(name, waits)                                                     \
   static __attribute__((noinline)) void name(                                 \
      const uint64_t *memory, uint64_t mask, uint64_t rounds)                  \
   {                                                                           \
      uint64_t x = place, sum = 0, first, second;                              \
      __asm__ volatile(".p2align 5\n"                                          \
                       "1: imul %[factor], %[x]\n"                             \
                       "   add %[factor], %[x]\n"                              \
                       "   mov %[x], %[first]\n"                               \
                       "   shr $20, %[first]\n"                                \
                       "   and %[mask], %[first]\n"                            \
                       "   mov (%[memory],%[first],8), %[first]\n"             \
                       "   mov %[x], %[second]\n"                              \
                       "   shr $40, %[second]\n"                               \
                       "   add %[first], %[second]\n"                          \
                       "   and %[mask], %[second]\n"                           \
                       "   mov (%[memory],%[second],8), %[second]\n"           \
                       "   add %[second], " waits "\n"                         \
                       TIMES(48, "add $1, %%r14\nadd $1, %%r15\n")            \
                       "   dec %[rounds]\n"                                    \
                       "   jnz 1b\n"                                           \
                       : [x] "+r"(x), [sum] "+r"(sum), [rounds] "+r"(rounds),  \
                         [first] "=&r"(first), [second] "=&r"(second)          \
                       : [factor] "r"(6364136223846793005u), [mask] "r"(mask), \
                         [memory] "r"(memory)                                  \
                       : "r14", "r15", "cc", "memory");                        \
      place = x;                                                               \
   }

PAIRS(pairs, "%[sum]")
PAIRS(chained_pairs, "%[x]")

uint64_t tsl_core_pairs(const uint64_t *memory, uint64_t words, int chain, uint64_t rounds)
{
   (chain ? chained_pairs : pairs)(memory, (words - 1) & ~(uint64_t)7, rounds);
   return rounds;
}

#else

uint64_t tsl_core_pairs(const uint64_t *memory, uint64_t words, int chain, uint64_t rounds)
{
   (void)memory, (void)words, (void)chain, (void)rounds;
   return 0;
}

uint64_t tsl_core_run(tsl_core_kernel kernel, uint64_t rounds)
{
   (void)kernel, (void)rounds;
   return 0;
}

uint64_t tsl_core_mixed(const uint64_t *memory, uint64_t words, int work,
                        uint64_t rounds)
{
   (void)memory, (void)words, (void)work, (void)rounds;
   return 0;
}

#endif
