/*--------------------------------------------------------------------*/
/*--- tslmap: the buffer of event words.              tsl_buffer.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_sink.h"

/* Words a block may need before it must ask for more capacity than usual. */
#define TSL_USUAL_CAPACITY 1024

/* Address of the first word that does not leave TSL_USUAL_CAPACITY. */
Addr tsl_buffer_limit(void);
Addr tsl_buffer_end(void);
/* First word of the buffer, and the first one in use. */
ULong *tsl_buffer_start(void);
ULong *tsl_buffer_first(void);
/* Where the next word goes, while no client code runs. */
ULong *tsl_buffer_next(void);
void tsl_buffer_set_next(ULong *next);
/* Whether words are kept; others are dropped when NEXT moves past them. */
void tsl_buffer_record(Bool on);

/* A stage between buffer and sink drops words: it sees whole blocks from a word to
   the next one, once each, and calls tsl_buffer_cut. Stages work in the order in
   which they are added. */
typedef void (*tsl_stage)(ULong *from);
void tsl_buffer_add_stage(tsl_stage stage);
/* Nothing from this word on is kept. */
void tsl_buffer_cut(ULong *end);

/* Counts words for the totals, and hands them to the sink. */
void tsl_buffer_hand_over(ULong *words, SizeT n);
/* Hands everything before the next word to the sink. */
void tsl_buffer_flush(void);
/* The same at the beginning of a block, where the thread's registers are known. */
void tsl_buffer_flush_at_block(void);
/* Lets the stages work: before a frame whose place in the stream matters, and
   before what they decide by changes. */
void tsl_buffer_run_stages(void);
/* Tells the sink something whose place in the stream is here. */
#define TSL_TELL(what, ...)                                                      \
   do {                                                                          \
      tsl_buffer_run_stages();                                                   \
      if (tsl_sink_now->what)                                                    \
         tsl_sink_now->what(__VA_ARGS__);                                        \
   } while (0)

/* The thread that runs. */
UInt tsl_buffer_current_thread(void);
/* Makes what follows belong to the thread. */
void tsl_buffer_thread(UInt thread);
/* Forgets what is buffered and counted (a forked child starts anew). */
void tsl_buffer_reset(void);
/* Event words given to the sink and still in the buffer; once only parts of the stream are sent, those
   that were sent. */
ULong tsl_buffer_position(void);
/* Totals of all that was handed to the sink, but for `made`. */
tsl_totals tsl_buffer_totals(void);
/* How often a block was in what was handed to the sink. */
ULong tsl_buffer_executions(UInt block);
/* Counts the accesses before the stretch, and of a narrowed run all in it, selected
   or not. */
ULong *tsl_buffer_made(void);
/* The run is narrowed from here on: all accesses of the stretch so far were
   selected. */
void tsl_buffer_narrowed(void);
void tsl_buffer_stats(void);
