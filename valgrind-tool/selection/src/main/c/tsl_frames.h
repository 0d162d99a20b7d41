/*--------------------------------------------------------------------*/
/*--- tslmap: variables in stack frames, watched.     tsl_frames.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* After tsl_watch_init. */
void tsl_frames_init(void);
/* Whether there are such variables. */
Bool tsl_frames_watched(void);
/* An object was loaded, this much above its addresses in the file; is gone. */
void tsl_frames_object(const HChar *path, ULong bias);
void tsl_frames_unmapped(Addr start, SizeT bytes);
/* Whether a function with such variables begins here; it does, with this stack
   pointer; those that began with one below the bound have ended. */
Bool tsl_frames_begin_at(Addr entry);
void tsl_frames_enter(ULong *slots, Addr sp, Addr entry);
void tsl_frames_leave(ULong *slots, Addr bound);
void tsl_frames_thread_ends(UInt thread);
/* In a forked child, in which only this thread goes on, as its first. */
void tsl_frames_forked(UInt thread);
