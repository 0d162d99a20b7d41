/*--------------------------------------------------------------------*/
/*--- tslmap: two clocks and a yardstick.              tsl_clock.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_clock.h"

#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

static uint64_t nanoseconds(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* rdtscp waits for what came before, the fence holds back what comes after. */
static uint64_t ticks(void)
{
#if defined(__x86_64__)
   unsigned processor;
   const uint64_t now = __rdtscp(&processor);
   _mm_lfence();
   return now;
#else
   return 0;
#endif
}

tsl_time tsl_time_begin(void)
{
   tsl_time t;
   t.nanoseconds = nanoseconds();
   t.ticks = ticks();
   return t;
}

tsl_time tsl_time_end(void)
{
   tsl_time t;
   t.ticks = ticks();
   t.nanoseconds = nanoseconds();
   return t;
}

tsl_time tsl_time_between(tsl_time begin, tsl_time end)
{
   return (tsl_time){end.nanoseconds - begin.nanoseconds,
                     end.ticks - begin.ticks};
}

/* Additions of a register: those of a constant are folded by some processors
   before they run. */
void tsl_chain(uint64_t steps)
{
   uint64_t i, x = 1, one = 1;
#if defined(__x86_64__)
#define STEP "add %1, %0\n\t"
#define STEPS STEP STEP STEP STEP
   for (i = 0; i + 16 <= steps; i += 16)
      __asm__ volatile(STEPS STEPS STEPS STEPS : "+r"(x) : "r"(one));
   for (; i < steps; i++)
      __asm__ volatile(STEP : "+r"(x) : "r"(one));
#else
   for (i = 0; i < steps; i++) {
      x += one;
      __asm__ volatile("" : "+r"(x), "+r"(one));
   }
#endif
}
