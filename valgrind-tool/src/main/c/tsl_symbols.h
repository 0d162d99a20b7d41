/*--------------------------------------------------------------------*/
/*--- tslmap: symbols of objects.                    tsl_symbols.h ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TSL_SYMBOLS_H
#define TSL_SYMBOLS_H

#include "tsl.h"

typedef struct {
   Addr address;
   UInt bytes;
   const HChar *name;    /* mangled */
   const HChar **others; /* NULL, or more names up to a NULL */
   Bool text;
   Bool global;
} tsl_symbol;

/* In the core, without a header for tools. */
typedef struct {
   Addr main;
} SymAVMAs;
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *di);
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *di, Int index,
                                       SymAVMAs *address, UInt *size,
                                       const HChar **name,
                                       const HChar ***other_names, Bool *is_text,
                                       Bool *is_ifunc, Bool *is_global);

static inline void tsl_symbol_get(const DebugInfo *di, Int index, tsl_symbol *s)
{
   SymAVMAs address;
   Bool ifunc;
   VG_(DebugInfo_syms_getidx)(di, index, &address, &s->bytes, &s->name, &s->others, &s->text,
                              &ifunc, &s->global);
   s->address = address.main;
}

/* Whether a symbol has this name, whatever version follows it (stdout@@GLIBC_2.2.5). */
static inline Bool tsl_symbol_is(const HChar *symbol, const HChar *name)
{
   const SizeT n = VG_(strlen)(name);
   return VG_(strncmp)(symbol, name, n) == 0 && (symbol[n] == 0 || symbol[n] == '@');
}

/* A symbol of data that may be watched. */
void tsl_watch_symbol(const tsl_symbol *s);
/* An object was loaded, this much above its addresses in the file. */
void tsl_watch_object(const HChar *path, ULong bias);
/* Looks through the symbols of objects that were loaded since. */
void tsl_symbols_objects_changed(void);
/* Memory is no longer mapped: what was found there is gone. */
void tsl_symbols_unmapped(Addr start, SizeT bytes);
/* Of a part of a function that the compiler has moved away and that has a symbol
   of its own: where the function begins; otherwise 0. */
Addr tsl_symbols_whole(UInt object, Addr entry, const HChar *name);
/* Symbols of all objects so far. */
ULong tsl_symbols_seen(void);

#endif /* TSL_SYMBOLS_H */
