/*--------------------------------------------------------------------*/
/*--- tslmap: what a run may cost.                    tsl_budget.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

Bool tsl_budget_given(void);
void tsl_budget_start(void);
/* Work on so many event words begins; it was walking over so many words, or scoring
   accesses of a burst or all. */
void tsl_budget_begin(SizeT words);
void tsl_budget_walked(ULong headers, ULong words);
void tsl_budget_scored(ULong accesses, Bool all);
/* Whether all accesses may be scored for now. */
Bool tsl_budget_allows_all(void);
/* Whether recording should pause for it. */
Bool tsl_budget_is_short(void);
/* The accesses until the next burst, of `made` so far; 0: as without a budget. */
ULong tsl_budget_period(ULong made);
/* Around telling of a heap block. */
void tsl_budget_tells(void);
void tsl_budget_told(void);
/* Asks the collector what it took, if that was long ago; since then it scored all accesses, or those of
   bursts. All that there is must have been sent. */
void tsl_budget_ask(Bool all);
void tsl_budget_stats(void);
/* Processor time so far, as a multiple of that without a tool. */
Double tsl_budget_pace(void);
