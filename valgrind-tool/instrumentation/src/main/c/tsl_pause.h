/*--------------------------------------------------------------------*/
/*--- tslmap: recording pauses.                        tsl_pause.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* In a sampled run that goes on for long, recording pauses now and then: code is translated again
   so that it only counts, and once more when recording resumes. tsl_sampling says when. Code is also translated
   again when its branches are no longer predicted. */

void tsl_pause_init(void);
/* Whether code that is translated now only counts. */
Bool tsl_pause_now(void);
/* The scheduler is in control; so many blocks of code have run. */
void tsl_pause_thread_stopped(ULong blocks);
/* In a forked child: its stream begins, and is recorded. */
void tsl_pause_forked(void);
