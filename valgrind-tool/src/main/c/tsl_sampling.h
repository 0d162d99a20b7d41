/*--------------------------------------------------------------------*/
/*--- tslmap: scoring a part of the accesses.       tsl_sampling.h ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TSL_SAMPLING_H
#define TSL_SAMPLING_H

#include "tsl.h"

#include "tsl_sample.h"

/* What the options ask the engine for. */
tsl_params tsl_score_params(void);
tsl_env tsl_score_env(void);

/* The first accesses go to the engine; later ones are counted, and a part of
   them sampled. Starts anew. */
void tsl_sampling_start(tsl_engine *engine, const tsl_params *params, UInt log2_n,
                        const tsl_env *env, tsl_variant variant);
/* A collector takes the parts and estimates. */
void tsl_sampling_start_stream(void);
Bool tsl_sampling_streams(void);
/* How many of the words, the first ones, were sent. place: another frame with a
   place in the stream is to follow. */
SizeT tsl_sampling_events(ULong *words, SizeT n, Bool place);
/* Where the next words go in a buffer: so that it is full when a burst is to begin. */
ULong *tsl_sampling_first(ULong *start, SizeT words);
/* A burst of a stream is to begin with the next block, or does, or has begun. */
Bool tsl_sampling_burst_is_due(void);
void tsl_sampling_begin_burst(UInt thread);
Bool tsl_sampling_in_burst(void);
/* What comes now is not sent. */
Bool tsl_sampling_leaves_out(void);
/* All accesses so far; sends what is known of them at the end. */
ULong tsl_sampling_made(void);
void tsl_sampling_tell_end(void);

/* What is known of the result's accuracy. */
typedef struct {
   ULong exact;      /* the first accesses, all of them scored */
   ULong scored;     /* accesses of bursts */
   ULong bursts;
   tsl_sample_error whole;
   tsl_sample_error *functions; /* by function */
   ULong *accesses;             /* by function */
} tsl_sampling_result;

/* A sum of weights as a score. */
static inline Double tsl_sampling_share(Double sum, ULong accesses)
{
   const Double share = accesses == 0 ? 0 : sum / (Double)accesses;
   return share > 1 ? 1 : share;
}

/* Whether too little was scored for a score of this part of the program. */
static inline Bool tsl_sampling_few(const tsl_sample_error *e)
{
   return e->bursts < 3 || e->scored < 256;
}

/* Accesses, blocks and thread words so far. */
void tsl_sampling_totals(tsl_totals *totals);
/* Estimates, and adds the estimates to the engine's counts. */
void tsl_sampling_end(tsl_sampling_result *result);
/* Distinct words or lines of a thread, of which the engine has seen `exact`; of
   the process (what threads share is counted for each of them). */
ULong tsl_sampling_footprint(UInt thread, tsl_granularity g, ULong exact);
ULong tsl_sampling_process_footprint(tsl_granularity g);

/*------------------------------------------------------------*/
/*--- tsl_stacks                                           ---*/
/*------------------------------------------------------------*/

/* None has been sent yet. */
void tsl_stacks_start(void);
/* Sends the stack of the thread that runs; keeps it for an allocation that begins;
   sends that one for one that has ended. */
void tsl_stacks_tell(UInt thread);
void tsl_stacks_keep(UInt thread);
void tsl_stacks_tell_kept(UInt thread);

/*------------------------------------------------------------*/
/*--- tsl_budget                                           ---*/
/*------------------------------------------------------------*/

Bool tsl_budget_given(void);
void tsl_budget_start(void);
/* Work on event words begins; it was walking over so many words, or scoring
   accesses of a burst or all. */
void tsl_budget_begin(void);
void tsl_budget_walked(ULong headers, ULong words);
void tsl_budget_scored(ULong accesses, Bool all);
/* Whether all accesses may be scored for now. */
Bool tsl_budget_allows_all(void);
/* The accesses until the next burst, of `made` so far; 0: as without a budget. */
ULong tsl_budget_period(ULong made);
/* Around the sending of anything. */
void tsl_budget_waits(void);
void tsl_budget_waited(void);
void tsl_budget_stats(void);
/* Processor time so far, as a multiple of that without a tool. */
Double tsl_budget_pace(void);

#endif /* TSL_SAMPLING_H */
