/*--------------------------------------------------------------------*/
/*--- tslmap: functions that change their state.        tsl_adapt.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_adapt.h"

#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_counted.h"
#include "tsl_observe.h"
#include "tsl_options.h"
#include "tsl_stretch.h"
#include "tsl_yield.h"

#define FIRST_EPOCH (1ull << 20) /* the collector says how long later ones are */

/* Counters are looked at after so many blocks: when the epoch may end, but not too often. */
#define LEAST_PAUSE 100000
#define MOST_PAUSE 1000000

/* Code of a function that was translated. */
typedef struct {
   Addr start, end;
   UInt function;
} extent;

static XArray *extents; /* NULL: functions stay as they are */
static ULong recorded;  /* accesses in words that have reached this stage */
static ULong epoch, ends; /* its number, and all accesses when it ends */
static ULong looked, pause; /* blocks: when counters were looked at last, and until next time */
static ULong was_counted, seen; /* at that time: counted accesses, and all */
static Bool *chosen; /* functions that a collector has chosen to be counted */
static UInt chosen_size;

static ULong made(void)
{
   was_counted = tsl_counted_accesses();
   return recorded + was_counted;
}

/* The stage: counts accesses. */
static void count(ULong *w)
{
   const ULong *const end = tsl_buffer_next();
   while (w < end) {
      const ULong h = *w++;
      if (!TSL_WORD_IS_THREAD(h)) {
         const UInt accesses = tsl_block_made(TSL_WORD_ID(h), w);
         recorded += accesses;
         if (tsl_opt.count_after > 0)
            tsl_observe_block(TSL_WORD_ID(h), accesses);
         w += TSL_WORD_COUNT(h);
      }
   }
   if (recorded + was_counted >= ends || tsl_observe_is_due(recorded))
      tsl_yield();
}

static void begin(void)
{
   epoch = recorded = was_counted = seen = 0;
   tsl_observe_begin();
   ends = tsl_opt.adapt != NULL ? FIRST_EPOCH : tsl_observe_next();
}

void tsl_adapt_init(void)
{
   if (tsl_opt.adapt == NULL && tsl_opt.count_after == 0)
      return;
   extents = tsl_list("tsl.adapt", sizeof(extent));
   tsl_buffer_add_stage(count);
   begin();
}

static Bool *choice_of(UInt function)
{
   TSL_RESERVE("tsl.adapt", chosen, chosen_size, function + 1);
   return &chosen[function];
}

void tsl_adapt_instruction(UInt function, Addr start, UInt bytes)
{
   const Word n = tsl_count(extents);
   extent e = {start, start + bytes, function};
   if (extents == NULL || tsl_function_at(function)->entry == 0)
      return; /* what has no name is never chosen */
   if (n > 0) {
      extent *last = VG_(indexXA)(extents, n - 1);
      if (last->function == function && last->end == start) {
         last->end = e.end;
         return;
      }
   }
   VG_(addToXA)(extents, &e);
}

/* The code of functions that are to be translated again. */
static void discard(const Bool *changed)
{
   Word i, kept = 0;
   for (i = 0; i < VG_(sizeXA)(extents); i++) {
      const extent e = *(const extent *)VG_(indexXA)(extents, i);
      if (changed[e.function])
         tsl_yield_discard(e.start, e.end - e.start);
      else
         *(extent *)VG_(indexXA)(extents, kept++) = e;
   }
   VG_(dropTailXA)(extents, VG_(sizeXA)(extents) - kept);
}

static void change(const tsl_change *list, UInt n)
{
   Bool *changed = VG_(calloc)("tsl.adapt", tsl_functions() + 1, sizeof *changed);
   Bool any = False;
   UInt i;
   for (i = 0; i < n; i++) {
      const Bool counted = list[i].state == TSL_STATE_COUNTED;
      *choice_of(list[i].function) = counted;
      if (counted != (tsl_function_at(list[i].function)->reason != NULL))
         any = changed[list[i].function] = True;
      tsl_function_count(list[i].function, counted ? list[i].reason : NULL);
   }
   if (any) {
      discard(changed);
      tsl_counted_retire(changed);
   }
   VG_(free)(changed);
}

/* A forked child is decided for anew. */
void tsl_adapt_forked(void)
{
   UInt i;
   if (extents == NULL)
      return;
   choice_of(tsl_functions());
   discard(chosen);
   tsl_counted_retire(chosen);
   for (i = 0; i < chosen_size; i++)
      if (chosen[i]) {
         tsl_function_count(i, NULL);
         chosen[i] = False;
      }
   begin();
}

/* With --tsl-count-after the tool decides itself. */
static void count_observed(void)
{
   tsl_change *changes = VG_(malloc)("tsl.adapt", (tsl_functions() + 1) * sizeof *changes);
   const UInt n = tsl_observe_take(recorded, made(), changes);
   ends = tsl_observe_next();
   tsl_sink_now->changes(changes, n);
   change(changes, n);
   VG_(free)(changes);
}

static void end_epoch(void)
{
   tsl_answer answer;
   tsl_buffer_flush();
   tsl_counted_tell();
   if (!tsl_sink_now->epoch(epoch, made(), &answer)) {
      tsl_observe_stop();
      ends = tsl_observe_next();
      return;
   }
   epoch++;
   if (tsl_opt.count_after > 0) {
      count_observed();
   } else {
      change(answer.changes, answer.count);
      ends = made() + answer.next;
   }
}

/* How many blocks run until the end of the epoch, as many accesses per block as lately. */
static void pause_until_end(ULong blocks, ULong now)
{
   const ULong left = now < ends ? ends - now : 0;
   pause = now > seen ? left * (blocks - looked) / (now - seen) : MOST_PAUSE;
   pause = pause < LEAST_PAUSE ? LEAST_PAUSE : pause > MOST_PAUSE ? MOST_PAUSE : pause;
   looked = blocks;
   seen = now;
}

void tsl_adapt_thread_stopped(ULong blocks)
{
   if (extents == NULL || tsl_stretch_phase() != TSL_WITHIN)
      return;
   if (tsl_observe_is_due(recorded))
      end_epoch();
   if (ends == TSL_NEVER)
      return;
   if (blocks - looked < pause && recorded + was_counted < ends)
      return;
   if (made() >= ends)
      end_epoch();
   pause_until_end(blocks, recorded + was_counted);
}
