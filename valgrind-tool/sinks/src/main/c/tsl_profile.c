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
#include "tsl_run.h"
#include "tsl_score.h"
#include "tsl_stretch.h"

/* The same JSON as a run folder's profile.json, with one process. Histograms
   are {"cold":n,"reuse":[d = 0, then bin k],"strides":[bin,count,...]}. */

static VgFile *out;

/* The checksum of the file: CRC-32C of its bytes without the white space between
   tokens, as locality/README.md describes it. */
static UInt crc;
static UInt crc_of[256]; /* of a byte */
static Bool in_string, escaped;

static void begin_checksum(void)
{
   UInt c, bit;
   for (c = 0; c < 256; c++) {
      crc_of[c] = c;
      for (bit = 0; bit < 8; bit++)
         crc_of[c] = crc_of[c] >> 1 ^ (0x82F63B78 & -(crc_of[c] & 1));
   }
   crc = 0xFFFFFFFF;
   in_string = escaped = False;
}

static void digest(const HChar *text)
{
   for (; *text != 0; text++) {
      const UChar c = (UChar)*text;
      if (in_string) {
         in_string = escaped || c != '"';
         escaped = !escaped && c == '\\';
      } else if (c == '"') {
         in_string = True;
      } else if (c == ' ' || c == '\n') {
         continue;
      }
      crc = crc_of[(crc ^ c) & 0xFF] ^ crc >> 8;
   }
}

static void put_text(const HChar *text)
{
   digest(text);
   VG_(fprintf)(out, "%s", text);
}

/* Numbers and what stands around them; not for texts of any length. */
static void put(const HChar *format, ...)
{
   HChar text[1000];
   va_list args;
   va_start(args, format);
   VG_(vsnprintf)(text, sizeof text, format, args);
   va_end(args);
   put_text(text);
}

static void put_string(const HChar *s)
{
   static const HChar hex[] = "0123456789abcdef";
   HChar text[1000];
   UInt n = 0;
   text[n++] = '"';
   for (; *s != 0; s++) {
      const UChar c = (UChar)*s;
      if (n + 8 > sizeof text) {
         text[n] = 0;
         put_text(text);
         n = 0;
      }
      if (c < 0x20) {
         VG_(memcpy)(text + n, "\\u00", 4);
         text[n + 4] = hex[c >> 4];
         text[n + 5] = hex[c & 15];
         n += 6;
      } else {
         if (c == '"' || c == '\\')
            text[n++] = '\\';
         text[n++] = (HChar)c;
      }
   }
   text[n++] = '"';
   text[n] = 0;
   put_text(text);
}

static void put_list(XArray *list)
{
   Word i;
   put("[");
   for (i = 0; i < VG_(sizeXA)(list); i++) {
      if (i > 0)
         put(",");
      put_string(tsl_text_at(list, i));
   }
   put("]");
}

static void put_histogram(const HChar *name, const tsl_histogram *h, UInt imax)
{
   Int last = TSL_REUSE_BINS - 1, i;
   Bool first = True;
   if (h->accesses == 0) {
      put("\"%s\":{\"cold\":0,\"reuse\":[],\"strides\":[]}", name);
      return;
   }
   while (last >= 0 && h->reuse[last] == 0)
      last--;
   put("\"%s\":{\"cold\":%llu,\"reuse\":[", name, (ULong)h->cold);
   for (i = 0; i <= last; i++)
      put(i > 0 ? ",%llu" : "%llu", (ULong)h->reuse[i]);
   put("],\"strides\":[");
   for (i = 0; i <= (Int)imax; i++)
      if (h->strides[i] != 0) {
         put(first ? "%d,%llu" : ",%d,%llu", i, (ULong)h->strides[i]);
         first = False;
      }
   put("]}");
}

static const tsl_counted_site *counted_at(const tsl_score_run *run, Word i)
{
   return VG_(indexXA)(run->counted, i);
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
      h.g[g].strides = VG_(calloc)("tsl.profile", p->imax + 1, sizeof(uint64_t));
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
      if (h->g[g].accesses > 0)
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
      put(g > 0 ? "," : "");
      put_histogram(tsl_granularity_name[g], &h->g[g], h->params->imax);
   }
}

