/*--------------------------------------------------------------------*/
/*--- tslmap: a run that the tool scores itself.   tsl_score_run.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_sampling.h"

/* Accesses of a thread's site that were counted and not scored. */
typedef struct {
   UInt thread, site;
   ULong accesses;
} tsl_counted_site;

/* What the printed summary and the profile file are made from. */
typedef struct {
   tsl_engine *engine;
   tsl_params params;
   UInt log2_n;
   tsl_totals totals;
   ULong footprint[TSL_GRANULARITIES];
   ULong started;      /* Unix time in microseconds */
   tsl_how how;
   Int status;
   const tsl_estimates *sampling; /* NULL: every access was scored */
   XArray *counted;    /* of tsl_counted_site */
   const HChar *file;  /* name of the profile file, NULL when it was not written */
} tsl_score_run;

/* Accesses by site that were counted, of a thread or of all (0); to be freed. */
ULong *tsl_counted_by_site(const tsl_score_run *run, UInt thread);
/* Prints totals, scores and the busiest functions. */
void tsl_print_summary(const tsl_score_run *run);
/* Writes the profile; False, with a message, when the file cannot be written. */
Bool tsl_write_profile(const tsl_score_run *run, const HChar *file);
