/*--------------------------------------------------------------------*/
/*--- tslmap: cells, of a site and a data object.    tsl_cells.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A cell is the pair of an access site and the data object that
   it goes to. Each access has one; its number is the label that the engine counts
   by. Strides from one access of a cell to the next are counted, and the distinct
   words it touches. Of busy cells, an eighth of the strides is counted, eightfold.

   A site goes on in the object it went to last. Each site has a row of one cache
   line: the range it was in, the cell that belongs to this, and the cell's
   strides and words. A range is one of addresses, or, in the running function's
   own frame, one of offsets from the frame's CFA, which then holds for every
   call. It is good as long as the live range it was taken from has its serial
   number. One subtraction, two comparisons and one look-up decide that.
   Everything else takes the way through the map of memory, and leaves the row
   behind for the next access.

   The commonest strides of a cell are found by the space-saving algorithm
   (Metwally, Agrawal, El Abbadi, "Efficient Computation of Frequent and Top-k
   Elements in Data Streams", ICDT 2005): of the strides that are told apart, one
   that is not among them takes the place of the rarest and inherits its count as
   a possible error. With at most as many strides as places counts are exact;
   otherwise what may be error is left out, so counts are never too high. */

#ifndef TSL_CELLS_H
#define TSL_CELLS_H

#include "tsl_calls.h"
#include "tsl_events.h"
#include "tsl_touched.h"

/* Cells there may be; after that, new objects of a site are unknown ones. */
#define TSL_MOST_CELLS (1u << 19)
#define TSL_STRIDE_PLACES 8u

/* Where an access went: the object, and around it the addresses of which the same
   can be said. */
typedef struct {
   int32_t object;
   uint32_t range;  /* whose end ends this */
   uint64_t low;    /* first address, or offset from the top frame's CFA */
   uint64_t bytes;  /* 0 to remember nothing */
   int own_frame;   /* whether it lies in the running function's own frame */
} tsl_place;

typedef struct {
   uint64_t low;
   uint64_t bytes;   /* of the range; the top bit for one of offsets */
   uint64_t touched; /* words of the chunk of the last access, which the cell has
                        touched since it came there */
   uint32_t range, serial;
   int32_t cell; /* -1 for none; BUSY is added when many of its strides have been
                    counted */
   int32_t object; /* of the cell */
   uint64_t last;
   int64_t stride;
   uint64_t count;
} tsl_row;

typedef struct {
   int64_t stride;
   uint64_t count, error;
} tsl_stride_count;

typedef struct {
   int32_t site, object;
   uint64_t last;
   int64_t stride;
   uint64_t count;
   uint64_t strides;     /* that were counted */
   tsl_stride_count *at; /* the commonest ones */
   uint32_t places;      /* of these, first few and then TSL_STRIDE_PLACES */
   uint32_t gaps;        /* before its last access */
} tsl_cell;

typedef struct {
   tsl_memory *memory;
   tsl_space *space;
   tsl_row *row; /* by site */
   uint32_t sites, site_capacity;
   tsl_cell *cell;
   uint32_t cells, cell_capacity;
   uint32_t *index; /* open addressing: cells + 1 by site and object */
   uint32_t index_bits;
   tsl_arena tables;
   tsl_touched_words touched;
   uint64_t first, accesses; /* of the segment, and behind it */
   uint64_t sample; /* of so many accesses each, the one that `counted` is of */
   int32_t counted; /* cells below this have their strides counted for now */
   uint32_t gaps; /* in the stream, so far */
} tsl_cells;

void tsl_cells_init(tsl_cells *c, tsl_memory *m, tsl_space *space,
                    unsigned granularities, const unsigned *shift);
void tsl_cells_free(tsl_cells *c);

/* There are sites with numbers below this. */
void tsl_cells_sites(tsl_cells *c, uint32_t sites);

/* Accesses that one function makes, in the frame whose CFA is given. */
typedef struct {
   const uint64_t *address;
   const uint32_t *site; /* TSL_SITES_AHEAD more may be read */
   uint32_t n;
   uint64_t cfa;
   uint32_t *label;   /* gets the cells */
   int is_warm;       /* whether the accesses are not scored */
} tsl_segment;

/* Before a segment is labelled. */
void tsl_cells_begin(tsl_cells *c, const tsl_segment *s);

/* Labels accesses from i on; returns n, or the first one whose place has to be
   looked up: then tsl_cells_found, and again from there on. */
uint32_t tsl_cells_label(tsl_cells *c, const tsl_segment *s, uint32_t i);

/* Labels the access i by the place that was found for it. */
void tsl_cells_found(tsl_cells *c, const tsl_segment *s, uint32_t i,
                     const tsl_place *place);

/* Accesses are missing here: from those before to those behind there are no strides. */
void tsl_cells_gap(tsl_cells *c);

/* Brings strides and words up to date; nothing may be labelled afterwards. */
void tsl_cells_finish(tsl_cells *c);

/* Adds to a cell's strides (tests do that alone). */
void tsl_cells_count_stride(tsl_cells *c, uint32_t cell, int64_t stride,
                            uint64_t times);

#endif /* TSL_CELLS_H */
