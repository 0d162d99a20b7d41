/*--------------------------------------------------------------------*/
/*--- tslmap: the function of an instruction.       tsl_function.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_function.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"

#include "tsl_elf.h"
#include "tsl_names.h"
#include "tsl_options.h"
#include "tsl_select.h"
#include "tsl_skip.h"
#include "tsl_symbols.h"

/* In the core, without headers for tools. */
extern Bool VG_(get_fnname_raw)(DiEpoch ep, Addr a, const HChar **buf);
extern Bool VG_(get_inst_offset_in_function)(DiEpoch ep, Addr a,
                                             /*OUT*/ PtrdiffT *offset);

/* Valgrind knows the object of a .text section's code at once. For other code (.plt,
   .init) it is the nearest one that was loaded from the same file. */
static ULong bias_of(Addr a, const HChar *path)
{
   const DebugInfo *di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), a), *near = di;
   Addr nearest = ~0ul;
   if (di != NULL)
      return (ULong)VG_(DebugInfo_get_text_bias)(di);
   while ((di = VG_(next_DebugInfo)(di)) != NULL) {
      const Addr text = VG_(DebugInfo_get_text_avma)(di);
      const Addr distance = text > a ? text - a : a - text;
      if (distance < nearest && VG_(strcmp)(VG_(DebugInfo_get_filename)(di), path) == 0) {
         nearest = distance;
         near = di;
      }
   }
   return near == NULL ? 0 : (ULong)VG_(DebugInfo_get_text_bias)(near);
}

static UInt object_of(Addr a)
{
   const HChar *path;
   if (!VG_(get_objname)(VG_(current_DiEpoch)(), a, &path))
      path = "";
   return tsl_object_id(path, bias_of(a, path));
}

void tsl_function_objects_changed(void)
{
   const DebugInfo *di = NULL;
   while ((di = VG_(next_DebugInfo)(di)) != NULL) {
      const HChar *path = VG_(DebugInfo_get_filename)(di);
      if (VG_(DebugInfo_get_text_size)(di) != 0
          && VG_(strcmp)(VG_(basename)(path), TSL_FILE_NAME) != 0)
         tsl_object_id(path, (ULong)VG_(DebugInfo_get_text_bias)(di));
   }
}

static UInt find_function(Addr a)
{
   const DiEpoch ep = VG_(current_DiEpoch)();
   const HChar *name = NULL, *raw;
   HChar *made = NULL;
   PtrdiffT offset = 0;
   tsl_function f;
   Addr whole;
   UInt id;
   Bool named;

   f.object = object_of(a);
   named = VG_(get_inst_offset_in_function)(ep, a, &offset);
   f.entry = named ? a - offset : 0;
   named = VG_(get_fnname)(ep, a, &name);
   if (named && (whole = tsl_symbols_whole(f.object, f.entry, name)) != 0)
      return find_function(whole);
   if (named)
      made = tsl_fortran_name(a, name);
   else if (!tsl_elf_function(f.object, a, &f.entry, &made))
      name = "???";
   f.name = made != NULL ? made : (HChar *)name;
   if (tsl_function_find(&f, &id)) {
      VG_(free)(made);
      return id;
   }
   if (made == NULL)
      f.name = VG_(strdup)("tsl.function", name);
   if (!VG_(get_fnname_raw)(ep, a, &raw))
      raw = f.name;
   f.line = 0;
   f.file = named ? tsl_source_of(f.entry, &f.line) : VG_(strdup)("tsl.source", "");
   f.selected = tsl_select_function(f.name, raw);
   f.toggle = tsl_select_toggle(f.name, raw);
   f.reason = tsl_skip_function(tsl_object_at(f.object)->path, f.file, f.name, raw);
   f.later = NULL;
   if (tsl_opt.count_after > 0 && f.entry != 0) {
      f.later = f.reason;
      if (tsl_opt.again == 0)
         f.reason = NULL;
   }
   f.raw = VG_(strdup)("tsl.function", VG_(strcmp)(raw, f.name) == 0 ? "" : raw);
   return tsl_function_add(&f);
}

/* Callers of allocators, and allocators themselves, are asked for again and again. */
#define KNOWN_LOG2 12
static struct {
   Addr instruction; /* 0: none */
   UInt id, epoch;
} known[1u << KNOWN_LOG2];
static UInt forgotten; /* how often */

void tsl_function_forget(void) { forgotten++; }

UInt tsl_function_of(Addr instruction)
{
   const SizeT at = (instruction * 0x9E3779B97F4A7C15ull) >> (64 - KNOWN_LOG2);
   const UInt epoch = VG_(current_DiEpoch)().n + forgotten;
   if (known[at].instruction != instruction || known[at].epoch != epoch) {
      known[at].id = find_function(instruction);
      known[at].instruction = instruction;
      known[at].epoch = epoch;
   }
   return known[at].id;
}
