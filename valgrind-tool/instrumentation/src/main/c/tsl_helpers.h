/*--------------------------------------------------------------------*/
/*--- tslmap: what blocks of code call.              tsl_helpers.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Called when the code that tsl_instrument writes runs, with the thread's guest state. */

/* The buffer is full. */
void tsl_helper_flush(void *guest);
/* The traced function begins; sp points to its return address. */
void tsl_helper_enter(void *guest, ULong sp);
/* The stack is shorter than when the traced function began: it has returned,
   was jumped out of, or is being unwound. */
void tsl_helper_leave(void *guest);
/* A function of --tsl-toggle begins. */
void tsl_helper_toggle(void *guest, ULong does);
/* An allocator's function begins; it was left by a return to this address. */
void tsl_helper_heap_enter(void *guest, ULong entry, ULong kind);
void tsl_helper_heap_leave(void *guest, ULong to);
/* A function with watched variables begins; those below the bound have ended. */
void tsl_helper_frame_enter(void *guest, ULong sp, ULong entry);
void tsl_helper_frame_leave(void *guest, ULong bound);
