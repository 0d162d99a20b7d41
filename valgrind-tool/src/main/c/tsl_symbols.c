/*--------------------------------------------------------------------*/
/*--- tslmap: symbols of objects.                    tsl_symbols.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_heap.h"
#include "tsl_symbols.h"

#include "pub_tool_libcfile.h"

/* An object whose symbols were looked through. */
typedef struct {
   Addr text;
   SizeT bytes;
} scanned_object;

static XArray *scanned;
static ULong symbols;

static Bool is_new(const scanned_object *o)
{
   Word i;
   if (scanned == NULL)
      scanned = VG_(newXA)(VG_(malloc), "tsl.symbols", VG_(free), sizeof *o);
   for (i = VG_(sizeXA)(scanned); i-- > 0;)
      if (((const scanned_object *)VG_(indexXA)(scanned, i))->text == o->text)
         return False;
   return True;
}

/* Looks through an object's symbols once, when they have been read. */
static void scan(const DebugInfo *di)
{
   const Int n = VG_(DebugInfo_syms_howmany)(di);
   const scanned_object o = {VG_(DebugInfo_get_text_avma)(di),
                             VG_(DebugInfo_get_text_size)(di)};
   /* Valgrind takes weak symbols of the C library for local ones. */
   const HChar *soname = VG_(DebugInfo_get_soname)(di);
   const Bool shared = soname != NULL && VG_(strcmp)(soname, "NONE") != 0;
   Int i;
   if (n == 0 || !is_new(&o))
      return;
   VG_(addToXA)(scanned, &o);
   tsl_watch_object(VG_(DebugInfo_get_filename)(di), (ULong)VG_(DebugInfo_get_text_bias)(di));
   symbols += n;
   for (i = 0; i < n; i++) {
      tsl_symbol s;
      tsl_symbol_get(di, i, &s);
      if (!s.text)
         tsl_watch_symbol(&s);
      else if (s.global || shared)
         tsl_allocators_symbol(&s);
   }
}

void tsl_symbols_objects_changed(void)
{
   const DebugInfo *di = NULL;
   if (!tsl_heap_traced() && !tsl_watching())
      return;
   while ((di = VG_(next_DebugInfo)(di)) != NULL)
      if (VG_(strcmp)(VG_(basename)(VG_(DebugInfo_get_filename)(di)), TSL_FILE_NAME) != 0)
         scan(di);
}

void tsl_symbols_unmapped(Addr start, SizeT bytes)
{
   Word i;
   for (i = scanned == NULL ? 0 : VG_(sizeXA)(scanned); i-- > 0;) {
      const scanned_object *o = VG_(indexXA)(scanned, i);
      if (o->text < start + bytes && start < o->text + o->bytes) {
         VG_(removeIndexXA)(scanned, i);
         tsl_tls_begin_again();
      }
   }
   tsl_allocators_unmapped(start, bytes);
   tsl_watch_unmapped(start, bytes);
}

ULong tsl_symbols_seen(void) { return symbols; }

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

static Bool has_name(const tsl_symbol *s, const HChar *name)
{
   const HChar **other;
   if (tsl_symbol_is(s->name, name))
      return True;
   for (other = s->others; other != NULL && *other != NULL; other++)
      if (tsl_symbol_is(*other, name))
         return True;
   return False;
}

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
      if (s.text && has_name(&s, name)) {
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
      cold_parts = VG_(newXA)(VG_(malloc), "tsl.symbols", VG_(free), sizeof part);
   for (i = VG_(sizeXA)(cold_parts); i-- > 0;) {
      const cold_part *p = VG_(indexXA)(cold_parts, i);
      if (p->entry == entry && p->object == object)
         return p->whole;
   }
   part.whole = find_whole(entry);
   VG_(addToXA)(cold_parts, &part);
   return part.whole;
}
