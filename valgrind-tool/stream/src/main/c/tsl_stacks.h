/*--------------------------------------------------------------------*/
/*--- tslmap: stacks where the stream has gaps.       tsl_stacks.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* None has been sent yet. */
void tsl_stacks_start(void);
/* Where a call that has returned goes on; the stack pointer there. */
typedef struct {
   Addr to, cfa;
} tsl_return;

/* Sends the stack of the thread that runs; that of the call of an allocator that is returning. */
void tsl_stacks_tell(UInt thread);
void tsl_stacks_tell_allocation(UInt thread, UInt allocator, const tsl_return *r);
