/*--------------------------------------------------------------------*/
/*--- tslmap: the command line.                      tsl_options.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_options.h"

#include "pub_tool_options.h"

#include "tsl_heirs.h"
#include "tsl_sample.h"

#define PAUSE_AFTER (1ll << 28)
#define PAUSE_AFTER_OF_PACE (1ll << 24)

tsl_options tsl_opt;

static const HChar *const out_names[] = {"score", "log", "socket", "null", NULL};
static const HChar *const history_names[] = {"thread", "process", NULL};
static const HChar *const then_names[] = {"continue", "end", NULL};
static const HChar *const loss_names[] = {"continue", "stop", NULL};
static Bool out_given, then_given, page_given;

static XArray *new_list(void) { return tsl_list("tsl.options", sizeof(const HChar *)); }

/* What is not here is 0 or NULL. */
void tsl_options_init(void)
{
   tsl_opt.out_file = "tslmap.out.%p";
   tsl_opt.functions = new_list();
   tsl_opt.lines = new_list();
   tsl_opt.regions = new_list();
   tsl_opt.watches = new_list();
   tsl_opt.places = new_list();
   tsl_opt.skips = new_list();
   tsl_opt.heap = True;
   tsl_opt.at_start = True;
   tsl_opt.word = 8;
   tsl_opt.line = 64;
   tsl_opt.pages = False;
   tsl_opt.page = 4096;
   tsl_opt.window = 32;
   tsl_opt.imax = 1024;
   tsl_opt.n = 1 << 23;
   tsl_opt.time_window = 1 << 20;
   tsl_opt.sample = "off";
   tsl_opt.sample_seed = 1;
   tsl_opt.pause_after = -1;
   tsl_opt.top = 10;
   tsl_opt.engine = "auto";
   tsl_opt.given = new_list();
}

static Bool power_of_two(const HChar *arg, Long v)
{
   if ((v & (v - 1)) == 0)
      return True;
   VG_(fmsg_bad_option)(arg, "expected a power of two, found %lld\n", v);
   return False;
}

static void named(const HChar *arg, const HChar *name)
{
   if (name[0] == 0)
      VG_(fmsg_bad_option)(arg, "expected a name, found none\n");
}

/* By what functions are chosen: the collector reads it. */
static void adaptation(const HChar *arg, const HChar *text)
{
   static const HChar *const limits[] = {"absolute:", "relative:"};
   HChar *end;
   UInt i;
   for (i = 0; i < 2; i++) {
      const SizeT n = VG_(strlen)(limits[i]);
      if (VG_(strncmp)(text, limits[i], n) == 0 && text[n] >= '1' && text[n] <= '9'
          && VG_(strtoll10)(text + n, &end) >= 1 && *end == 0 && VG_(strlen)(text + n) <= 12)
         return;
   }
   if (VG_(strcmp)(text, "harmless") != 0)
      VG_(fmsg_bad_option)(arg, "expected harmless, absolute:N or relative:N with N of 1 or more without "
                                "leading zeros, found "
                                "`%s`\n", text);
}

/* A decimal number in units of its last letter: k, m, g of accesses, or s, seconds. */
static tsl_bound bound(const HChar *arg, const HChar *text)
{
   static const HChar letters[] = "kmgs";
   static const ULong units[] = {1000, 1000000, 1000000000, 1000};
   tsl_bound b = {text, 0, False};
   const HChar *p = text;
   const HChar *unit;
   ULong scale = 1, factor = 1;
   Bool point = False;
   UInt digits = 0;
   for (; VG_(isdigit)(*p) || (*p == '.' && !point && digits > 0); p++) {
      if (*p == '.') {
         point = True;
      } else if (++digits <= 15) {
         b.amount = 10 * b.amount + (ULong)(*p - '0');
         scale *= point ? 10 : 1;
      }
   }
   unit = *p == 0 ? NULL : VG_(strchr)(letters, VG_(tolower)(*p));
   if (unit != NULL) {
      factor = units[unit - letters];
      b.time = *unit == 's';
      p++;
   }
   b.amount = digits > 15 || b.amount / scale >= (1ull << 60) / factor
                 ? 0 : b.amount / scale * factor + b.amount % scale * factor / scale;
   if (*p != 0 || b.amount == 0 || p[-1] == '.')
      VG_(fmsg_bad_option)(arg, "expected accesses such as 5000 or 20m, or seconds such as 2.5s, more "
                                "than 0, found `%s`\n", text);
   return b;
}

