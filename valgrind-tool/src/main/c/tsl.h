/*--------------------------------------------------------------------*/
/*--- tslmap: what the tool's parts share.                   tsl.h ---*/
/*--------------------------------------------------------------------*/

/*
   This file is part of tslmap, a Valgrind tool that measures temporal and
   spatial locality.

   Copyright (C) 2026 the tslmap authors

   This program is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 2 of the License, or (at your option)
   any later version.  The text is in the file LICENSE of this folder.

   SPDX-License-Identifier: GPL-2.0-or-later
*/

/* The parts and the way data takes through them:

      tsl_instrument  rewrites blocks of code so that they write event words
      tsl_linear      finds addresses that follow from others (used by it)
      tsl_code        the tables of objects, functions, sites, descriptors
      tsl_elf         functions that have no symbols
      tsl_buffer      holds event words; hands full buffers to the sink
      tsl_sampling    scores a part of the accesses and estimates the rest
      tsl_budget      how large a part, to keep to what a run may cost
      tsl_sink_*      where the words go: socket (tsl_connect), log, score, null
      tsl_threads     moves the buffer's position between threads; signals
      tsl_filter      which functions, regions and spans are traced
      tsl_skip        code that is left out
      tsl_stretch     from when until when the program is measured
      tsl_watch       data that are traced while they exist
      tsl_frames      variables in stack frames among them
      tsl_symbols     looks through the symbols of objects for those two and
      tsl_allocators  the functions that allocate memory, whose calls
      tsl_heap        follows; named data
      tsl_tls         where threads have the thread-local variables of objects
      tsl_requests    what the program tells by tslmap.h
      tsl_options     the command line
      tsl_main        Valgrind's callbacks; process and thread life  */

#ifndef TSL_H
#define TSL_H

#include "pub_tool_basics.h"

#include "libvex.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "tsl_wire.h"

#define TSL_VERSION "0.1.0"
#define TSL_FILE_NAME "tslmap-amd64-linux"

/*------------------------------------------------------------*/
/*--- tsl_options                                          ---*/
/*------------------------------------------------------------*/

typedef enum { TSL_OUT_SCORE, TSL_OUT_LOG, TSL_OUT_SOCKET, TSL_OUT_NULL } tsl_out;

/* So many accesses, or milliseconds. */
typedef struct {
   const HChar *given; /* NULL: no bound */
   ULong amount;
   Bool time;
} tsl_bound;

typedef struct {
   tsl_out out;
   const HChar *connect;   /* NULL: none */
   const HChar *out_file;  /* name pattern of the score file */
   XArray *functions;      /* of const HChar*: patterns of --tsl-fn */
   Bool inclusive;
   const HChar *toggle;    /* NULL: none */
   XArray *regions;        /* of const HChar*: --tsl-region */
   XArray *watches;        /* of const HChar*: --tsl-watch */
   XArray *places;         /* of const HChar*: --tsl-watch-at */
   const HChar *skip;      /* NULL, or a file of what to skip */
   Bool heap;              /* follow calls of allocators */
   Bool at_start;          /* record from the start */
   tsl_bound start_after, stop_after;
   Bool end_then;          /* end the program after the stretch */
   Long word, line, window, imax, n, time_window;
   Int history_process;
   const HChar *sample;    /* "off", "auto" or a rate */
   Bool sampled;           /* it is not "off" */
   ULong sample_period;    /* accesses from burst to burst, 0: they vary */
   Long sample_seed;
   const HChar *budget;    /* NULL: none */
   Double budget_pace;     /* times Valgrind without a tool, or */
   ULong budget_ms;        /* milliseconds for all */
   Bool stats;
   Long top;               /* functions in the printed table */
   const HChar *engine;    /* "auto", "avx512", "avx2", "portable" */
   XArray *given;          /* of const HChar*: every --tsl- option as given */
} tsl_options;

extern tsl_options tsl_opt;

