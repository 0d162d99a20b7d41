/*--------------------------------------------------------------------*/
/*--- tslmap: which functions are traced.             tsl_select.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_code.h"

/* The names of --tsl-fn and --tsl-toggle. Errors end the tool. */
void tsl_select_init(void);
Bool tsl_select_function(const HChar *demangled, const HChar *raw);
tsl_toggle tsl_select_toggle(const HChar *demangled, const HChar *raw);
/* At the end: says which names matched nothing. */
void tsl_select_report(void);
