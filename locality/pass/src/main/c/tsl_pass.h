/*--------------------------------------------------------------------*/
/*--- tslmap: from event words to labelled accesses.  tsl_pass.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. One process's event words become accesses (tsl_events.h) and
   each access gets its labels: its cell, a site together with a data object
   (tsl_cells.h), and its context, a node of the calling context tree
   (tsl_calls.h). Labelled accesses go into batches, which an engine counts.

   The caller owns protocol, definitions and names. The pass stops and says why
   where it needs him: when a batch is full, and when the object of an access has
   to be looked up in what only he knows, such as the layout of stack frames. He
   answers, and calls again with the same arguments; the pass goes on where it
   stopped. So nothing crosses the border access by access.

   What the program maps, allocates and frees is said in between, when all
   accesses before it have been labelled (tsl_pass_flush). */

#ifndef TSL_PASS_H
#define TSL_PASS_H

#include "tsl_cells.h"
#include "tsl_events.h"
#include "tsl_spots.h"
#include "tsl_warm.h"
#include "tsl_wide.h"

typedef struct {
   unsigned granularities; /* as in tsl_params */
   unsigned shift[TSL_GRANULARITIES];
   int with_data;     /* label by cell; otherwise by site */
   int with_calls;    /* give contexts */
   int depth;         /* functions in a path at most */
   int complete;      /* whether every block with an access comes */
   int from_start;    /* whether the first call that comes is the program's first */
   int takes_words;   /* whether accesses of more than a word are taken apart */
   int selects;       /* whether only some accesses are wanted, see
                         tsl_pass_select */
   int shows_decoded; /* whether the caller wants to see what was decoded */
   int decodes_only;  /* whether that is all he wants */
   int with_runs;     /* tell which blocks made the accesses; not where only some are
                         wanted */
} tsl_pass_options;

/* Accesses of one thread with their labels. The memory is the caller's. */
typedef struct {
   uint64_t *address;
   uint32_t *label;
   uint32_t *context; /* NULL where none are wanted */
   uint32_t count, capacity;
   uint32_t warm; /* accesses with the label TSL_WARM */
   uint32_t *run; /* see tsl_depends.h; as many as accesses at most */
   uint32_t runs;
   uint32_t thread;
} tsl_batch;

typedef enum {
   TSL_PASS_DONE = 0,
   TSL_PASS_BATCH,   /* give another batch (tsl_pass_batch), for `wanted` accesses
                        at least; this one has to be counted */
   TSL_PASS_PLACE,   /* look up what the access is to: tsl_pass_asked, then
                        tsl_pass_found, or nothing if it can be found now */
   TSL_PASS_STACK,   /* for information: the thread's stack was found */
   TSL_PASS_DECODED, /* for information: what is in events.out comes next */
   TSL_PASS_NOT_HEADER, /* the words are wrong, see tsl_events_status */
   TSL_PASS_CUT,
   TSL_PASS_STRAY
} tsl_pass_status;

typedef struct {
   uint32_t number;
   tsl_stack stack;
   int is_placed; /* whether it is known where the stack lies */
   int is_live;
} tsl_pass_thread;

/* Where a stack lies: from its lowest address to where its frames end, and to
   where what the program was given to start with ends. */
typedef struct {
   uint64_t low, frames, high;
   tsl_pass_thread *thread;
} tsl_pass_stack;

/* Blocks that start or stop what is wanted. */
typedef struct {
   uint64_t wanted; /* number of the only one that counts, from 1; 0: all do */
   uint64_t seen;
} tsl_toggler;

/* Memory that is wanted where not all is. */
typedef struct {
   uint64_t start, bytes;
} tsl_pass_region;

/* Memory of one mapping, or of none, in which nothing is placed. */
#define TSL_GAPS 256u
typedef struct {
   uint64_t low, bytes;
   uint32_t range, serial;
} tsl_gap;

