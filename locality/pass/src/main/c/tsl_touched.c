/*--------------------------------------------------------------------*/
/*--- tslmap: distinct words that parts touch.     tsl_touched.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_touched.h for the big picture. */

#include "tsl_touched.h"

/* Where in a key an owner's number begins, above that of a region. */
#define OWNER_SHIFT 42u
#define REGION_MASK ((1ull << OWNER_SHIFT) - 1)
/* Set in the numbers of regions that are numbered as they come. */
#define FAR (1ull << (OWNER_SHIFT - 1))
/* Set in every key, so that none is 0. */
#define USED (1ull << 63)

/* An owner that comes to more regions than this by single words has this level
   from then on. */
#define DISORDER 4096u
#define DISORDER_LEVEL 3u

#define NOWHERE 0xFFFFFFFFu

static uint64_t mix(uint64_t key)
{
   const uint64_t h = key * 0x9E3779B97F4A7C15ull;
   return (h ^ h >> 29) * 0xBF58476D1CE4E5B9ull;
}

static uint32_t owner_of(uint64_t key)
{
   return (uint32_t)((key & ~USED) >> OWNER_SHIFT);
}

static int is_kept(uint64_t key, uint32_t level)
{
   return level == 0
          || (mix(key & REGION_MASK) >> 32 & ((1ull << level) - 1)) == 0;
}

/*--------------------------------------------------------------------*/
/*--- The table                                                    ---*/
/*--------------------------------------------------------------------*/

static size_t longs(const tsl_touched_words *t)
{
   return (size_t)1 << t->chunk_bits;
}

static size_t capacity_of(const tsl_touched_table *t)
{
   return (size_t)1 << t->bits;
}

static size_t start_of(const tsl_touched_table *t, uint64_t key)
{
   return (size_t)(mix(key) >> (64 - t->bits));
}

static tsl_touched_entry *entry(const tsl_touched_table *t, uint64_t key)
{
   const size_t mask = capacity_of(t) - 1;
   size_t at = start_of(t, key);
   while (t->entry[at].key != key && t->entry[at].key != 0)
      at = (at + 1) & mask;
   return &t->entry[at];
}

static void make_table(tsl_memory *m, tsl_touched_table *t, unsigned bits)
{
   t->bits = bits;
   t->used = 0;
   t->entry = tsl_map(m, sizeof(tsl_touched_entry) << bits);
}

static void free_table(tsl_memory *m, const tsl_touched_table *t)
{
   tsl_release(m, t->entry, capacity_of(t) * sizeof *t->entry);
}

/* Puts a key that is not there into a table, at its entry. */
static void put(tsl_memory *m, tsl_touched_table *t, tsl_touched_entry *e,
                uint64_t key, uint32_t place)
{
   const tsl_touched_table old = *t;
   size_t i;
   e->key = key;
   e->place = place;
   if (2 * (size_t)++t->used <= capacity_of(t))
      return;
   make_table(m, t, old.bits + 1);
   for (i = 0; i < capacity_of(&old); i++)
      if (old.entry[i].key != 0)
         *entry(t, old.entry[i].key) = old.entry[i];
   t->used = old.used + 1;
   free_table(m, &old);
}

static uint64_t far_number(tsl_touched_words *t, uint64_t region)
{
   tsl_touched_entry *e;
   uint32_t number;
   if (t->far.entry == NULL)
      make_table(t->memory, &t->far, 8);
   e = entry(&t->far, region);
   number = e->key == 0 ? t->far.used : e->place;
   if (e->key == 0)
      put(t->memory, &t->far, e, region, number);
   return FAR | number;
}

static uint32_t new_place(tsl_touched_words *t)
{
   const size_t bytes = longs(t) * sizeof(uint64_t);
   if (t->frees > 0)
      return t->free[--t->frees];
   if (t->places == t->place_capacity) {
      const uint32_t capacity =
         t->place_capacity == 0 ? 1024 : 2 * t->place_capacity;
      t->bits = tsl_grow(t->memory, t->bits, t->place_capacity * bytes,
                         capacity * bytes);
      t->place_capacity = capacity;
   }
   return t->places++;
}

/* The place of a key's bitmap, which is empty if there was none. */
static uint32_t make(tsl_touched_words *t, uint64_t key)
{
   tsl_touched_entry *e = entry(&t->table, key);
   uint32_t place;
   if (e->key != 0)
      return e->place;
   place = new_place(t);
   put(t->memory, &t->table, e, key, place);
   return place;
}

