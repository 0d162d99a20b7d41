/*--------------------------------------------------------------------*/
/*--- tslmap: programs and shared objects come and go. tsl_objects.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_objects.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"

#include "tsl_allocators.h"
#include "tsl_frames.h"
#include "tsl_function.h"
#include "tsl_heap.h"
#include "tsl_region.h"
#include "tsl_tls.h"
#include "tsl_watch.h"

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
      scanned = tsl_list("tsl.objects", sizeof *o);
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
   const HChar *const path = VG_(DebugInfo_get_filename)(di);
   const ULong bias = (ULong)VG_(DebugInfo_get_text_bias)(di);
   Int i;
   if (n == 0 || !is_new(&o))
      return;
   VG_(addToXA)(scanned, &o);
   tsl_watch_object(path, bias);
   tsl_frames_object(path, bias);
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

void tsl_objects_changed(void)
{
   const DebugInfo *di = NULL;
   tsl_function_objects_changed();
   while ((tsl_heap_traced() || tsl_watching()) && (di = VG_(next_DebugInfo)(di)) != NULL)
      if (VG_(strcmp)(VG_(basename)(VG_(DebugInfo_get_filename)(di)), TSL_FILE_NAME) != 0)
         scan(di);
   tsl_region_objects_changed();
}

void tsl_objects_unmapped(Addr start, SizeT bytes)
{
   Word i;
   tsl_function_forget();
   for (i = tsl_count(scanned); i-- > 0;) {
      const scanned_object *o = VG_(indexXA)(scanned, i);
      if (o->text < start + bytes && start < o->text + o->bytes) {
         VG_(removeIndexXA)(scanned, i);
         tsl_tls_begin_again();
      }
   }
   tsl_allocators_unmapped(start, bytes);
   tsl_frames_unmapped(start, bytes);
   tsl_watch_unmapped(start, bytes);
}

void tsl_objects_report(void)
{
   if (tsl_heap_traced() && symbols == 0)
      VG_(umsg)("The program has no symbols: calls of malloc cannot be seen, and blocks of the "
                "heap are not told apart.\n");
}
