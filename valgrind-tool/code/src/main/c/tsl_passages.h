/*--------------------------------------------------------------------*/
/*--- tslmap: code between accesses.               tsl_passages.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* No header tells of code without accesses, but it moves values from one register to another. So
   it is told once, when it is translated, which pieces of such code there are, where each goes on,
   and what it does with registers. Whoever reads which block followed which finds out what went on
   in between. */

/* What a register has behind the piece: what these had before; none: nothing known. */
typedef struct {
   UInt reg;
   UInt registers;
} tsl_move;

typedef struct {
   Addr start, to;
   UInt first, moves; /* registers that are not named keep what they have */
} tsl_passage;

void tsl_passages_init(void);
/* A piece of code is translated. */
void tsl_passage_new(Addr start, Addr to);
/* One of its moves. */
void tsl_passage_move(UInt reg, UInt registers);

UInt tsl_passages(void);
const tsl_passage *tsl_passage_at(UInt number);
const tsl_move *tsl_passage_moves(const tsl_passage *p);