Bool tsl_options_process(const HChar *arg)
{
   const HChar *text;
   Int choice;
   if (VG_STR_CLO(arg, "--tsl-connect", tsl_opt.connect)) {
   } else if (VG_STRINDEX_CLO(arg, "--tsl-on-loss", loss_names, choice)) {
      tsl_opt.stop_on_loss = choice == 1;
   } else if (VG_STR_CLO(arg, "--tsl-log", tsl_opt.log)) {
      return True; /* changes nothing that is measured */
   } else if (VG_STR_CLO(arg, "--tsl-inherited", text)) {
      if (!tsl_heirs_read(text))
         VG_(fmsg_bad_option)(arg, "expected what a program hands on by exec\n");
      return True;
   } else if (VG_STR_CLO(arg, "--tsl-token-file", tsl_opt.token_file)) {
      return True; /* changes nothing that is measured */
   } else if (VG_STRINDEX_CLO(arg, "--tsl-out", out_names, choice)) {
      tsl_opt.out = (tsl_out)choice;
      out_given = True;
   } else if (VG_STR_CLO(arg, "--tsl-out-file", tsl_opt.out_file)) {
   } else if (VG_STR_CLO(arg, "--tsl-fn", text)) {
      named(arg, text);
      VG_(addToXA)(tsl_opt.functions, &text);
   } else if (VG_STR_CLO(arg, "--tsl-lines", text)) {
      VG_(addToXA)(tsl_opt.lines, &text);
   } else if (VG_BOOL_CLO(arg, "--tsl-inclusive", tsl_opt.inclusive)) {
   } else if (VG_STR_CLO(arg, "--tsl-toggle", tsl_opt.toggle)) {
   } else if (VG_STR_CLO(arg, "--tsl-region", text)) {
      named(arg, text);
      VG_(addToXA)(tsl_opt.regions, &text);
   } else if (VG_STR_CLO(arg, "--tsl-watch", text)) {
      named(arg, text);
      VG_(addToXA)(tsl_opt.watches, &text);
   } else if (VG_STR_CLO(arg, "--tsl-watch-at", text)) {
      VG_(addToXA)(tsl_opt.places, &text);
      return True; /* part of the --tsl-watch that was given */
   } else if (VG_STR_CLO(arg, "--tsl-skip-obj", text) || VG_STR_CLO(arg, "--tsl-skip-file", text)
              || VG_STR_CLO(arg, "--tsl-skip-fn", text)) {
      named(arg, text);
      VG_(addToXA)(tsl_opt.skips, &arg);
   } else if (VG_STR_CLO(arg, "--tsl-skip", tsl_opt.skip)) {
   } else if (VG_STR_CLO(arg, "--tsl-filter", tsl_opt.filter)) {
   } else if (VG_BINT_CLO(arg, "--tsl-count-after", tsl_opt.count_after, 1, 1000000000000ll)) {
   } else if (VG_BINT_CLO(arg, "--tsl-again", tsl_opt.again, 2, 1000000000ll)) {
   } else if (VG_STR_CLO(arg, "--tsl-adapt", tsl_opt.adapt)) {
      adaptation(arg, tsl_opt.adapt);
   } else if (VG_STR_CLO(arg, "--tsl-adapt-keep", tsl_opt.adapt_keep)) {
      named(arg, tsl_opt.adapt_keep);
   } else if (VG_BOOL_CLO(arg, "--tsl-heap", tsl_opt.heap)) {
   } else if (VG_BOOL_CLO(arg, "--tsl-atstart", tsl_opt.at_start)) {
   } else if (VG_BOOL_CLO(arg, "--tsl-fixed-stack", tsl_opt.fixed_stack)) {
   } else if (VG_STR_CLO(arg, "--tsl-start-after", text)) {
      tsl_opt.start_after = bound(arg, text);
   } else if (VG_STR_CLO(arg, "--tsl-stop-after", text)) {
      tsl_opt.stop_after = bound(arg, text);
   } else if (VG_STRINDEX_CLO(arg, "--tsl-then", then_names, choice)) {
      tsl_opt.end_then = choice == 1;
      then_given = True;
   } else if (VG_BINT_CLO(arg, "--tsl-word", tsl_opt.word, 1, 4096)) {
      power_of_two(arg, tsl_opt.word);
   } else if (VG_BINT_CLO(arg, "--tsl-line", tsl_opt.line, 1, 4096)) {
      power_of_two(arg, tsl_opt.line);
   } else if (VG_STR_CLO(arg, "--tsl-granularity", text)) {
      tsl_opt.pages = VG_(strcmp)(text, "word,line,page") == 0;
      if (!tsl_opt.pages && VG_(strcmp)(text, "word,line") != 0)
         VG_(fmsg_bad_option)(arg, "expected word,line or word,line,page, found `%s`\n", text);
   } else if (VG_BINT_CLO(arg, "--tsl-page", tsl_opt.page, 1, 1ll << 30)) {
      power_of_two(arg, tsl_opt.page);
      page_given = True;
   } else if (VG_BINT_CLO(arg, "--tsl-window", tsl_opt.window, 1, 64)) {
   } else if (VG_BINT_CLO(arg, "--tsl-imax", tsl_opt.imax, 2, 65536)) {
   } else if (VG_BINT_CLO(arg, "--tsl-n", tsl_opt.n, 2, 1ll << 40)) {
      power_of_two(arg, tsl_opt.n);
   } else if (VG_BINT_CLO(arg, "--tsl-time-window", tsl_opt.time_window, 1024, 1ll << 40)) {
   } else if (VG_STRINDEX_CLO(arg, "--tsl-history", history_names, tsl_opt.history_process)) {
   } else if (VG_STR_CLO(arg, "--tsl-sample", tsl_opt.sample)) {
   } else if (VG_BINT_CLO(arg, "--tsl-sample-after", tsl_opt.sample_after, TSL_SAMPLE_EXACT, 1ll << 50)) {
   } else if (VG_BINT_CLO(arg, "--tsl-sample-seed", tsl_opt.sample_seed, 0, 1ll << 40)) {
   } else if (VG_BINT_CLO(arg, "--tsl-pause-after", tsl_opt.pause_after, 0, 1ll << 50)) {
   } else if (VG_STR_CLO(arg, "--tsl-budget", tsl_opt.budget)) {
   } else if (VG_BOOL_CLO(arg, "--tsl-stats", tsl_opt.stats)) {
   } else if (VG_BINT_CLO(arg, "--tsl-top", tsl_opt.top, 0, 1000000)) {
   } else if (VG_STR_CLO(arg, "--tsl-engine", tsl_opt.engine)) {
   } else {
      return False;
   }
   VG_(addToXA)(tsl_opt.given, &arg);
   return True;
}

