/*--------------------------------------------------------------------*/
/*--- tslmap: scoring inside the tool.            tsl_sink_score.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_sinks.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_options.h"

#include "tsl_budget.h"
#include "tsl_code.h"
#include "tsl_counted.h"
#include "tsl_heirs.h"
#include "tsl_options.h"
#include "tsl_run.h"
#include "tsl_score_run.h"

/* In the core, without a header for tools. */
extern Bool VG_(clo_trace_children);

static tsl_engine *engine;
static tsl_params params;
static UInt thread;
static ULong started;
static XArray *counted; /* of tsl_counted_site */

/* The profile is written at the end; a place that cannot be written is said
   before the program starts. */
static void check_file(void)
{
   HChar *file = VG_(expand_file_name)("--tsl-out-file", tsl_opt.out_file);
   struct vg_stat ignored;
   const Bool is_new = sr_isError(VG_(stat)(file, &ignored));
   const SysRes r = VG_(open)(file, VKI_O_CREAT | VKI_O_WRONLY, 0644);
   if (sr_isError(r))
      tsl_die("--tsl-out-file: cannot write %s (error %lu). Choose another place, or another "
              "--tsl-out.", file, sr_Err(r));
   VG_(close)(sr_Res(r));
   if (is_new)
      VG_(unlink)(file);
   VG_(free)(file);
}

static void start(Bool forked)
{
   const tsl_env env = tsl_engine_env();
   if (!forked && !tsl_heirs_is_one())
      check_file();
   if (engine != NULL)
      tsl_engine_free(engine);
   params = tsl_options_params();
   engine = tsl_engine_new(&params, &env, tsl_options_variant());
   if (engine == NULL)
      tsl_die("--tsl-engine=%s: this processor does not have it; leave the option out.",
              tsl_opt.engine);
   if (tsl_opt.sampled)
      tsl_sampling_start(engine, &params, tsl_options_log2_n(), &env, tsl_options_variant());
   if (counted != NULL)
      VG_(deleteXA)(counted);
   counted = tsl_list("tsl.score", sizeof(tsl_counted_site));
   thread = 0;
   started = tsl_now();
}

static void score(UInt t, const ULong *addr, const UInt *site, SizeT n)
{
   tsl_engine_accesses(engine, t, (const uint64_t *)addr, site, n);
}

static void counted_code(UInt t, const tsl_count_of *sites, UInt n, const tsl_count_of *calls, UInt m)
{
   UInt i;
   for (i = 0; i < n; i++) {
      const tsl_counted_site c = {t, sites[i].id, sites[i].count};
      VG_(addToXA)(counted, &c);
   }
}

static void events(ULong *words, SizeT n)
{
   tsl_decode(words, n, &thread, score);
}

static void sample(ULong *words, SizeT n) { tsl_sampling_score(words, n); }

/* The profile file's name. The program that a process replaces itself by has the
   same process id, so the profile of the one before goes beside it. */
static HChar *file_name(tsl_how how)
{
   HChar *file = VG_(expand_file_name)("--tsl-out-file", tsl_opt.out_file);
   HChar *name;
   struct vg_stat ignored;
   UInt k = 1;
   if (how != TSL_HOW_EXEC || !VG_(clo_trace_children))
      return file;
   name = VG_(malloc)("tsl.file", VG_(strlen)(file) + 32);
   do
      VG_(sprintf)(name, "%s.exec%u", file, k++);
   while (!sr_isError(VG_(stat)(name, &ignored)));
   VG_(free)(file);
   return name;
}

static void end(tsl_how how, Int status)
{
   tsl_score_run run;
   UInt g;
   tsl_estimates sampling;
   HChar *file = file_name(how);
   tsl_counted_tell();
   if (tsl_opt.sampled)
      tsl_sampling_end(&sampling);
   run.engine = engine;
   run.params = params;
   run.log2_n = tsl_options_log2_n();
   run.counted = counted;
   run.totals = tsl_run_totals();
   run.sampling = tsl_opt.sampled ? &sampling : NULL;
   for (g = 0; g < params.granularities; g++)
      run.footprint[g] = tsl_opt.sampled
                            ? tsl_sampling_process_footprint((tsl_granularity)g)
                            : tsl_engine_process_footprint(engine, (tsl_granularity)g);
   run.started = started;
   run.how = how;
   run.status = status;
   if (tsl_engine_count(engine) != run.totals.loads + run.totals.stores)
      tsl_die("internal error: %llu accesses were traced and %llu scored.",
              run.totals.loads + run.totals.stores, tsl_engine_count(engine));
   run.file = tsl_write_profile(&run, file) ? file : NULL;
   tsl_print_summary(&run);
   if (tsl_opt.sampled) {
      VG_(free)(sampling.functions);
      VG_(free)(sampling.accesses);
   }
   VG_(free)(file);
}

static void stats(void)
{
   VG_(umsg)("engine: %s, %'llu bytes\n", tsl_engine_variant(engine),
             (ULong)tsl_engine_bytes(engine));
   if (tsl_budget_given())
      tsl_budget_stats();
}

const tsl_sink tsl_sink_score = {.start = start,
                                 .events = events,
                                 .counted = True,
                                 .counted_code = counted_code,
                                 .end = end,
                                 .ends_once = True,
                                 .stats = stats};

const tsl_sink tsl_sink_sample = {
   .start = start, .events = sample, .counted_code = counted_code, .end = end, .ends_once = True, .stats = stats};
