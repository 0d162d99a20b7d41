/*--------------------------------------------------------------------*/
/*--- tslmap: heap blocks that nobody can have used.    tsl_held.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_sink.h"

/* A block that comes, goes or moves. */
typedef struct {
   tsl_heap_event event;
   UInt thread;
   Addr address;
   SizeT bytes;
   Addr previous;
   UInt function;
   const tsl_caller *callers; /* as sinks get them */
   UInt n;
} tsl_heap_change;

/* What is told of goes to send, in the order in which it happened; what is held is forgotten. */
void tsl_held_begin(void (*send)(const tsl_heap_change *change, ULong position));

/* A block comes, goes or moves. */
void tsl_held_heap(tsl_heap_change change);

/* The place in the stream of what is told just now: an earlier one than that of what happens now if it
   was held. */
ULong tsl_held_position(void);

/* Something else is about to be told: what happened before it is told first. */
void tsl_held_release(void);
