/*--------------------------------------------------------------------*/
/*--- tslmap: accesses of more than a word.            tsl_wide.h ---*/
/*--------------------------------------------------------------------*/

/* Takes decoded accesses apart: one of more than a word becomes one for each word
   that it touches, in ascending order. The first keeps its address, so that it
   is as if it came alone; the others begin at their words. Accesses of a word or
   less stay, even where they span two. */

#ifndef TSL_WIDE_H
#define TSL_WIDE_H

#include "tsl_events.h"

typedef struct {
   tsl_memory *memory;
   unsigned shift;  /* log2 of the bytes of a word */
   uint32_t *bytes; /* of each site's accesses */
   uint8_t *stores; /* whether they store */
   uint32_t sites, capacity;
   tsl_decoded out;
   uint8_t *goes_on; /* of each in `out`: whether it is not the first of its access */
   uint64_t loads, all_stores; /* that came out */
} tsl_wide;

void tsl_wide_init(tsl_wide *w, tsl_memory *m, unsigned shift);
void tsl_wide_free(tsl_wide *w);

/* More sites, in order. */
void tsl_wide_sites(tsl_wide *w, uint32_t count, const uint32_t *bytes,
                    const uint8_t *flags, unsigned store_flag);

/* What was decoded is in w->out until this is called again. */
void tsl_wide_take(tsl_wide *w, const tsl_decoded *from);

#endif /* TSL_WIDE_H */
