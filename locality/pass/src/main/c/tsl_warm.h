/*--------------------------------------------------------------------*/
/*--- tslmap: accesses that warm up histories.          tsl_warm.h ---*/
/*--------------------------------------------------------------------*/

/* When a function is recorded again after it was only counted, it is not known what was used
   just before. So its first accesses are not scored: they only go into the histories that later
   ones are scored with. They are counted here, by thread and site. */

#ifndef TSL_WARM_H
#define TSL_WARM_H

#include "tsl_memory.h"

/* The label of such an access. */
#define TSL_WARM 0xFFFFFFFFu

typedef struct {
   uint32_t thread;
   uint32_t sites;
   uint64_t *of; /* accesses by site */
} tsl_warm_thread;

typedef struct {
   tsl_memory *memory;
   uint8_t *is; /* whether a function warms up */
   uint32_t functions;
   uint32_t now; /* functions that do */
   tsl_warm_thread *thread;
   uint32_t threads, capacity;
} tsl_warm;

void tsl_warm_init(tsl_warm *w, tsl_memory *m);
void tsl_warm_free(tsl_warm *w);

/* From here on a function warms up, or does not any more. */
void tsl_warm_set(tsl_warm *w, uint32_t function, int is);

TSL_INLINE int tsl_warm_is(const tsl_warm *w, int32_t function)
{
   return w->now > 0 && function >= 0 && (uint32_t)function < w->functions && w->is[function];
}

/* Counts n accesses of a thread. */
void tsl_warm_count(tsl_warm *w, uint32_t thread, const uint32_t *site, uint32_t n);

#endif /* TSL_WARM_H */
