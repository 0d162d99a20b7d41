/*--------------------------------------------------------------------*/
/*--- tslmap: the profile file.                      tsl_profile.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_score_run.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"

#include "tsl_budget.h"
#include "tsl_code.h"
#include "tsl_options.h"
#include "tsl_process.h"
#include "tsl_score.h"
#include "tsl_stretch.h"

/* The same JSON as a run folder's profile.json, with one process. Histograms
   are {"cold":n,"reuse":[d = 0, then bin k],"strides":[bin,count,...]}. */

static VgFile *out;

static void put_string(const HChar *s)
{
   VG_(fprintf)(out, "\"");
   for (; *s != 0; s++) {
      const UChar c = (UChar)*s;
      if (c == '"' || c == '\\')
         VG_(fprintf)(out, "\\%c", c);
      else if (c < 0x20)
         VG_(fprintf)(out, "\\u%04x", c);
      else
         VG_(fprintf)(out, "%c", c);
   }
   VG_(fprintf)(out, "\"");
}

static void put_list(XArray *list)
{
   Word i;
   VG_(fprintf)(out, "[");
   for (i = 0; i < VG_(sizeXA)(list); i++) {
      if (i > 0)
         VG_(fprintf)(out, ",");
      put_string(tsl_text_at(list, i));
   }
   VG_(fprintf)(out, "]");
}

static void put_histogram(const HChar *name, const tsl_histogram *h, UInt imax)
{
   Int last = TSL_REUSE_BINS - 1, i;
   Bool first = True;
   while (last >= 0 && h->reuse[last] == 0)
      last--;
   VG_(fprintf)(out, "\"%s\":{\"cold\":%llu,\"reuse\":[", name, (ULong)h->cold);
   for (i = 0; i <= last; i++)
      VG_(fprintf)(out, i > 0 ? ",%llu" : "%llu", (ULong)h->reuse[i]);
   VG_(fprintf)(out, "],\"strides\":[");
   for (i = 0; i <= (Int)imax; i++)
      if (h->strides[i] != 0) {
         VG_(fprintf)(out, first ? "%d,%llu" : ",%d,%llu", i, (ULong)h->strides[i]);
         first = False;
      }
   VG_(fprintf)(out, "]}");
}

/* Histograms by granularity. */
typedef struct {
   const tsl_params *params;
   tsl_histogram g[TSL_GRANULARITIES];
} histograms;

static histograms new_histograms(const tsl_params *p)
{
   histograms h = {.params = p};
   UInt g;
   for (g = 0; g < p->granularities; g++)
      h.g[g].strides = VG_(malloc)("tsl.profile", (p->imax + 1) * sizeof(uint64_t));
   return h;
}

static void free_histograms(histograms *h)
{
   UInt g;
   for (g = 0; g < h->params->granularities; g++)
      VG_(free)(h->g[g].strides);
}

static void clear_histograms(histograms *h)
{
   UInt g;
   for (g = 0; g < h->params->granularities; g++)
      tsl_histogram_clear(&h->g[g], h->params);
}

static void add_site(histograms *h, const tsl_score_run *run, SizeT thread, UInt site)
{
   UInt g;
   for (g = 0; g < h->params->granularities; g++)
      tsl_engine_site(run->engine, thread, site, (tsl_granularity)g, &h->g[g]);
}

static void put_histograms(const histograms *h)
{
   UInt g;
   for (g = 0; g < h->params->granularities; g++) {
      VG_(fprintf)(out, g > 0 ? "," : "");
      put_histogram(tsl_granularity_name[g], &h->g[g], h->params->imax);
   }
}

