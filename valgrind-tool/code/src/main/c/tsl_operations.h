/*--------------------------------------------------------------------*/
/*--- tslmap: what blocks compute.                 tsl_operations.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

#include "pub_tool_tooliface.h"

/* Which instructions of which kind a block executes, and how long the longest chain is in which
   each waits for the one before. All of it is found when a block
   is translated; at run time only executions are counted: those of blocks with accesses by
   their descriptors, of other code by a counter (tsl_counter).

   An instruction is of one kind, the most demanding of what it does; those that are none of
   the others (moves, addresses, comparisons) are of kind INTEGER. */

typedef enum {
   TSL_OP_INTEGER = 0,
   TSL_OP_MULTIPLY = 1,
   TSL_OP_DIVIDE = 2,
   TSL_OP_FLOATING = 3,        /* of one number: all but division and square root */
   TSL_OP_FLOATING_DIVIDE = 4, /* division and square root, of vectors, too */
   TSL_OP_VECTOR_16 = 5,       /* of 16 bytes */
   TSL_OP_VECTOR_32 = 6,
   TSL_OP_BRANCH = 7,          /* jumps, calls, returns */
   TSL_OP_CONVERSION = 8,      /* between integers and floating numbers */
   TSL_OP_KINDS = 9
} tsl_operation_kind;

/* Links of a chain; of vectors as of single numbers. */
typedef enum {
   TSL_LINK_INTEGER = 0,
   TSL_LINK_MULTIPLY = 1,
   TSL_LINK_DIVIDE = 2,
   TSL_LINK_FLOATING = 3,
   TSL_LINK_FLOATING_DIVIDE = 4,
   TSL_LINK_LOAD = 5,
   TSL_LINK_FLOATING_MULTIPLY = 6, /* and those that add, too */
   TSL_LINK_CONVERSION = 7,
   TSL_LINK_KINDS = 8
} tsl_link_kind;

/* Numbers of a function: instructions by kind, the links of its longest chain by kind. Those of
   kinds that were told of first come first. */
#define TSL_OPERATION_NUMBERS (TSL_OP_KINDS + TSL_LINK_KINDS)
#define TSL_OP_KINDS_FIRST 8
#define TSL_LINK_KINDS_FIRST 6
#define TSL_OPERATION_NUMBERS_FIRST (TSL_OP_KINDS_FIRST + TSL_LINK_KINDS_FIRST)

void tsl_operations_init(void);
/* Whether blocks are counted: not where accesses are chosen by their addresses. */
Bool tsl_operations_counted(void);

/* The block under translation: it begins; its instructions and statements in order, those of an
   instruction that is not recorded with counts False; then its end. */
void tsl_operations_begin(const IRSB *block);
void tsl_operations_instruction(Addr a, UInt bytes, UInt function, Bool counts);
void tsl_operations_statement(const IRStmt *st);
void tsl_operations_end(const IRSB *block);
/* What was seen so far, since the last counter: belongs to a new descriptor. */
void tsl_operations_of_descriptor(UInt id);
/* Whether anything was; it belongs to a new counter, and is forgotten. branch: the number of the
   branch (tsl_branch) in which it ends, or TSL_NO_BRANCH. */
Bool tsl_operations_pending(void);
#define TSL_NO_BRANCH 0xFFFFFFFFu
void tsl_operations_of_counter(UInt id, UInt branch);

/* An instruction is a byte: how many bytes it has, its kind, and whether it is a conditional jump. A
   conversion has the kind of floating operations, and the bit of conditional jumps. */
#define TSL_EXECUTED_BYTES 15u
#define TSL_EXECUTED_KIND 4
#define TSL_EXECUTED_CONDITIONAL 0x80u

/* Instructions one behind the other, all of one function. */
typedef struct {
   Addr start;
   UInt function;
   UInt instructions;
   const UChar *instruction;
} tsl_stretch_of;

/* What is added to the chain through a register. */
typedef struct {
   UShort reg;
   UShort count[TSL_LINK_KINDS];
} tsl_chain_link;

/* Code that was executed as a whole, from a block's begin, or what was counted before, to an exit. */
typedef struct {
   ULong executions;
   ULong mispredictions; /* of its last jump; of code without accesses */
   const tsl_stretch_of *stretch; /* at least one */
   UInt stretches;
   const tsl_chain_link *link;
   UInt links;
   UInt anew; /* a bit for each register whose value does not come from what it had */
} tsl_executed;

/* Tells of all code that was executed; what it tells of is gone when it returns. */
typedef void (*tsl_executed_fn)(const tsl_executed *code, void *to);
void tsl_operations_executed(ULong (*executions)(UInt descriptor), tsl_executed_fn tell, void *to);

/* Tells the numbers of each function that has any. */
typedef void (*tsl_operations_fn)(UInt function, const ULong *numbers);
void tsl_operations_sum(ULong (*executions)(UInt descriptor), tsl_operations_fn tell);
