/*--------------------------------------------------------------------*/
/*--- tslmap: addresses that follow from others.      tsl_linear.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

/* Within one block of intermediate code, every 64-bit temporary is kept as

      c + k1 * v1 + k2 * v2 + ...        (modulo 2^64)

   over "variables": values nothing is known about, such as what a register
   held when the block began or what a load returned. Registers are followed
   through GET and PUT. Two addresses whose variable parts are equal differ by
   a constant that is known when the block is translated, so only one of them
   has to be recorded when it runs; an address without variables needs no
   record at all. */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#define TSL_LINEAR_TERMS 4

typedef struct {
   UInt variable;
   ULong factor;
} tsl_term;

/* Terms are in ascending order of variable, factors are not 0. */
typedef struct {
   ULong constant;
   UInt terms;
   tsl_term term[TSL_LINEAR_TERMS];
} tsl_linear;

typedef struct tsl_linear_state tsl_linear_state;

/* For one block; the memory is VEX's and lives as long as the translation. */
tsl_linear_state *tsl_linear_new(const IRSB *sb, Int guest_size);
/* Learns from the next statement of the block. */
void tsl_linear_statement(tsl_linear_state *s, const IRStmt *st);
/* The form of a 64-bit temporary or constant; a fresh variable if it was not assigned by one of
   those statements. */
tsl_linear tsl_linear_of(tsl_linear_state *s, const IRExpr *atom);
/* Whether a and b differ only in their constants. */
Bool tsl_linear_same_terms(const tsl_linear *a, const tsl_linear *b);
