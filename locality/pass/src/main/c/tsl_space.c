/*--------------------------------------------------------------------*/
/*--- tslmap: what memory belongs to.                tsl_space.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_space.h for the big picture. */

#include "tsl_space.h"

#define PAGE_SHIFT 12u
#define PAGE (1u << PAGE_SHIFT)
#define CHUNK_SHIFT 18u
#define CHUNK (1u << CHUNK_SHIFT)
#define ADDRESS_BITS 47u
#define CHUNKS ((size_t)1 << (ADDRESS_BITS - PAGE_SHIFT - CHUNK_SHIFT))
#define CHUNK_BYTES ((uint64_t)PAGE << CHUNK_SHIFT)
#define COARSE 3u

/*--------------------------------------------------------------------*/
/*--- Ranges                                                       ---*/
/*--------------------------------------------------------------------*/

void tsl_space_init(tsl_space *s, tsl_memory *m)
{
   tsl_fill(s, 0, sizeof *s);
   s->memory = m;
   s->chunk = tsl_map(m, CHUNKS * sizeof *s->chunk);
   s->whole = tsl_map(m, CHUNKS * sizeof *s->whole);
   tsl_arena_init(&s->granules, m);
   tsl_space_add(s, 0, 0, 0); /* TSL_ALWAYS */
   tsl_space_add(s, 0, 0, 0); /* TSL_NOTHING */
}

void tsl_space_free(tsl_space *s)
{
   size_t i;
   for (i = 0; i < CHUNKS; i++)
      tsl_release(s->memory, s->chunk[i], CHUNK * sizeof(int32_t));
   tsl_unmap(s->memory, s->chunk, CHUNKS * sizeof *s->chunk);
   tsl_unmap(s->memory, s->whole, CHUNKS * sizeof *s->whole);
   tsl_release(s->memory, s->range, s->capacity * sizeof *s->range);
   tsl_release(s->memory, s->free, s->free_capacity * sizeof *s->free);
   tsl_release(s->memory, s->table, s->table_capacity * sizeof *s->table);
   tsl_release(s->memory, s->mapping, s->mapping_capacity * sizeof *s->mapping);
   tsl_arena_free(&s->granules);
}

uint32_t tsl_space_add(tsl_space *s, uint64_t start, uint64_t bytes,
                       int32_t object)
{
   const uint32_t number = s->frees > 0 ? s->free[--s->frees] : s->used++;
   tsl_range *r;
   if (number == s->capacity) {
      const uint32_t capacity = s->capacity == 0 ? 1024 : 2 * s->capacity;
      s->range = tsl_grow(s->memory, s->range, s->capacity * sizeof *s->range,
                          capacity * sizeof *s->range);
      s->capacity = capacity;
   }
   r = &s->range[number];
   r->start = start;
   r->bytes = bytes;
   r->object = object;
   r->covered = 0;
   return number;
}

void tsl_space_release(tsl_space *s, uint32_t range)
{
   s->range[range].serial++;
   if (s->frees == s->free_capacity) {
      const uint32_t capacity =
         s->free_capacity == 0 ? 1024 : 2 * s->free_capacity;
      s->free = tsl_grow(s->memory, s->free, s->free_capacity * sizeof *s->free,
                         capacity * sizeof *s->free);
      s->free_capacity = capacity;
   }
   s->free[s->frees++] = range;
}

/* Another range lies over a part of it from now on. */
static void cover(tsl_space *s, uint32_t range)
{
   if (range != 0) {
      s->range[range].covered = 1;
      s->range[range].serial++;
   }
}

/*--------------------------------------------------------------------*/
/*--- The directory                                                ---*/
/*--------------------------------------------------------------------*/

static int32_t entry(const tsl_space *s, uint64_t address)
{
   const uint64_t i = address / CHUNK_BYTES;
   if (address >> ADDRESS_BITS != 0)
      return 0;
   return s->chunk[i] == NULL
             ? (int32_t)s->whole[i]
             : s->chunk[i][(address >> PAGE_SHIFT) & (CHUNK - 1)];
}

