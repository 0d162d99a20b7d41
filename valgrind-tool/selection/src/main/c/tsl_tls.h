/*--------------------------------------------------------------------*/
/*--- tslmap: places of thread-local variables.          tsl_tls.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* A thread that finds its thread-local variables by this pointer has told so. */
void tsl_tls_pointer(UInt thread, Addr pointer);
void tsl_tls_thread_ends(UInt thread);
/* Code of an object is about to run. */
void tsl_tls_runs(UInt object);
/* Whether it has been told where the thread has its variables of a module. */
Bool tsl_tls_is_known(UInt thread, ULong module);
/* The thread has asked for them: they begin here. */
void tsl_tls_asked(UInt thread, ULong module, Addr start);
/* An object is no longer loaded, another may have its number or place: all that is
   there is told again when it is found again. */
void tsl_tls_begin_again(void);
/* In a forked child, whose thread pointer is told again. */
void tsl_tls_forked(void);