void tsl_options_init(void);
Bool tsl_options_process(const HChar *arg);
void tsl_options_usage(void);
void tsl_options_debug_usage(void);
/* Checks what one option alone cannot tell; does not return on errors. */
void tsl_options_check(void);

/* Prints one line to the user and ends with exit status 1. */
__attribute__((noreturn)) void tsl_die(const HChar *format, ...);

/*------------------------------------------------------------*/
/*--- tsl_code: objects, functions, sites, descriptors     ---*/
/*------------------------------------------------------------*/

typedef struct {
   HChar *path;
   ULong bias; /* address in memory less that in the file */
} tsl_object;

typedef struct {
   UInt object;
   UInt line;
   Addr entry;     /* 0 for code without a symbol */
   HChar *name;    /* demangled */
   HChar *file;
   Bool selected;  /* matches --tsl-fn (or there is none) */
   Bool skipped;   /* matches a --tsl-skip */
} tsl_function;

typedef struct {
   Addr instruction;
   UInt function;
   UInt line;
   UInt size;
   UChar kind;
   UChar index;
} tsl_site;

typedef struct {
   Addr guest;
   UInt first;      /* of its accesses */
   UShort accesses;
   UShort words;
   UShort loads;    /* unguarded ones */
   UShort stores;
   UChar end;
   Bool guarded;    /* has guarded accesses */
} tsl_block;

void tsl_code_init(void);
/* Defines objects that were loaded since. */
void tsl_code_objects_changed(void);

/* The function that holds the instruction. */
UInt tsl_function_of(Addr instruction);
/* The source file of an instruction as directory/name, empty when it is not
   known, to be freed; and its line, or 0. */
HChar *tsl_source_of(Addr instruction, UInt *line);
/* Its demangled and its raw name; False: none. */
Bool tsl_function_names(Addr instruction, const HChar **name, const HChar **raw);
/* The object of this path, loaded this much above its addresses in the file. */
UInt tsl_object_id(const HChar *path, ULong bias);
/* A function without code that only has a name. */
UInt tsl_function_named(const HChar *name);
UInt tsl_site_of(Addr instruction, UInt function, tsl_kind kind, UInt size,
                 UInt index);
/* A new descriptor with the given accesses; its id. */
UInt tsl_block_new(Addr guest, UInt words, const tsl_access *accesses, UInt n,
                   tsl_block_end end);

UInt tsl_objects(void);
UInt tsl_functions(void);
UInt tsl_sites(void);
UInt tsl_blocks(void);
const tsl_object *tsl_object_at(UInt id);
const tsl_function *tsl_function_at(UInt id);
const tsl_site *tsl_site_at(UInt id);
tsl_block *tsl_block_at(UInt id);
const tsl_access *tsl_block_accesses(const tsl_block *b);
/* Those of all blocks; a block's begin at `first`. Good until a new descriptor. */
const tsl_access *tsl_all_accesses(void);

/*------------------------------------------------------------*/
/*--- tsl_elf                                              ---*/
/*------------------------------------------------------------*/

/* The function of an instruction without a symbol: where it begins and what it
   is to be called, to be freed; False: not known. */
Bool tsl_elf_function(UInt object, Addr instruction, Addr *entry, HChar **name);
/* The loaded object that the dynamic linker has given this number for its
   thread-local variables; False: none. */
Bool tsl_elf_object_of_module(ULong module, UInt *object);
/* How far below its thread pointer each thread has the thread-local variables of
   an object that reaches them by a constant distance (the model initial-exec). */
typedef enum {
   TSL_DISTANCE_NONE, /* it does not reach them so, or has none */
   TSL_DISTANCE_LATER, /* the dynamic linker has not placed them yet */
   TSL_DISTANCE_KNOWN
} tsl_distance;
tsl_distance tsl_elf_thread_distance(UInt object, ULong *distance);

/*------------------------------------------------------------*/
/*--- tsl_buffer: event words and their way to the sink     ---*/
/*------------------------------------------------------------*/

