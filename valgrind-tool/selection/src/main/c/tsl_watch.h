/*--------------------------------------------------------------------*/
/*--- tslmap: data that come and go, watched.          tsl_watch.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_symbols.h"

void tsl_watch_init(void);
/* Whether --tsl-watch was given; whether it names allocations. */
Bool tsl_watching(void);
Bool tsl_watch_allocations(void);
/* Watches a new block if its caller's function is named; whether it is. */
Bool tsl_watch_allocation(Addr caller, Addr address, SizeT bytes);
/* Whether data of this name are watched. */
Bool tsl_watch_name(const HChar *name);
void tsl_watch_add(Addr start, SizeT bytes);
void tsl_watch_remove(Addr start, SizeT bytes);
/* Whether this byte is watched now. */
Bool tsl_watch_has(Addr a);
/* A symbol of data that may be watched. */
void tsl_watch_symbol(const tsl_symbol *s);
/* An object was loaded, this much above its addresses in the file. */
void tsl_watch_object(const HChar *path, ULong bias);
/* Variables no longer mapped. */
void tsl_watch_unmapped(Addr start, SizeT bytes);
/* Something was found for a --tsl-watch. */
void tsl_watch_found(UInt watch);
void tsl_watch_report(void);

/* Where a variable is that was looked up in debug information (--tsl-watch-at). */
typedef struct {
   Bool frame;          /* in a stack frame, or static */
   const HChar *object; /* path */
   ULong address;       /* in the file: the variable's, or its function's first
                           instruction's */
   Long offset;         /* from the canonical frame address */
   SizeT bytes;
   UInt watch;          /* number of the --tsl-watch */
   const HChar *name;
} tsl_place;

Word tsl_watch_places(void);
const tsl_place *tsl_watch_place(Word i);
