/*--------------------------------------------------------------------*/
/*--- tslmap: memory whose accesses are traced.       tsl_region.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_region.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"

#include "tsl_buffer.h"
#include "tsl_process.h"
#include "tsl_symbols.h"

static tsl_region regions[TSL_MOST_REGIONS + 1];
static UInt count;

UInt tsl_region_count(void) { return count; }
const tsl_region *tsl_region_at(UInt i) { return &regions[i]; }
tsl_region *tsl_region_add(void) { return &regions[count++]; }

void tsl_region_init(void)
{
   const Word n = tsl_count(tsl_opt.regions);
   Word i;
   if (n > TSL_MOST_REGIONS)
      tsl_die("--tsl-region: at most %d regions can be traced at once, %ld were given.",
              TSL_MOST_REGIONS, n);
   for (i = 0; i < n; i++)
      tsl_region_add()->symbol = tsl_text_at(tsl_opt.regions, i);
}

/* Looks for a data symbol in one object, but not in the tool itself. */
static Bool find_region(const DebugInfo *di, tsl_region *r)
{
   const Bool own = VG_(strcmp)(VG_(basename)(VG_(DebugInfo_get_filename)(di)), TSL_FILE_NAME) == 0;
   const Int n = own ? 0 : VG_(DebugInfo_syms_howmany)(di);
   Int i;
   for (i = 0; i < n; i++) {
      tsl_symbol s;
      tsl_symbol_get(di, i, &s);
      if (!s.text && s.bytes != 0 && tsl_symbol_any(&s, tsl_symbol_is, r->symbol)) {
         r->start = s.address;
         r->bytes = s.bytes;
         return True;
      }
   }
   return False;
}

static void report_region(const tsl_region *r)
{
   if (VG_(clo_verbosity) > 1)
      VG_(umsg)("region %s: %'lu bytes at 0x%lx\n", r->symbol, r->bytes, r->start);
   TSL_TELL(mark, TSL_MARK_REGION, r->start, r->bytes, r->symbol);
}

void tsl_region_objects_changed(void)
{
   UInt i;
   for (i = 0; i < count; i++) {
      tsl_region *r = &regions[i];
      const DebugInfo *di = NULL;
      while (r->symbol != NULL && r->bytes == 0 && (di = VG_(next_DebugInfo)(di)) != NULL)
         if (find_region(di, r))
            report_region(r);
   }
}

/* Whether the program has a dynamic linker that may still load objects. */
static Bool loads_objects(void)
{
   const DebugInfo *di = NULL;
   while ((di = VG_(next_DebugInfo)(di)) != NULL) {
      const HChar *name = VG_(DebugInfo_get_soname)(di);
      if (name != NULL && VG_(string_match)("ld*.so*", name))
         return True;
   }
   return False;
}

void tsl_region_check_start(void)
{
   UInt i;
   tsl_region_objects_changed();
   for (i = 0; i < count; i++)
      if (regions[i].symbol != NULL && regions[i].bytes == 0 && !loads_objects())
         tsl_die("--tsl-region=%s: there is no global data symbol of that name in %s. "
                 "`nm -S --defined-only` lists the program's symbols (types B, D, R); a "
                 "stripped program has none.",
                 regions[i].symbol, tsl_executable());
}

void tsl_region_report(void)
{
   UInt i;
   for (i = 0; i < count; i++)
      if (regions[i].symbol != NULL && regions[i].bytes == 0)
         VG_(umsg)("--tsl-region=%s: there is no global data symbol of that name in the "
                   "program or the shared objects it loaded: nothing was traced for it.\n",
                   regions[i].symbol);
}
