/*--------------------------------------------------------------------*/
/*--- tslmap: blocks of the heap, and named data.       tsl_heap.h ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TSL_HEAP_H
#define TSL_HEAP_H

#include "tsl_symbols.h"

/*------------------------------------------------------------*/
/*--- tsl_allocators                                       ---*/
/*------------------------------------------------------------*/

/* What a function's arguments and result mean. */
typedef enum {
   TSL_MALLOC, /* f(bytes), whatever follows */
   TSL_CALLOC, /* f(count, bytes) */
   TSL_REALLOC,
   TSL_REALLOCARRAY,
   TSL_MEMALIGN, /* f(alignment, bytes) */
   TSL_POSIX_MEMALIGN,
   TSL_FREE,
   TSL_THREAD_LOCAL /* f(&{module, offset}) gives the address of a variable */
} tsl_allocator_kind;

/* A symbol of code that others may call. */
void tsl_allocators_symbol(const tsl_symbol *s);
void tsl_allocators_unmapped(Addr start, SizeT bytes);
/* Whether an allocator's function begins here. */
Bool tsl_allocator_at(Addr entry, tsl_allocator_kind *kind);

/*------------------------------------------------------------*/
/*--- tsl_heap                                             ---*/
/*------------------------------------------------------------*/

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
/* At the end: says when heap blocks could not be seen. */
void tsl_heap_report(void);

#endif /* TSL_HEAP_H */
