/*--------------------------------------------------------------------*/
/*--- tslmap: recording pauses.                        tsl_pause.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_pause.h"

#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_counted.h"
#include "tsl_options.h"
#include "tsl_sampling.h"
#include "tsl_yield.h"

#define LOOK 300000 /* blocks from one look at the counters to the next */

static Bool pausing;
static Bool predicts; /* branches, in code that was translated so far */
static ULong length, began;     /* accesses that are to be counted, and were before */
static ULong looked;            /* blocks: when the counters were looked at last */
static ULong translated_before; /* blocks of code, when the pause began */

static Bool may_pause(void) { return tsl_opt.pause_after > 0; }

static Bool ends_predicting(void) { return predicts && !tsl_sampling_scores_all(); }

/* The stage: the next block is not to run before the scheduler has been in control. */
static void look(ULong *words)
{
   if (ends_predicting() || (may_pause() && tsl_sampling_pause_is_due()))
      tsl_yield();
}

void tsl_pause_init(void)
{
   predicts = tsl_opt.sampled;
   if (may_pause() || predicts)
      tsl_buffer_add_stage(look);
}

Bool tsl_pause_now(void) { return pausing; }

static void change(Bool pauses)
{
   pausing = pauses;
   predicts = tsl_opt.sampled && tsl_sampling_scores_all();
   tsl_yield_discard((Addr)0x1000, ~(ULong)0xfff);
}

static void begin(ULong blocks)
{
   tsl_buffer_flush();
   length = tsl_sampling_pause();
   if (length == 0)
      return;
   began = tsl_counted_accesses();
   translated_before = tsl_code_translated();
   looked = blocks;
   change(True);
}

static void end(void)
{
   tsl_counted_tell();
   tsl_counted_retire(NULL);
   tsl_sampling_resume((UInt)(tsl_code_translated() - translated_before));
   change(False);
}

void tsl_pause_thread_stopped(ULong blocks)
{
   if (!pausing) {
      if (may_pause() && tsl_sampling_pause_is_due())
         begin(blocks);
      if (ends_predicting())
         change(False);
   } else if (blocks - looked >= LOOK) {
      looked = blocks;
      if (tsl_counted_accesses() - began >= length)
         end();
   }
}

void tsl_pause_forked(void)
{
   if (pausing)
      tsl_counted_retire(NULL);
   if (pausing || predicts != tsl_opt.sampled)
      change(False);
   predicts = tsl_opt.sampled;
}
