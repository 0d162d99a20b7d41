/*--------------------------------------------------------------------*/
/*--- tslmap: functions that are recorded for a while. tsl_observe.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_observe.h"

#include "tsl_code.h"
#include "tsl_counted.h"
#include "tsl_options.h"

/* Accesses that are recorded at least until further functions are taken, and until some are scored. */
#define WHILE (1ull << 20)
#define WARM_WHILE (1ull << 16)

/* With --tsl-again. Of all accesses so far one in so many are from one look at what was counted to the
   next, at least WHILE; from one stretch to the next, at least LEAST_STRETCH times N; */
#define LOOKS 64
#define STRETCHES 8
#define LEAST_STRETCH (1ull << 14)
/* and one in so many, of those since the last stretch or of all, a function has made that is recorded in
   a stretch, or the first time. */
#define OFTEN 256
#define SELDOM 4096
/* A new function that makes one in so many begins a stretch at once, if the last one has ended so
   many looks before. */
#define VERY_OFTEN 32
#define LOOKS_BETWEEN 2

#define AGAIN "to look again"

typedef struct {
   ULong recorded; /* accesses */
   ULong counted;  /* when the last stretch began */
   ULong looked;   /* counted at the last look */
   Bool warm;      /* it is recorded and not scored yet */
} observation;

static observation *observed; /* by function */
static UInt observed_size;
static ULong until, warm_until; /* recorded accesses of all; nothing is due before */
static Bool any, any_warm; /* has been recorded for long enough; or has been warm for that */

/* All accesses: */
static ULong since; /* when the last stretch ended */
static ULong looked; /* at the last look */
static ULong begins; /* when the next one does */
static ULong ends;   /* when this one does */
static ULong next;   /* when functions may change */
static Bool within;  /* a stretch */

static void look_later(ULong made)
{
   next = tsl_opt.again == 0 ? TSL_NEVER : VG_MIN(begins, made + VG_MAX(made / LOOKS, WHILE));
}

static void end_stretch(ULong made)
{
   within = False;
   since = made;
   begins = made + VG_MAX(made / STRETCHES, VG_MAX(WHILE, LEAST_STRETCH * (ULong)tsl_opt.again));
}

void tsl_observe_begin(void)
{
   until = WHILE;
   warm_until = 0;
   any = any_warm = False;
   if (observed != NULL)
      VG_(memset)(observed, 0, observed_size * sizeof *observed);
   looked = 0;
   end_stretch(0);
   look_later(0);
}

static Bool is_chosen(UInt function) { return tsl_function_at(function)->later != NULL; }
static Bool is_counted(UInt function) { return tsl_function_at(function)->reason != NULL; }

static Bool is_enough(UInt function)
{
   return observed[function].recorded >= (ULong)tsl_opt.count_after;
}

/* A quarter of what is recorded of it the first time: the rest suffices for scores. */
static Bool is_warm_enough(UInt function)
{
   return observed[function].warm && 4 * observed[function].recorded >= (ULong)tsl_opt.count_after;
}

/* A block is of one function, but for what jumps into another. */
void tsl_observe_block(UInt id, UInt accesses)
{
   const tsl_block *b = tsl_block_at(id);
   UInt function;
   if (b->accesses == 0)
      return;
   function = tsl_site_at(tsl_block_accesses(b)->site)->function;
   TSL_RESERVE("tsl.observe", observed, observed_size, function + 1);
   observed[function].recorded += accesses;
   any |= is_enough(function) && is_chosen(function) && !is_counted(function);
   any_warm |= is_warm_enough(function);
}

Bool tsl_observe_is_due(ULong recorded)
{
   return !within && ((any && recorded >= until) || (any_warm && recorded >= warm_until));
}
ULong tsl_observe_next(void) { return next; }

/* At the end of a stretch, also if nothing was scored in it. */
static UInt count_those_with_enough(Bool stretch, tsl_change *changes)
{
   UInt i, n = 0;
   for (i = 0; i < tsl_functions() && i < observed_size; i++)
      if (is_chosen(i) && !is_counted(i) && is_enough(i) && (stretch || !observed[i].warm)) {
         changes[n++] = (tsl_change){i, TSL_STATE_COUNTED, tsl_function_at(i)->later};
         observed[i].warm = False;
      }
   return n;
}

