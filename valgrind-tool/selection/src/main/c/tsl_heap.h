/*--------------------------------------------------------------------*/
/*--- tslmap: blocks of the heap, and named data.       tsl_heap.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_allocators.h"

void tsl_heap_init(void);
/* Whether calls of allocators are followed. */
Bool tsl_heap_traced(void);
/* The function called here, in the thread with this guest state and shadow
   slots, is about to begin (enter), or was left by a return to that address (leave). */
void tsl_heap_enter(void *guest, ULong *slots, Addr entry, tsl_allocator_kind kind);
void tsl_heap_leave(void *guest, ULong *slots, Addr to);
/* An allocator of the program's own, called by this name. */
void tsl_heap_custom_allocated(UInt thread, Addr address, SizeT bytes, const HChar *name);
void tsl_heap_custom_freed(UInt thread, Addr address);
/* Data that the program names; bytes 0: no more. */
void tsl_heap_name(Addr address, SizeT bytes, const HChar *name);
/* Forgets the blocks that are there: calls are no longer followed. */
void tsl_heap_forget(void);
/* Tells a sink that has just begun about everything that is there. */
void tsl_heap_tell_all(void);
void tsl_heap_stats(void);