void tsl_touched_init(tsl_touched_words *t, tsl_memory *m,
                      unsigned granularities, const unsigned *shift,
                      uint32_t most)
{
   tsl_fill(t, 0, sizeof *t);
   t->memory = m;
   t->word_shift = shift[TSL_WORD];
   t->line_shift = shift[TSL_LINE];
   t->chunk_bits = 4;
   if (t->line_shift > tsl_touched_chunk_shift(t) + 4)
      t->chunk_bits = t->line_shift - tsl_touched_chunk_shift(t);
   if (granularities > TSL_PAGE) {
      const unsigned both[] = {shift[TSL_PAGE], shift[TSL_PAGE]};
      t->pages = tsl_map(m, sizeof *t->pages);
      tsl_touched_init(t->pages, m, TSL_PAGE, both, most);
   }
   t->most = t->limit = most;
   t->latest = tsl_map(m, sizeof *t->latest << TSL_TOUCHED_LATEST_BITS);
   make_table(m, &t->table, 11);
}

static void forget_sorted(tsl_touched_words *t)
{
   tsl_release(t->memory, t->sorted, (t->table.used + 1) * sizeof *t->sorted);
   t->sorted = NULL;
}

void tsl_touched_free(tsl_touched_words *t)
{
   forget_sorted(t);
   free_table(t->memory, &t->table);
   free_table(t->memory, &t->far);
   tsl_unmap(t->memory, t->latest,
             sizeof *t->latest << TSL_TOUCHED_LATEST_BITS);
   tsl_release(t->memory, t->bits,
               t->place_capacity * longs(t) * sizeof(uint64_t));
   tsl_release(t->memory, t->free, t->free_capacity * sizeof *t->free);
   tsl_release(t->memory, t->owner, t->owners * sizeof *t->owner);
   if (t->pages != NULL) {
      tsl_touched_free(t->pages);
      tsl_unmap(t->memory, t->pages, sizeof *t->pages);
   }
}

/*--------------------------------------------------------------------*/
/*--- Adding                                                       ---*/
/*--------------------------------------------------------------------*/

static tsl_owner *owner_at(tsl_touched_words *t, uint32_t owner)
{
   if (owner >= t->owners) {
      uint32_t capacity = t->owners == 0 ? 512 : 2 * t->owners, i;
      while (capacity <= owner)
         capacity *= 2;
      t->owner = tsl_grow(t->memory, t->owner, t->owners * sizeof *t->owner,
                          capacity * sizeof *t->owner);
      for (i = t->owners; i < capacity; i++)
         t->owner[i].level = t->least_level;
      t->owners = capacity;
   }
   return &t->owner[owner];
}

/* Whether a region that was not there when it was looked for is to be kept. */
static int is_new_kept(tsl_touched_words *t, uint64_t key, uint64_t bits)
{
   tsl_owner *o = owner_at(t, owner_of(key));
   if (!is_kept(key, o->level))
      return 0;
   if (entry(&t->table, key)->key == 0) {
      o->regions++;
      if (o->level == 0 && o->regions > DISORDER && (bits & (bits - 1)) == 0)
         o->level = DISORDER_LEVEL;
   }
   return 1;
}

/* Lowers the limit of regions; whether any owner has another level by it. */
static int raise_levels(tsl_touched_words *t)
{
   int any = 0;
   uint32_t i;
   t->limit /= 2;
   t->least_level += t->limit == 0;
   for (i = 0; i < t->owners; i++) {
      tsl_owner *o = &t->owner[i];
      const uint32_t before = o->level;
      o->level += t->limit > 0 && o->regions > t->limit;
      if (o->level < t->least_level)
         o->level = t->least_level;
      any |= o->level != before;
   }
   return any;
}

static void drop(tsl_touched_words *t, uint32_t place)
{
   tsl_fill(t->bits + place * longs(t), 0, longs(t) * sizeof(uint64_t));
   if (t->frees == t->free_capacity) {
      const uint32_t capacity =
         t->free_capacity == 0 ? 1024 : 2 * t->free_capacity;
      t->free = tsl_grow(t->memory, t->free, t->free_capacity * sizeof *t->free,
                         capacity * sizeof *t->free);
      t->free_capacity = capacity;
   }
   t->free[t->frees++] = place;
}

