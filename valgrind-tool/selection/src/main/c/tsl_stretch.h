/*--------------------------------------------------------------------*/
/*--- tslmap: the stretch that is measured.          tsl_stretch.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

#include "libvex.h"

typedef enum { TSL_BEFORE, TSL_WITHIN, TSL_AFTER } tsl_phase;
/* The one the program is in. Accesses are recorded within only. */
tsl_phase tsl_stretch_phase(void);

/* plain: how VEX translates blocks for Valgrind without a tool. */
void tsl_stretch_init(const VexControl *plain);
/* A forked child is measured like a program that starts. */
void tsl_stretch_forked(void);
/* Whether the program is measured in a stretch only; whether that starts late. */
Bool tsl_stretch_given(void);
Bool tsl_stretch_late(void);
/* Whether accesses before the stretch are counted; so many, while blocks are to look
   whether they were made, 0 otherwise. */
Bool tsl_stretch_counts(void);
ULong tsl_stretch_awaited(void);
/* So many were made, in the thread that runs. */
void tsl_stretch_reached(void);
/* Around each run of client code; no code is in use behind it. True: the program is to
   end now. */
void tsl_stretch_thread_starts(ThreadId tid);
Bool tsl_stretch_thread_stopped(ThreadId tid);
#define TSL_NOT_COUNTED (~0ull)
typedef struct {
   Bool begun, stopped;
   ULong before;                /* accesses of the program, or TSL_NOT_COUNTED */
   ULong begun_ms, stopped_ms;  /* since the program started */
} tsl_stretch;
tsl_stretch tsl_stretch_seen(void);
/* Nobody takes what is recorded: from now on, and in forked processes, the program runs
   as it does after its stretch. */
void tsl_stretch_give_up(void);
/* At the end: says what did not come about. */
void tsl_stretch_report(void);
