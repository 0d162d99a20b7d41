/*--------------------------------------------------------------------*/
/*--- tslmap: functions that are recorded for a while. tsl_observe.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_sink.h"

/* With --tsl-count-after functions that are to be counted are recorded until they have made so many
   accesses.

   With --tsl-again=N they are counted from the start, since most functions make few accesses, and cost
   much: all their sites, data and call paths are new. Those that make most are recorded in stretches over
   the whole run, and others once, by themselves, when they have made some. A stretch begins
   when the program has made an eighth more accesses than at the end of the one before, and lasts for one
   in N of the accesses between them: the later, the longer, so that what is recorded has parts of the
   run in it as they are long, and there are few stretches however long the run is. What was used just
   before is not known when functions are recorded again, so in the first half of a stretch, and the first
   quarter of what is recorded the first time, they are warm: not scored. */

#define TSL_NEVER (~0ull)

void tsl_observe_begin(void);
/* A block has made so many accesses that were recorded. */
void tsl_observe_block(UInt id, UInt accesses);
/* Functions have made enough of them, and none were taken for a while. recorded: all accesses so far
   that were. */
Bool tsl_observe_is_due(ULong recorded);
/* Accesses, recorded or not, at which functions may change besides. */
ULong tsl_observe_next(void);
/* Takes the functions that change now, from the first one on: how many, at most as many as there are
   functions. made: all accesses so far, recorded or not. */
UInt tsl_observe_take(ULong recorded, ULong made, tsl_change *changes);
/* Functions stay as they are from now on. */
void tsl_observe_stop(void);