static void put_functions(void)
{
   UInt i;
   put("\"functions\":[");
   for (i = 0; i < tsl_functions(); i++) {
      const tsl_function *f = tsl_function_at(i);
      put(i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
      put_string(f->name);
      put(",\"object\":");
      put_string(tsl_object_at(f->object)->path);
      put(",\"file\":");
      put_string(f->file);
      put(",\"line\":%u", f->line);
      if (tsl_function_is_counted(f)) {
         put(",\"reason\":");
         put_string(f->reason);
         put(",\"changes\":[{\"after\":0,\"state\":\"counted\",\"reason\":");
         put_string(f->reason);
         put("}]");
      }
      put("}");
   }
   put("],\n");
}

static void put_footprint(const tsl_score_run *run, const ULong *footprint)
{
   UInt g;
   put("\"footprint\":{");
   for (g = 0; g < run->params.granularities; g++)
      put("%s\"%s\":%llu", g > 0 ? "," : "", tsl_granularity_name[g], footprint[g]);
   put("}");
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
   put("%u,%llu", e->draws, (ULong)e->scored);
   for (g = 0; g < 4; g++)
      put(",%s",
          tsl_decimal(text, sizeof text,
                      tsl_estimate_share(g % 2 == 0 ? e->temporal[g / 2]
                                                    : e->spatial[g / 2],
                                         accesses), 6));
   put(",0"); /* all accesses are counted */
}

static void put_sampling(const tsl_score_run *run)
{
   const tsl_estimates *r = run->sampling;
   const ULong accesses = run->totals.loads + run->totals.stores;
   HChar rate[32];
   UInt f;
   if (r == NULL)
      return;
   put("\"sampling\":{");
   if (tsl_budget_given()) {
      HChar pace[32], seconds[32];
      put("\"budget\":{\"asked\":\"%s\",\"pace\":%s,\"seconds\":%s},",
          tsl_opt.budget, tsl_decimal(pace, sizeof pace, tsl_budget_pace(), 3),
          tsl_decimal(seconds, sizeof seconds,
                      (Double)VG_(read_millisecond_timer)() / 1000, 3));
   }
   put("\"mode\":\"%s\",\"rate\":%s,\"scoredAccesses\":%llu,"
       "\"exactAccesses\":%llu,\"pausedAccesses\":%llu,\"whole\":[",
       tsl_opt.sample_period != 0 ? "rate" : tsl_opt.sample,
       tsl_decimal(rate, sizeof rate, tsl_estimate_share(r->scored, accesses), 6),
       r->scored, r->exact, r->paused);
   put_error(&r->whole, accesses);
   put("],\"functions\":[");
   for (f = 0; f < tsl_functions(); f++) {
      if (f > 0)
         put(",");
      put_error(&r->functions[f], r->accesses[f]);
   }
   put("]},\n");
}

#define NO_THREAD (~(SizeT)0)

/* A thread's place among those that the engine has seen. */
static SizeT scored_thread(const tsl_score_run *run, UInt id)
{
   SizeT t;
   for (t = 0; t < tsl_engine_threads(run->engine); t++)
      if (tsl_engine_thread_id(run->engine, t) == id)
         return t;
   return NO_THREAD;
}

/* A thread without an access has no row. */
static void put_thread(const tsl_score_run *run, UInt id, histograms *b, Bool first)
{
   const SizeT t = scored_thread(run, id);
   ULong *accesses = tsl_counted_by_site(run, id);
   ULong made[2] = {0, 0}, touched[TSL_GRANULARITIES], counted = 0;
   UInt s, g;
   clear_histograms(b);
   for (s = 0; s < tsl_sites(); s++) {
      const ULong before = b->g[TSL_WORD].accesses;
      if (t != NO_THREAD && tsl_engine_next_site(run->engine, t, s) == s)
         add_site(b, run, t, s);
      made[tsl_site_at(s)->kind] += accesses[s] + b->g[TSL_WORD].accesses - before;
      counted += accesses[s];
   }
   VG_(free)(accesses);
   for (g = 0; g < run->params.granularities; g++)
      touched[g] = t == NO_THREAD ? 0 : footprint(run, t, (tsl_granularity)g);
   put("%s\n{\"id\":%u,\"loads\":%llu,\"stores\":%llu,", first ? "" : ",", id, made[TSL_LOAD],
       made[TSL_STORE]);
   put_footprint(run, touched);
   put(",");
   if (counted > 0)
      put("\"counted\":%llu,", counted);
   put_histograms(b);
   put("}");
}

static void put_threads(const tsl_score_run *run)
{
   histograms b = new_histograms(&run->params);
   UInt last = 0, id;
   Bool first = True;
   SizeT t;
   Word i;
   for (t = 0; t < tsl_engine_threads(run->engine); t++)
      if (tsl_engine_thread_id(run->engine, t) > last)
         last = tsl_engine_thread_id(run->engine, t);
   for (i = 0; i < tsl_count(run->counted); i++)
      if (counted_at(run, i)->thread > last)
         last = counted_at(run, i)->thread;
   put("\"threads\":[");
   for (id = 1; id <= last; id++) {
      Bool any = scored_thread(run, id) != NO_THREAD;
      for (i = 0; i < tsl_count(run->counted) && !any; i++)
         any = counted_at(run, i)->thread == id;
      if (any) {
         put_thread(run, id, &b, first);
         first = False;
      }
   }
   put("],\n");
   free_histograms(&b);
}

static void put_sites(const tsl_score_run *run)
{
   histograms b = new_histograms(&run->params);
   ULong *counted = tsl_counted_by_site(run, 0);
   Bool first = True;
   UInt s;
   put("\"sites\":[");
   for (s = 0; s < tsl_sites(); s++) {
      const tsl_site *site = tsl_site_at(s);
      SizeT t;
      clear_histograms(&b);
      for (t = 0; t < tsl_engine_threads(run->engine); t++) {
         if (tsl_engine_next_site(run->engine, t, s) != s)
            continue;
         add_site(&b, run, t, s);
      }
      if (b.g[TSL_WORD].accesses + counted[s] == 0)
         continue;
      put("%s\n{\"f\":%u,\"a\":%lu,\"k\":\"%s\",\"z\":%u,\"i\":%u,\"l\":%u,\"n\":%llu,",
          first ? "" : ",", site->function, site->instruction,
          site->kind == TSL_LOAD ? "L" : "S", site->size, site->index, site->line,
          (ULong)b.g[TSL_WORD].accesses + counted[s]);
      if (counted[s] > 0)
         put("\"counted\":%llu,", counted[s]);
      first = False;
      put_histograms(&b);
      put("}");
   }
   put("],\n");
   VG_(free)(counted);
   free_histograms(&b);
}

static void put_windows(const tsl_score_run *run)
{
   histograms b = new_histograms(&run->params);
   ULong first = 0;
   SizeT i;
   UInt g;
   put("\"windows\":[");
   for (i = 0; i < tsl_engine_windows(run->engine); i++) {
      clear_histograms(&b);
      for (g = 0; g < run->params.granularities; g++)
         tsl_engine_window(run->engine, i, (tsl_granularity)g, &b.g[g]);
      put("%s\n{\"first\":%llu,\"n\":%llu,", i > 0 ? "," : "",
          first, (ULong)b.g[TSL_WORD].accesses);
      first += b.g[TSL_WORD].accesses;
      put_histograms(&b);
      put("}");
   }
   put("]\n");
   free_histograms(&b);
}

/* What was computed, by function: rows of numbers one behind the other. */
static Bool first_operations;

/* Branches, those that were not foreseen, and how often chains begin: none of them is known here. */
#define UNKNOWN ",-1,-1,0"

static void put_row(UInt function, const ULong *numbers)
{
   UInt i;
   if (first_operations)
      put("\"operations\":{\"numbers\":%u,\"rows\":[", TSL_OPERATION_NUMBERS + 3);
   put(first_operations ? "\n%u" : ",\n%u", function);
   first_operations = False;
   for (i = 0; i < TSL_OPERATION_NUMBERS; i++)
      put(i == TSL_OPERATION_NUMBERS_FIRST ? UNKNOWN ",%llu" : ",%llu", numbers[i]);
}

static void put_operations(void)
{
   first_operations = True;
   tsl_run_operations(put_row);
   if (!first_operations)
      put("]},\n");
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
   put("\"stretch\":{\"begun\":%s,\"before\":%s,\"begunMillis\":%llu,\"stopped\":%s,"
       "\"stoppedMillis\":%llu},\n",
       s.begun ? "true" : "false", before, s.begun_ms, s.stopped ? "true" : "false",
       s.stopped_ms);
}

static void put_process(const tsl_score_run *run)
{
   const HChar *source;
   const Int rank = tsl_rank(&source);
   const ULong counted = run->totals.counted_loads + run->totals.counted_stores;
   UInt g;

   put("{\"pid\":%d,\"ppid\":%d,\"host\":", VG_(getpid)(), VG_(getppid)());
   put_string(tsl_host());
   put(",\"rank\":%d,\"rankSource\":", rank);
   put_string(source);
   put(",\"executable\":");
   put_string(tsl_executable());
   put(",\"command\":");
   put_list(tsl_arguments());
   put(",\"directory\":");
   put_string(tsl_directory());
   put(",\"started\":%llu,\n", run->started);
   if (run->how == TSL_HOW_EXITED)
      put("\"exitStatus\":%d,\"signal\":0,", run->status);
   else
      put("\"exitStatus\":null,\"signal\":%d,",
          run->how == TSL_HOW_EXEC ? 0 : run->status > 0 ? run->status : -1);
   put("\"complete\":true,\"incompleteReason\":\"\",\n");
   put("\"parameters\":{");
   for (g = 0; g < run->params.granularities; g++)
      put("\"%s\":%llu,", tsl_granularity_name[g], 1ull << run->params.shift[g]);
   put("\"window\":%lld,\"imax\":%lld,"
       "\"N\":%lld,\"timeWindow\":%lld,\"history\":\"%s\"},\n\"options\":",
       tsl_opt.window, tsl_opt.imax, tsl_opt.n,
       tsl_opt.time_window, tsl_opt.history_process ? "process" : "thread");
   put_list(tsl_opt.given);
   put(",\n\"totals\":{\"accesses\":%llu,\"loads\":%llu,\"stores\":%llu,"
       "\"counted\":%llu,\"toolAccesses\":%llu,\"storedAccesses\":0,\"blocks\":%llu,"
       "\"eventWords\":%llu},\n",
       (ULong)tsl_engine_count(run->engine) + counted, run->totals.loads + run->totals.counted_loads,
       run->totals.stores + run->totals.counted_stores, counted, run->totals.made, run->totals.blocks, run->totals.words);
   put_stretch(run);
   put_footprint(run, run->footprint);
   put(",\n");
   put_sampling(run);
   put_functions();
   put_operations();
   put_threads(run);
   put_sites(run);
   put_windows(run);
   put("}");
}

Bool tsl_write_profile(const tsl_score_run *run, const HChar *file)
{
   out = VG_(fopen)(file, VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC, 0644);
   if (out == NULL) {
      VG_(umsg)("cannot write the profile to %s: choose another place with "
                "--tsl-out-file=FILE. The summary below is all there is.\n", file);
      return False;
   }
   begin_checksum();
   put("{\"schemaVersion\":3,\"generator\":\"tslmap " TSL_VERSION
       " valgrind tool\",\"processes\":[\n");
   put_process(run);
   put("]");
   VG_(fprintf)(out, ",\"checksum\":\"crc32c:%08x\"}\n", ~crc);
   VG_(fclose)(out);
   return True;
}