static void keep_fewer(tsl_touched_words *t)
{
   const tsl_touched_table old = t->table;
   size_t i;
   while (!raise_levels(t)) {
      /* The next limit is lower. */
   }
   for (i = 0; i < t->owners; i++)
      t->owner[i].regions = 0;
   /* As long as before: keys come in the order of their places, which would
      crowd the front of a shorter table. */
   make_table(t->memory, &t->table, old.bits);
   for (i = 0; i < capacity_of(&old); i++) {
      const tsl_touched_entry *e = &old.entry[i];
      tsl_owner *o;
      if (e->key == 0)
         continue;
      o = &t->owner[owner_of(e->key)];
      if (is_kept(e->key, o->level)) {
         *entry(&t->table, e->key) = *e;
         t->table.used++;
         o->regions++;
      } else {
         drop(t, e->place);
      }
   }
   free_table(t->memory, &old);
}

/* The places of all keys that were gathered, found together. */
static void find_gathered(tsl_touched_words *t)
{
   uint32_t i;
   for (i = 0; i < t->gathered; i++)
      __builtin_prefetch(&t->table.entry[start_of(&t->table, t->key[i])]);
   for (i = 0; i < t->gathered; i++) {
      const tsl_touched_entry *e = entry(&t->table, t->key[i]);
      t->place[i] = e->key == 0 ? NOWHERE : e->place;
      if (e->key != 0)
         __builtin_prefetch(&t->bits[e->place * longs(t) + t->chunk[i]], 1);
   }
}

static void add_gathered(tsl_touched_words *t)
{
   uint32_t i;
   if (t->gathered > 0)
      forget_sorted(t);
   find_gathered(t);
   for (i = 0; i < t->gathered; i++) {
      uint32_t place = t->place[i];
      if (place == NOWHERE) {
         if (!is_new_kept(t, t->key[i], t->word[i]))
            continue;
         place = make(t, t->key[i]);
      }
      t->bits[place * longs(t) + t->chunk[i]] |= t->word[i];
   }
   t->gathered = t->added = 0;
   while (t->table.used > t->most)
      keep_fewer(t);
}

/* Whether an owner has been given these words of a chunk, as far as that is
   remembered; it is from now on. */
static int is_known(tsl_touched_words *t, uint32_t owner, uint64_t chunk,
                    uint64_t bits)
{
   const uint64_t key = USED | (uint64_t)owner << OWNER_SHIFT | chunk;
   tsl_touched_latest *l = &t->latest[key * 0x9E3779B97F4A7C15ull
                                      >> (64 - TSL_TOUCHED_LATEST_BITS)];
   if (chunk >> OWNER_SHIFT != 0)
      return 0;
   if (l->key != key) {
      l->key = key;
      l->bits = bits;
      return 0;
   }
   if ((bits & ~l->bits) == 0)
      return 1;
   l->bits |= bits;
   return 0;
}

/* The pages of words of a chunk. */
static void add_pages(tsl_touched_words *t, uint32_t owner, uint64_t chunk,
                      uint64_t bits)
{
   const unsigned shift = t->pages->word_shift;
   const int is_one = shift >= tsl_touched_chunk_shift(t);
   for (; bits != 0; bits = is_one ? 0 : bits & (bits - 1)) {
      const uint64_t address =
         (chunk << TSL_CHUNK_WORD_BITS | (uint64_t)__builtin_ctzll(bits))
         << t->word_shift;
      tsl_touched_add(t->pages, owner, address, 1ull << (address >> shift & 63));
   }
}

void tsl_touched_add(tsl_touched_words *t, uint32_t owner, uint64_t address,
                     uint64_t bits)
{
   const uint64_t chunk = address >> tsl_touched_chunk_shift(t);
   const uint64_t region = chunk >> t->chunk_bits;
   const uint64_t number = __builtin_expect(region < FAR, 1)
                              ? region
                              : far_number(t, region);
   const uint64_t key = USED | (uint64_t)owner << OWNER_SHIFT | number;
   if (t->pages != NULL)
      add_pages(t, owner, chunk, bits);
   if (owner < t->owners && t->owner[owner].level > 0
       && !is_kept(key, t->owner[owner].level))
      return;
   if (!is_known(t, owner, chunk, bits)) {
      t->key[t->gathered] = key;
      t->chunk[t->gathered] = (uint32_t)chunk & (uint32_t)(longs(t) - 1);
      t->word[t->gathered++] = bits;
   }
   if (++t->added == TSL_TOUCHED_GATHERED)
      add_gathered(t);
}

/*--------------------------------------------------------------------*/
/*--- Groups                                                       ---*/
/*--------------------------------------------------------------------*/