/* Words a block may need before it must ask for more room than usual. */
#define TSL_USUAL_ROOM 1024

typedef struct {
   ULong blocks, words, loads, stores, thread_words;
   ULong made; /* accesses of the program, whether they are selected or not, as far
                  as they are counted: not after the stretch, and not before one that
                  starts by time; 0: not known */
} tsl_totals;

/* Address of the first word that does not leave TSL_USUAL_ROOM. */
Addr tsl_buffer_limit(void);
Addr tsl_buffer_end(void);
/* Where the next word goes, while no client code runs. Words that are not of the
   stretch are dropped. */
ULong *tsl_buffer_next(void);
void tsl_buffer_set_next(ULong *next);
/* The stretch ends behind the block with this one of the accesses from here on. */
void tsl_buffer_stop_after(ULong accesses);
/* Counts the accesses before the stretch, and of a narrowed run all in it, selected
   or not. */
ULong *tsl_buffer_made(void);
/* The run is narrowed from here on: all accesses of the stretch so far were
   selected. */
void tsl_buffer_narrowed(void);
/* First word of the buffer, and the first one in use. */
ULong *tsl_buffer_start(void);
ULong *tsl_buffer_first(void);
/* Hands everything before the next word to the sink. */
void tsl_buffer_flush(void);
/* The same at the beginning of a block, where the thread's registers are known. */
void tsl_buffer_flush_at_block(void);
/* Drops accesses outside of regions, and behind the stretch: before a frame whose
   place in the stream matters, and before what is watched changes. */
void tsl_buffer_settle(void);
/* The thread that runs. */
UInt tsl_buffer_current_thread(void);
/* Makes what follows belong to the thread. */
void tsl_buffer_thread(UInt thread);
/* Forgets what is buffered and counted (a forked child starts anew). */
void tsl_buffer_reset(void);
/* Event words given to the sink and still in the buffer. */
ULong tsl_buffer_position(void);
/* Totals of all that was handed to the sink. */
tsl_totals tsl_buffer_totals(void);
void tsl_buffer_stats(void);

/*------------------------------------------------------------*/
/*--- Sinks                                                ---*/
/*------------------------------------------------------------*/

/* A function on a thread's stack, and where it was called. */
typedef struct {
   Addr cfa;        /* canonical frame address; 0 for the first function */
   Addr returns_to; /* likewise */
   UInt function;
} tsl_caller;

/* An access to a picked line whose reuse is long. */
typedef struct {
   ULong address;
   UInt thread, site;
   UInt distance[2]; /* of words and lines, ~0 for a first touch */
   UInt is_long;     /* bit 0 of the word, 1 of the line */
   float runs;
} tsl_picked;

typedef struct {
   UInt site;
   ULong accesses;
} tsl_site_count;

/* Where the stream goes. All of them are called while no event is being
   written, in the order of the stream. */
typedef struct {
   const HChar *name;
   /* Before the first event; again in a forked child. Does not return on errors
      before the client has started (forked == False). */
   void (*start)(Bool forked);
   /* Whole blocks; words[-2..-1] belong to the sink. */
   void (*events)(ULong *words, SizeT n);
   /* counted: tsl_buffer counts the accesses for the totals. */
   Bool counted;
   void (*thread)(UInt thread, UInt parent, Bool starts);
   void (*thread_pointer)(UInt thread, Addr pointer);
   void (*thread_block)(UInt thread, UInt object, Addr start);
   void (*mapping)(Addr start, SizeT bytes, Bool mapped, UInt protection,
                   ULong offset, const HChar *path);
   void (*heap)(tsl_heap_event event, UInt thread, Addr address, SizeT bytes, Addr previous,
                UInt function);
   void (*data_name)(Addr address, SizeT bytes, const HChar *name);
   /* A variable at an offset from the canonical frame address, in an activation of
      the function that begins at an address of an object; data_name ends it. */
   void (*watched_variable)(Addr address, SizeT bytes, UInt object, Addr function, Long offset,
                            const HChar *name);
   void (*mark)(tsl_mark kind, ULong value, ULong value2, const HChar *text);
   void (*end)(tsl_how how, Int status);
   void (*stats)(void);
   /* Sampling: see PROTOCOL.md. A burst of a weight begins or ends; a burst's or
      allocation's stack; accesses to picked lines; at the end all accesses of a
      site, and what is known of the whole. */
   void (*burst)(ULong weight); /* 0: ends */
   void (*stack)(UInt thread, UInt id, const tsl_caller *callers, UInt n, Bool returned);
   void (*picks)(const tsl_picked *picks, UInt n);
   void (*counts)(UInt thread, const tsl_site_count *counts, UInt n, const ULong *footprint);
   void (*sampled)(ULong exact, ULong scored, ULong made);
} tsl_sink;

