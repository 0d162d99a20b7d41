/*--------------------------------------------------------------------*/
/*--- tslmap: functions that are recorded for a while. tsl_observe.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_observe.h"

#include "tsl_code.h"
#include "tsl_counted.h"
#include "tsl_options.h"

/* Accesses that are recorded at least until further functions are taken. */
#define WHILE (1ull << 20)

/* With --tsl-again. Of all accesses so far one in so many are from one look at what was counted to the
   next, at least WHILE; from one stretch to the next, at least LEAST_STRETCH times N; */
#define LOOKS 64
#define STRETCHES 8
#define LEAST_STRETCH (1ull << 14)
/* and one in so many, of those since the last stretch or of all, a function has made that is recorded in
   a stretch, or the first time. */
#define OFTEN 256
#define SELDOM 4096

typedef struct {
   ULong recorded; /* accesses */
   ULong counted;  /* when the last stretch began */
} observation;

static observation *observed; /* by function */
static UInt observed_size;
static ULong until; /* recorded accesses of all; nothing is due before */
static Bool any;    /* has been recorded for long enough */

/* All accesses: */
static ULong since; /* when the last stretch ended */
static ULong begins; /* when the next one does */
static ULong next;   /* when functions may change */
static Bool within;  /* a stretch, until then */


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
   any = False;
   if (observed != NULL)
      VG_(memset)(observed, 0, observed_size * sizeof *observed);
   end_stretch(0);
   look_later(0);
}

static Bool is_chosen(UInt function) { return tsl_function_at(function)->later != NULL; }
static Bool is_counted(UInt function) { return tsl_function_at(function)->reason != NULL; }

static Bool is_enough(UInt function)
{
   return observed[function].recorded >= (ULong)tsl_opt.count_after;
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
}

Bool tsl_observe_is_due(ULong recorded) { return any && !within && recorded >= until; }
ULong tsl_observe_next(void) { return next; }

static UInt count_those_with_enough(tsl_change *changes)
{
   UInt i, n = 0;
   for (i = 0; i < tsl_functions() && i < observed_size; i++)
      if (is_chosen(i) && !is_counted(i) && is_enough(i))
         changes[n++] = (tsl_change){i, TSL_STATE_COUNTED, tsl_function_at(i)->later};
   return n;
}

static UInt record_those_with_many(ULong made, Bool stretch, tsl_change *changes)
{
   UInt i, n = 0;
   TSL_RESERVE("tsl.observe", observed, observed_size, tsl_functions());
   for (i = 0; i < tsl_functions(); i++) {
      const ULong counted = tsl_counted_of(i);
      if (is_chosen(i) && is_counted(i)
          && (is_enough(i) ? stretch && counted - observed[i].counted > (made - since) / OFTEN
                           : counted > VG_MAX(made / SELDOM, (ULong)tsl_opt.count_after)))
         changes[n++] = (tsl_change){i, TSL_STATE_FULL, "to look again"};
      if (stretch)
         observed[i].counted = counted;
   }
   return n;
}

UInt tsl_observe_take(ULong recorded, ULong made, tsl_change *changes)
{
   if (made < next || within) {
      if (within)
         end_stretch(made);
      any = False;
      until = recorded + WHILE;
      look_later(made);
      return count_those_with_enough(changes);
   }
   within = made >= begins;
   if (within)
      next = made + (made - since) / (ULong)tsl_opt.again;
   else
      look_later(made);
   return record_those_with_many(made, within, changes);
}

void tsl_observe_stop(void)
{
   until = next = TSL_NEVER;
}