uint32_t tsl_space_at(const tsl_space *s, uint64_t address)
{
   const int32_t e = entry(s, address);
   const tsl_page_table *t;
   if (e >= 0)
      return (uint32_t)e;
   t = &s->table[~e];
   return (uint32_t)t->granule[(address & (PAGE - 1)) >> t->shift];
}

/* Pages that are looked at on each side of a gap. */
#define GAP_PAGES 64u

void tsl_space_gap(const tsl_space *s, uint64_t address, uint64_t *low,
                   uint64_t *high)
{
   uint64_t first = address & ~(uint64_t)(PAGE - 1), end = first + PAGE;
   if (entry(s, address) != 0) {
      first = address;
      end = address + 1;
   } else {
      const uint64_t reach = GAP_PAGES * (uint64_t)PAGE;
      const uint64_t least = first < reach ? 0 : first - reach;
      const uint64_t most = end + reach;
      while (first > *low && first > least && entry(s, first - 1) == 0)
         first -= PAGE;
      while (end < *high && end < most && entry(s, end) == 0)
         end += PAGE;
   }
   *low = *low < first ? first : *low;
   *high = *high > end ? end : *high;
}

/* The entry of an address's page, whose chunk is made if it is not there. */
static int32_t *entry_for(tsl_space *s, uint64_t address)
{
   const uint64_t at = address / CHUNK_BYTES;
   int32_t **chunk = &s->chunk[at];
   if (*chunk == NULL) {
      const int32_t whole = (int32_t)s->whole[at];
      uint32_t i;
      *chunk = tsl_map(s->memory, CHUNK * sizeof(int32_t));
      for (i = 0; whole != 0 && i < CHUNK; i++)
         (*chunk)[i] = whole;
      s->whole[at] = 0;
   }
   return &(*chunk)[(address >> PAGE_SHIFT) & (CHUNK - 1)];
}

static uint32_t granules_of(const tsl_page_table *t)
{
   return PAGE >> t->shift;
}

static tsl_page_table *new_table(tsl_space *s, int32_t *page, unsigned shift)
{
   tsl_page_table *t;
   uint32_t i;
   if (s->tables == s->table_capacity) {
      const uint32_t capacity =
         s->table_capacity == 0 ? 256 : 2 * s->table_capacity;
      s->table =
         tsl_grow(s->memory, s->table, s->table_capacity * sizeof *s->table,
                  capacity * sizeof *s->table);
      s->table_capacity = capacity;
   }
   t = &s->table[s->tables];
   t->shift = shift;
   t->granule = tsl_arena_take(&s->granules, (PAGE >> shift) * sizeof(int32_t));
   for (i = 0; i < PAGE >> shift; i++)
      t->granule[i] = *page;
   *page = ~(int32_t)s->tables++;
   return t;
}

/* The page's table, fine enough for these addresses. */
static tsl_page_table *table_for(tsl_space *s, int32_t *page, uint64_t start,
                                 uint64_t end)
{
   const int fine = ((start | end) & ((1u << COARSE) - 1)) != 0;
   tsl_page_table *t;
   if (*page >= 0)
      return new_table(s, page, fine ? 0 : COARSE);
   t = &s->table[~*page];
   if (fine && t->shift != 0) {
      const int32_t *coarse = t->granule;
      uint32_t i;
      t->granule = tsl_arena_take(&s->granules, PAGE * sizeof(int32_t));
      t->shift = 0;
      for (i = 0; i < PAGE; i++)
         t->granule[i] = coarse[i >> COARSE];
   }
   return t;
}

