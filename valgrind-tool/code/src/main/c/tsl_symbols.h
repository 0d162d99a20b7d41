/*--------------------------------------------------------------------*/
/*--- tslmap: symbols of objects.                    tsl_symbols.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

#include "pub_tool_debuginfo.h"

typedef struct {
   Addr address;
   UInt bytes;
   const HChar *name;    /* mangled */
   const HChar **others; /* NULL, or more names up to a NULL */
   Bool text;
   Bool global;
} tsl_symbol;

/* In the core, without a header for tools. */
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *di);

void tsl_symbol_get(const DebugInfo *di, Int index, tsl_symbol *s);
/* Whether one of the symbol's names passes a test. */
typedef Bool (*tsl_symbol_test)(const HChar *name, const void *of);
Bool tsl_symbol_any(const tsl_symbol *s, tsl_symbol_test test, const void *of);
/* The test for a name, whatever version follows it (stdout@@GLIBC_2.2.5). */
Bool tsl_symbol_is(const HChar *symbol, const void *name);

/* Of a part of a function that the compiler has moved away and that has a symbol
   of its own: where the function begins; otherwise 0. */
Addr tsl_symbols_whole(UInt object, Addr entry, const HChar *name);
