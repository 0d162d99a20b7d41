/*--------------------------------------------------------------------*/
/*--- tslmap: scores of all from a part.            tsl_estimate.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_estimate.h"

#include "tsl_code.h"
#include "tsl_walk.h"

void tsl_estimate_totals(tsl_totals *t)
{
   ULong *made = tsl_label_counts();
   UInt k;
   t->loads = t->stores = 0;
   t->blocks = tsl_walk_blocks();
   t->thread_words = tsl_walk_so_far().thread_words;
   for (k = 0; k < tsl_labels(); k++)
      if (tsl_site_at(tsl_label_at(k)->site)->kind == TSL_LOAD)
         t->loads += made[k];
      else
         t->stores += made[k];
   VG_(free)(made);
}

/* Takes away what the engine has scored. */
static void leave_estimated(tsl_engine *engine, const tsl_params *params, ULong *made)
{
   tsl_histogram h;
   SizeT t;
   UInt k;
   h.strides = VG_(malloc)("tsl.estimate", (params->imax + 1) * sizeof *h.strides);
   for (t = 0; t < tsl_engine_threads(engine); t++)
      for (k = 0; k < tsl_labels(); k++)
         if (tsl_walk_thread(tsl_label_at(k)->thread) == tsl_engine_thread_id(engine, t)) {
            tsl_histogram_clear(&h, params);
            tsl_engine_site(engine, t, tsl_label_at(k)->site, TSL_WORD, &h);
            made[k] -= h.accesses;
         }
   VG_(free)(h.strides);
}

static void add_estimates(tsl_engine *engine, const tsl_sample *sample, const tsl_params *params,
                          const ULong *made)
{
   tsl_histogram h;
   UInt k, g;
   h.strides = VG_(malloc)("tsl.estimate", (params->imax + 1) * sizeof *h.strides);
   for (k = 0; k < tsl_labels(); k++)
      for (g = 0; g < 2 && made[k] > 0; g++) {
         tsl_histogram_clear(&h, params);
         tsl_sample_label(sample, k, (tsl_granularity)g, &h);
         tsl_engine_add(engine, tsl_walk_thread(tsl_label_at(k)->thread), tsl_label_at(k)->site,
                        (tsl_granularity)g, &h);
      }
   VG_(free)(h.strides);
}

/* What threads have touched, and the engine has not seen. */
static void first_touched(tsl_engine *engine, const tsl_sample *sample, ULong first[2])
{
   UInt t, g;
   SizeT i;
   for (g = 0; g < 2; g++) {
      first[g] = 0;
      for (t = 0; t < tsl_walk_threads(); t++) {
         const UInt id = tsl_walk_thread(t);
         const ULong all = tsl_sample_footprint(sample, id, (tsl_granularity)g);
         ULong seen = 0;
         for (i = 0; i < tsl_engine_threads(engine); i++)
            if (tsl_engine_thread_id(engine, i) == id)
               seen = tsl_engine_footprint(engine, i, (tsl_granularity)g);
         first[g] += all > seen ? all - seen : 0;
      }
   }
}

/* Where too little was scored, everything is possible. */
static void bound_errors(tsl_estimates *r, const ULong *function_estimated)
{
   UInt f, g;
   for (f = 0; f < tsl_functions(); f++) {
      tsl_sample_error *e = &r->functions[f];
      for (g = 0; g < 2 && tsl_estimate_few(e); g++)
         e->temporal[g] = e->spatial[g] = function_estimated[f];
   }
}

void tsl_estimate(tsl_engine *engine, tsl_sample *sample, const tsl_params *params, tsl_estimates *r)
{
   ULong *made = tsl_label_counts();
   ULong *estimated = VG_(calloc)("tsl.estimate", tsl_functions() + 1, sizeof *estimated);
   UInt *function = VG_(calloc)("tsl.estimate", tsl_labels() + 1, sizeof *function);
   UInt *zero = VG_(calloc)("tsl.estimate", tsl_labels() + 1, sizeof *zero);
   const tsl_sample_level level = {function, tsl_functions()};
   ULong first[2];
   UInt k;
   r->exact = tsl_engine_count(engine);
   r->scored = tsl_sample_accesses(sample);
   r->bursts = tsl_sample_bursts(sample);
   r->paused = tsl_walk_so_far().counted;
   r->functions = VG_(calloc)("tsl.estimate", tsl_functions() + 1, sizeof *r->functions);
   r->accesses = VG_(calloc)("tsl.estimate", tsl_functions() + 1, sizeof *r->accesses);
   for (k = 0; k < tsl_labels(); k++) {
      function[k] = tsl_site_at(tsl_label_at(k)->site)->function;
      r->accesses[function[k]] += made[k];
   }
   leave_estimated(engine, params, made);
   first_touched(engine, sample, first);
   for (k = 0; k < tsl_labels(); k++)
      estimated[function[k]] += made[k];
   tsl_sample_estimate(sample, (const uint64_t *)made, tsl_labels(), &level, 1, -1, NULL,
                       (const uint64_t *)first);
   add_estimates(engine, sample, params, made);
   tsl_sample_errors(sample, zero, 1, &r->whole);
   tsl_sample_errors(sample, function, tsl_functions(), r->functions);
   bound_errors(r, estimated);
   VG_(free)(estimated);
   VG_(free)(zero);
   VG_(free)(function);
   VG_(free)(made);
}
