/*--------------------------------------------------------------------*/
/*--- tslmap: functions that are recorded for a while. tsl_observe.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_sink.h"

/* With --tsl-count-after functions that are to be counted are recorded until they have made so many
   accesses. */

void tsl_observe_begin(void);
/* A block has made so many accesses that were recorded. */
void tsl_observe_block(UInt id, UInt accesses);
/* Functions have made enough of them, and none were taken for a while. recorded: all accesses so far
   that were. */
Bool tsl_observe_is_due(ULong recorded);
/* Takes these functions, from the first one on: how many, at most as many as there are functions. */
UInt tsl_observe_take(ULong recorded, tsl_change *changes);
/* Functions stay as they are from now on. */
void tsl_observe_stop(void);
