/*--------------------------------------------------------------------*/
/*--- tslmap: what lies in stack frames.              tsl_spots.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. What an address in a stack belongs to depends on the function
   whose frame it is in, on where in the frame it lies, and on the code that runs;
   and, as a callee's parameters may lie there, on the same of the frame above. It
   is the same for every frame with these. The caller, who knows the layout of
   frames, says it once; it is remembered for a while, so that hardly any access
   has to be asked about.

   A direct-mapped cache: what was asked about last takes the place of what was
   there. */

#ifndef TSL_SPOTS_H
#define TSL_SPOTS_H

#include "tsl_calls.h"

/* Instead of a function: nothing was called, the frame is the top one. */
#define TSL_NO_CALLEE (-2)

/* A byte of a frame, as the caller is asked about it. */
typedef struct {
   int32_t function;      /* whose frame it is, TSL_NONE if nothing is known */
   int32_t site;          /* of the access, or of the call of the frame above */
   int64_t offset;        /* from the frame's CFA */
   int32_t callee;        /* whose frame is above, or TSL_NO_CALLEE */
   int32_t callee_site;   /* likewise */
   int64_t callee_offset; /* from that frame's CFA */
} tsl_spot;

/* What lies there: from an offset on, in the frame or in that of the callee. */
typedef struct {
   int64_t low;
   uint64_t bytes; /* 0: not known */
   int32_t object;
   int32_t of_callee;
} tsl_spot_answer;

typedef struct {
   tsl_spot spot;
   tsl_spot_answer answer;
} tsl_known_spot;

typedef struct {
   tsl_memory *memory;
   tsl_known_spot *known; /* by a hash of the spot */
} tsl_spots;

void tsl_spots_init(tsl_spots *s, tsl_memory *m);
void tsl_spots_free(tsl_spots *s);

/* The spot of an address in a stack; sets the frame it is in. */
tsl_spot tsl_spot_at(const tsl_stack *stack, uint64_t address, int32_t site,
                     uint32_t *frame);

/* Where what is known of a spot is kept; `bytes` is 0 if nothing is. */
tsl_spot_answer *tsl_spots_find(tsl_spots *s, const tsl_spot *spot);

#endif /* TSL_SPOTS_H */