/* Connects to --tsl-connect: a file descriptor, or -errno and the reason. */
Int tsl_connect(const HChar **why);

extern const tsl_sink tsl_sink_socket, tsl_sink_log, tsl_sink_score,
   tsl_sink_null;
/* The one in use. */
extern const tsl_sink *tsl_sink_now;

/* Calls f for runs of accesses of one thread. The arrays are reused. */
#define TSL_DECODED_RUN 4096 /* the longest */
typedef void (*tsl_access_fn)(UInt thread, const ULong *addr, const UInt *site,
                              SizeT n);
void tsl_decode(const ULong *words, SizeT n, UInt *thread, tsl_access_fn f);

/*------------------------------------------------------------*/
/*--- tsl_filter                                           ---*/
/*------------------------------------------------------------*/

typedef struct {
   Addr start;
   SizeT bytes; /* 0: not found yet */
   const HChar *symbol;
} tsl_region;

#define TSL_MAX_REGIONS 9 /* the last one for tsl_watch */
extern tsl_region tsl_regions[TSL_MAX_REGIONS];
extern UInt tsl_region_count;

/* Blocks may run without being recorded (--tsl-inclusive, --tsl-toggle). */
Bool tsl_filter_gated(void);
void tsl_filter_set_gated(void);
/* Whether blocks or accesses are missing in the stream. */
Bool tsl_filter_narrowed(void);
/* Recording goes on or stops; no event is being written. */
void tsl_filter_toggled(Bool on);
/* What slot GATE holds in a thread whose slot FRAME holds this. */
ULong tsl_filter_gate(ULong frame);
void tsl_filter_init(void);
/* Looks for regions that are not found yet; called when the symbols of
   an object were read. */
void tsl_filter_objects_changed(void);
/* After the program's own objects are known: errors for what cannot be. */
void tsl_filter_check_start(void);
/* At the end: says which filters matched nothing. */
void tsl_filter_report(void);
Bool tsl_filter_selects(const HChar *demangled, const HChar *raw);
typedef enum { TSL_TOGGLE_NONE, TSL_TOGGLE_START, TSL_TOGGLE_STOP, TSL_TOGGLE_FLIP } tsl_toggle;
tsl_toggle tsl_filter_toggle(const HChar *demangled, const HChar *raw);
/* Keeps only blocks with an access in a region; the new number of words. */
SizeT tsl_filter_compact(ULong *words, SizeT n);
extern Bool tsl_toggle_on;

/* Whether the pattern, with * and ?, is the function's demangled name, that
   name without its parameters, or its raw name. */
Bool tsl_name_matches(const HChar *pattern, const HChar *demangled,
                      const HChar *raw);

/*------------------------------------------------------------*/
/*--- tsl_skip                                             ---*/
/*------------------------------------------------------------*/

typedef enum { TSL_SKIP_OBJECT, TSL_SKIP_FILE, TSL_SKIP_FUNCTION } tsl_skip_kind;

