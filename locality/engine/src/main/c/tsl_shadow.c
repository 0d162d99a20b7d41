/*--------------------------------------------------------------------*/
/*--- tslmap: shadow memory.                         tsl_shadow.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_shadow.h"

#define FIRST_TABLE_BITS 8

void tsl_shadow_init(tsl_shadow *s, tsl_memory *m, unsigned page_shift,
                     unsigned page_bytes)
{
   s->memory = m;
   s->table_bits = FIRST_TABLE_BITS;
   s->chunks = 0;
   s->table = tsl_map(m, sizeof(tsl_shadow_chunk) << s->table_bits);
   s->page_shift = page_shift;
   s->page_bytes = (page_bytes + 63u) & ~63u;
   s->pages = 0;
   tsl_arena_init(&s->leaves, m);
   tsl_arena_init(&s->store, m);
}

void tsl_shadow_free(tsl_shadow *s)
{
   tsl_unmap(s->memory, s->table, sizeof(tsl_shadow_chunk) << s->table_bits);
   tsl_arena_free(&s->leaves);
   tsl_arena_free(&s->store);
}

/* The chunk's entry, or the free one where it belongs. */
static tsl_shadow_chunk *find(tsl_shadow_chunk *table, unsigned bits,
                              uint64_t key)
{
   const size_t mask = ((size_t)1 << bits) - 1;
   size_t i = tsl_shadow_hash(key - 1, bits);
   while (table[i].key != 0 && table[i].key != key)
      i = (i + 1) & mask;
   return &table[i];
}

/* Kept at most an eighth full: nearly every chunk then sits where its hash
   says, and the fast path looks nowhere else. */
static void grow(tsl_shadow *s)
{
   const size_t n = (size_t)1 << s->table_bits;
   tsl_shadow_chunk *table =
      tsl_map(s->memory, sizeof(tsl_shadow_chunk) * n * 2);
   size_t i;
   for (i = 0; i < n; i++)
      if (s->table[i].key != 0)
         *find(table, s->table_bits + 1, s->table[i].key) = s->table[i];
   tsl_unmap(s->memory, s->table, sizeof(tsl_shadow_chunk) * n);
   s->table = table;
   s->table_bits++;
}

char *tsl_shadow_add(tsl_shadow *s, uint64_t page)
{
   const uint64_t key = (page >> TSL_LEAF_BITS) + 1;
   tsl_shadow_chunk *r = find(s->table, s->table_bits, key);
   char **p;
   if (r->key == 0) {
      if ((s->chunks + 1) << 3 > 1u << s->table_bits) {
         grow(s);
         r = find(s->table, s->table_bits, key);
      }
      r->key = key;
      r->leaf = tsl_arena_take(&s->leaves, TSL_LEAF_PAGES * sizeof(char *));
      s->chunks++;
   }
   p = &r->leaf[page & (TSL_LEAF_PAGES - 1)];
   if (*p == NULL) {
      *p = tsl_arena_take(&s->store, s->page_bytes);
      s->pages++;
   }
   return *p;
}
