/*--------------------------------------------------------------------*/
/*--- tslmap: which code follows which.                 tsl_flow.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_flow.h"

#include "tsl_code.h"

static XArray *straights, *jumps; /* tables that only grow */

/* The block under translation. */
static tsl_straight now;  /* bytes 0: none */
static Addr last;         /* its last instruction */

UInt tsl_straights(void) { return VG_(sizeXA)(straights); }
UInt tsl_jumps(void) { return VG_(sizeXA)(jumps); }
const tsl_straight *tsl_straight_at(UInt number) { return VG_(indexXA)(straights, number); }
const tsl_jump *tsl_jump_at(UInt number) { return VG_(indexXA)(jumps, number); }

void tsl_flow_init(void)
{
   straights = tsl_list("tsl.straights", sizeof(tsl_straight));
   jumps = tsl_list("tsl.jumps", sizeof(tsl_jump));
}

static Addr behind(void) { return now.start + now.bytes; }

/* An instruction that repeats itself is no loop of the program's. */
static void add_jump(Addr to, Bool pauses)
{
   const tsl_jump j = {behind(), to, now.function, pauses};
   if (to != last)
      VG_(addToXA)(jumps, &j);
}

static void close_straight(void)
{
   if (now.bytes > 0)
      VG_(addToXA)(straights, &now);
   now.bytes = 0;
}

/* Whether the instruction is a call of a fixed address, behind whatever prefixes. */
static Bool is_call(Addr a)
{
   const UChar *p = (const UChar *)a;
   while (*p == 0x66 || *p == 0x67 || *p == 0x2E || *p == 0x3E || *p == 0xF2 || (*p & 0xF0) == 0x40)
      p++;
   return *p == 0xE8;
}

void tsl_flow_instruction(Addr a, UInt bytes, UInt function)
{
   /* What belongs to no function has no loops. */
   const Bool known = tsl_function_at(function)->entry != 0 && bytes > 0;
   if (now.bytes > 0 && (a != behind() || function != now.function || !known)) {
      /* Valgrind has followed a jump or a call. */
      add_jump(is_call(last) ? behind() : a, False);
      close_straight();
   }
   if (!known)
      return;
   if (now.bytes == 0) {
      now.start = a;
      now.function = function;
   }
   now.bytes += bytes;
   last = a;
}

void tsl_flow_exit(const IRStmt *exit)
{
   if (now.bytes > 0 && exit->Ist.Exit.jk == Ijk_Boring)
      add_jump(exit->Ist.Exit.dst->Ico.U64, False);
}

void tsl_flow_end(const IRSB *block)
{
   const IRExpr *next = block->next;
   if (now.bytes > 0 && block->jumpkind != Ijk_Ret) {
      if (block->jumpkind == Ijk_Call)
         add_jump(behind(), False);
      else
         add_jump(next->tag == Iex_Const ? next->Iex.Const.con->Ico.U64 : 0,
                  block->jumpkind == Ijk_Yield);
   }
   close_straight();
}
