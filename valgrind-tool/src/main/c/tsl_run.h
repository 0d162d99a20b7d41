/*--------------------------------------------------------------------*/
/*--- tslmap: what the stream is a part of.              tsl_run.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_operations.h"
#include "tsl_sink.h"

/* Whether only a part of the program's accesses forms the stream, chosen by what they
   are, whose, or when: then scores are those of this part alone (isolated). By the
   options, or since the program has switched recording off. */
Bool tsl_run_isolated(void);
/* Totals of what was handed to the sink, and what the program made. */
tsl_totals tsl_run_totals(void);
/* Tells what each function computed: instructions and chains. */
void tsl_run_operations(tsl_operations_fn tell);