static void put_functions(void)
{
   UInt i;
   VG_(fprintf)(out, "\"functions\":[");
   for (i = 0; i < tsl_functions(); i++) {
      const tsl_function *f = tsl_function_at(i);
      VG_(fprintf)(out, i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
      put_string(f->name);
      VG_(fprintf)(out, ",\"object\":");
      put_string(tsl_object_at(f->object)->path);
      VG_(fprintf)(out, ",\"file\":");
      put_string(f->file);
      VG_(fprintf)(out, ",\"line\":%u}", f->line);
   }
   VG_(fprintf)(out, "],\n");
}

static void put_footprint(const tsl_score_run *run, const ULong *footprint)
{
   UInt g;
   VG_(fprintf)(out, "\"footprint\":{");
   for (g = 0; g < run->params.granularities; g++)
      VG_(fprintf)(out, "%s\"%s\":%llu", g > 0 ? "," : "", tsl_granularity_name[g], footprint[g]);
   VG_(fprintf)(out, "}");
}

static ULong footprint(const tsl_score_run *run, SizeT t, tsl_granularity g)
{
   const ULong exact = tsl_engine_footprint(run->engine, t, g);
   return run->sampling == NULL
             ? exact
             : tsl_sampling_footprint(tsl_engine_thread_id(run->engine, t), g, exact);
}

/* Bursts, accesses in them, and halves of the intervals' widths. */
static void put_error(const tsl_sample_error *e, ULong accesses)
{
   HChar text[32];
   UInt g;
   VG_(fprintf)(out, "%u,%llu", e->bursts, (ULong)e->scored);
   for (g = 0; g < 4; g++)
      VG_(fprintf)(out, ",%s",
                   tsl_decimal(text, sizeof text,
                               tsl_estimate_share(g % 2 == 0 ? e->temporal[g / 2]
                                                             : e->spatial[g / 2],
                                                  accesses), 6));
   VG_(fprintf)(out, ",0"); /* all accesses are counted */
}

static void put_sampling(const tsl_score_run *run)
{
   const tsl_estimates *r = run->sampling;
   const ULong accesses = run->totals.loads + run->totals.stores;
   HChar rate[32];
   UInt f;
   if (r == NULL)
      return;
   VG_(fprintf)(out, "\"sampling\":{");
   if (tsl_budget_given()) {
      HChar pace[32], seconds[32];
      VG_(fprintf)(out, "\"budget\":{\"asked\":\"%s\",\"pace\":%s,\"seconds\":%s},",
                   tsl_opt.budget, tsl_decimal(pace, sizeof pace, tsl_budget_pace(), 3),
                   tsl_decimal(seconds, sizeof seconds,
                               (Double)VG_(read_millisecond_timer)() / 1000, 3));
   }
   VG_(fprintf)(out, "\"mode\":\"%s\",\"rate\":%s,\"scoredAccesses\":%llu,"
                     "\"exactAccesses\":%llu,\"whole\":[",
                tsl_opt.sample_period != 0 ? "rate" : tsl_opt.sample,
                tsl_decimal(rate, sizeof rate, tsl_estimate_share(r->scored, accesses), 6),
                r->scored, r->exact);
   put_error(&r->whole, accesses);
   VG_(fprintf)(out, "],\"functions\":[");
   for (f = 0; f < tsl_functions(); f++) {
      if (f > 0)
         VG_(fprintf)(out, ",");
      put_error(&r->functions[f], r->accesses[f]);
   }
   VG_(fprintf)(out, "]},\n");
}

static void put_threads(const tsl_score_run *run)
{
   histograms b = new_histograms(&run->params);
   SizeT t;
   VG_(fprintf)(out, "\"threads\":[");
   for (t = 0; t < tsl_engine_threads(run->engine); t++) {
      ULong stores = 0, touched[TSL_GRANULARITIES];
      UInt s = tsl_engine_next_site(run->engine, t, 0), g;
      clear_histograms(&b);
      for (; s != TSL_NO_SITE; s = tsl_engine_next_site(run->engine, t, s + 1)) {
         const ULong before = b.g[TSL_WORD].accesses;
         add_site(&b, run, t, s);
         if (tsl_site_at(s)->kind == TSL_STORE)
            stores += b.g[TSL_WORD].accesses - before;
      }
      for (g = 0; g < run->params.granularities; g++)
         touched[g] = footprint(run, t, (tsl_granularity)g);
      VG_(fprintf)(out, "%s\n{\"id\":%u,\"loads\":%llu,\"stores\":%llu,", t > 0 ? "," : "",
                   tsl_engine_thread_id(run->engine, t), (ULong)b.g[TSL_WORD].accesses - stores,
                   stores);
      put_footprint(run, touched);
      VG_(fprintf)(out, ",");
      put_histograms(&b);
      VG_(fprintf)(out, "}");
   }
   VG_(fprintf)(out, "],\n");
   free_histograms(&b);
}

static void put_sites(const tsl_score_run *run)
{
   histograms b = new_histograms(&run->params);
   Bool first = True;
   UInt s;
   VG_(fprintf)(out, "\"sites\":[");
   for (s = 0; s < tsl_sites(); s++) {
      const tsl_site *site = tsl_site_at(s);
      SizeT t;
      clear_histograms(&b);
      for (t = 0; t < tsl_engine_threads(run->engine); t++) {
         if (tsl_engine_next_site(run->engine, t, s) != s)
            continue;
         add_site(&b, run, t, s);
      }
      if (b.g[TSL_WORD].accesses == 0)
         continue;
      VG_(fprintf)(out, "%s\n{\"f\":%u,\"a\":%lu,\"k\":\"%s\",\"z\":%u,\"i\":%u,\"l\":%u,\"n\":%llu,",
                   first ? "" : ",", site->function, site->instruction,
                   site->kind == TSL_LOAD ? "L" : "S", site->size, site->index, site->line,
                   (ULong)b.g[TSL_WORD].accesses);
      first = False;
      put_histograms(&b);
      VG_(fprintf)(out, "}");
   }
   VG_(fprintf)(out, "],\n");
   free_histograms(&b);
}

static void put_windows(const tsl_score_run *run)
{
   histograms b = new_histograms(&run->params);
   SizeT i;
   UInt g;
   VG_(fprintf)(out, "\"windows\":[");
   for (i = 0; i < tsl_engine_windows(run->engine); i++) {
      clear_histograms(&b);
      for (g = 0; g < run->params.granularities; g++)
         tsl_engine_window(run->engine, i, (tsl_granularity)g, &b.g[g]);
      VG_(fprintf)(out, "%s\n{\"first\":%llu,\"n\":%llu,", i > 0 ? "," : "",
                   i * (ULong)run->params.time_window, (ULong)b.g[TSL_WORD].accesses);
      put_histograms(&b);
      VG_(fprintf)(out, "}");
   }
   VG_(fprintf)(out, "]\n");
   free_histograms(&b);
}

/* What of the process was measured, if that was a stretch. */
static void put_stretch(const tsl_score_run *run)
{
   const tsl_stretch s = tsl_stretch_seen();
   HChar before[32] = "null";
   if (!tsl_stretch_given())
      return;
   if (!s.begun && tsl_stretch_counts())
      VG_(sprintf)(before, "%llu", run->totals.made);
   else if (s.begun && s.before != TSL_NOT_COUNTED)
      VG_(sprintf)(before, "%llu", s.before);
   VG_(fprintf)(out, "\"stretch\":{\"begun\":%s,\"before\":%s,\"begunMillis\":%llu,\"stopped\":%s,"
                     "\"stoppedMillis\":%llu},\n",
                s.begun ? "true" : "false", before, s.begun_ms, s.stopped ? "true" : "false",
                s.stopped_ms);
}

static void put_process(const tsl_score_run *run)
{
   const HChar *source;
   const Int rank = tsl_rank(&source);
   UInt g;

   VG_(fprintf)(out, "{\"pid\":%d,\"ppid\":%d,\"host\":", VG_(getpid)(), VG_(getppid)());
   put_string(tsl_host());
   VG_(fprintf)(out, ",\"rank\":%d,\"rankSource\":", rank);
   put_string(source);
   VG_(fprintf)(out, ",\"executable\":");
   put_string(tsl_executable());
   VG_(fprintf)(out, ",\"command\":");
   put_list(tsl_arguments());
   VG_(fprintf)(out, ",\"directory\":");
   put_string(tsl_directory());
   VG_(fprintf)(out, ",\"started\":%llu,\n", run->started);
   if (run->how == TSL_HOW_EXITED)
      VG_(fprintf)(out, "\"exitStatus\":%d,\"signal\":0,", run->status);
   else
      VG_(fprintf)(out, "\"exitStatus\":null,\"signal\":%d,",
                   run->how == TSL_HOW_EXEC ? 0 : run->status > 0 ? run->status : -1);
   VG_(fprintf)(out, "\"complete\":true,\"incompleteReason\":\"\",\n");
   VG_(fprintf)(out, "\"parameters\":{");
   for (g = 0; g < run->params.granularities; g++)
      VG_(fprintf)(out, "\"%s\":%llu,", tsl_granularity_name[g], 1ull << run->params.shift[g]);
   VG_(fprintf)(out, "\"window\":%lld,\"imax\":%lld,"
                     "\"N\":%lld,\"timeWindow\":%lld,\"history\":\"%s\"},\n\"options\":",
                tsl_opt.window, tsl_opt.imax, tsl_opt.n,
                tsl_opt.time_window, tsl_opt.history_process ? "process" : "thread");
   put_list(tsl_opt.given);
   VG_(fprintf)(out, ",\n\"totals\":{\"accesses\":%llu,\"loads\":%llu,\"stores\":%llu,"
                     "\"toolAccesses\":%llu,\"storedAccesses\":0,\"blocks\":%llu,"
                     "\"eventWords\":%llu},\n",
                (ULong)tsl_engine_count(run->engine), run->totals.loads, run->totals.stores,
                run->totals.made, run->totals.blocks, run->totals.words);
   put_stretch(run);
   put_footprint(run, run->footprint);
   VG_(fprintf)(out, ",\n");
   put_sampling(run);
   put_functions();
   put_threads(run);
   put_sites(run);
   put_windows(run);
   VG_(fprintf)(out, "}");
}

Bool tsl_write_profile(const tsl_score_run *run, const HChar *file)
{
   out = VG_(fopen)(file, VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC, 0644);
   if (out == NULL) {
      VG_(umsg)("cannot write the profile to %s: choose another place with "
                "--tsl-out-file=FILE. The summary below is all there is.\n", file);
      return False;
   }
   VG_(fprintf)(out, "{\"schemaVersion\":3,\"generator\":\"tslmap " TSL_VERSION
                     " valgrind tool\",\"processes\":[\n");
   put_process(run);
   VG_(fprintf)(out, "]}\n");
   VG_(fclose)(out);
   return True;
}