/* One pattern; the patterns of a file, whose errors end the tool. */
void tsl_skip_add(tsl_skip_kind kind, const HChar *pattern);
void tsl_skip_read(const HChar *file);
/* Whether the code of such a function is left out. */
Bool tsl_skip_function(const HChar *object, const HChar *file, const HChar *name,
                       const HChar *raw);
Bool tsl_skipping(void);
void tsl_skip_report(void);
/* Whether the pattern, with * and ?, is a path or its last parts. */
Bool tsl_path_matches(const HChar *pattern, const HChar *path);

/*------------------------------------------------------------*/
/*--- tsl_stretch                                          ---*/
/*------------------------------------------------------------*/

typedef enum { TSL_BEFORE, TSL_WITHIN, TSL_AFTER } tsl_phase;
/* Accesses are recorded within only. */
extern tsl_phase tsl_stretch_phase;

/* plain: how VEX translates blocks for Valgrind without a tool. */
void tsl_stretch_init(const VexControl *plain);
/* A forked child is measured like a program that starts. */
void tsl_stretch_forked(void);
/* Whether the program is measured in a stretch only; whether that starts late. */
Bool tsl_stretch_given(void);
Bool tsl_stretch_late(void);
/* Whether accesses before the stretch are counted; so many, while blocks are to look
   whether they were made, 0 otherwise. */
Bool tsl_stretch_counts(void);
ULong tsl_stretch_awaited(void);
/* So many were made, in the thread that runs. */
void tsl_stretch_reached(void);
/* The last access of the stretch is before this place in the stream. */
void tsl_stretch_stop(void);
/* Around each run of client code; no code is in use behind it. True: the program is to
   end now. */
void tsl_stretch_thread_starts(ThreadId tid);
Bool tsl_stretch_thread_stopped(ThreadId tid);
#define TSL_NOT_COUNTED (~0ull)
typedef struct {
   Bool begun, stopped;
   ULong before;                /* accesses of the program, or TSL_NOT_COUNTED */
   ULong begun_ms, stopped_ms;  /* since the program started */
} tsl_stretch;
tsl_stretch tsl_stretch_seen(void);
/* At the end: says what did not come about. */
void tsl_stretch_report(void);

/*------------------------------------------------------------*/
/*--- tsl_watch                                            ---*/
/*------------------------------------------------------------*/

void tsl_watch_init(void);
/* Whether --tsl-watch was given; whether it names allocations. */
Bool tsl_watching(void);
Bool tsl_watch_allocations(void);
/* Watches a new block if its caller's function is named; whether it is. */
Bool tsl_watch_allocation(Addr caller, Addr address, SizeT bytes);
/* Whether data of this name are watched. */
Bool tsl_watch_name(const HChar *name);
void tsl_watch_add(Addr start, SizeT bytes);
void tsl_watch_remove(Addr start, SizeT bytes);
/* Whether this byte is watched now. */
Bool tsl_watch_has(Addr a);
/* Variables no longer mapped. */
void tsl_watch_unmapped(Addr start, SizeT bytes);
/* Something was found for a --tsl-watch. */
void tsl_watch_found(UInt watch);
void tsl_watch_report(void);

/*------------------------------------------------------------*/
/*--- tsl_frames                                           ---*/
/*------------------------------------------------------------*/

/* Where a variable is that was looked up in debug information. */
typedef struct {
   const HChar *object; /* path */
   ULong address;       /* in the file: the variable's, or its function's first
                           instruction's */
   Long offset;         /* from the canonical frame address */
   SizeT bytes;
} tsl_place;

void tsl_frames_add(const tsl_place *place, UInt watch, const HChar *name);
/* Whether there are such variables. */
Bool tsl_frames_watched(void);
void tsl_frames_object(const HChar *path, ULong bias);
void tsl_frames_unmapped(Addr start, SizeT bytes);
/* Whether a function with such variables begins here; it does, with this stack
   pointer; those that began with one below the bound have ended. */