void tsl_options_usage(void)
{
   VG_(printf)(
"    --tsl-out=score|log|socket|null  what becomes of the accesses [score]\n"
"         score: score them in the tool, print a summary at exit and write a\n"
"                file that `tslmap report` opens\n"
"         log:   print each one to Valgrind's log, ' L addr,size' or ' S addr,size'\n"
"         socket: send them to a collector (needs --tsl-connect, which implies it)\n"
"         null:  drop them (to measure the cost of tracing alone)\n"
"    --tsl-connect=HOST:PORT|unix:PATH  the collector (`tslmap collect`, `tslmap run`)\n"
"    --tsl-on-loss=continue|stop  when the connection to the collector breaks: let the\n"
"                            program go on without tracing, or end it with exit\n"
"                            status 1 [continue]\n"
"    --tsl-log=FILE          messages go to the end of this file, which is opened once,\n"
"                            for forked processes and programs that are followed, too;\n"
"                            %%p is the process id of the first\n"
"    --tsl-token-file=FILE   holds the token that the collector asks for; only its owner\n"
"                            may be able to read it [the variable TSLMAP_TOKEN]\n"
"    --tsl-out-file=FILE     name of the score file; %%p is the process id, %%q{VAR} an\n"
"                            environment variable [tslmap.out.%%p]\n"
"    --tsl-fn=NAME           trace only the instructions of this function; may be\n"
"                            repeated; * and ? are wildcards; demangled (with or\n"
"                            without parameters) or mangled names\n"
"    --tsl-inclusive=no|yes  with --tsl-fn: also whatever these functions call [no]\n"
"    --tsl-lines=FILE:LINE[-LINE]  trace only the instructions of this source line, or of\n"
"                            those from the first to the last; FILE is a path or its\n"
"                            last parts; may be repeated\n"
"    --tsl-toggle=START[,STOP]  trace from each call of START to the next call of\n"
"                            STOP; START alone switches on and off in turn; names\n"
"                            as for --tsl-fn; NAME#N is the Nth call only\n"
"    --tsl-region=SYMBOL     trace only accesses to this global variable; may be\n"
"                            repeated (at most %d)\n"
"    --tsl-watch=NAME        trace only accesses to all variables of this name, file or\n"
"                            function static ones too, and to what the program names so\n"
"                            by TSLMAP_NAME; may be repeated; * and ? are wildcards\n"
"    --tsl-watch=NAME@FUNCTION, NAME@FILE:LINE  only accesses to the variables of this\n"
"                            name that a function, or a line, declares, static or on\n"
"                            the stack, there in every activation of the function;\n"
"                            `tslmap run --watch` looks them up\n"
"    --tsl-watch=heap@FUNCTION, heap@FILE:LINE  trace only accesses to heap blocks that\n"
"                            this function itself, or this line, allocates, while they\n"
"                            are live; may be repeated\n"
"    --tsl-skip-obj=PATTERN  count the accesses of the code of these programs or shared\n"
"                            objects instead of recording them: path or its last\n"
"                            parts, * and ? are wildcards; may be repeated\n"
"    --tsl-skip-file=PATTERN  likewise those of the functions of these source files\n"
"    --tsl-skip-fn=NAME      likewise those of these functions' own instructions\n"
"    --tsl-skip=FILE         likewise what the lines of a file name: `obj PATTERN`,\n"
"                            `file PATTERN`, `fn NAME`; # begins a comment\n"
"    --tsl-filter=FILE       likewise what a filter file in Score-P's syntax excludes\n"
"    --tsl-count-after=N     record functions that --tsl-skip* and --tsl-filter name until they\n"
"                            have made about N accesses each, and count them from then on\n"
"    --tsl-again=N           count them from the start, but record those that make many\n"
"                            accesses, for --tsl-count-after, and for one in N of their\n"
"                            accesses in stretches over the whole run\n"
"    --tsl-adapt=harmless|absolute:N|relative:N  the collector chooses, while the program\n"
"                            runs, functions whose accesses are only counted from then\n"
"                            on: those that waste nothing and whose scores have settled,\n"
"                            those with fewer than N accesses per call, or with N fewer\n"
"                            than functions have on average\n"
"    --tsl-adapt-keep=NAME   never these functions; may be given several times\n"
"    --tsl-heap=no|yes       follow calls of malloc, operator new and their kind, to\n"
"                            tell the collector about blocks of the heap [yes]\n"
"    --tsl-atstart=no|yes    no: trace from the program's TSLMAP_ON() on [yes]\n"
"    --tsl-fixed-stack=no|yes  start the program's stack at the same address whatever the\n"
"                            lengths of its environment and of paths [no]\n"
"    --tsl-start-after=N[k|m|g]|SECONDSs  trace nothing before the program has made N\n"
"                            accesses, or has run so long\n"
"    --tsl-stop-after=N[k|m|g]|SECONDSs  trace nothing more after N traced accesses, or\n"
"                            so long after tracing began\n"
"    --tsl-then=continue|end  after --tsl-stop-after: let the program go on without\n"
"                            tracing, or end it with exit status 0 [continue]\n"
"    --tsl-word=BYTES        size of a word, a power of two [8]\n"
"    --tsl-line=BYTES        size of a line, a power of two, at least a word [64]\n"
"    --tsl-granularity=word,line[,page]  what is scored: words and lines, or pages, too\n"
"                            [word,line]\n"
"    --tsl-page=BYTES        size of a page, a power of two, at least a line [4096]\n"
"    --tsl-window=W          accesses a stride looks back, 1..64 [32]\n"
"    --tsl-imax=STRIDE       first stride that earns nothing, 2..65536 [1024]\n"
"    --tsl-n=WORDS           reuse distance that earns nothing, a power of two [8388608]\n"
"    --tsl-time-window=N     accesses in each window of the time line, more in\n"
"                            long runs [1048576]\n"
"    --tsl-history=thread|process  one history for each thread, or one for all in the\n"
"                            order they ran [thread]\n"
"    --tsl-sample=off|auto|RATE  score a part of the accesses and estimate the rest;\n"
"                            all are counted; auto: as many as a program of its length\n"
"                            needs, RATE: this share, 0.0001 to 0.1 [off]\n"
"    --tsl-sample-after=N    with --tsl-sample: score all of the first N accesses, at least\n"
"                            1048576 [1048576]\n"
"    --tsl-budget=TIMESx|SECONDSs  what the run may cost: processor time, its collector's\n"
"                            too, relative to Valgrind without a tool (3x), or seconds\n"
"                            for all of it (60s): scores as many accesses as that\n"
"                            allows, and counts all of them\n"
"    --tsl-pause-after=N     with --tsl-sample=auto or --tsl-budget: recording may pause when\n"
"                            so many accesses were made; 0: never [268435456, or\n"
"                            16777216 with a budget relative to Valgrind]\n"
"    --tsl-sample-seed=N     where bursts begin; the same N, the same result [1]\n"
"    --tsl-top=N             functions in the printed table [10]\n"
"    --tsl-stats=no|yes      print the tool's own counters at exit [no]\n",
      TSL_MOST_REGIONS);
}

