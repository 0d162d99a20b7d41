/*--------------------------------------------------------------------*/
/*--- tslmap: symbols of objects.                    tsl_symbols.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_symbols.h"

#include "tsl_names.h"

/* In the core, without a header for tools. */
typedef struct {
   Addr main;
} SymAVMAs;
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *di, Int index,
                                       SymAVMAs *address, UInt *size,
                                       const HChar **name,
                                       const HChar ***other_names, Bool *is_text,
                                       Bool *is_ifunc, Bool *is_global);

void tsl_symbol_get(const DebugInfo *di, Int index, tsl_symbol *s)
{
   SymAVMAs address;
   Bool ifunc;
   VG_(DebugInfo_syms_getidx)(di, index, &address, &s->bytes, &s->name, &s->others, &s->text,
                              &ifunc, &s->global);
   s->address = address.main;
}

Bool tsl_symbol_any(const tsl_symbol *s, tsl_symbol_test test, const void *of)
{
   const HChar **other;
   if (test(s->name, of))
      return True;
   for (other = s->others; other != NULL && *other != NULL; other++)
      if (test(*other, of))
         return True;
   return False;
}

Bool tsl_symbol_is(const HChar *symbol, const void *name)
{
   const SizeT n = VG_(strlen)(name);
   return VG_(strncmp)(symbol, name, n) == 0 && (symbol[n] == 0 || symbol[n] == '@');
}

/*------------------------------------------------------------*/
/*--- Parts of functions                                   ---*/
/*------------------------------------------------------------*/

/* gcc moves code of a function that hardly ever runs to a place of its own, which
   has the symbol NAME.cold. It is entered and left by jumps, in the function's
   frame. clang's NAME.cold.1 are functions that are called. */
#define COLD ".cold"

typedef struct {
   UInt object;
   Addr entry;
   Addr whole; /* 0: not found */
} cold_part;

static XArray *cold_parts;

/* Where the one function of a name begins; of several, the one from this source. */
static Addr function_named(const DebugInfo *di, const HChar *name, const HChar *source)
{
   const Int n = VG_(DebugInfo_syms_howmany)(di);
   Addr any = 0, same = 0;
   UInt functions = 0, from_source = 0;
   Int i;
   for (i = 0; i < n; i++) {
      tsl_symbol s;
      tsl_symbol_get(di, i, &s);
      if (s.text && tsl_symbol_any(&s, tsl_symbol_is, name)) {
         UInt line;
         HChar *file = tsl_source_of(s.address, &line);
         any = s.address;
         functions++;
         if (VG_(strcmp)(file, source) == 0) {
            same = s.address;
            from_source++;
         }
         VG_(free)(file);
      }
   }
   return functions == 1 ? any : from_source == 1 ? same : 0;
}

static Addr find_whole(Addr entry)
{
   const DebugInfo *di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), entry);
   const HChar *name, *raw;
   HChar *whole, *source;
   UInt line;
   SizeT n;
   Addr found;
   if (di == NULL || !tsl_function_names(entry, &name, &raw))
      return 0;
   n = VG_(strlen)(raw);
   if (n <= sizeof COLD - 1 || VG_(strcmp)(raw + n - (sizeof COLD - 1), COLD) != 0)
      return 0;
   whole = VG_(strdup)("tsl.symbols", raw);
   whole[n - (sizeof COLD - 1)] = 0;
   source = tsl_source_of(entry, &line);
   found = function_named(di, whole, source);
   VG_(free)(whole);
   VG_(free)(source);
   return found;
}

Addr tsl_symbols_whole(UInt object, Addr entry, const HChar *name)
{
   cold_part part = {object, entry, 0};
   Word i;
   if (VG_(strstr)(name, COLD) == NULL)
      return 0;
   if (cold_parts == NULL)
      cold_parts = tsl_list("tsl.symbols", sizeof part);
   for (i = VG_(sizeXA)(cold_parts); i-- > 0;) {
      const cold_part *p = VG_(indexXA)(cold_parts, i);
      if (p->entry == entry && p->object == object)
         return p->whole;
   }
   part.whole = find_whole(entry);
   VG_(addToXA)(cold_parts, &part);
   return part.whole;
}
