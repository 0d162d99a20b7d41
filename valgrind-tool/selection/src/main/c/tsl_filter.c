/*--------------------------------------------------------------------*/
/*--- tslmap: which accesses are kept.                tsl_filter.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_filter.h"

#include "tsl_buffer.h"
#include "tsl_gate.h"
#include "tsl_options.h"
#include "tsl_region.h"
#include "tsl_watch.h"

Bool tsl_filter_narrowed(void)
{
   return tsl_gated() || tsl_count(tsl_opt.functions) > 0 || tsl_count(tsl_opt.lines) > 0
          || tsl_region_count() > 0;
}

/* Regions hold what is named for the whole run, the last one all watched data
   and what lies between. */
static Bool is_traced(Addr a)
{
   UInt i;
   for (i = 0; i + 1 < tsl_region_count(); i++)
      if (a - tsl_region_at(i)->start < tsl_region_at(i)->bytes)
         return True;
   return a != 0 && tsl_watch_has(a);
}

/* Drops blocks none of whose accesses happened in a region. In such runs every
   access is guarded and has a word of its own. */
static void keep_traced(ULong *from)
{
   const ULong *const end = tsl_buffer_next();
   ULong *to = from;
   while (from < end) {
      const ULong h = *from;
      const SizeT size = 1 + (TSL_WORD_IS_THREAD(h) ? 0 : TSL_WORD_COUNT(h));
      Bool keep = TSL_WORD_IS_THREAD(h);
      SizeT i;
      if (tsl_watching())
         for (i = 1; i < size; i++)
            if (!is_traced(from[i]))
               from[i] = 0;
      for (i = 1; i < size && !keep; i++)
         keep = from[i] != 0;
      if (keep) {
         for (i = 0; i < size; i++)
            to[i] = from[i];
         to += size;
      }
      from += size;
   }
   tsl_buffer_cut(to);
}

void tsl_filter_init(void)
{
   if (tsl_region_count() > 0)
      tsl_buffer_add_stage(keep_traced);
}