static void set_whole(tsl_space *s, int32_t *page, uint32_t range)
{
   uint32_t i;
   if (*page >= 0) {
      cover(s, (uint32_t)*page);
      *page = (int32_t)range;
   } else {
      /* A table that is not needed any more stays for the page's next use. */
      const tsl_page_table *t = &s->table[~*page];
      for (i = 0; i < granules_of(t); i++) {
         cover(s, (uint32_t)t->granule[i]);
         t->granule[i] = (int32_t)range;
      }
   }
}

static void set_in_page(tsl_space *s, uint64_t start, uint64_t end,
                        uint32_t range)
{
   int32_t *page = entry_for(s, start);
   const tsl_page_table *t;
   uint32_t i, last;
   if (end - start == PAGE) {
      set_whole(s, page, range);
      return;
   }
   t = table_for(s, page, start, end);
   last = (uint32_t)((end - 1) & (PAGE - 1)) >> t->shift;
   for (i = (uint32_t)(start & (PAGE - 1)) >> t->shift; i <= last; i++) {
      if (t->granule[i] != (int32_t)range)
         cover(s, (uint32_t)t->granule[i]);
      t->granule[i] = (int32_t)range;
   }
}

static uint64_t end_in_page(uint64_t at, uint64_t end)
{
   const uint64_t next = (at | (PAGE - 1)) + 1;
   return next < end ? next : end;
}

static uint64_t end_of_chunk(uint64_t at)
{
   return (at | (CHUNK_BYTES - 1)) + 1;
}

/* Gives addresses to a range, or to none. A stream may name ranges of any size:
   a chunk that no smaller range lies in costs one entry. */
static void set_between(tsl_space *s, uint64_t start, uint64_t end,
                        uint32_t range)
{
   uint64_t at = start;
   while (at < end && at >> ADDRESS_BITS == 0) {
      const uint64_t chunk = at / CHUNK_BYTES;
      const uint64_t last = end_of_chunk(at);
      if (s->chunk[chunk] == NULL
          && (s->whole[chunk] == range
              || (at % CHUNK_BYTES == 0 && last <= end))) {
         if (s->whole[chunk] != range)
            cover(s, s->whole[chunk]);
         s->whole[chunk] = range;
         at = last;
      } else {
         const uint64_t next = end_in_page(at, end);
         set_in_page(s, at, next, range);
         at = next;
      }
   }
}

void tsl_space_clear(tsl_space *s, uint64_t start, uint64_t end)
{
   set_between(s, start, end, 0);
}

void tsl_space_remove(tsl_space *s, uint32_t range)
{
   const uint64_t start = s->range[range].start;
   const uint64_t end = tsl_range_end(&s->range[range]);
   uint64_t at = start;
   while (at < end && at >> ADDRESS_BITS == 0) {
      const uint64_t chunk = at / CHUNK_BYTES;
      const uint64_t next =
         s->chunk[chunk] == NULL ? end_of_chunk(at) : end_in_page(at, end);
      int32_t *page;
      if (s->chunk[chunk] == NULL) {
         if (s->whole[chunk] == range)
            s->whole[chunk] = 0;
         at = next;
         continue;
      }
      page = entry_for(s, at);
      if (*page == (int32_t)range) {
         *page = 0;
      } else if (*page < 0) {
         const tsl_page_table *t = &s->table[~*page];
         const uint32_t last = (uint32_t)((next - 1) & (PAGE - 1)) >> t->shift;
         uint32_t i;
         for (i = (uint32_t)(at & (PAGE - 1)) >> t->shift; i <= last; i++)
            if (t->granule[i] == (int32_t)range)
               t->granule[i] = 0;
      }
      at = next;
   }
}

void tsl_space_remove_at(tsl_space *s, uint64_t start)
{
   const uint32_t range = tsl_space_at(s, start);
   if (range != 0 && s->range[range].start == start) {
      tsl_space_remove(s, range);
      tsl_space_release(s, range);
   }
}

/*--------------------------------------------------------------------*/
/*--- Mappings                                                     ---*/
/*--------------------------------------------------------------------*/

