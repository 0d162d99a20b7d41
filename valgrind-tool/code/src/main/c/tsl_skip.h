/*--------------------------------------------------------------------*/
/*--- tslmap: functions that are not recorded.          tsl_skip.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* What the options and their files name; errors in these end the tool. */
void tsl_skip_init(void);
/* Why such a function is not recorded; NULL: it is. */
const HChar *tsl_skip_function(const HChar *object, const HChar *file, const HChar *name,
                               const HChar *raw);
void tsl_skip_report(void);
