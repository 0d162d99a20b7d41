/*--------------------------------------------------------------------*/
/*--- tslmap: branches of code without accesses.       tsl_branch.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_branch.h"

#include "tsl_branches.h"

/* Windows of different branches do not come at the same time, so the outcomes by which a branch is
   predicted are its own. A window begins with some that only fill these. */
#define FILLS 16u

typedef struct {
   Addr at;
   UInt history;
   ULong looked_at, mispredicted;
} branch;

static branch *list;
static UInt count, size;
static tsl_branches predictor;

UInt tsl_branch_new(Addr a)
{
   TSL_RESERVE("tsl.branches", list, size, count + 1);
   list[count] = (branch){a, 0, 0, 0};
   return count++;
}

void tsl_branch_executed(ULong number, ULong before, ULong taken)
{
   branch *b = &list[number];
   Bool mispredicts;
   predictor.history = b->history;
   mispredicts = (Bool)tsl_mispredicts(&predictor, tsl_branch_at(b->at), (int)taken);
   b->history = predictor.history;
   if (before >= TSL_BRANCH_PERIOD && before % TSL_BRANCH_PERIOD < FILLS)
      return;
   b->looked_at++;
   b->mispredicted += mispredicts;
}

ULong tsl_branch_mispredictions(UInt number, ULong executions)
{
   const branch *b = &list[number];
   return b->looked_at == 0
             ? 0
             : (ULong)((double)b->mispredicted / (double)b->looked_at * (double)executions);
}

void tsl_branches_reset(void)
{
   UInt i;
   for (i = 0; i < count; i++)
      list[i].history = 0, list[i].looked_at = list[i].mispredicted = 0;
   VG_(memset)(&predictor, 0, sizeof predictor);
}
