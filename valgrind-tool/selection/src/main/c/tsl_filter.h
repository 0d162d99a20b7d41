/*--------------------------------------------------------------------*/
/*--- tslmap: which accesses are kept.                tsl_filter.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* The stage between the buffer and the sink that keeps accesses to traced memory
   only, if there is any. */
void tsl_filter_init(void);
/* Whether blocks or accesses are missing in the stream. */
Bool tsl_filter_narrowed(void);
