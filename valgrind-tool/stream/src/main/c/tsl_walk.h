/*--------------------------------------------------------------------*/
/*--- tslmap: every block that ran is counted.          tsl_walk.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Event words are walked from header to header: executions are counted by block and
   thread, and accesses to picked lines are found. */

typedef struct {
   ULong accesses, headers, thread_words;
   ULong counted; /* accesses of tsl_walk_counted, which are not among the others */
   UInt thread; /* of the last thread word */
} tsl_walked;

/* An access to a picked line; threads by their index. */
typedef void (*tsl_pick_fn)(ULong address, UInt thread, UInt site, ULong when);

/* Forgets what was walked. vectors: the processor has AVX-512. */
void tsl_walk_start(UInt line_shift, Bool vectors);
/* Walks until there have been so many accesses; how many words that takes. Eight words
   behind them are read, too. */
SizeT tsl_walk(const ULong *words, SizeT n, ULong bound, tsl_pick_fn pick);
tsl_walked tsl_walk_so_far(void);
ULong tsl_walk_blocks(void);
/* How often a block ran, in all threads. */
ULong tsl_walk_executions(UInt block);
/* Blocks that ran at least so often, of some thread. */
UInt tsl_walk_busy(ULong executions);
/* Accesses of a thread by a site that are in no event words. */
void tsl_walk_counted(UInt thread, UInt site, ULong accesses);
UInt tsl_walk_threads(void);
UInt tsl_walk_thread(UInt index);

/* A label is a site in a thread. */
typedef struct {
   UInt thread, site; /* index of the thread */
   ULong counted;     /* accesses that no executions of blocks tell of */
   ULong longs;       /* long accesses to picked lines */
} tsl_label;

UInt tsl_label_of(UInt thread, UInt site);
UInt tsl_labels(void);
const tsl_label *tsl_label_at(UInt label);
/* A label's next long access to a picked line: how many were before. */
ULong tsl_label_long(UInt label);
/* All accesses by label, to be freed. */
ULong *tsl_label_counts(void);
