/*--------------------------------------------------------------------*/
/*--- tslmap: accesses that are counted.              tsl_counted.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Functions that are not recorded are counted: how often each of their sites made an access, and
   how often they were called. A stretch of code up to an exit has a counter; an access that only
   happens sometimes has one of its own. While recording pauses, code of all functions is counted
   likewise, and its accesses are those of a sampled stream (tsl_walk_counted). */

void tsl_counted_init(void);

/* The code under translation, since the last exit: an access that happens always, a call that
   begins. */
void tsl_counted_access(UInt site, Bool paused);
void tsl_counted_call(UInt function);
/* Whether there was one. */
Bool tsl_counted_pending(void);
/* They belong to this counter. */
void tsl_counted_of_counter(UInt id);
/* A counter of an access that happens sometimes. */
void tsl_counted_guarded(UInt id, UInt site, Bool paused);

/* Another thread is about to run. */
void tsl_counted_thread(UInt thread);
/* Whether threads have run for so long since it was told what was counted that it should be told. */
Bool tsl_counted_due(void);
/* Tells the sink what was counted since the last time. */
void tsl_counted_tell(void);
/* The code of these functions, of all if NULL, is discarded, and all that it did is told: its
   counters are looked at no more. */
void tsl_counted_retire(const Bool *functions);
/* All accesses so far, told or not. */
ULong tsl_counted_accesses(void);
/* What was told so far. */
ULong tsl_counted_loads(void);
ULong tsl_counted_stores(void);
/* The same of a function's own accesses. */
ULong tsl_counted_of(UInt function);
/* Forgets what was counted (in a forked child). */
void tsl_counted_reset(void);
