/*--------------------------------------------------------------------*/
/*--- tslmap: scoring a part of the accesses.       tsl_sampling.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_estimate.h"
#include "tsl_stacks.h"

/* The first accesses go to the engine; later ones are counted, and a part of
   them sampled. Starts anew. */
void tsl_sampling_start(tsl_engine *engine, const tsl_params *params, UInt log2_n,
                        const tsl_env *env, tsl_variant variant);
void tsl_sampling_score(const ULong *words, SizeT n);
/* Estimates, and adds the estimates to the engine's counts. */
void tsl_sampling_end(tsl_estimates *to);
/* Distinct words or lines of a thread, of which the engine has seen `exact`; of
   the process (what threads share is counted for each of them). */
ULong tsl_sampling_footprint(UInt thread, tsl_granularity g, ULong exact);
ULong tsl_sampling_process_footprint(tsl_granularity g);

/* Or a collector takes the parts and estimates. */
void tsl_sampling_start_stream(void);
Bool tsl_sampling_streams(void);
/* Whether all accesses are scored: there are no samples, or not yet. As long as that is so, branches are
   predicted in code without accesses, too. */
Bool tsl_sampling_scores_all(void);
/* How many of the words, the first ones, were sent. place: another frame with a
   place in the stream is to follow. */
SizeT tsl_sampling_stream(ULong *words, SizeT n, Bool place);
/* Where the next words go in a buffer that takes `most` of its words: so that it is
   full when a burst is to begin. */
ULong *tsl_sampling_first(ULong *start, SizeT words, SizeT most);
/* A burst of a stream is to begin with the next block, or does, or has begun. */
Bool tsl_sampling_burst_is_due(void);
void tsl_sampling_begin_burst(UInt thread);
Bool tsl_sampling_in_burst(void);
/* Another thread goes on within a burst. */
void tsl_sampling_thread(UInt thread);
/* A call of an allocator has returned: where bursts do not show who made it, the stack is
   sent. Whether that was so. */
Bool tsl_sampling_allocated(UInt thread, UInt function, const tsl_return *r);
/* Recording may pause now. */
Bool tsl_sampling_pause_is_due(void);
/* For how many accesses it should; 0: not now. */
ULong tsl_sampling_pause(void);
/* The pause has ended; for it so many blocks of code were translated. */
void tsl_sampling_resume(UInt blocks);
/* All accesses so far; sends what is known of them at the end. */
ULong tsl_sampling_made(void);
void tsl_sampling_tell_end(void);
