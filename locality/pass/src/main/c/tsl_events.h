/*--------------------------------------------------------------------*/
/*--- tslmap: event words into accesses.            tsl_events.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A program's stream has a header word for each block that ran
   and behind it the address words that cannot be derived (PROTOCOL.md of the
   Valgrind tool). What is static about a block was said once, in its
   descriptor.

   Descriptors lie flattened in two arrays. A block is half a cache line: the
   exact header word that a block of it has (one comparison checks the marker
   bits, the id and the word count), its loads and stores, and where its
   accesses are. An access has its site, its offset, and which word to add,
   counted from the header. An access at a constant address adds the header word
   itself, whose value is known, to an offset from which it was taken away. So
   all accesses are one load and one addition without a branch.

   Address words have their top bit clear. That is checked for a whole chunk
   before: as many words must have the top bit as headers are found. So stepping
   from header to header finds everything that is wrong.

   Who follows control is told of control transfers only: blocks that end by a
   call or a return, the blocks that come after these, and blocks whose function
   is not that of the block before. Each block has a number that says its
   function and how it ends, and one comparison with the number that goes on as
   before finds them; a call or a return expects a number that no block has. */

#ifndef TSL_EVENTS_H
#define TSL_EVENTS_H

#include "tsl_memory.h"

/* What tsl_events_define is told of an access, and of a block. */
#define TSL_EVENT_NO_WORD 0xFFFFFFFFu
#define TSL_EVENT_GUARDED 1u
#define TSL_EVENT_STORE 2u

enum {
   TSL_BLOCK_CALL = 1,     /* its last access stores a return address */
   TSL_BLOCK_RETURN = 2,   /* its last access loads a return address */
   TSL_BLOCK_AT_ENTRY = 4, /* it begins with its function's first instruction */
   TSL_BLOCK_HAS_ENTRY = 8, /* it is known which instruction that is */
   TSL_BLOCK_TRANSFERS = 16, /* it ends by a call or a return of any kind */
   TSL_BLOCK_START = 32, /* accesses are wanted from it on, see tsl_pass_toggle */
   TSL_BLOCK_STOP = 64,  /* and are not from it on */
   TSL_BLOCK_IF_CALLED = 128 /* it starts or stops if its function was called since
                                the last transfer; otherwise always, and TRANSFERS is
                                set, too */
};

#define TSL_NO_FUNCTION (-1)

typedef struct {
   uint64_t header;
   uint32_t loads, stores;
   uint32_t first, count; /* of its accesses */
   int32_t flow;          /* its function and how it ends */
   uint8_t flags;
   uint8_t guarded; /* whether any of its accesses is */
   uint16_t unused;
} tsl_event_block;

typedef struct {
   uint64_t offset;
   uint32_t word;
   uint32_t site;
} tsl_event_access;

typedef struct {
   uint32_t first; /* index of the block's first access: where it would be, if it
                      made none */
   uint32_t block;
   uint64_t stores;  /* of the stream, before the block */
   int32_t function; /* of the block, TSL_NO_FUNCTION without accesses */
   uint32_t flags;   /* of the block */
} tsl_transfer;

typedef struct {
   uint64_t blocks, words, threads, loads, stores;
} tsl_event_totals;

/* Sites may be read so far behind the last one; they are some sites. */
#define TSL_SITES_AHEAD 16u

/* Accesses that were decoded and not yet taken, all of one thread. */
typedef struct {
   uint64_t *address;
   uint32_t *site;
   uint32_t count, capacity;
   tsl_transfer *transfer;
   uint32_t transfers, transfer_capacity;
   uint64_t stores_before; /* of the stream, before the first of them */
   uint32_t *run; /* the blocks that made them (tsl_depends.h), if they are wanted */
   uint32_t runs, run_capacity;
} tsl_decoded;

typedef struct {
   tsl_memory *memory;
   int follows; /* whether control transfers are wanted */
   int keeps_runs; /* whether it is wanted which blocks ran */
   tsl_event_block *block;
   uint32_t blocks, block_capacity;
   tsl_event_access *access;
   uint8_t *kind; /* of each access */
   uint32_t accesses, access_capacity;
   int32_t flow; /* what goes on as before */
   uint32_t thread;
   int has_thread;
   tsl_decoded out;
   tsl_event_totals totals;
   uint64_t headers; /* of the chunk, less those that were found */
} tsl_events;

typedef enum {
   TSL_EVENTS_DONE,       /* all words were decoded */
   TSL_EVENTS_FULL,       /* what is in `out` has to be taken first */
   TSL_EVENTS_NOT_HEADER, /* the word at *at is no header that may be here */
   TSL_EVENTS_CUT,        /* the block at *at is longer than the chunk */
   TSL_EVENTS_STRAY       /* an address word has its top bit set */
} tsl_events_status;

/* follows: whether control transfers are wanted; they cost a comparison for
   each block. keeps_runs: whether it is wanted which blocks ran. */
void tsl_events_init(tsl_events *e, tsl_memory *m, int follows, int keeps_runs);
void tsl_events_free(tsl_events *e);

/* The next block descriptor; the caller has checked that words and sites are
   within their ranges. word[i] is TSL_EVENT_NO_WORD at a constant address. */
void tsl_events_define(tsl_events *e, uint64_t header, int32_t function,
                       unsigned flags, uint32_t count, const uint32_t *site,
                       const uint32_t *word, const uint64_t *offset,
                       const uint8_t *kind);

/* Before a chunk of words is decoded or counted: whole blocks only. */
void tsl_events_begin(tsl_events *e, const uint64_t *words, size_t n);

/* Decodes words from *at on, which is moved, until `n`. */
tsl_events_status tsl_events_decode(tsl_events *e, const uint64_t *words,
                                    size_t *at, size_t n);

/* Counts them only. */
tsl_events_status tsl_events_count(tsl_events *e, const uint64_t *words,
                                   size_t *at, size_t n);

/* What is in `out` was taken. */
void tsl_events_taken(tsl_events *e);

/* Stores among decoded accesses before a control transfer; for `transfers`, among
   all. stores: of the stream so far. */
TSL_INLINE uint64_t tsl_decoded_stores(const tsl_decoded *d, uint64_t stores,
                                       uint32_t transfer)
{
   return (transfer < d->transfers ? d->transfer[transfer].stores : stores)
          - d->stores_before;
}

#endif /* TSL_EVENTS_H */