void tsl_options_debug_usage(void)
{
   VG_(printf)(
"    --tsl-engine=auto|avx512|avx2|portable  variant of the scoring engine [auto]\n"
"    --tsl-inherited=DESCRIPTOR  what a program that follows by exec is given: open file\n"
"                            of --tsl-log, or -1\n"
"    --tsl-watch-at=N,static|frame,ADDRESS,OFFSET,BYTES,NAME,OBJECT  where the Nth\n"
"         --tsl-watch (from 0) has a variable: in the file OBJECT it is at ADDRESS, or\n"
"         at OFFSET from the canonical frame address of the function at ADDRESS;\n"
"         decimal numbers\n");
}

/* The accesses from burst to burst that a rate asks for; 0: they vary. */
static ULong sample_period(const HChar *text)
{
   HChar *end;
   Double rate;
   if (VG_(strcmp)(text, "off") == 0 || VG_(strcmp)(text, "auto") == 0)
      return 0;
   rate = VG_(strtod)(text, &end);
   if (end == text || *end != 0 || !(rate >= 0.0001 && rate <= 0.1))
      tsl_die("--tsl-sample=%s: expected off, auto or the share of accesses to score, 0.0001 to "
              "0.1.", text);
   return (ULong)(TSL_SAMPLE_BURST / rate);
}

