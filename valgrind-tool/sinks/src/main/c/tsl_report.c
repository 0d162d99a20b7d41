/*--------------------------------------------------------------------*/
/*--- tslmap: the printed summary.                    tsl_report.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_score_run.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#include "tsl_budget.h"
#include "tsl_code.h"
#include "tsl_options.h"
#include "tsl_run.h"
#include "tsl_score.h"
#include "tsl_stretch.h"

typedef struct {
   UInt function;
   ULong loads, stores;
   tsl_histogram word;
} row;

static tsl_histogram new_histogram(const tsl_params *params)
{
   tsl_histogram h;
   h.strides = VG_(malloc)("tsl.report", (params->imax + 1) * sizeof *h.strides);
   tsl_histogram_clear(&h, params);
   return h;
}

/* Scores of a part stand for all accesses if at most one in so many was only counted. */
#define ALL_BUT_ONE_OF 100

/* Accesses that were scored or counted. */
static ULong made_of(const tsl_score_run *run)
{
   const tsl_totals *t = &run->totals;
   return t->loads + t->stores + t->counted_loads + t->counted_stores;
}

static ULong counted_of(const tsl_score_run *run)
{
   return run->totals.counted_loads + run->totals.counted_stores;
}

static Bool whole_is_known(const tsl_score_run *run)
{
   return ALL_BUT_ONE_OF * counted_of(run) <= made_of(run);
}

static void put_score(HChar *to, SizeT size, Bool known, Double score)
{
   if (known)
      tsl_decimal(to, size, score, 4);
   else
      VG_(snprintf)(to, size, "     -");
}

/* " +-0.0012" */
static void put_interval(HChar *to, SizeT size, Double error, ULong accesses)
{
   HChar text[16];
   VG_(snprintf)(to, size, " +-%s",
                 tsl_decimal(text, sizeof text, tsl_estimate_share(error, accesses), 4));
}

static void print_scores(const tsl_score_run *run, tsl_granularity g)
{
   tsl_histogram h = new_histogram(&run->params);
   HChar tl[16], sl[16], slnz[16], zero[16], cold[16], tle[32] = "", sle[32] = "";
   const Bool known = whole_is_known(run);
   tsl_engine_total(run->engine, g, &h);
   if (run->sampling != NULL) {
      const tsl_sample_error *e = &run->sampling->whole;
      put_interval(tle, sizeof tle, e->temporal[g], h.accesses);
      put_interval(sle, sizeof sle, e->spatial[g], h.accesses);
   }
   put_score(tl, sizeof tl, True, tsl_temporal(&h, run->log2_n));
   put_score(sl, sizeof sl, True, tsl_spatial(&h, run->params.imax));
   put_score(slnz, sizeof slnz, True, tsl_spatial_nonzero(&h, run->params.imax));
   if (known)
      VG_(umsg)("%s (%llu bytes)  TL %s%s  SL %s%s  SL* %s  stride 0 %s%%  cold %s%%  footprint %'llu\n",
                tsl_granularity_name[g], 1ull << run->params.shift[g], tl, tle, sl, sle, slnz,
                tsl_decimal(zero, sizeof zero, 100 * tsl_zero_stride_share(&h), 1),
                tsl_decimal(cold, sizeof cold, 100 * tsl_cold_share(&h), 2), run->footprint[g]);
   else
      VG_(umsg)("%s (%llu bytes)  TL -  SL -  SL* -  footprint of what was scored %'llu\n",
                tsl_granularity_name[g], 1ull << run->params.shift[g], run->footprint[g]);
   VG_(free)(h.strides);
}

static Int by_accesses(const void *a, const void *b)
{
   const row *x = a, *y = b;
   const ULong n = x->loads + x->stores, m = y->loads + y->stores;
   return n > m ? -1 : n < m ? 1 : x->function < y->function ? -1 : 1;
}

static void add_counted(const tsl_score_run *run, row *rows, const UInt *at)
{
   ULong *counted = tsl_counted_by_site(run, 0);
   UInt s;
   for (s = 0; s < tsl_sites(); s++) {
      const tsl_site *site = tsl_site_at(s);
      if (counted[s] > 0 && at[site->function] != 0)
         *(site->kind == TSL_LOAD ? &rows[at[site->function] - 1].loads
                                  : &rows[at[site->function] - 1].stores) += counted[s];
   }
   VG_(free)(counted);
}