/* In a stretch all that are warm; the first time those that have been for long enough. */
static UInt score_those_that_are_warm(Bool stretch, tsl_change *changes)
{
   UInt i, n = 0;
   for (i = 0; i < tsl_functions() && i < observed_size; i++)
      if (observed[i].warm && (stretch || is_warm_enough(i))) {
         changes[n++] = (tsl_change){i, TSL_STATE_FULL, AGAIN};
         observed[i].warm = False;
         if (!stretch) /* the rest is scored, at least */
            observed[i].recorded = (ULong)tsl_opt.count_after / 4;
      }
   return n;
}

/* Whether a function makes one in so many of the accesses since the last stretch, or the last look. */
static Bool is_often(UInt function, ULong counted, ULong made, ULong one_of)
{
   const observation *o = &observed[function];
   return counted - o->counted > (made - since) / one_of || counted - o->looked > (made - looked) / one_of;
}

static Bool is_new(UInt function, ULong counted, ULong made)
{
   return !is_enough(function) && counted > VG_MAX(made / SELDOM, (ULong)tsl_opt.count_after);
}

static Bool any_new_is_very_often(ULong made)
{
   UInt i;
   TSL_RESERVE("tsl.observe", observed, observed_size, tsl_functions());
   for (i = 0; made - since >= LOOKS_BETWEEN * VG_MAX(made / LOOKS, WHILE) && i < tsl_functions(); i++) {
      const ULong counted = tsl_counted_of(i);
      if (is_chosen(i) && is_counted(i) && is_new(i, counted, made) && is_often(i, counted, made, VERY_OFTEN))
         return True;
   }
   return False;
}

/* In a stretch those that make many accesses, otherwise new ones that make few: others wait for the next
   stretch, in which those are recorded with them whose lines they use. */
static UInt record_those_with_many(ULong made, Bool stretch, tsl_change *changes)
{
   UInt i, n = 0;
   for (i = 0; i < tsl_functions(); i++) {
      const ULong counted = tsl_counted_of(i);
      if (is_chosen(i) && is_counted(i)
          && (stretch ? is_new(i, counted, made) || (is_enough(i) && is_often(i, counted, made, OFTEN))
                      : is_new(i, counted, made) && !is_often(i, counted, made, OFTEN))) {
         changes[n++] = (tsl_change){i, TSL_STATE_WARM, AGAIN};
         observed[i].warm = True;
      }
      if (stretch)
         observed[i].counted = counted;
      observed[i].looked = counted;
   }
   looked = made;
   return n;
}

static UInt begin_stretch(ULong made, ULong least, tsl_change *changes)
{
   const ULong length = VG_MAX(least, (made - since) / (ULong)tsl_opt.again);
   within = True;
   ends = made + length;
   next = made + length / 2;
   return record_those_with_many(made, True, changes);
}

static UInt leave_those_with_enough(ULong recorded, ULong made, tsl_change *changes)
{
   const Bool stretch = within;
   if (stretch)
      end_stretch(made);
   any = False;
   until = recorded + WHILE;
   look_later(made);
   return count_those_with_enough(stretch, changes);
}

UInt tsl_observe_take(ULong recorded, ULong made, tsl_change *changes)
{
   if (within && made < ends) {
      next = ends;
      return score_those_that_are_warm(True, changes);
   }
   if (!within && any_warm && recorded >= warm_until) {
      any_warm = False;
      warm_until = recorded + WARM_WHILE;
      return score_those_that_are_warm(False, changes);
   }
   if (within || made < next)
      return leave_those_with_enough(recorded, made, changes);
   if (any_new_is_very_often(made))
      return begin_stretch(made, WHILE, changes);
   if (made >= begins)
      return begin_stretch(made, 0, changes);
   look_later(made);
   return record_those_with_many(made, False, changes);
}

void tsl_observe_stop(void)
{
   until = next = TSL_NEVER;
}
