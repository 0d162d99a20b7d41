/*--------------------------------------------------------------------*/
/*--- tslmap: the connection to the collector.       tsl_channel.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"
#include "tsl_wire.h"

/* Connects to --tsl-connect. Does not return on errors, unless in a forked child,
   which goes on without a connection. */
void tsl_channel_open(Bool forked);
Bool tsl_channel_is_open(void);
/* Whether answers can be received. */
Bool tsl_channel_answers(void);
/* The program is about to give up system calls: from now on only such are used as
   Valgrind itself needs, so that processes that are forked later have no connection. */
void tsl_channel_restrict(void);
/* The program is about to use this descriptor: if it is the connection's, that becomes another one. */
void tsl_channel_hide(Int descriptor);
/* Bytes so far. */
ULong tsl_channel_sent(void);
void tsl_channel_close(void);
/* Sends what was added; a connection that breaks is closed, with a message. */
void tsl_channel_flush(void);
/* Sends what was added and waits for a frame of this type, the collector's answer: its payload,
   good until the next one, and its bytes. NULL if there is no collector any more. */
const UChar *tsl_channel_answer(tsl_frame_type type, UInt *bytes);
/* An answer had other contents than were expected: there is no collector any more. */
void tsl_channel_misunderstood(void);
/* Adds a frame. Fields are told by letters: bytes of a number ('8' takes an ULong,
   others an UInt), 's' a text with its length before it. */
void tsl_channel_frame(tsl_frame_type type, const HChar *fields, ...);
/* The same piece by piece. */
void tsl_channel_begin(tsl_frame_type type);
void tsl_channel_put(const HChar *fields, ...);
void tsl_channel_end(void);
/* Sends event words behind so many others, and writes to the two before them. */
void tsl_channel_events(ULong *words, SizeT n, ULong position);
