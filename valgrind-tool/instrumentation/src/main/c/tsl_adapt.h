/*--------------------------------------------------------------------*/
/*--- tslmap: functions that change their state.        tsl_adapt.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* With --tsl-adapt the collector decides while the program runs which functions are recorded, and
   which are only counted. The tool asks it at the end of each epoch, a number of accesses, and
   waits for the answer, so that equal runs decide equally. Then only the code of the functions that
   change is translated again. */

void tsl_adapt_init(void);
/* In a forked child: no function is chosen any more, and its first epoch begins. */
void tsl_adapt_forked(void);
/* An instruction is translated. */
void tsl_adapt_instruction(UInt function, Addr start, UInt bytes);
/* The scheduler is in control; so many blocks of code have run. */
void tsl_adapt_thread_stopped(ULong blocks);
