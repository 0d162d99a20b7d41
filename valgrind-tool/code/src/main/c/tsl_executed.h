/*--------------------------------------------------------------------*/
/*--- tslmap: code that was executed.               tsl_executed.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* What is known of each piece of code that a descriptor or a counter stands for (tsl_operations
   finds it out), and, with numbers of executions, what was executed and what functions did. */

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

/* What an operation adds to a chain, in cycles: usual latencies. */
extern const UChar tsl_latency[TSL_LINK_KINDS];

/* Registers of chains: general ones, and the lower halves of vector registers. */
#define TSL_CHAIN_REGISTERS 32

#define TSL_NO_BRANCH 0xFFFFFFFFu

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
void tsl_executed_each(ULong (*executions)(UInt descriptor), tsl_executed_fn tell, void *to);

void tsl_executed_init(void);

/* Code under translation is a row of stretches, and a row of links: the numbers of the next ones. */
UInt tsl_executed_stretches(void);
UInt tsl_executed_links(void);
/* Adds an instruction to the last stretch, or to a new one where it does not follow it or that is
   before `first`. */
void tsl_executed_instruction(UInt first, Addr start, UInt bytes, UInt function,
                              tsl_operation_kind kind, Bool conditional);
void tsl_executed_link(UInt reg, const UShort *count);
/* Stretches and links from these on belong to a descriptor, or to a counter. */
typedef struct {
   UInt stretch, link;
   UInt branch; /* TSL_NO_BRANCH: it ends in none that is predicted */
   UInt anew;   /* as in tsl_executed */
} tsl_piece;
void tsl_executed_of_descriptor(UInt id, tsl_piece piece);
void tsl_executed_of_counter(UInt id, tsl_piece piece);
/* A counter's code is the beginning of another one's: only what did not go on to that was executed
   as this piece. */
void tsl_executed_goes_on(UInt id, UInt to);

/* Tells the numbers of each function that has any. */
typedef void (*tsl_operations_fn)(UInt function, const ULong *numbers);
void tsl_executed_sum(ULong (*executions)(UInt descriptor), tsl_operations_fn tell);
