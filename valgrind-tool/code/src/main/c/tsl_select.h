/*--------------------------------------------------------------------*/
/*--- tslmap: which functions are traced.             tsl_select.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_code.h"

/* The names of --tsl-fn, --tsl-lines and --tsl-toggle. Errors end the tool. */
void tsl_select_init(void);
Bool tsl_select_function(const HChar *demangled, const HChar *raw);
/* Whether an instruction is of one of the lines, or none are given. */
Bool tsl_select_instruction(Addr a);
/* TSL_TOGGLE_START, _STOP, both, or 0. */
UInt tsl_select_toggle(const HChar *demangled, const HChar *raw);
/* A function of which that was the answer is called: whether to record from now on. */
Bool tsl_select_called(UInt does, Bool was);
/* At the end: says which names matched nothing. */
void tsl_select_report(void);
