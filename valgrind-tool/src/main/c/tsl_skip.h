/*--------------------------------------------------------------------*/
/*--- tslmap: functions that are not recorded.          tsl_skip.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

typedef enum { TSL_SKIP_OBJECT, TSL_SKIP_FILE, TSL_SKIP_FUNCTION } tsl_skip_kind;

/* One pattern; the patterns of a file, whose errors end the tool. */
void tsl_skip_add(tsl_skip_kind kind, const HChar *pattern);
void tsl_skip_read(const HChar *file);
/* A filter file in Score-P's syntax, whose errors end the tool. */
void tsl_skip_read_rules(const HChar *file);
/* Why such a function is not recorded; NULL: it is. */
const HChar *tsl_skip_function(const HChar *object, const HChar *file, const HChar *name,
                               const HChar *raw);
void tsl_skip_report(void);
