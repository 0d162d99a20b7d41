/*--------------------------------------------------------------------*/
/*--- tslmap: counters that code adds to.             tsl_counter.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Executions of code that no header in the event stream tells of. Blocks of code have the
   distances of counters from the first one in them, so counters stay where they are, and are never freed. */

#define TSL_NO_COUNTER 0xFFFFFFFFu

void tsl_counters_init(void);
/* What distances are from. */
Addr tsl_counters_start(void);
/* A new counter, which begins with 0; its place. */
ULong *tsl_counter_new(UInt *id);
ULong tsl_counter_value(UInt id);
/* All begin with 0 again (in a forked child). */
void tsl_counters_reset(void);
