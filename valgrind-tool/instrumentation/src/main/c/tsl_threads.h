/*--------------------------------------------------------------------*/
/*--- tslmap: threads start, stop, are interrupted.  tsl_threads.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Whether no code of the program has run. */
Bool tsl_threads_none_ran(void);
/* Around each run of a thread's code. */
void tsl_thread_starts(ThreadId tid);
void tsl_thread_stops(ThreadId tid);
void tsl_thread_created(ThreadId parent, ThreadId child);
void tsl_thread_ends(ThreadId tid);
/* A signal's handler is about to begin. */
void tsl_thread_signalled(ThreadId tid, Int signal, Bool alt_stack);
/* Only this thread goes on, in a forked child; its number in the parent. */
UInt tsl_threads_forked(ThreadId tid);
