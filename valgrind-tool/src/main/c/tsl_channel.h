/*--------------------------------------------------------------------*/
/*--- tslmap: the connection to the collector.       tsl_channel.h ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TSL_CHANNEL_H
#define TSL_CHANNEL_H

#include "tsl_base.h"
#include "tsl_wire.h"

/* Connects to --tsl-connect. Does not return on errors, unless in a forked child,
   which goes on without a connection. */
void tsl_channel_open(Bool forked);
Bool tsl_channel_is_open(void);
/* Bytes so far. */
ULong tsl_channel_sent(void);
void tsl_channel_close(void);
/* Waits until everything is taken: this is what slows the program down to the
   speed of the collector. A connection that breaks is closed, with a message. */
void tsl_channel_bytes(const void *bytes, SizeT n);
/* A frame of at most `payload` bytes, sent with others when they are many or flushed. */
tsl_frame tsl_channel_begin(tsl_frame_type type, SizeT payload);
void tsl_channel_end(tsl_frame *f);
void tsl_channel_flush(void);

#endif /* TSL_CHANNEL_H */
