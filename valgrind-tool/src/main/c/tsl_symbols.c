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
