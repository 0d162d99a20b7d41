/*--------------------------------------------------------------------*/
/*--- tslmap: the stretch that is measured.          tsl_stretch.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_stretch.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_frames.h"
#include "tsl_gate.h"
#include "tsl_heap.h"
#include "tsl_options.h"
#include "tsl_yield.h"

/* A program runs in three phases, in each with other code:

      before   nothing is recorded; blocks add their accesses to a counter at their
               exits and look at it when they begin, if a number of accesses is
               waited for. Calls of allocators, and what filters need, are
               followed.
      within   everything is recorded. A stage behind the buffer counts when that is
               emptied, when the scheduler is in control, and before every frame that
               has a place in the stream: there it drops what is behind the last block
               of the stretch.
      after    blocks are as with no tool.

   A new phase discards all translations, when the scheduler is in control (tsl_yield). Time is
   looked at when the scheduler is in control anyway. */

/* In the core, without headers for tools. */
extern Bool VG_(is_exiting)(ThreadId tid);
extern VexControl vex_control; /* VEX's copy of VG_(clo_vex_control) */

static tsl_phase phase_now = TSL_WITHIN;
static tsl_stretch seen;
static ULong left;    /* accesses until the stretch ends; 0: no end is known */
static Bool reached;  /* the accesses before were made */
static Bool stale;    /* translations are of the phase before */
static Bool ended;    /* the program, by --tsl-then=end */
static Bool given_up; /* nobody takes what is recorded */
static Bool ticking;  /* the time of --tsl-stop-after runs since began_ms */
static UInt origin_ms, began_ms;
static VexControl plain, recorded; /* how VEX translates without a tool, and within */

static Bool by_time(const tsl_bound *b) { return b->given != NULL && b->time; }

static ULong accesses_of(const tsl_bound *b) { return b->given == NULL || b->time ? 0 : b->amount; }

static ULong elapsed(void) { return VG_(read_millisecond_timer)() - origin_ms; }

static void mark(tsl_mark kind, ULong before)
{
   if (tsl_sink_now->mark)
      tsl_sink_now->mark(kind, before, elapsed(), "");
}

/*------------------------------------------------------------*/
/*--- Start                                                ---*/
/*------------------------------------------------------------*/

/* Functions begin blocks where that is looked for; otherwise blocks outside of the
   stretch are those that Valgrind makes without a tool. */
static void choose_translation(void)
{
   const Bool followed = tsl_heap_traced() || tsl_gated() || tsl_frames_watched();
   VexControl now = phase_now == TSL_WITHIN ? recorded : plain;
   if (phase_now == TSL_BEFORE && followed)
      now.guest_chase = recorded.guest_chase;
   VG_(clo_vex_control) = vex_control = now;
}

static void enter(tsl_phase phase)
{
   phase_now = phase;
   tsl_buffer_record(phase == TSL_WITHIN);
}

static void start(void)
{
   VG_(memset)(&seen, 0, sizeof seen);
   reached = ticking = False;
   origin_ms = VG_(read_millisecond_timer)();
   seen.begun = !tsl_stretch_late();
   enter(given_up ? TSL_AFTER : seen.begun ? TSL_WITHIN : TSL_BEFORE);
   left = accesses_of(&tsl_opt.stop_after);
   choose_translation();
}

tsl_phase tsl_stretch_phase(void) { return phase_now; }

Bool tsl_stretch_late(void) { return tsl_opt.start_after.given != NULL; }

Bool tsl_stretch_given(void) { return tsl_stretch_late() || tsl_opt.stop_after.given != NULL; }

Bool tsl_stretch_counts(void) { return !by_time(&tsl_opt.start_after); }

ULong tsl_stretch_awaited(void)
{
   return phase_now == TSL_BEFORE ? accesses_of(&tsl_opt.start_after) : 0;
}

void tsl_stretch_reached(void)
{
   reached = True;
   tsl_yield();
}

static void begin(void)
{
   seen.begun = True;
   seen.before = tsl_stretch_counts() ? *tsl_buffer_made() : TSL_NOT_COUNTED;
   seen.begun_ms = elapsed();
   enter(TSL_WITHIN);
   stale = True;
   mark(TSL_MARK_STRETCH_BEGINS, seen.before);
}

