/*--------------------------------------------------------------------*/
/*--- tslmap: code between accesses.               tsl_passages.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_passages.h"

static XArray *passages, *moves; /* tables that only grow */

void tsl_passages_init(void)
{
   passages = tsl_list("tsl.passages", sizeof(tsl_passage));
   moves = tsl_list("tsl.passages", sizeof(tsl_move));
}

void tsl_passage_new(Addr start, Addr to)
{
   const tsl_passage p = {start, to, (UInt)VG_(sizeXA)(moves), 0};
   VG_(addToXA)(passages, &p);
}

void tsl_passage_move(UInt reg, UInt registers)
{
   const tsl_move m = {reg, registers};
   tsl_passage *p = VG_(indexXA)(passages, VG_(sizeXA)(passages) - 1);
   VG_(addToXA)(moves, &m);
   p->moves++;
}

UInt tsl_passages(void) { return (UInt)VG_(sizeXA)(passages); }
const tsl_passage *tsl_passage_at(UInt number) { return VG_(indexXA)(passages, number); }
const tsl_move *tsl_passage_moves(const tsl_passage *p)
{
   return p->moves == 0 ? NULL : VG_(indexXA)(moves, p->first);
}