/* Calls f with the row of each site's function for every thread's share. */
static void for_sites(const tsl_score_run *run, row *rows, UInt n, Bool whole)
{
   tsl_histogram h = new_histogram(&run->params);
   UInt *at = VG_(malloc)("tsl.report", (tsl_functions() + 1) * sizeof *at);
   SizeT t;
   UInt i;
   VG_(memset)(at, 0, (tsl_functions() + 1) * sizeof *at);
   for (i = 0; i < n; i++)
      at[rows[i].function] = i + 1;
   for (t = 0; t < tsl_engine_threads(run->engine); t++) {
      UInt s = tsl_engine_next_site(run->engine, t, 0);
      for (; s != TSL_NO_SITE; s = tsl_engine_next_site(run->engine, t, s + 1)) {
         const tsl_site *site = tsl_site_at(s);
         row *r = at[site->function] == 0 ? NULL : &rows[at[site->function] - 1];
         if (r == NULL)
            continue;
         if (whole) {
            tsl_engine_site(run->engine, t, s, TSL_WORD, &r->word);
            continue;
         }
         tsl_histogram_clear(&h, &run->params);
         tsl_engine_site(run->engine, t, s, TSL_WORD, &h);
         if (site->kind == TSL_LOAD)
            r->loads += h.accesses;
         else
            r->stores += h.accesses;
      }
   }
   if (!whole)
      add_counted(run, rows, at);
   VG_(free)(at);
   VG_(free)(h.strides);
}

/* How far off a function's scores may be. */
static void put_note(HChar *to, SizeT size, const tsl_score_run *run, UInt function)
{
   const tsl_sample_error *e = &run->sampling->functions[function];
   const ULong n = run->sampling->accesses[function];
   HChar tl[32], sl[32];
   if (tsl_estimate_few(e) && tsl_estimate_share(e->temporal[TSL_WORD], n) > 0.02) {
      VG_(snprintf)(to, size, "  too few samples");
      return;
   }
   put_interval(tl, sizeof tl, e->temporal[TSL_WORD], n);
   put_interval(sl, sizeof sl, e->spatial[TSL_WORD], n);
   VG_(snprintf)(to, size, "  TL%s SL%s", tl, sl);
}

static void print_functions(const tsl_score_run *run)
{
   const UInt all = tsl_functions();
   const ULong accesses = made_of(run);
   row *rows;
   UInt i, n;
   if (all == 0 || accesses == 0 || tsl_opt.top == 0)
      return;
   rows = VG_(calloc)("tsl.report", all, sizeof *rows);
   for (i = 0; i < all; i++)
      rows[i].function = i;
   for_sites(run, rows, all, False);
   VG_(ssort)(rows, all, sizeof *rows, by_accesses);
   for (n = 0; n < all && n < (UInt)tsl_opt.top && rows[n].loads + rows[n].stores > 0; n++)
      rows[n].word = new_histogram(&run->params);
   for_sites(run, rows, n, True);
   VG_(umsg)("\n");
   VG_(umsg)(" share          loads         stores      TL      SL     SL*  function (%s)\n",
             tsl_run_view());
   for (i = 0; i < n; i++) {
      const tsl_function *f = tsl_function_at(rows[i].function);
      const HChar *object = tsl_object_at(f->object)->path;
      HChar share[16], tl[16], sl[16], slnz[16], note[64] = "";
      const ULong made = rows[i].loads + rows[i].stores, scored = rows[i].word.accesses;
      const Bool known = ALL_BUT_ONE_OF * (made - scored) <= made;
      HChar name[TSL_PRINTABLE], place[TSL_PRINTABLE];
      if (scored < made)
         VG_(snprintf)(note, sizeof note, "  counted");
      else if (run->sampling != NULL)
         put_note(note, sizeof note, run, rows[i].function);
      put_score(tl, sizeof tl, known, tsl_temporal(&rows[i].word, run->log2_n));
      put_score(sl, sizeof sl, known, tsl_spatial(&rows[i].word, run->params.imax));
      put_score(slnz, sizeof slnz, known, tsl_spatial_nonzero(&rows[i].word, run->params.imax));
      VG_(umsg)("%5s%% %'14llu %'14llu  %s  %s  %s  %s (%s)%s\n",
                tsl_decimal(share, sizeof share,
                            100.0 * made / accesses, 1),
                rows[i].loads, rows[i].stores, tl, sl, slnz,
                tsl_printable(name, sizeof name, f->name),
                object[0] == 0 ? "no object" : tsl_printable(place, sizeof place, object), note);
      VG_(free)(rows[i].word.strides);
   }
   VG_(free)(rows);
}

