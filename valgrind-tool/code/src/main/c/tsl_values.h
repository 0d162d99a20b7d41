/*--------------------------------------------------------------------*/
/*--- tslmap: where the values of a block come from.    tsl_values.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

/* Within one block of intermediate code, every temporary and every register has its
   sources: the loads of the block and the general registers at its start from which the
   value is computed. All inputs of an operation count, and those of a condition that
   selects a value, too. The value of a load has that load as its only source, whatever
   its address comes from.

   The stack pointer never comes from a load. Nor does RBP from a load off the stack: that
   is how functions restore it. Vector registers and flags are followed within a block
   only; the first 128 accesses of a block, as many as one has in practice, can be sources. */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "tsl_wire.h"

typedef struct tsl_values tsl_values;

/* For one block; the memory is VEX's and lives as long as the translation. */
tsl_values *tsl_values_new(const IRSB *sb, UInt accesses, UInt exits);

#define TSL_NO_ACCESS (~0u)

/* The access of this number in the block has this address, and stores this; data NULL for a
   load. Before its statement. */
void tsl_values_access(tsl_values *v, UInt number, const IRExpr *address, const IRExpr *data);
/* Learns from the next statement of the block, whose first access has this number;
   TSL_NO_ACCESS if it has none that is recorded. */
void tsl_values_statement(tsl_values *v, const IRStmt *st, UInt first);

/* All that is to be said of a block up to here, which goes on at an address (0: not known before it
   runs); good until the next call. */
UInt tsl_values_list(tsl_values *v, Addr to, const tsl_value **list);
/* Only what registers have. */
UInt tsl_values_registers(tsl_values *v, const tsl_value **list);