/*------------------------------------------------------------*/
/*--- End                                                  ---*/
/*------------------------------------------------------------*/

static void enter_after(void)
{
   enter(TSL_AFTER);
   stale = True;
   tsl_yield();
}

void tsl_stretch_give_up(void)
{
   given_up = True;
   if (phase_now != TSL_AFTER)
      enter_after();
}

/* The last access of the stretch is before this place in the stream. */
static void stop(void)
{
   seen.stopped = True;
   seen.stopped_ms = elapsed();
   enter_after();
   mark(TSL_MARK_STRETCH_ENDS, 0);
}

/* The stage: finds the block that ends the stretch. */
static void keep_stretch(ULong *w)
{
   const ULong *const end = tsl_buffer_next();
   if (left == 0)
      return;
   while (w < end && left > 0) {
      const ULong h = *w++;
      if (!TSL_WORD_IS_THREAD(h)) {
         const UInt made = tsl_block_made(TSL_WORD_ID(h), w);
         left -= made < left ? made : left;
         w += TSL_WORD_COUNT(h);
      }
   }
   if (left == 0) {
      tsl_buffer_cut(w);
      stop();
   }
}

/* Seconds run from when recording is on for the first time. */
static Bool time_is_up(void)
{
   const UInt now = VG_(read_millisecond_timer)();
   if (!ticking) {
      ticking = tsl_gate_is_on();
      began_ms = now;
   }
   return ticking && now - began_ms >= tsl_opt.stop_after.amount;
}

void tsl_stretch_init(const VexControl *without_tool)
{
   plain = *without_tool;
   recorded = VG_(clo_vex_control);
   tsl_buffer_add_stage(keep_stretch);
   start();
}

/*------------------------------------------------------------*/
/*--- Around runs of client code                           ---*/
/*------------------------------------------------------------*/

static void translate_anew(void)
{
   stale = False;
   if (phase_now == TSL_AFTER) {
      tsl_buffer_flush(); /* the last that a collector gets for a while */
      tsl_heap_forget();
   }
   choose_translation();
   tsl_yield_discard((Addr)0x1000, ~(ULong)0xfff);
}

void tsl_stretch_thread_starts(ThreadId tid)
{
   /* Not 0: a block that is to run without redirection must run. */
   if (stale)
      tsl_yield_after(tid, 1);
}

Bool tsl_stretch_thread_stopped(ThreadId tid)
{
   if (phase_now == TSL_BEFORE
       && (reached
           || (by_time(&tsl_opt.start_after) && elapsed() >= tsl_opt.start_after.amount)))
      begin();
   if (phase_now == TSL_WITHIN && tsl_opt.stop_after.given != NULL) {
      tsl_buffer_run_stages(); /* which may be the end */
      if (phase_now == TSL_WITHIN && tsl_opt.stop_after.time && time_is_up())
         stop();
   }
   if (stale)
      translate_anew();
   ended = phase_now == TSL_AFTER && tsl_opt.end_then && !VG_(is_exiting)(tid);
   return ended;
}

void tsl_stretch_forked(void)
{
   const tsl_phase before = phase_now;
   start();
   if (stale || phase_now != before)
      translate_anew();
}

/*------------------------------------------------------------*/
/*--- At the end                                           ---*/
/*------------------------------------------------------------*/

tsl_stretch tsl_stretch_seen(void) { return seen; }

void tsl_stretch_report(void)
{
   HChar ran[32];
   if (given_up)
      return;
   tsl_decimal(ran, sizeof ran, (Double)elapsed() / 1000, 1);
   if (!seen.begun && !tsl_stretch_counts())
      VG_(umsg)("--tsl-start-after=%s: the program ended after %s seconds: nothing was traced.\n",
                tsl_opt.start_after.given, ran);
   else if (!seen.begun)
      VG_(umsg)("--tsl-start-after=%s: the program made only %'llu accesses: nothing was traced.\n",
                tsl_opt.start_after.given, *tsl_buffer_made());
   else if (ended)
      VG_(umsg)("--tsl-stop-after=%s --tsl-then=end: the program was ended after %s seconds, with exit "
                "status 0.\n", tsl_opt.stop_after.given, ran);
}
