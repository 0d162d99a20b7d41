/*--------------------------------------------------------------------*/
/*--- tslmap: waiting for the collector.                tsl_wait.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* A system call on a socket that is repeated until the other end has taken or sent
   everything. */
typedef struct {
   Int socket;
   Bool asks; /* for the state of the connection */
   UInt signalled; /* ms when a signal was first seen to wait, or 0 */
} tsl_wait;

#define TSL_NO_ANSWER 110 /* ETIMEDOUT */

/* Calls on this socket return after a while without progress. */
void tsl_wait_prepare(Int socket);
/* Takes bytes as long as the other end is there; 0 or -errno. */
Long tsl_wait_receive(Int socket, void *to, SizeT n);
tsl_wait tsl_wait_begin(Int socket, Bool asks);
void tsl_wait_progress(tsl_wait *wait);
/* After a call without progress and its -errno: whether it is to be repeated;
   otherwise *error says why not. */
Bool tsl_wait_goes_on(tsl_wait *wait, Long *error);
