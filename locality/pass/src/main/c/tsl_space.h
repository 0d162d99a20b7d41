/*--------------------------------------------------------------------*/
/*--- tslmap: what memory belongs to.                tsl_space.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. Ranges of memory belong to a data object for a while:
   variables, heap blocks, mappings, frames. Each has a number and a serial
   number; who remembers something about a range remembers its serial number,
   too, and knows by it whether the range has ended since.

   Placed ranges (variables, heap blocks, names a program gave) are found by a
   directory of pages of 4 KiB in two levels; all of a chunk of it, 1 GiB, may
   belong to one range. A page's entry is 0 (nothing), the
   number of the range that has all of it, or ~i for a table i of its granules:
   of 8 bytes as heaps have them, or of single bytes where variables begin
   anywhere. What is placed later lies over what was there.

   Mappings lie below all that, in a sorted array. */

#ifndef TSL_SPACE_H
#define TSL_SPACE_H

#include "tsl_memory.h"

/* A range that never ends and has no place: what goes with a frame. */
#define TSL_ALWAYS 0u
/* Memory of which nothing is known; ends whenever something becomes known. */
#define TSL_NOTHING 1u

typedef struct {
   uint64_t start, bytes;
   int32_t object; /* below 0: what it is called is still to be asked for */
   uint32_t serial;
   uint32_t covered; /* whether another range lies over a part of it */
   uint32_t unused;
} tsl_range;

typedef struct {
   uint64_t start;
   uint32_t range;
   uint32_t anonymous; /* memory of no file that holds no heap block yet */
} tsl_mapping;

typedef struct {
   int32_t *granule;
   uint32_t shift; /* log2 of the bytes of a granule, 0 or 3 */
} tsl_page_table;

typedef struct {
   tsl_memory *memory;
   tsl_range *range;
   uint32_t used, capacity;
   uint32_t *free;
   uint32_t frees, free_capacity;
   int32_t **chunk; /* of the directory */
   uint32_t *whole; /* the range that has all of a chunk that is not there */
   tsl_page_table *table;
   uint32_t tables, table_capacity;
   tsl_arena granules;
   tsl_mapping *mapping; /* ascending */
   uint32_t mappings, mapping_capacity;
} tsl_space;

void tsl_space_init(tsl_space *s, tsl_memory *m);
void tsl_space_free(tsl_space *s);

/* A new range, which is not placed. */
uint32_t tsl_space_add(tsl_space *s, uint64_t start, uint64_t bytes,
                       int32_t object);

/* What was remembered of it is not valid any more; its number stays in use. */
TSL_INLINE void tsl_space_end(tsl_space *s, uint32_t range)
{
   s->range[range].serial++;
}

/* The same of mappings between two addresses, and of memory of which nothing is
   known. */
void tsl_space_end_between(tsl_space *s, uint64_t start, uint64_t end);

/* Its number may be given to another one. */
void tsl_space_release(tsl_space *s, uint32_t range);

/* The placed range an address is in, 0 if none. */
uint32_t tsl_space_at(const tsl_space *s, uint64_t address);


/* Places a range over what is there, mappings included. */
void tsl_space_place(tsl_space *s, uint32_t range);
/* Takes a placed range away; where others lie over it they stay. */
void tsl_space_remove(tsl_space *s, uint32_t range);
/* The same of the one that starts at an address, if there is one, and releases
   it. */
void tsl_space_remove_at(tsl_space *s, uint64_t start);
/* Takes away whatever is placed there. */
void tsl_space_clear(tsl_space *s, uint64_t start, uint64_t end);

/* Memory is mapped to an object, over mappings that were there. */
void tsl_space_map(tsl_space *s, uint64_t start, uint64_t bytes, int32_t object,
                   int anonymous);
/* Memory is mapped no more; nothing is placed there either. */
void tsl_space_unmap(tsl_space *s, uint64_t start, uint64_t bytes);

/* The last mapping that starts at or below an address, or NULL. */
tsl_mapping *tsl_space_mapping_below(tsl_space *s, uint64_t address);
/* The mapping an address is in, or NULL. */
tsl_mapping *tsl_space_mapping(tsl_space *s, uint64_t address);
/* Addresses around one, between two others, at which nothing is placed either; of
   those that are near, as many as are easily found. */
void tsl_space_gap(const tsl_space *s, uint64_t address, uint64_t *low,
                   uint64_t *high);

TSL_INLINE uint64_t tsl_range_end(const tsl_range *r)
{
   return r->start + r->bytes;
}

#endif /* TSL_SPACE_H */
