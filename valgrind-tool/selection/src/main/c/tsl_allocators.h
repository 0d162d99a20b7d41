/*--------------------------------------------------------------------*/
/*--- tslmap: which functions allocate.           tsl_allocators.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_symbols.h"

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
