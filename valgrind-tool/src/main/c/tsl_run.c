/*--------------------------------------------------------------------*/
/*--- tslmap: what the stream is a part of.              tsl_run.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_run.h"

#include "tsl_buffer.h"
#include "tsl_filter.h"
#include "tsl_options.h"
#include "tsl_sampling.h"
#include "tsl_stretch.h"
#include "tsl_walk.h"

Bool tsl_run_isolated(void) { return tsl_filter_narrowed() || tsl_stretch_given(); }

tsl_totals tsl_run_totals(void)
{
   tsl_totals t = tsl_buffer_totals();
   const ULong recorded = t.loads + t.stores, made = *tsl_buffer_made();
   if (!tsl_filter_narrowed())
      t.made = made + (tsl_sampling_streams() ? tsl_sampling_made() : recorded);
   else if (tsl_stretch_seen().stopped && !tsl_opt.stop_after.time)
      t.made = 0; /* the counter went on until the buffer was looked at */
   else
      t.made = made > recorded ? made : recorded;
   return t;
}

void tsl_run_operations(tsl_operations_fn tell)
{
   if (tsl_operations_counted())
      tsl_operations_sum(tsl_opt.sampled ? tsl_walk_executions : tsl_buffer_executions, tell);
}