/* How many mappings start at or below an address. */
static uint32_t mappings_up_to(const tsl_space *s, uint64_t address)
{
   uint32_t low = 0, high = s->mappings;
   while (low < high) {
      const uint32_t middle = (low + high) / 2;
      if (s->mapping[middle].start <= address)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

static uint64_t mapping_end(const tsl_space *s, uint32_t index)
{
   return tsl_range_end(&s->range[s->mapping[index].range]);
}

tsl_mapping *tsl_space_mapping_below(tsl_space *s, uint64_t address)
{
   const uint32_t n = mappings_up_to(s, address);
   return n == 0 ? NULL : &s->mapping[n - 1];
}

tsl_mapping *tsl_space_mapping(tsl_space *s, uint64_t address)
{
   tsl_mapping *m = tsl_space_mapping_below(s, address);
   return m != NULL && tsl_range_end(&s->range[m->range]) > address ? m : NULL;
}

static void insert(tsl_space *s, uint64_t start, uint64_t end, int32_t object,
                   uint32_t anonymous)
{
   uint32_t at = mappings_up_to(s, start), i;
   if (s->mappings == s->mapping_capacity) {
      const uint32_t capacity =
         s->mapping_capacity == 0 ? 256 : 2 * s->mapping_capacity;
      s->mapping = tsl_grow(s->memory, s->mapping,
                            s->mapping_capacity * sizeof *s->mapping,
                            capacity * sizeof *s->mapping);
      s->mapping_capacity = capacity;
   }
   for (i = s->mappings++; i > at; i--)
      s->mapping[i] = s->mapping[i - 1];
   s->mapping[at].start = start;
   s->mapping[at].range = tsl_space_add(s, start, end - start, object);
   s->mapping[at].anonymous = anonymous;
}

static void delete(tsl_space *s, uint32_t at)
{
   for (s->mappings--; at < s->mappings; at++)
      s->mapping[at] = s->mapping[at + 1];
}

/* Ends the parts of mappings that lie between two addresses. */
static void cut(tsl_space *s, uint64_t start, uint64_t end)
{
   uint32_t at = mappings_up_to(s, start);
   if (at > 0 && mapping_end(s, at - 1) > start)
      at--;
   while (at < s->mappings && s->mapping[at].start < end) {
      const tsl_mapping old = s->mapping[at];
      const uint64_t old_end = mapping_end(s, at);
      const int32_t object = s->range[old.range].object;
      delete(s, at);
      if (old.start < start) {
         insert(s, old.start, start, object, old.anonymous);
         at++;
      }
      if (old_end > end)
         insert(s, end, old_end, object, old.anonymous);
      tsl_space_release(s, old.range);
   }
}

void tsl_space_map(tsl_space *s, uint64_t start, uint64_t bytes, int32_t object,
                   int anonymous)
{
   tsl_space_end(s, TSL_NOTHING);
   cut(s, start, start + bytes);
   insert(s, start, start + bytes, object, anonymous != 0);
}

void tsl_space_unmap(tsl_space *s, uint64_t start, uint64_t bytes)
{
   tsl_space_end(s, TSL_NOTHING);
   cut(s, start, start + bytes);
   tsl_space_clear(s, start, start + bytes);
}

void tsl_space_end_between(tsl_space *s, uint64_t start, uint64_t end)
{
   uint32_t i = mappings_up_to(s, start);
   if (i > 0 && mapping_end(s, i - 1) > start)
      tsl_space_end(s, s->mapping[i - 1].range);
   for (; i < s->mappings && s->mapping[i].start < end; i++)
      tsl_space_end(s, s->mapping[i].range);
   tsl_space_end(s, TSL_NOTHING);
}

void tsl_space_place(tsl_space *s, uint32_t range)
{
   const uint64_t start = s->range[range].start;
   const uint64_t end = tsl_range_end(&s->range[range]);
   set_between(s, start, end, range);
   tsl_space_end_between(s, start, end);
}
