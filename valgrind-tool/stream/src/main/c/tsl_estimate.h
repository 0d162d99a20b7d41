/*--------------------------------------------------------------------*/
/*--- tslmap: scores of all from a part.            tsl_estimate.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_sample.h"
#include "tsl_sink.h"

/* What is known of the result's accuracy. */
typedef struct {
   ULong exact;      /* the first accesses, all of them scored */
   ULong scored;     /* accesses of bursts */
   ULong bursts;
   ULong paused;     /* accesses while recording paused */
   tsl_sample_error whole;
   tsl_sample_error *functions; /* by function */
   ULong *accesses;             /* by function */
} tsl_estimates;

/* A sum of weights as a score. */
static inline Double tsl_estimate_share(Double sum, ULong accesses)
{
   const Double share = accesses == 0 ? 0 : sum / (Double)accesses;
   return share > 1 ? 1 : share;
}

/* Whether too little was scored for a score of this part of the program. */
static inline Bool tsl_estimate_few(const tsl_sample_error *e)
{
   return e->draws < 3 || e->scored < 256;
}

/* Accesses, blocks and thread words that were walked over. */
void tsl_estimate_totals(tsl_totals *totals);
/* Estimates, and adds the estimates to the engine's counts. */
void tsl_estimate(tsl_engine *engine, tsl_sample *sample, const tsl_params *params,
                  tsl_estimates *to);
