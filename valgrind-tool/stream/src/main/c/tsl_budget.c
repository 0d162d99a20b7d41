/*--------------------------------------------------------------------*/
/*--- tslmap: what a run may cost.                    tsl_budget.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_budget.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

#include "tsl_code.h"
#include "tsl_options.h"
#include "tsl_sample.h"
#include "tsl_sink.h"

/* The big picture. What a run costs is told from what it would cost under Valgrind
   without a tool, in processor time and while it runs:

      all of it                        the process's clock, and the collector's, which
                                       is asked now and then
      less the collector
      less walking, picking, scoring   the process's clock, read around each full buffer
      less what is short: telling of   the processor's counter, likewise
         a heap block, short buffers
      less writing event words         their number, times what one takes
      less translating for that        likewise, by blocks of code

   What the last two take was measured once (README.md says how); they are a tenth to
   a third of the whole, so that the pace is known to some per cent.

   All accesses are scored as long as the budget allows. From then on it is looked
   before each burst how much there is to spend: what the budget gives for the next
   access, and what earlier ones have left over or overdrawn, spread over as long a
   time as the program has run. That, less what counting takes, divided by what it
   takes to score an access, is the share that is scored. With a budget in seconds
   nobody knows how long the program will go on: half of them may be used to score
   all, and then the share is so small that bursts take as long as the rest, times
   the part of the seconds that is left. There are never fewer bursts than without
   a budget. Where counting alone would take nearly all, recording pauses besides. */

#define HEADER_NS 1.0  /* to write and to check the capacity, once a block */
#define WORD_NS 0.5    /* to write an address */
#define BLOCK_NS 20000 /* more for translating a block of code */

/* Recording pauses where a smaller part of the seconds is left; where more has been spent than the run may
   have so far, or counting takes a larger part of that. */
#define MOST_LEFT 0.25
#define MOST_COUNTING 0.9

/* Telling of a heap block, and walking over a buffer of fewer words than these, take less than reading the
   clock. Such short works are timed by the processor's counter; where one seems to take longer than these
   ticks, the process did not run meanwhile, and the work is passed over. */
#define SHORT_WORDS 8192u
#define LONGEST_TICKS 2000000ull

/* The process waits until the collector has caught up and answers: when its own time has grown by one in
   so many, but not within so many ns. */
#define ASKED_AFTER 16
#define LEAST_ASKED_AFTER 50000000ull

#define MOST_PACE 1000 /* a run takes at most so many times what it would take without a tool */

#define LEAST_PERIOD (2u * TSL_SAMPLE_BURST)
#define WARM_UP_NS 50000000ull /* before that, the pace is not known */

static struct {
   ULong since;     /* when the work that is being timed began */
   ULong walking;   /* and picking, ns */
   ULong scoring;   /* and what the collector takes */
   ULong in_bursts; /* of scoring, when not all are scored */
   ULong accesses;  /* in `in_bursts` */
   ULong headers, words;
   ULong telling;   /* of heap blocks */
   Bool is_short;   /* the buffer at hand */
   ULong began;     /* ticks, when the short work at hand did */
   ULong start_ns, start_ticks;
   Double tick_ns;
   ULong collector, asked; /* its time, and the process's when it was asked */
   ULong looked;           /* ticks, when it was last looked whether to ask */
} seen;

