/*--------------------------------------------------------------------*/
/*--- tslmap: the scheduler takes over soon.            tsl_yield.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Translations must not be discarded while one of them runs. Valgrind's blocks count a thread's
   event counter down at their beginnings: when it runs out, the scheduler is in control. */

/* When the thread has begun so many more blocks, the scheduler is in control. */
void tsl_yield_after(ThreadId tid, UInt blocks);
/* The same before the next block, if a thread runs code. */
void tsl_yield(void);
/* Discards what was translated from these bytes; only while the scheduler is in control. */
void tsl_yield_discard(Addr start, ULong bytes);
