/*--------------------------------------------------------------------*/
/*--- tslmap: stacks where the stream has gaps.       tsl_stacks.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* None has been sent yet. */
void tsl_stacks_start(void);
/* Sends the stack of the thread that runs; keeps it for an allocation that begins;
   sends that one for one that has ended; keeps none. */
void tsl_stacks_tell(UInt thread);
void tsl_stacks_keep(UInt thread);
void tsl_stacks_tell_kept(UInt thread);
void tsl_stacks_forget(void);