static ULong clock_ns(Long clock)
{
   struct vki_timespec t;
   tsl_syscall(__NR_clock_gettime, clock, (Long)&t, 0, 0, 0, 0);
   return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* What the process has taken, CLOCK_PROCESS_CPUTIME_ID. */
static ULong cpu_ns(void) { return clock_ns(2); }

static ULong ticks(void) { return __builtin_ia32_rdtsc(); }

/* How long a tick is, by CLOCK_MONOTONIC. */
static void measure_tick(void)
{
   seen.tick_ns = (Double)(clock_ns(1) - seen.start_ns) / (ticks() - seen.start_ticks + 1);
}

Bool tsl_budget_given(void) { return tsl_opt.budget != NULL; }

void tsl_budget_start(void)
{
   VG_(memset)(&seen, 0, sizeof seen);
   seen.start_ns = clock_ns(1);
   seen.start_ticks = seen.looked = ticks();
}

/* What short work took since the last time, ns. */
static ULong short_lap(void)
{
   const ULong before = seen.began, took = (seen.began = ticks()) - before;
   return took < LONGEST_TICKS ? (ULong)(seen.tick_ns * took) : 0;
}

void tsl_budget_tells(void) { seen.began = ticks(); }
void tsl_budget_told(void) { seen.telling += short_lap(); }

void tsl_budget_begin(SizeT words)
{
   seen.is_short = words < SHORT_WORDS;
   seen.began = ticks();
   if (tsl_budget_given() && !seen.is_short)
      seen.since = cpu_ns();
}

/* What the buffer at hand took since the last time, ns. */
static ULong lap(void)
{
   const ULong before = seen.since;
   return seen.is_short ? short_lap() : (seen.since = cpu_ns()) - before;
}

void tsl_budget_walked(ULong headers, ULong words)
{
   if (!tsl_budget_given())
      return;
   seen.walking += lap();
   seen.headers += headers;
   seen.words += words;
}

void tsl_budget_scored(ULong accesses, Bool all)
{
   ULong took;
   if (!tsl_budget_given())
      return;
   took = lap();
   seen.scoring += took;
   if (!all) {
      seen.in_bursts += took;
      seen.accesses += accesses;
   }
}

void tsl_budget_ask(Bool all)
{
   const ULong at = ticks();
   ULong now, took;
   if (!tsl_budget_given() || tsl_sink_now->cost == NULL
       || seen.tick_ns * (at - seen.looked) < LEAST_ASKED_AFTER)
      return;
   seen.looked = at;
   now = cpu_ns();
   if (now < seen.asked + seen.asked / ASKED_AFTER || now < seen.asked + LEAST_ASKED_AFTER)
      return;
   seen.asked = now;
   took = tsl_sink_now->cost();
   seen.collector += took;
   seen.scoring += took;
   if (!all)
      seen.in_bursts += took;
}

static ULong all_ns(void)
{
   measure_tick();
   return cpu_ns() + seen.collector;
}

/* What the run would have taken so far without a tool. */
static Double none_ns(ULong all)
{
   const Double own = HEADER_NS * seen.headers + WORD_NS * (seen.words - seen.headers)
                      + (Double)BLOCK_NS * tsl_code_translated();
   const Double rest = (Double)all - seen.walking - seen.scoring - seen.telling;
   const Double least = rest / 2 > (Double)all / MOST_PACE ? rest / 2 : (Double)all / MOST_PACE;
   return rest - own > least ? rest - own : least;
}

Double tsl_budget_pace(void)
{
   const ULong all = all_ns();
   return (Double)all / none_ns(all);
}

void tsl_budget_stats(void)
{
   const ULong all = all_ns();
   VG_(umsg)("budget: %llu us, collector %llu, walking %llu, scoring %llu, telling %llu, %llu headers, %llu words, "
             "%llu blocks of code, without a tool %llu\n",
             all / 1000, seen.collector / 1000, seen.walking / 1000, seen.scoring / 1000, seen.telling / 1000, seen.headers,
             seen.words, tsl_code_translated(), (ULong)none_ns(all) / 1000);
}

static Double left_of_seconds(void)
{
   const Double part = 1 - (Double)VG_(read_millisecond_timer)() / tsl_opt.budget_ms;
   return part > 0 ? part : 0;
}

Bool tsl_budget_allows_all(void)
{
   if (!tsl_budget_given())
      return False;
   return tsl_opt.budget_ms > 0 ? left_of_seconds() > 0.5
                                : all_ns() < WARM_UP_NS || tsl_budget_pace() <= tsl_opt.budget_pace;
}

Bool tsl_budget_is_short(void)
{
   const ULong all = all_ns();
   const Double none = none_ns(all);
   return tsl_opt.budget_ms > 0 ? left_of_seconds() < MOST_LEFT
                                : all / none > tsl_opt.budget_pace
                                     || (all - seen.scoring) / none > MOST_COUNTING * tsl_opt.budget_pace;
}

ULong tsl_budget_period(ULong made)
{
   const ULong all = all_ns();
   const Double none = none_ns(all), each = none / made;
   const Double counting = (all - seen.scoring) / none;
   Double spare, share;
   ULong period;
   if (!tsl_budget_given() || made == 0 || seen.accesses == 0)
      return 0;
   if (tsl_opt.budget_ms > 0)
      spare = left_of_seconds() * counting;
   else
      spare = 2 * tsl_opt.budget_pace - all / none - counting;
   share = spare * each * seen.accesses / seen.in_bursts;
   if (share * 100000 < 1)
      return 0;
   period = (ULong)(TSL_SAMPLE_BURST / share) / TSL_SAMPLE_UNIT * TSL_SAMPLE_UNIT;
   return period < LEAST_PERIOD ? LEAST_PERIOD : period;
}
