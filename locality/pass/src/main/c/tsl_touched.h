/*--------------------------------------------------------------------*/
/*--- tslmap: distinct words that parts touch.     tsl_touched.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. Each owner (a cell, a context) has the words it touched, as
   bits; from these come the distinct words and lines of any group of owners. Pages
   may be larger than what is kept together here, so they have a set of their own,
   in which they are the words.

   Bits lie in bitmaps of a region of 1024 words (or of a line, if that is
   longer), which are found by owner and region in a table with open addressing.
   Exact as long as no owner touches more than 4096 regions out of order, and all
   owners together no more than half a million. An owner that does the first goes
   on with one of eight regions, since looking for bits all over a large memory
   takes long. Beyond the second the owners with the most regions go on with every
   second of theirs, every fourth and so on. Regions are chosen by a hash of their
   numbers and are the same ones for all owners; the footprints of groups with
   such an owner are estimated from these, most of them to within some per cent.

   Numbers of regions have less bits than addresses. Regions that no program can
   have, which a stream may name all the same, are numbered as they come.

   Most words that are added are already there. A small cache of what was added
   last knows that of most of them. Accesses out of order find most of the table
   out of the processor's nearer caches. They are gathered, so that a processor can
   look for many of them at once. */

#ifndef TSL_TOUCHED_H
#define TSL_TOUCHED_H

#include "tsl_histogram.h"
#include "tsl_memory.h"

/* Owners are numbered from 0 and stay below this. */
#define TSL_OWNER_LIMIT (1u << 21)
/* Regions of all owners that are kept. */
#define TSL_TOUCHED_MOST (1u << 19)
#define TSL_TOUCHED_GATHERED 1024u
/* log2 of the chunks whose last words are remembered. */
#define TSL_TOUCHED_LATEST_BITS 12u
/* Bits of an address that tell words of a chunk apart: a chunk has 64 words. */
#define TSL_CHUNK_WORD_BITS 6u

typedef struct {
   uint64_t key; /* 0: none */
   uint32_t place, unused; /* of its bitmap, or a number */
} tsl_touched_entry;

typedef struct {
   tsl_touched_entry *entry;
   unsigned bits; /* log2 of how many there is room for */
   uint32_t used;
} tsl_touched_table;

typedef struct {
   uint32_t level;   /* of its regions those are kept whose hash ends in as many
                        zeroes */
   uint32_t regions; /* that are kept */
} tsl_owner;

/* Words of a chunk that an owner has been given. */
typedef struct {
   uint64_t key; /* of owner and chunk, 0: none */
   uint64_t bits;
} tsl_touched_latest;

typedef struct tsl_touched_words {
   tsl_memory *memory;
   unsigned word_shift, line_shift;
   struct tsl_touched_words *pages; /* NULL where none are wanted */
   unsigned chunk_bits; /* bits of an address that tell chunks of a region apart */
   uint32_t most;
   tsl_touched_table table;
   tsl_touched_table far; /* numbers of regions beyond those of a key */
   uint64_t *bits;
   uint32_t places, place_capacity; /* of bitmaps that were in use, or are */
   uint32_t *free;              /* places in use no more, whose bits are 0 */
   uint32_t frees, free_capacity;
   tsl_owner *owner;
   uint32_t owners;
   uint32_t limit;       /* owners with more regions have a level above 0 */
   uint32_t least_level; /* of every owner, once all have become too many */
   tsl_touched_latest *latest; /* by a hash of the key */
   tsl_touched_entry *sorted;  /* the table's by region; NULL after a change */
   uint32_t added;    /* since what was gathered was put into the table */
   uint32_t gathered;
   uint64_t key[TSL_TOUCHED_GATHERED];
   uint64_t word[TSL_TOUCHED_GATHERED];
   uint32_t chunk[TSL_TOUCHED_GATHERED];
   uint32_t place[TSL_TOUCHED_GATHERED];
} tsl_touched_words;

/* granularities, shift: as in tsl_params. most: regions that are kept,
   TSL_TOUCHED_MOST but in tests. */
void tsl_touched_init(tsl_touched_words *t, tsl_memory *m,
                      unsigned granularities, const unsigned *shift,
                      uint32_t most);
void tsl_touched_free(tsl_touched_words *t);

TSL_INLINE unsigned tsl_touched_chunk_shift(const tsl_touched_words *t)
{
   return t->word_shift + TSL_CHUNK_WORD_BITS;
}

/* An owner touched words: `bits` of the chunk of 64 that has the address. */
void tsl_touched_add(tsl_touched_words *t, uint32_t owner, uint64_t address,
                     uint64_t bits);

/* What a group touched, by granularity: told from one of 2^level regions. */
typedef struct {
   uint64_t touched[TSL_GRANULARITIES];
   uint32_t level, unused;
} tsl_group;

/* The footprints of groups of owners. group_of: each owner's group, -1 for none;
   part_of: the group that each group is a part of, -1 for none. */
void tsl_touched_groups(tsl_touched_words *t, const int32_t *group_of,
                        uint32_t owners, const int32_t *part_of,
                        uint32_t groups, tsl_group *result);

/*--- By context                                                   ---*/

/* The words that were touched in each context, by its own accesses. A context
   remembers the last words of a few chunks that it touched, since most accesses
   go on in one of these. */
#define TSL_RECENT_CHUNKS 8u

typedef struct {
   uint64_t chunk, bits;
} tsl_recent;

typedef struct {
   tsl_touched_words touched;
   tsl_recent *recent; /* TSL_RECENT_CHUNKS for each context */
   uint32_t contexts;
} tsl_context_words;

void tsl_context_words_init(tsl_context_words *c, tsl_memory *m,
                            unsigned granularities, const unsigned *shift);
void tsl_context_words_free(tsl_context_words *c);
/* A context made accesses. */
void tsl_context_words_touch(tsl_context_words *c, uint32_t context,
                             const uint64_t *address, uint32_t n);
/* Brings words up to date. */
void tsl_context_words_finish(tsl_context_words *c);

#endif /* TSL_TOUCHED_H */
