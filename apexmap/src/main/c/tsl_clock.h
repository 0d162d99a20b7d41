/*--------------------------------------------------------------------*/
/*--- tslmap: two clocks and a yardstick.              tsl_clock.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_CLOCK_H
#define TSL_CLOCK_H

#include <stdint.h>

typedef struct {
   uint64_t nanoseconds; /* CLOCK_MONOTONIC */
   uint64_t ticks;       /* time stamp counter; 0 where there is none */
} tsl_time;

/* Now. The counter is read last by _begin and first by _end, so it covers only
   what is between them; the other clock also covers the reading, about 50 ns. */
tsl_time tsl_time_begin(void);
tsl_time tsl_time_end(void);

/* From one to the other. */
tsl_time tsl_time_between(tsl_time begin, tsl_time end);

/* Runs `steps` operations that each wait for the one before and take one cycle
   of the processor's clock: a fixed calculation without memory accesses. */
void tsl_chain(uint64_t steps);

#endif /* TSL_CLOCK_H */
