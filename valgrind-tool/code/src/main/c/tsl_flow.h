/*--------------------------------------------------------------------*/
/*--- tslmap: which code follows which.                 tsl_flow.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

#include "pub_tool_tooliface.h"

/* What translated code may do next, for finding its loops: stretches of instructions
   that stand one behind the other, and where the instruction that ends or leaves one
   may go on in the same thread and activation. A call goes on behind itself. */

typedef struct {
   Addr start;
   UInt bytes;
   UInt function;
} tsl_straight;

typedef struct {
   Addr behind; /* the address behind the instruction */
   Addr to;     /* 0: not known before it runs */
   UInt function;
   UInt pauses; /* 1: the instruction is PAUSE, which says that the thread asks for something
                   again and again */
} tsl_jump;

void tsl_flow_init(void);
/* A block is translated: its instructions and side exits in order, then its end. */
void tsl_flow_instruction(Addr a, UInt bytes, UInt function);
void tsl_flow_exit(const IRStmt *exit);
void tsl_flow_end(const IRSB *block);

UInt tsl_straights(void);
UInt tsl_jumps(void);
const tsl_straight *tsl_straight_at(UInt number);
const tsl_jump *tsl_jump_at(UInt number);
