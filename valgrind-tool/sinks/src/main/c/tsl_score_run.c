/*--------------------------------------------------------------------*/
/*--- tslmap: what was counted and not scored.     tsl_score_run.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_score_run.h"

#include "tsl_code.h"

ULong *tsl_counted_by_site(const tsl_score_run *run, UInt t)
{
   ULong *sums = VG_(calloc)("tsl.score", tsl_sites() + 1, sizeof *sums);
   Word i;
   for (i = 0; i < tsl_count(run->counted); i++) {
      const tsl_counted_site *c = VG_(indexXA)(run->counted, i);
      if (t == 0 || c->thread == t)
         sums[c->site] += c->accesses;
   }
   return sums;
}
