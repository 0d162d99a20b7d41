/*--------------------------------------------------------------------*/
/*--- tslmap: where the stream goes.                    tsl_sink.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"
#include "tsl_wire.h"

/* A function on a thread's stack, and where it was called. */
typedef struct {
   Addr cfa;        /* canonical frame address; 0 for the first function */
   Addr returns_to; /* likewise */
   UInt function;
} tsl_caller;

/* An allocator and its innermost callers, at most. */
#define TSL_NAMING_CALLERS 13

/* An access to a picked line whose reuse is long. */
typedef struct {
   ULong address;
   UInt thread, site;
   UInt distance[2]; /* of words and lines, ~0 for a first touch */
   UInt is_long;     /* bit 0 of the word, 1 of the line */
   UInt stands_for;  /* so many */
   float runs;
} tsl_picked;

/* How often a site made an access, or a function was called. */
typedef struct {
   UInt id;
   ULong count;
} tsl_count_of;

/* A function that is recorded or counted from now on, and why. */
typedef struct {
   UInt function;
   tsl_function_state state;
   const HChar *reason;
} tsl_change;

/* What an epoch is answered by. */
typedef struct {
   ULong next; /* accesses of the next one */
   UInt count;
   tsl_change *changes;
} tsl_answer;

typedef struct {
   ULong blocks, words, loads, stores, thread_words;
   ULong made; /* accesses of the program, whether they are selected or not, as far
                  as they are counted: not after the stretch, and not before one that
                  starts by time; 0: not known */
   ULong counted_loads, counted_stores; /* of functions that are counted, not recorded */
} tsl_totals;

/* A sink takes the stream: a collector, a text, scores, nothing. Its functions are
   called while no event is being written, in the order of the stream; those that
   are NULL are of no interest to it. */
typedef struct {
   /* Before the first event; again in a forked child. Does not return on errors
      before the client has started (forked == False). */
   void (*start)(Bool forked);
   /* Whole blocks, which belong to the sink from then on, as do words[-2..-1]. */
   void (*events)(ULong *words, SizeT n);
   /* tsl_buffer counts the accesses for the totals. */
   Bool counted;
   void (*thread)(UInt thread, UInt parent, Bool starts);
   void (*thread_pointer)(UInt thread, Addr pointer);
   void (*thread_block)(UInt thread, UInt object, Addr start);
   void (*mapping)(Addr start, SizeT bytes, Bool mapped, UInt protection,
                   ULong offset, const HChar *path);
   /* With a new block's allocator and its innermost callers if one of these is counted. */
   void (*heap)(tsl_heap_event event, UInt thread, Addr address, SizeT bytes, Addr previous,
                UInt function, const tsl_caller *callers, UInt n);
   void (*data_name)(Addr address, SizeT bytes, const HChar *name);
   /* A variable at an offset from the canonical frame address, in an activation of
      the function that begins at an address of an object; data_name ends it. */
   void (*watched_variable)(Addr address, SizeT bytes, UInt object, Addr function, Long offset,
                            const HChar *name);
   /* The program is about to give up system calls. */
   void (*restrict_calls)(void);
   /* The program is about to use this descriptor, which must not be the sink's then. */
   void (*hide)(Int descriptor);
   void (*mark)(tsl_mark kind, ULong value, ULong value2, const HChar *text);
   /* What a thread's counted code did since the last time: accesses by site, calls by function. */
   void (*counted_code)(UInt thread, const tsl_count_of *sites, UInt n, const tsl_count_of *calls,
                        UInt m);
   /* An epoch ends with so many accesses made: asks which functions change, and how many accesses
      the next one has; tells the stream of the changes. False: there is nobody to ask. */
   Bool (*epoch)(ULong number, ULong made, tsl_answer *answer);
   /* Functions change, as the tool itself has decided. */
   void (*changes)(const tsl_change *changes, UInt n);
   /* Processor time that who takes the stream spent on it since the last time, ns; waits until all
      of it is taken. */
   ULong (*cost)(void);
   void (*end)(tsl_how how, Int status);
   /* The end cannot be taken back, when an exec turns out to have failed. */
   Bool ends_once;
   void (*stats)(void);
   /* Sampling: see PROTOCOL.md. A burst of a weight begins or ends; a burst's or
      allocation's stack; accesses to picked lines; at the end all accesses of a
      site, and what is known of the whole. */
   void (*burst)(ULong weight); /* 0: ends */
   void (*stack)(UInt thread, UInt id, const tsl_caller *callers, UInt n, Bool returned);
   void (*paused)(ULong accesses); /* recording has paused, and resumes or the program ends */
   void (*picks)(const tsl_picked *picks, UInt n);
   void (*counts)(UInt thread, const tsl_count_of *counts, UInt n, const ULong *footprint);
   void (*sampled)(ULong exact, ULong scored, ULong made);
} tsl_sink;

/* The one in use. */
extern const tsl_sink *tsl_sink_now;
extern const tsl_sink tsl_sink_null;
