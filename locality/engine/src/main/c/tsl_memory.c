/*--------------------------------------------------------------------*/
/*--- tslmap: arenas over the embedder's memory.     tsl_memory.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_memory.h"

static size_t whole_pages(size_t bytes)
{
   return (bytes + TSL_MAP_UNIT - 1) & ~(size_t)(TSL_MAP_UNIT - 1);
}

void *tsl_map(tsl_memory *m, size_t bytes)
{
   void *p;
   bytes = whole_pages(bytes);
   p = m->env.map(m->env.ctx, bytes);
   m->bytes += bytes;
   return p;
}

void tsl_unmap(tsl_memory *m, void *p, size_t bytes)
{
   bytes = whole_pages(bytes);
   m->env.unmap(m->env.ctx, p, bytes);
   m->bytes -= bytes;
}

void tsl_release(tsl_memory *m, void *p, size_t bytes)
{
   if (p != NULL)
      tsl_unmap(m, p, bytes);
}

void *tsl_grow(tsl_memory *m, void *p, size_t bytes, size_t longer)
{
   void *to = tsl_map(m, longer);
   if (p != NULL) {
      tsl_copy64(to, p, whole_pages(bytes < longer ? bytes : longer) / 8);
      tsl_unmap(m, p, bytes);
   }
   return to;
}

#define FIRST_ROOM 1024u

void *tsl_room(tsl_memory *m, void *list, uint32_t *capacity, uint32_t least, size_t each)
{
   const uint32_t before = *capacity;
   uint32_t more = before == 0 ? FIRST_ROOM : before;
   if (least <= before)
      return list;
   while (more < least)
      more *= 2;
   list = tsl_grow(m, list, before * each, more * each);
   *capacity = more; /* now, since there may have been no memory */
   return list;
}

void tsl_arena_init(tsl_arena *a, tsl_memory *m)
{
   a->memory = m;
   a->first = a->last = NULL;
   a->total = 0;
}

/* An eighth of what there is, but at least 16 KB; huge pages as soon as a part
   of one left over is not much against the rest. */
static size_t next_chunk(const tsl_arena *a)
{
   const size_t huge = (size_t)2 << 20;
   if (a->total >= 32 * huge)
      return 4 * huge;
   if (a->total >= 3 * huge)
      return huge;
   return a->total < (128u << 10) ? 16u << 10 : a->total / 8;
}

void *tsl_arena_take(tsl_arena *a, size_t bytes)
{
   tsl_chunk *c = a->last;
   void *p;
   if (c == NULL || c->bytes - TSL_CHUNK_HEADER - c->used < bytes) {
      size_t size = next_chunk(a);
      if (size < bytes + TSL_CHUNK_HEADER)
         size = bytes + TSL_CHUNK_HEADER;
      size = whole_pages(size);
      c = tsl_map(a->memory, size);
      c->bytes = size;
      if (a->last != NULL)
         a->last->next = c;
      else
         a->first = c;
      a->last = c;
      a->total += size;
   }
   p = tsl_chunk_data(c) + c->used;
   c->used += bytes;
   return p;
}

void tsl_arena_free(tsl_arena *a)
{
   tsl_chunk *c = a->first;
   while (c != NULL) {
      tsl_chunk *next = c->next;
      tsl_unmap(a->memory, c, c->bytes);
      c = next;
   }
   tsl_arena_init(a, a->memory);
}