/* Sorts entries by the region of their keys: bytes of it, lowest first. */
static void sort_by_region(tsl_touched_entry *e, tsl_touched_entry *other, size_t n)
{
   tsl_touched_entry *from = e, *to = other;
   unsigned shift;
   size_t i;
   for (shift = 0; shift < 48; shift += 8) { /* an even number of passes */
      size_t start[257] = {0};
      for (i = 0; i < n; i++)
         start[1 + ((from[i].key & REGION_MASK) >> shift & 255)]++;
      for (i = 0; i < 256; i++)
         start[i + 1] += start[i];
      for (i = 0; i < n; i++)
         to[start[(from[i].key & REGION_MASK) >> shift & 255]++] = from[i];
      from = to;
      to = to == e ? other : e;
   }
}

/* The table's entries by region, which stay until there are others. */
static const tsl_touched_entry *sorted(tsl_touched_words *t)
{
   tsl_touched_entry *other;
   const size_t bytes = (t->table.used + 1) * sizeof *other;
   size_t n = 0, i;
   if (t->sorted != NULL)
      return t->sorted;
   t->sorted = tsl_map(t->memory, bytes);
   for (i = 0; i < capacity_of(&t->table); i++)
      if (t->table.entry[i].key != 0)
         t->sorted[n++] = t->table.entry[i];
   other = tsl_map(t->memory, bytes);
   sort_by_region(t->sorted, other, n);
   tsl_unmap(t->memory, other, bytes);
   return t->sorted;
}

/* How many groups of 2^shift bits have one set. */
static uint32_t groups_of(uint64_t bits, unsigned shift)
{
   uint64_t firsts = 1;
   unsigned width;
   for (width = 1; width < 1u << shift; width *= 2)
      bits |= bits >> width;
   if (shift < TSL_CHUNK_WORD_BITS)
      firsts = ~0ull / ((1ull << (1u << shift)) - 1);
   return tsl_ones_portable(bits & firsts);
}

/* Lines of a region that have a word set. */
static uint32_t lines_of(const tsl_touched_words *t, const uint64_t *bits)
{
   const unsigned line_words = t->line_shift - t->word_shift;
   const size_t chunks = line_words > TSL_CHUNK_WORD_BITS
                            ? (size_t)1 << (line_words - TSL_CHUNK_WORD_BITS)
                            : 1;
   uint32_t lines = 0;
   size_t i, j;
   for (i = 0; i < longs(t); i += chunks) {
      uint64_t any = 0;
      for (j = i; j < i + chunks; j++)
         any |= bits[j];
      lines += groups_of(any, line_words < TSL_CHUNK_WORD_BITS
                                 ? line_words
                                 : TSL_CHUNK_WORD_BITS);
   }
   return lines;
}

/* What groups touched of one region. */
typedef struct {
   uint32_t *place;    /* by group: 1 + where its bits are, 0 before it touches
                          the region */
   uint32_t *touching; /* the groups that do */
   uint32_t count;
   uint64_t *bits;
} unions;

static void add_to_union(const tsl_touched_words *t, unions *u, uint32_t group,
                         const uint64_t *bits)
{
   const int is_new = u->place[group] == 0;
   uint64_t *to;
   size_t i;
   if (is_new) {
      u->touching[u->count] = group;
      u->place[group] = ++u->count;
   }
   to = u->bits + (u->place[group] - 1) * longs(t);
   for (i = 0; i < longs(t); i++)
      to[i] = is_new ? bits[i] : to[i] | bits[i];
}

static void count_unions(const tsl_touched_words *t, unions *u,
                         tsl_group *result)
{
   uint32_t i;
   size_t j;
   for (i = 0; i < u->count; i++) {
      const uint64_t *bits = u->bits + i * longs(t);
      tsl_group *g = &result[u->touching[i]];
      for (j = 0; j < longs(t); j++)
         g->touched[TSL_WORD] += tsl_ones_portable(bits[j]);
      g->touched[TSL_LINE] += lines_of(t, bits);
      u->place[u->touching[i]] = 0;
   }
   u->count = 0;
}

static void find_levels(const tsl_touched_words *t, const int32_t *group_of,
                        uint32_t owners, const int32_t *part_of,
                        tsl_group *result)
{
   uint32_t i;
   for (i = 0; i < owners && i < t->owners; i++) {
      int32_t g;
      for (g = group_of[i]; g >= 0; g = part_of[g])
         if (result[g].level < t->owner[i].level)
            result[g].level = t->owner[i].level;
   }
}

static void add_groups_of_pages(tsl_touched_words *t, const int32_t *group_of,
                                uint32_t owners, const int32_t *part_of,
                                uint32_t groups, tsl_group *result)
{
   const size_t bytes = (groups + 1) * sizeof(tsl_group);
   tsl_group *of_pages = tsl_map(t->memory, bytes);
   uint32_t i;
   tsl_touched_groups(t, group_of, owners, part_of, groups, of_pages);
   for (i = 0; i < groups; i++) {
      result[i].touched[TSL_PAGE] = of_pages[i].touched[TSL_WORD];
      if (result[i].level < of_pages[i].level)
         result[i].level = of_pages[i].level;
   }
   tsl_unmap(t->memory, of_pages, bytes);
}