/* What the run may cost, if that was said. */
static void read_budget(const HChar *text)
{
   HChar *end;
   const Double amount = text == NULL ? 0 : VG_(strtod)(text, &end);
   if (text == NULL)
      return;
   if (end == text || *end == 0 || end[1] != 0 || !(amount >= 1 && amount <= 1000000)
       || (*end != 'x' && *end != 's'))
      tsl_die("--tsl-budget=%s: expected times Valgrind without a tool, such as 3x, or seconds, such "
              "as 60s, at least 1.", text);
   if (VG_(strcmp)(tsl_opt.sample, "off") != 0)
      tsl_die("--tsl-budget=%s picks what is scored, and so does --tsl-sample=%s: leave one of them "
              "out.", text, tsl_opt.sample);
   tsl_opt.budget_pace = *end == 'x' ? amount : 0;
   tsl_opt.budget_ms = *end == 's' ? (ULong)(1000 * amount) : 0;
   tsl_opt.sample = "budget";
}

/* An option by which not all accesses are recorded, NULL if there is none. */
static const HChar *leaves_out(void)
{
   return tsl_count(tsl_opt.functions) > 0      ? "--tsl-fn"
          : tsl_count(tsl_opt.lines) > 0        ? "--tsl-lines"
          : tsl_opt.toggle != NULL              ? "--tsl-toggle"
          : !tsl_opt.at_start                   ? "--tsl-atstart=no"
          : tsl_count(tsl_opt.regions) > 0      ? "--tsl-region"
          : tsl_options_by_address()            ? "--tsl-watch"
          : tsl_opt.start_after.given != NULL   ? "--tsl-start-after"
          : tsl_opt.stop_after.given != NULL    ? "--tsl-stop-after"
          : tsl_opt.budget != NULL              ? "--tsl-budget"
          : tsl_opt.sampled                     ? "--tsl-sample"
                                                : NULL;
}