typedef struct {
   tsl_pass_options options;
   tsl_memory memory;
   tsl_events events;
   tsl_space space;
   tsl_gap *gap; /* TSL_GAPS of them, by address */
   tsl_spots spots;
   tsl_wide wide;
   tsl_warm warm;
   const tsl_decoded *decoded; /* what is being labelled; NULL if nothing */
   tsl_tree tree;
   tsl_cells cells;
   tsl_context_words context_words;
   tsl_pass_thread **thread; /* live ones */
   uint32_t threads, thread_capacity;
   tsl_pass_stack *stack;
   uint32_t stacks, stack_capacity;
   int32_t *function;  /* of each site */
   uint8_t *site_flags;
   uint32_t sites, site_capacity;
   uint8_t *functions; /* TSL_STUB, TSL_ROOT */
   uint32_t known_functions;
   tsl_batch batch;
   uint32_t wanted;        /* accesses that the next batch must hold */
   uint64_t loads, stores; /* that were labelled */
   uint64_t position;      /* accesses that were decoded and taken */
   uint64_t made;          /* that were picked out, each once */

   /* What is wanted where not all is: */
   uint64_t from, to; /* accesses by number */
   int in_phase, inclusive;
   int is_on, flips; /* by blocks that start and stop */
   tsl_toggler start, stop;
   tsl_pass_region *region;
   uint32_t *wanted_thread;
   uint32_t regions, wanted_threads;
   uint64_t *picked_address;
   uint32_t *picked_site;
   uint32_t picked_capacity;

   /* The batch of events.out that is being labelled, and where. */
   int labels;            /* whether one is */
   int is_shown;          /* the caller has seen it */
   tsl_pass_thread *runs; /* its thread */
   uint32_t transfer, at; /* the control transfer that ends the segment, and its
                             first access */
   tsl_segment segment;
   uint32_t in_segment;  /* the access that is next */
   int has_segment;      /* whether the segment has begun */
   int asks, has_answer; /* for a place */
   tsl_place answer;
   uint32_t from_index, to_index; /* accesses of it that are at a wanted time */
} tsl_pass;

tsl_pass *tsl_pass_new(const tsl_pass_options *o, const tsl_env *env);
void tsl_pass_free(tsl_pass *p);

/* More sites, in order: their functions, the bytes of their accesses, and the flags
   below. bytes: NULL if accesses are not taken apart. */
#define TSL_SITE_WANTED 1u
#define TSL_SITE_STORE 2u
void tsl_pass_sites(tsl_pass *p, uint32_t count, const int32_t *function,
                    const uint32_t *bytes, const uint8_t *flags);
/* What a function is: TSL_STUB, TSL_ROOT. */
void tsl_pass_function(tsl_pass *p, uint32_t function, uint8_t is);

/* Which accesses are wanted: by number from..to-1, of these threads (none: of
   all), to these regions (none: to all), inclusive: inside of roots only; and whether
   the program is in a phase that is. */
void tsl_pass_select(tsl_pass *p, uint64_t from, uint64_t to,
                     const uint32_t *thread, uint32_t threads,
                     const tsl_pass_region *region, uint32_t regions, int inclusive);
void tsl_pass_phase(tsl_pass *p, int is_wanted);
/* Accesses are wanted from each block on with TSL_BLOCK_START to the next one with
   TSL_BLOCK_STOP, of all threads together; flips: to the next one with
   TSL_BLOCK_START. start, stop: the only one of these that counts, from 1; 0: all. */
void tsl_pass_toggle(tsl_pass *p, uint64_t start, uint64_t stop, int flips);

/* The batch that labelled accesses go into from now on. */
void tsl_pass_batch(tsl_pass *p, const tsl_batch *b);

/* Decodes and labels words from *at on until `n`; *at is moved. Words of a chunk
   are announced by tsl_events_begin. What does not fill a batch of decoded
   accesses waits for more. */
tsl_pass_status tsl_pass_words(tsl_pass *p, const uint64_t *words, size_t *at,
                               size_t n);
/* Labels everything that waits. */
tsl_pass_status tsl_pass_flush(tsl_pass *p);

/* The access whose place is asked for. */
typedef struct {
   uint64_t address;
   uint32_t site;
   uint32_t thread;
} tsl_pass_access;
tsl_pass_access tsl_pass_asked(const tsl_pass *p);
void tsl_pass_found(tsl_pass *p, const tsl_place *place);
/* Where in a stack that is, if it is in one: gives the stack's thread or NULL. */
const tsl_pass_thread *tsl_pass_asked_spot(const tsl_pass *p, tsl_spot *spot);
/* What lies at this spot of any frame. */
void tsl_pass_found_spot(tsl_pass *p, const tsl_spot_answer *answer);

/* The thread with this number, made when it is not there. */
tsl_pass_thread *tsl_pass_thread_of(tsl_pass *p, uint32_t number);
void tsl_pass_thread_ends(tsl_pass *p, uint32_t number);

/* Accesses are missing between those before and those behind. */
void tsl_pass_gap(tsl_pass *p);

/* Brings strides and words up to date; nothing may be labelled afterwards. */
void tsl_pass_finish(tsl_pass *p);

#endif /* TSL_PASS_H */