void tsl_touched_groups(tsl_touched_words *t, const int32_t *group_of,
                        uint32_t owners, const int32_t *part_of,
                        uint32_t groups, tsl_group *result)
{
   const size_t bits_bytes = groups * longs(t) * sizeof(uint64_t);
   const size_t bytes = bits_bytes + (2 * groups + 1) * sizeof(uint32_t);
   const tsl_touched_entry *e, *end;
   unions u = {0};
   uint32_t i;
   add_gathered(t);
   e = sorted(t);
   end = e + t->table.used;
   u.bits = tsl_map(t->memory, bytes);
   u.place = (uint32_t *)((char *)u.bits + bits_bytes);
   u.touching = u.place + groups;
   tsl_fill(result, 0, groups * sizeof *result);
   find_levels(t, group_of, owners, part_of, result);
   for (; e < end; e++) {
      const uint32_t owner = owner_of(e->key);
      int32_t g;
      if (e > t->sorted && ((e->key ^ e[-1].key) & REGION_MASK) != 0)
         count_unions(t, &u, result);
      for (g = owner < owners ? group_of[owner] : -1; g >= 0; g = part_of[g])
         if (is_kept(e->key, result[g].level))
            add_to_union(t, &u, (uint32_t)g, t->bits + e->place * longs(t));
   }
   count_unions(t, &u, result);
   for (i = 0; i < groups; i++) {
      result[i].touched[TSL_WORD] <<= result[i].level;
      result[i].touched[TSL_LINE] <<= result[i].level;
   }
   tsl_unmap(t->memory, u.bits, bytes);
   if (t->pages != NULL)
      add_groups_of_pages(t->pages, group_of, owners, part_of, groups, result);
}

/*--------------------------------------------------------------------*/
/*--- By context                                                   ---*/
/*--------------------------------------------------------------------*/

void tsl_context_words_init(tsl_context_words *c, tsl_memory *m,
                            unsigned granularities, const unsigned *shift)
{
   tsl_touched_init(&c->touched, m, granularities, shift, TSL_TOUCHED_MOST);
   c->recent = NULL;
   c->contexts = 0;
}

void tsl_context_words_free(tsl_context_words *c)
{
   tsl_release(c->touched.memory, c->recent,
               (size_t)c->contexts * TSL_RECENT_CHUNKS * sizeof *c->recent);
   tsl_touched_free(&c->touched);
}

static void give(tsl_context_words *c, uint32_t context, tsl_recent *r)
{
   if (r->bits != 0)
      tsl_touched_add(&c->touched, context,
                      r->chunk << tsl_touched_chunk_shift(&c->touched), r->bits);
   r->bits = 0;
}

static void grow_contexts(tsl_context_words *c, uint32_t context)
{
   const size_t one = TSL_RECENT_CHUNKS * sizeof *c->recent;
   uint32_t capacity = c->contexts == 0 ? 256 : 2 * c->contexts;
   while (capacity <= context)
      capacity *= 2;
   c->recent =
      tsl_grow(c->touched.memory, c->recent, c->contexts * one, capacity * one);
   c->contexts = capacity;
}

void tsl_context_words_touch(tsl_context_words *c, uint32_t context,
                             const uint64_t *address, uint32_t n)
{
   const unsigned word_shift = c->touched.word_shift;
   const unsigned chunk_shift = tsl_touched_chunk_shift(&c->touched);
   tsl_recent *recent;
   uint32_t i;
   if (context >= c->contexts)
      grow_contexts(c, context);
   recent = c->recent + (size_t)context * TSL_RECENT_CHUNKS;
   for (i = 0; i < n; i++) {
      const uint64_t chunk = address[i] >> chunk_shift;
      tsl_recent *r = &recent[chunk & (TSL_RECENT_CHUNKS - 1)];
      if (r->chunk != chunk) {
         give(c, context, r);
         r->chunk = chunk;
      }
      r->bits |= 1ull << (address[i] >> word_shift & 63);
   }
}

void tsl_context_words_finish(tsl_context_words *c)
{
   size_t i;
   for (i = 0; i < (size_t)c->contexts * TSL_RECENT_CHUNKS; i++)
      give(c, (uint32_t)(i / TSL_RECENT_CHUNKS), &c->recent[i]);
}
