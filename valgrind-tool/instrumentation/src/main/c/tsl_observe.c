/*--------------------------------------------------------------------*/
/*--- tslmap: functions that are recorded for a while. tsl_observe.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_observe.h"

#include "tsl_code.h"
#include "tsl_options.h"

/* Accesses that are recorded at least until further functions are taken. */
#define WHILE (1ull << 20)
#define NEVER (1ull << 62)

static ULong *observed; /* recorded accesses by function */
static UInt observed_size;
static ULong until; /* recorded accesses of all; nothing is due before */
static Bool any;    /* has been recorded for long enough */

void tsl_observe_begin(void)
{
   until = WHILE;
   any = False;
   if (observed != NULL)
      VG_(memset)(observed, 0, observed_size * sizeof *observed);
}

/* Whether a function is to be counted, and is recorded still. */
static Bool waits(UInt function)
{
   return tsl_function_at(function)->later != NULL && tsl_function_at(function)->reason == NULL;
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
   observed[function] += accesses;
   any |= observed[function] >= (ULong)tsl_opt.count_after && waits(function);
}

Bool tsl_observe_is_due(ULong recorded) { return any && recorded >= until; }

UInt tsl_observe_take(ULong recorded, tsl_change *changes)
{
   UInt i, n = 0;
   for (i = 0; i < tsl_functions() && i < observed_size; i++)
      if (observed[i] >= (ULong)tsl_opt.count_after && waits(i))
         changes[n++] = (tsl_change){i, TSL_STATE_COUNTED, tsl_function_at(i)->later};
   any = False;
   until = recorded + WHILE;
   return n;
}

void tsl_observe_stop(void)
{
   until = NEVER;
}
