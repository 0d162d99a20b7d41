/*--------------------------------------------------------------------*/
/*--- tslmap: code without accesses between blocks.  tsl_between.h ---*/
/*--------------------------------------------------------------------*/

/* What code without accesses does is in no run, but it moves values from one register to
   another. The tool has said of such code where it begins, where it goes on, and what it does with
   registers, and of blocks where they go on. So of two blocks one behind the other the shortest
   way from the first to the second through such code is looked for, once, and again when more such
   code is known. Where none is found, registers keep what they have. */

#ifndef TSL_BETWEEN_H
#define TSL_BETWEEN_H

#include "tsl_memory.h"
#include "tsl_ways.h"

/* Code without accesses. */
typedef struct {
   uint64_t start, to;
   uint32_t first, count; /* of its moves */
   uint32_t next;         /* 1 + number of another that begins at a place with the same hash */
} tsl_passage;

/* What a register has behind it: what these had before. */
typedef struct {
   uint32_t which, registers;
} tsl_move;

/* What is done to registers between two blocks: for each one which of them give it what it has. */
typedef struct {
   uint32_t from[TSL_REGISTERS];
   uint32_t written; /* those that do not keep what they have */
} tsl_moves;

/* Where a block is, and where it goes on; 0: not known. */
typedef struct {
   uint64_t guest, to;
} tsl_block_ends;

/* A block behind another: their numbers, plus 1 and 32 bits higher that of the one before; how many
   passages were known when it was last looked for what is done in between, and 1 + number of what
   was found; 0: nothing. */
typedef struct {
   uint64_t blocks;
   uint32_t known, moves;
} tsl_arrival;

#define TSL_PASSAGE_PLACES 4096u
/* A way has at most so many passages, and so many are looked at. */
#define TSL_PASSAGES_LOOKED_AT 64u

typedef struct {
   tsl_memory *memory;
   tsl_block_ends *place; /* by block */
   uint32_t place_capacity;
   tsl_arrival *arrival; /* a hash table, at most half full */
   uint32_t arrivals, arrival_places;
   tsl_passage *passage;
   uint32_t passages, passage_capacity;
   uint32_t passage_at[TSL_PASSAGE_PLACES]; /* 1 + number, by where they begin */
   tsl_move *move;
   uint32_t moves, move_capacity;
   tsl_moves *between;
   uint32_t betweens, between_capacity;
} tsl_between;

void tsl_between_init(tsl_between *b, tsl_memory *m);

/* The address of the next block. */
void tsl_between_block(tsl_between *b, uint32_t block, uint64_t guest);
/* Where such a block goes on. */
void tsl_between_goes_on(tsl_between *b, uint32_t block, uint64_t to);
/* Code without accesses begins and goes on at these addresses. */
void tsl_between_passage(tsl_between *b, uint64_t start, uint64_t to, const tsl_move *m, uint32_t n);

/* What is done between a block and the next one; NULL: nothing, or it is not known. Good until the
   next call. */
const tsl_moves *tsl_between_blocks(tsl_between *b, uint32_t before, uint32_t block);

#endif /* TSL_BETWEEN_H */