/* Accesses are numbered only if all before were counted. */
static void print_stretch(const tsl_score_run *run)
{
   const tsl_stretch s = tsl_stretch_seen();
   const ULong accesses = made_of(run);
   const ULong before = s.begun && s.before != TSL_NOT_COUNTED ? s.before : 0;
   const ULong within = run->totals.made > before ? run->totals.made - before : 0;
   HChar from[32], to[32];
   tsl_decimal(from, sizeof from, (Double)s.begun_ms / 1000, 1);
   tsl_decimal(to, sizeof to, (Double)s.stopped_ms / 1000, 1);
   if (!s.begun)
      return; /* tsl_stretch_report says so */
   if (s.before != TSL_NOT_COUNTED && run->totals.made == before + accesses)
      VG_(umsg)("stretch: accesses %'llu to %'llu of the program\n", before, before + accesses);
   else if (s.before != TSL_NOT_COUNTED)
      VG_(umsg)("stretch: from access %'llu of the program on\n", before);
   VG_(umsg)("stretch: from %s s to %s%s\n", from, s.stopped ? to : "the program's end",
             s.stopped ? " s; not counted after that" : "");
   if (within > accesses)
      VG_(umsg)("left out %'llu of the stretch's %'llu accesses\n", within - accesses, within);
}

void tsl_print_summary(const tsl_score_run *run)
{
   const ULong accesses = made_of(run), counted = counted_of(run);
   UInt g;
   if (VG_(clo_verbosity) == 0)
      return;
   VG_(umsg)("\n");
   VG_(umsg)("accesses %'llu (loads %'llu, stores %'llu), threads %lu\n",
             accesses, run->totals.loads + run->totals.counted_loads,
             run->totals.stores + run->totals.counted_stores,
             (UWord)tsl_engine_threads(run->engine));
   if (tsl_stretch_given())
      print_stretch(run);
   else if (run->totals.made > accesses)
      VG_(umsg)("left out %'llu of the program's %'llu accesses\n",
                run->totals.made - accesses, run->totals.made);
   if (counted > 0) {
      HChar share[16];
      VG_(umsg)("counted and not scored: %'llu accesses (%s%%), of functions that --tsl-skip* or --tsl-filter "
                "names%s\n",
                counted, tsl_decimal(share, sizeof share, 100.0 * counted / accesses, 1),
                whole_is_known(run) ? "" : "; scores of the whole are not known");
   }
   if (run->sampling != NULL)
      VG_(umsg)("sampled: %'llu accesses scored in %'llu bursts, the first %'llu all; +- is half of "
                "the 95%% interval\n", run->sampling->scored, run->sampling->bursts,
                run->sampling->exact);
   if (run->sampling != NULL && run->sampling->paused > 0)
      VG_(umsg)("paused: recording paused for %'llu accesses, which are only counted: memory that was "
                "touched only meanwhile is not in the footprint\n", run->sampling->paused);
   if (tsl_budget_given()) {
      HChar pace[16];
      VG_(umsg)("budget %s: %s; about %s times the time without a tool, %u.%u s\n", tsl_opt.budget,
                run->sampling->exact == accesses ? "enough to score all" : "enough for these",
                tsl_decimal(pace, sizeof pace, tsl_budget_pace(), 2),
                VG_(read_millisecond_timer)() / 1000, VG_(read_millisecond_timer)() / 100 % 10);
   }
   for (g = 0; g < run->params.granularities; g++)
      print_scores(run, (tsl_granularity)g);
   VG_(umsg)("parameters: window %lld, imax %lld, N %lld words, history %s%s\n",
             tsl_opt.window, tsl_opt.imax, tsl_opt.n,
             tsl_opt.history_process ? "process" : "thread",
             VG_(strcmp)(tsl_run_view(), "isolated") == 0 ? "; the traced part alone (isolated)" : "");
   print_functions(run);
   if (run->file != NULL) {
      VG_(umsg)("\n");
      HChar file[TSL_PRINTABLE];
      tsl_printable(file, sizeof file, run->file);
      VG_(umsg)("profile written to %s (open it with: tslmap report %s)\n", file, file);
   }
}