/* What tells of recorded accesses by their addresses, or ends with some access, needs all of them. */
static void check_pauses(void)
{
   const Bool wanted = tsl_opt.sampled && tsl_opt.sample_period == 0;
   const Bool possible = !tsl_options_by_address() && tsl_opt.start_after.given == NULL
                         && tsl_opt.stop_after.given == NULL;
   if (tsl_opt.pause_after >= 0 && !wanted)
      tsl_die("--tsl-pause-after=%lld: recording only pauses with --tsl-sample=auto or --tsl-budget: add one of "
              "them, or leave it out.", tsl_opt.pause_after);
   if (tsl_opt.pause_after > 0 && !possible)
      tsl_die("--tsl-pause-after=%lld: recording never pauses with --tsl-region, --tsl-watch, --tsl-start-after "
              "and --tsl-stop-after: leave it or them out.", tsl_opt.pause_after);
   if (tsl_opt.pause_after < 0)
      tsl_opt.pause_after = !wanted || !possible         ? 0
                            : tsl_opt.budget_pace > 0 ? PAUSE_AFTER_OF_PACE
                                                      : PAUSE_AFTER;
}

void tsl_options_check(void)
{
   if (tsl_opt.connect != NULL && !out_given)
      tsl_opt.out = TSL_OUT_SOCKET;
   if (tsl_opt.out == TSL_OUT_SOCKET && tsl_opt.connect == NULL)
      tsl_die("--tsl-out=socket needs to know where the collector listens: add "
              "--tsl-connect=HOST:PORT or --tsl-connect=unix:PATH.");
   if (tsl_opt.out != TSL_OUT_SOCKET && tsl_opt.connect != NULL)
      tsl_die("--tsl-connect=%s is of no use with --tsl-out=%s: leave one of them out.",
              tsl_opt.connect, out_names[tsl_opt.out]);
   if (tsl_opt.line < tsl_opt.word)
      tsl_die("--tsl-line=%lld: expected at least the size of a word, %lld bytes.",
              tsl_opt.line, tsl_opt.word);
   if (page_given && !tsl_opt.pages)
      tsl_die("--tsl-page=%lld: pages are not scored; add --tsl-granularity=word,line,page.",
              tsl_opt.page);
   if (tsl_opt.pages && tsl_opt.page < tsl_opt.line)
      tsl_die("--tsl-page=%lld: expected at least the size of a line, %lld bytes.", tsl_opt.page,
              tsl_opt.line);
   if (then_given && tsl_opt.stop_after.given == NULL)
      tsl_die("--tsl-then: say after what with --tsl-stop-after=N.");
   tsl_opt.sample_period = sample_period(tsl_opt.sample);
   read_budget(tsl_opt.budget);
   tsl_opt.sampled = VG_(strcmp)(tsl_opt.sample, "off") != 0;
   if (tsl_opt.sample_after > 0 && (!tsl_opt.sampled || tsl_opt.budget != NULL))
      tsl_die("--tsl-sample-after=%lld: add --tsl-sample=auto or a rate, which is what it is about, or leave it "
              "out.", tsl_opt.sample_after);
   if (tsl_opt.sampled && tsl_opt.out != TSL_OUT_SCORE && tsl_opt.out != TSL_OUT_SOCKET)
      tsl_die("--tsl-%s=%s: only accesses that are scored can be sampled; leave --tsl-out=%s out.", tsl_opt.budget == NULL ? "sample" : "budget",
              tsl_opt.budget == NULL ? tsl_opt.sample : tsl_opt.budget, out_names[tsl_opt.out]);
   check_pauses();
   if (tsl_opt.sampled && tsl_opt.pages)
      tsl_die("--tsl-granularity=word,line,page needs all accesses, and pages are not sampled: leave "
              "it or --tsl-%s out.", tsl_opt.budget == NULL ? "sample" : "budget");
   if (tsl_opt.adapt_keep != NULL && tsl_opt.adapt == NULL)
      tsl_die("--tsl-adapt-keep=%s: nothing is chosen to be counted; add --tsl-adapt=harmless, or leave it "
              "out.", tsl_opt.adapt_keep);
   if (tsl_opt.count_after > 0 && VG_(sizeXA)(tsl_opt.skips) == 0 && tsl_opt.skip == NULL && tsl_opt.filter == NULL)
      tsl_die("--tsl-count-after=%lld: nothing is to be counted; add --tsl-filter=FILE, or leave it out.",
              tsl_opt.count_after);
   if (tsl_opt.again > 0 && tsl_opt.count_after == 0)
      tsl_die("--tsl-again=%lld: no function is counted after a while; add --tsl-count-after=N, or leave it out.",
              tsl_opt.again);
   if (tsl_opt.count_after > 0 && tsl_opt.adapt != NULL)
      tsl_die("--tsl-count-after=%lld and --tsl-adapt=%s both say when functions are counted; leave one of the "
              "two out.", tsl_opt.count_after, tsl_opt.adapt);
   if (tsl_opt.count_after > 0 && tsl_opt.out != TSL_OUT_SOCKET)
      tsl_die("--tsl-count-after=%lld: a collector estimates scores of what is counted: add "
              "--tsl-connect=HOST:PORT or --tsl-connect=unix:PATH, or leave it out.", tsl_opt.count_after);
   if (tsl_opt.count_after > 0 && leaves_out() != NULL)
      tsl_die("--tsl-count-after=%lld needs all accesses of the program, and %s leaves some out; leave one of "
              "the two out.", tsl_opt.count_after, leaves_out());
   if (tsl_opt.adapt != NULL && tsl_opt.out != TSL_OUT_SOCKET)
      tsl_die("--tsl-adapt=%s: a collector decides what is counted: add --tsl-connect=HOST:PORT or "
              "--tsl-connect=unix:PATH, or leave it out.", tsl_opt.adapt);
   if (tsl_opt.adapt != NULL && leaves_out() != NULL)
      tsl_die("--tsl-adapt=%s needs all accesses of the program, and %s leaves some out; leave one of the two "
              "out.", tsl_opt.adapt, leaves_out());
   if (tsl_opt.inclusive && VG_(sizeXA)(tsl_opt.functions) == 0)
      tsl_die("--tsl-inclusive=yes: say whose calls to follow with --tsl-fn=NAME.");
}

