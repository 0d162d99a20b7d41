/*--------------------------------------------------------------------*/
/*--- tslmap: what blocks compute.                 tsl_operations.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

#include "pub_tool_tooliface.h"

#include "tsl_executed.h"

/* Which instructions of which kind a block executes, and how long the longest chain is in which
   each waits for the one before. All of it is found when a block
   is translated; at run time only executions are counted: those of blocks with accesses by
   their descriptors, of other code by a counter (tsl_counter).

   An instruction is of one kind, the most demanding of what it does; those that are none of
   the others (moves, addresses, comparisons) are of kind INTEGER. */

/* Whether blocks are counted: not where accesses are chosen by their addresses. */
Bool tsl_operations_counted(void);

/* The block under translation: it begins; its instructions and statements in order, those of an
   instruction that is not recorded with counts False; then its end. */
void tsl_operations_begin(const IRSB *block);
void tsl_operations_instruction(Addr a, UInt bytes, UInt function, Bool counts);
void tsl_operations_statement(const IRStmt *st);
void tsl_operations_end(const IRSB *block);
/* What was seen so far and not forgotten belongs to a new descriptor. */
void tsl_operations_of_descriptor(UInt id);
/* Whether anything was; it belongs to a new counter of the exit here. Code that goes on behind it belongs
   to the next counter as a whole, so that it is told as recorded code is; otherwise it is forgotten.
   branch: the number of the branch (tsl_branch) in which it ends, or TSL_NO_BRANCH. */
Bool tsl_operations_pending(void);
void tsl_operations_of_counter(UInt id, UInt branch, Bool goes_on);
