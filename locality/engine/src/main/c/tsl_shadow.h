/*--------------------------------------------------------------------*/
/*--- tslmap: shadow memory.                         tsl_shadow.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A page of shadow memory belongs to a small, aligned part
   of the 64-bit address space (512 words and the lines among them, usually)
   and holds whatever its user keeps for it: last access times, or one bit per
   word. Pages of a chunk (256 neighbours) are found through the chunk's
   leaf; chunks are few and sit in a small open hash table, which stays in
   the cache and, unlike a directory, spans all 64 bits. Pages come from an
   arena, so that all of them can be swept in the order of memory. */

#ifndef TSL_SHADOW_H
#define TSL_SHADOW_H

#include "tsl_memory.h"

#define TSL_LEAF_BITS 8
#define TSL_LEAF_PAGES (1u << TSL_LEAF_BITS)

typedef struct {
   uint64_t key; /* chunk number + 1; 0: no entry */
   char **leaf;
} tsl_shadow_chunk;

typedef struct {
   tsl_shadow_chunk *table;
   unsigned table_bits, chunks;
   unsigned page_shift; /* log2 of the addresses a page stands for */
   unsigned page_bytes;
   uint64_t pages;
   tsl_memory *memory;
   tsl_arena leaves, store;
} tsl_shadow;

void tsl_shadow_init(tsl_shadow *s, tsl_memory *m, unsigned page_shift,
                     unsigned page_bytes);
void tsl_shadow_free(tsl_shadow *s);
char *tsl_shadow_add(tsl_shadow *s, uint64_t page);

TSL_INLINE size_t tsl_shadow_hash(uint64_t chunk, unsigned bits)
{
   return (size_t)((chunk * 0x9E3779B97F4A7C15ull) >> (64 - bits));
}

/* The page that holds `address`, made when there is none yet. */
TSL_INLINE char *tsl_shadow_page(tsl_shadow *s, uint64_t address)
{
   const uint64_t page = address >> s->page_shift;
   const uint64_t chunk = page >> TSL_LEAF_BITS;
   const tsl_shadow_chunk *r = &s->table[tsl_shadow_hash(chunk, s->table_bits)];
   char *p;
   if (__builtin_expect(r->key != chunk + 1, 0))
      return tsl_shadow_add(s, page);
   p = r->leaf[page & (TSL_LEAF_PAGES - 1)];
   if (__builtin_expect(p == NULL, 0))
      return tsl_shadow_add(s, page);
   return p;
}

#endif /* TSL_SHADOW_H */
