/*--------------------------------------------------------------------*/
/*--- tslmap: branches of code without accesses.       tsl_branch.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Which branches of code without accesses are not foreseen. Of code with accesses the collector finds
   that out, from the headers of the stream; other code only adds to a counter. So its branches are
   predicted here, by the collector's predictor, but only some executions of each, since that
   takes a call: TSL_BRANCH_WINDOW in a row of TSL_BRANCH_PERIOD. */

#define TSL_BRANCH_WINDOW 256u
#define TSL_BRANCH_PERIOD 4096u
/* An execution is in a window if none of these bits of the number of those before it is set. */
#define TSL_BRANCH_OUTSIDE (TSL_BRANCH_PERIOD - TSL_BRANCH_WINDOW)

/* A new branch, in code at this address; its number. */
UInt tsl_branch_new(Addr a);
/* Called when a branch is executed within a window: with how many executions before it, and whether it
   is taken. */
void tsl_branch_executed(ULong number, ULong before, ULong taken);
/* How many were not foreseen of so many executions, by those that were looked at. */
ULong tsl_branch_mispredictions(UInt number, ULong executions);
/* All begin with 0 again (in a forked child). */
void tsl_branches_reset(void);
