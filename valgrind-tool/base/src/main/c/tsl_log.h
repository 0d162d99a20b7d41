/*--------------------------------------------------------------------*/
/*--- tslmap: where messages go.                         tsl_log.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Sends all further messages to --tsl-log, if that is given. Does not return when
   the file cannot be written. */
void tsl_log_start(void);
/* The file's descriptor, or -1. */
Int tsl_log_descriptor(void);
/* The program is about to use this descriptor: if it is the file's, that becomes another one. */
void tsl_log_hide(Int descriptor);