/*------------------------------------------------------------*/
/*--- For the engine                                       ---*/
/*------------------------------------------------------------*/

static UInt log2_of(ULong v)
{
   UInt k = 0;
   while (v > 1) {
      v >>= 1;
      k++;
   }
   return k;
}

UInt tsl_options_log2_n(void) { return log2_of(tsl_opt.n); }

Bool tsl_options_by_address(void)
{
   return tsl_count(tsl_opt.regions) + tsl_count(tsl_opt.watches) + tsl_count(tsl_opt.places) > 0;
}

Bool tsl_options_narrow(void)
{
   return tsl_count(tsl_opt.functions) > 0 || tsl_count(tsl_opt.lines) > 0 || tsl_opt.inclusive || tsl_opt.toggle != NULL
          || !tsl_opt.at_start || tsl_options_by_address();
}

tsl_params tsl_options_params(void)
{
   tsl_params p;
   p.granularities = tsl_opt.pages ? 3 : 2;
   p.shift[TSL_WORD] = log2_of(tsl_opt.word);
   p.shift[TSL_LINE] = log2_of(tsl_opt.line);
   p.shift[TSL_PAGE] = log2_of(tsl_opt.page);
   p.window = (unsigned)tsl_opt.window;
   p.imax = (unsigned)tsl_opt.imax;
   p.history_process = tsl_opt.history_process;
   p.time_window = (unsigned long long)tsl_opt.time_window;
   return p;
}

tsl_variant tsl_options_variant(void)
{
   const HChar *const name = tsl_opt.engine;
   if (VG_(strcmp)(name, "auto") == 0)
      return TSL_AUTO;
   if (VG_(strcmp)(name, "avx512") == 0)
      return TSL_AVX512;
   if (VG_(strcmp)(name, "avx2") == 0)
      return TSL_AVX2;
   if (VG_(strcmp)(name, "portable") == 0)
      return TSL_PORTABLE;
   tsl_die("--tsl-engine=%s: expected auto, avx512, avx2 or portable.", name);
}
