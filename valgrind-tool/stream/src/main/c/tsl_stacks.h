/*--------------------------------------------------------------------*/
/*--- tslmap: stacks where the stream has gaps.       tsl_stacks.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_sink.h"

/* None has been sent yet. */
void tsl_stacks_start(void);
/* Where a call that has returned goes on; the stack pointer there. */
typedef struct {
   Addr to, cfa;
} tsl_return;

/* Sends the stack of the thread that runs; that of the call of an allocator that is returning. */
void tsl_stacks_tell(UInt thread);
void tsl_stacks_tell_allocation(UInt thread, UInt allocator, const tsl_return *r);

/* The innermost callers of an allocator that is returning, and it, if one of them is only counted, so
   that the stream does not tell of it: their number, else 0. They stay until the next call. */
UInt tsl_stacks_naming(UInt allocator, const tsl_return *r, const tsl_caller **callers);
/* The number of a stack, and whether it was asked for before. */
UInt tsl_stacks_number(const tsl_caller *callers, UInt n, Bool *known);