Bool tsl_frames_begin_at(Addr entry);
void tsl_frames_enter(ULong *slots, Addr sp, Addr entry);
void tsl_frames_leave(ULong *slots, Addr bound);
void tsl_frames_thread_ends(UInt thread);
/* In a forked child, in which only this thread goes on, as its first. */
void tsl_frames_forked(UInt thread);

/*------------------------------------------------------------*/
/*--- tsl_tls                                              ---*/
/*------------------------------------------------------------*/

/* A thread that finds its thread-local variables by this pointer has told so. */
void tsl_tls_pointer(UInt thread, Addr pointer);
void tsl_tls_thread_ends(UInt thread);
/* Code of an object is about to run. */
void tsl_tls_runs(UInt object);
/* Whether it has been told where the thread has its variables of a module. */
Bool tsl_tls_is_known(UInt thread, ULong module);
/* The thread has asked for them: they begin here. */
void tsl_tls_asked(UInt thread, ULong module, Addr start);
/* An object is no longer loaded, another may have its number or place: all that is
   there is told again when it is found again. */
void tsl_tls_begin_again(void);
/* In a forked child, whose thread pointer is told again. */
void tsl_tls_forked(void);

/*------------------------------------------------------------*/
/*--- tsl_requests                                         ---*/
/*------------------------------------------------------------*/

Bool tsl_request(ThreadId tid, UWord *args, UWord *result);
/* A string of the program's, as far as it can be read; good until the next. */
const HChar *tsl_client_text(Addr a);

/*------------------------------------------------------------*/
/*--- tsl_instrument                                       ---*/
/*------------------------------------------------------------*/

/* Offsets into the first shadow of a thread's guest state. */
#define TSL_SLOT_NEXT 16  /* where the next event word goes */
#define TSL_SLOT_GATE 24  /* ~0: record, 0: do not (gated runs only) */
#define TSL_SLOT_FRAME 32 /* stack pointer at entry of the traced function,
                             ~0 outside (--tsl-inclusive) */
#define TSL_SLOT_HEAP_SP 40 /* stack pointer at entry of an allocator, ~0 outside */
#define TSL_SLOT_HEAP_RETURN 48
#define TSL_SLOT_HEAP_ENTRY 56
#define TSL_SLOT_HEAP_BYTES 64
#define TSL_SLOT_HEAP_ARGUMENT 72
#define TSL_SLOT_WATCH 80 /* stack pointer at entry of the innermost function with
                             watched variables, ~0 outside (tsl_frames) */
#define TSL_SLOT_END 88

void tsl_thread_start(ThreadId tid, Bool first);
void tsl_thread_stop(ThreadId tid);
/* Where the thread finds its thread-local variables; 0: not set up yet. */
Addr tsl_thread_pointer(ThreadId tid);
/* A signal interrupts the block that the thread is in: keeps the accesses made
   before the instruction at ip. */
void tsl_thread_fault(ThreadId tid, Addr ip);
ULong tsl_instrument_translated(void); /* blocks of code */
void tsl_instrument_stats(void);

/*------------------------------------------------------------*/
/*--- Small things                                         ---*/
/*------------------------------------------------------------*/

/* A system call; the result or -errno. */
Long tsl_syscall(Long number, Long a, Long b, Long c, Long d, Long e, Long f);
void *tsl_host_map(SizeT bytes);
void tsl_host_unmap(void *p, SizeT bytes);
/* x in the form 0.1234 with the given number of decimals, 0 <= x. */
const HChar *tsl_decimal(HChar *to, SizeT size, Double x, UInt decimals);

/*------------------------------------------------------------*/
/*--- Which process this is                                ---*/
/*------------------------------------------------------------*/

/* The traced program's main file and arguments. */
const HChar *tsl_executable(void);
XArray *tsl_arguments(void); /* of const HChar*, with args[0] */
const HChar *tsl_host(void);
/* The MPI rank and the environment variable that says so, or -1 and "". */
Int tsl_rank(const HChar **source);

#endif /* TSL_H */
