/*--------------------------------------------------------------------*/
/*--- tslmap: what the stream is a part of.              tsl_run.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_run.h"

#include "tsl_buffer.h"
#include "tsl_counted.h"
#include "tsl_filter.h"
#include "tsl_gate.h"
#include "tsl_options.h"
#include "tsl_sampling.h"
#include "tsl_stretch.h"
#include "tsl_walk.h"

const HChar *tsl_run_view(void)
{
   if (tsl_options_narrow() || tsl_stretch_given())
      return "isolated";
   return tsl_gated() || tsl_counted_loads() + tsl_counted_stores() > 0 ? "partial" : "in context";
}

tsl_totals tsl_run_totals(void)
{
   tsl_totals t = tsl_buffer_totals();
   const ULong recorded = t.loads + t.stores, made = *tsl_buffer_made();
   const ULong counted = tsl_counted_loads() + tsl_counted_stores();
   t.counted_loads = tsl_counted_loads();
   t.counted_stores = tsl_counted_stores();
   if ((counted > 0 || tsl_filter_narrowed()) && tsl_stretch_seen().stopped && !tsl_opt.stop_after.time)
      t.made = 0; /* counters went on until the buffer was looked at */
   else if (!tsl_filter_narrowed())
      t.made = made + (tsl_sampling_streams() ? tsl_sampling_made() : recorded) + counted;
   else
      t.made = made > recorded + counted ? made : recorded + counted;
   return t;
}

static ULong executions(UInt descriptor)
{
   return tsl_opt.sampled ? tsl_walk_executions(descriptor) : tsl_buffer_executions(descriptor);
}

void tsl_run_operations(tsl_operations_fn tell)
{
   if (tsl_operations_counted())
      tsl_executed_sum(executions, tell);
}

void tsl_run_executed(tsl_executed_fn tell)
{
   if (tsl_operations_counted())
      tsl_executed_each(executions, tell, NULL);
}
