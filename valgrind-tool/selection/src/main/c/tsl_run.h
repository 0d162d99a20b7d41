/*--------------------------------------------------------------------*/
/*--- tslmap: what the stream is a part of.              tsl_run.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_operations.h"
#include "tsl_sink.h"

/* Which of the program's accesses form the stream: all of them ("in context"); a part, chosen by
   options for what they are, whose, or when ("isolated": scores are those of this part alone); all
   but those of functions that are only counted, or of the time while the program had switched
   recording off ("partial"). */
const HChar *tsl_run_view(void);
/* Totals of what was handed to the sink, and what the program made. */
tsl_totals tsl_run_totals(void);
/* Tells what each function computed: instructions and chains. */
void tsl_run_operations(tsl_operations_fn tell);
/* Tells which code was executed how often: what these are the sums of. */
void tsl_run_executed(tsl_executed_fn tell);
