/*--------------------------------------------------------------------*/
/*--- tslmap: simulated caches.                     tsl_caches.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_caches.h for the big picture. */

#include "tsl_caches.h"

#define NO_NODE 0u /* nodes are numbered from 1 */
#define NO_LINE (~0ull)

/* One of a fully associative cache's lines. */
typedef struct {
   uint64_t line;
   uint32_t newer, older; /* in the list of use; of node 0: oldest and newest */
   uint32_t same;         /* the next node of the same hash */
   uint32_t unused;
} node;

typedef struct {
   tsl_cache_params params;
   uint64_t mask; /* of the set, where sets are a power of two; 0 otherwise */
   uint64_t *set; /* line + 1 of each way, latest first; 0 where there is none */
   node *node;
   uint32_t *first; /* the first node of each hash */
   unsigned hash_bits;
   uint32_t lines, used;
} cache;

/* Caches of one thread, or of all. */
typedef struct {
   cache cache[TSL_CACHES];
   uint64_t latest[TSL_CACHES]; /* of each chain, the line used last */
} chains;

/* Misses of each cache for each label, or context. */
typedef struct {
   tsl_cache_misses *of;
   uint32_t capacity;
} counts;

typedef struct {
   uint32_t number;
   chains *chains;
   counts labels;
} thread;

struct tsl_caches {
   tsl_memory memory;
   unsigned caches;
   int is_shared;
   tsl_cache_params params[TSL_CACHES];
   thread *thread;
   uint32_t threads, thread_capacity, recent;
   uint32_t *bytes; /* of a label's accesses */
   uint32_t labels, label_capacity;
   counts contexts;
};

/*--------------------------------------------------------------------*/
/*--- Making and freeing                                           ---*/
/*--------------------------------------------------------------------*/

static uint64_t lines_of(const tsl_cache_params *p)
{
   return p->sets * p->ways;
}

static int valid(const tsl_cache_params *p)
{
   return p->sets >= 1 && p->ways >= 1 && p->sets <= 1ull << 31
          && lines_of(p) <= 1ull << 31 && p->line_shift < 48;
}

static void make_cache(cache *c, const tsl_cache_params *p, tsl_memory *m)
{
   c->params = *p;
   c->mask = (p->sets & (p->sets - 1)) == 0 ? p->sets - 1 : 0;
   c->lines = (uint32_t)lines_of(p);
   for (c->hash_bits = 1; 1ull << c->hash_bits < 2ull * c->lines;)
      c->hash_bits++;
   c->set = tsl_map(m, lines_of(p) * sizeof *c->set);
   c->node = tsl_map(m, (c->lines + 1ull) * sizeof *c->node);
   c->first = tsl_map(m, (1ull << c->hash_bits) * sizeof *c->first);
}

static chains *make_chains(tsl_caches *c)
{
   chains *all = tsl_map(&c->memory, sizeof *all);
   unsigned i;
   for (i = 0; i < c->caches; i++) {
      make_cache(&all->cache[i], &c->params[i], &c->memory);
      all->latest[i] = NO_LINE;
   }
   return all;
}

tsl_caches *tsl_caches_new(const tsl_cache_params *params, unsigned caches,
                           int is_shared, const tsl_env *env)
{
   tsl_memory m = {*env, 0};
   tsl_caches *c;
   unsigned i;
   if (caches == 0 || caches > TSL_CACHES || !params[0].begins)
      return NULL;
   for (i = 0; i < caches; i++)
      if (!valid(&params[i])
          || (!params[i].begins
              && params[i].line_shift != params[i - 1].line_shift))
         return NULL;
   c = tsl_map(&m, sizeof *c);
   c->memory = m;
   c->caches = caches;
   c->is_shared = is_shared;
   for (i = 0; i < caches; i++)
      c->params[i] = params[i];
   return c;
}

static void free_counts(tsl_caches *c, counts *k)
{
   tsl_release(&c->memory, k->of,
               (size_t)k->capacity * c->caches * sizeof *k->of);
}

static void free_chains(tsl_caches *c, chains *all)
{
   unsigned i;
   for (i = 0; i < c->caches; i++) {
      cache *x = &all->cache[i];
      tsl_unmap(&c->memory, x->set, lines_of(&x->params) * sizeof *x->set);
      tsl_unmap(&c->memory, x->node, (x->lines + 1ull) * sizeof *x->node);
      tsl_unmap(&c->memory, x->first,
                (1ull << x->hash_bits) * sizeof *x->first);
   }
   tsl_unmap(&c->memory, all, sizeof *all);
}

void tsl_caches_free(tsl_caches *c)
{
   tsl_memory last;
   uint32_t i;
   for (i = 0; i < c->threads; i++) {
      if (i == 0 || !c->is_shared)
         free_chains(c, c->thread[i].chains);
      free_counts(c, &c->thread[i].labels);
   }
   tsl_release(&c->memory, c->thread, c->thread_capacity * sizeof *c->thread);
   tsl_release(&c->memory, c->bytes, c->label_capacity * sizeof *c->bytes);
   free_counts(c, &c->contexts);
   last = c->memory;
   tsl_unmap(&last, c, sizeof *c);
}

/*--------------------------------------------------------------------*/
/*--- One access                                                   ---*/
/*--------------------------------------------------------------------*/

TSL_INLINE uint64_t *set_of(const cache *c, uint64_t line)
{
   const uint64_t set = c->mask != 0 || c->params.sets == 1
                           ? line & c->mask
                           : line % c->params.sets;
   return c->set + set * c->params.ways;
}

/* Whether a line misses in its set, of which it becomes the latest. */
TSL_INLINE int use_set(cache *c, uint64_t line)
{
   const uint32_t ways = c->params.ways;
   uint64_t *const way = set_of(c, line);
   uint64_t moved = way[0];
   uint32_t i;
   line++;
   if (moved == line)
      return 0;
   way[0] = line;
   for (i = 1; i < ways; i++) {
      const uint64_t here = way[i];
      way[i] = moved;
      if (here == line)
         return 0;
      moved = here;
   }
   return 1;
}

TSL_INLINE uint32_t *hash_of(const cache *c, uint64_t line)
{
   return c->first
          + (line * 0x9E3779B97F4A7C15ull >> (64 - c->hash_bits));
}

/* Takes a line's node out of the list of its hash. */
static void forget(cache *c, uint32_t number)
{
   uint32_t *at = hash_of(c, c->node[number].line);
   while (*at != number)
      at = &c->node[*at].same;
   *at = c->node[number].same;
}

TSL_INLINE void unlink_node(cache *c, uint32_t number)
{
   const node *n = &c->node[number];
   c->node[n->newer].older = n->older;
   c->node[n->older].newer = n->newer;
}

/* Node 0 stands between the newest and the oldest: its `older` is the newest. */
TSL_INLINE void link_newest(cache *c, uint32_t number)
{
   node *n = &c->node[number], *ends = &c->node[NO_NODE];
   n->newer = NO_NODE;
   n->older = ends->older;
   c->node[ends->older].newer = number;
   ends->older = number;
}

/* The same in the fully associative cache. */
TSL_INLINE int use_full(cache *c, uint64_t line)
{
   uint32_t *const first = hash_of(c, line);
   uint32_t number = *first;
   while (number != NO_NODE && c->node[number].line != line)
      number = c->node[number].same;
   if (number != NO_NODE) {
      if (c->node[NO_NODE].older != number) {
         unlink_node(c, number);
         link_newest(c, number);
      }
      return 0;
   }
   if (c->used < c->lines) {
      number = ++c->used;
   } else {
      number = c->node[NO_NODE].newer;
      unlink_node(c, number);
      forget(c, number);
   }
   c->node[number].line = line;
   c->node[number].same = *first;
   *first = number;
   link_newest(c, number);
   return 1;
}

/* Whether an access from the first to the last of these lines misses. */
TSL_INLINE tsl_cache_misses use(cache *c, uint64_t from, uint64_t to)
{
   tsl_cache_misses missed = {0, 0};
   uint64_t line;
   for (line = from; line <= to; line++) {
      missed.misses |= (uint64_t)use_set(c, line);
      missed.full |= (uint64_t)use_full(c, line);
   }
   return missed;
}

/*--------------------------------------------------------------------*/
/*--- Accesses                                                     ---*/
/*--------------------------------------------------------------------*/

static thread *thread_of(tsl_caches *c, uint32_t number)
{
   thread *t;
   uint32_t i;
   if (c->recent < c->threads && c->thread[c->recent].number == number)
      return &c->thread[c->recent];
   for (i = 0; i < c->threads; i++)
      if (c->thread[i].number == number) {
         c->recent = i;
         return &c->thread[i];
      }
   if (c->threads == c->thread_capacity) {
      const uint32_t capacity =
         c->thread_capacity == 0 ? 64 : 2 * c->thread_capacity;
      c->thread =
         tsl_grow(&c->memory, c->thread, c->thread_capacity * sizeof *t,
                  capacity * sizeof *t);
      c->thread_capacity = capacity;
   }
   t = &c->thread[c->threads];
   t->number = number;
   t->chains = c->is_shared && c->threads > 0 ? c->thread[0].chains
                                              : make_chains(c);
   c->recent = c->threads++;
   return t;
}

static tsl_cache_misses *counts_of(tsl_caches *c, counts *k, uint32_t index)
{
   if (index >= k->capacity) {
      const size_t each = c->caches * sizeof *k->of;
      uint32_t capacity = k->capacity == 0 ? 256 : k->capacity;
      while (capacity <= index)
         capacity *= 2;
      k->of = tsl_grow(&c->memory, k->of, k->capacity * each, capacity * each);
      k->capacity = capacity;
   }
   return k->of + (size_t)index * c->caches;
}

void tsl_caches_labels(tsl_caches *c, const uint32_t *bytes, uint32_t count)
{
   uint32_t i;
   if (c->labels + count > c->label_capacity) {
      uint32_t capacity = c->label_capacity == 0 ? 1024 : c->label_capacity;
      while (capacity < c->labels + count)
         capacity *= 2;
      c->bytes = tsl_grow(&c->memory, c->bytes,
                          c->label_capacity * sizeof *c->bytes,
                          capacity * sizeof *c->bytes);
      c->label_capacity = capacity;
   }
   for (i = 0; i < count; i++)
      c->bytes[c->labels + i] = bytes[i] == 0 ? 1 : bytes[i];
   c->labels += count;
}

/* Accesses that are taken through a chain at once, cache by cache, so that what
   the ones to come need can be brought into the processor's cache. */
#define AT_ONCE 1024u
#define AHEAD 16u

/* Accesses that a cache sees: their indices. */
typedef struct {
   uint32_t index[AT_ONCE + AHEAD];
   uint32_t count;
} seen;

/* What is told of accesses, all of one thread. */
typedef struct {
   const uint64_t *address;
   const uint32_t *label, *context;
} accesses;

static void add(tsl_cache_misses *to, tsl_cache_misses missed)
{
   to->misses += missed.misses;
   to->full += missed.full;
}

/* The set and the hash of an access to come, and the node of a nearer one. */
TSL_INLINE void prefetch(const cache *c, uint64_t address, uint64_t nearer)
{
   const uint64_t line = address >> c->params.line_shift;
   __builtin_prefetch(set_of(c, line), 1);
   __builtin_prefetch(hash_of(c, line), 1);
   __builtin_prefetch(
      &c->node[*hash_of(c, nearer >> c->params.line_shift)], 1);
}

/* Has a cache see accesses; what is left are those that it missed. */
static void see(tsl_caches *c, thread *t, unsigned number, const accesses *a,
                seen *s)
{
   cache *const x = &t->chains->cache[number];
   const unsigned shift = x->params.line_shift;
   uint32_t j, left = 0;
   for (j = s->count; j < s->count + AHEAD; j++)
      s->index[j] = s->count > 0 ? s->index[s->count - 1] : 0;
   for (j = 0; j < s->count; j++) {
      const uint32_t i = s->index[j];
      const uint64_t from = a->address[i] >> shift;
      const uint64_t to = (a->address[i] + c->bytes[a->label[i]] - 1) >> shift;
      tsl_cache_misses missed;
      prefetch(x, a->address[s->index[j + AHEAD]],
               a->address[s->index[j + AHEAD / 2]]);
      missed = use(x, from, to);
      if (missed.misses | missed.full) {
         add(counts_of(c, &t->labels, a->label[i]) + number, missed);
         if (a->context != NULL)
            add(counts_of(c, &c->contexts, a->context[i]) + number, missed);
      }
      s->index[left] = i;
      left += (uint32_t)missed.misses;
   }
   s->count = left;
}

/* Those that do not use the line that was used last, which changes nothing. */
static void leave_out_repeats(const tsl_caches *c, chains *all, unsigned first,
                              const accesses *a, uint32_t n, seen *s)
{
   const unsigned shift = c->params[first].line_shift;
   uint64_t latest = all->latest[first];
   uint32_t i;
   s->count = 0;
   for (i = 0; i < n; i++) {
      const uint64_t from = a->address[i] >> shift;
      const uint64_t to = (a->address[i] + c->bytes[a->label[i]] - 1) >> shift;
      s->index[s->count] = i;
      s->count += from != latest || to != latest;
      latest = to;
   }
   all->latest[first] = latest;
}

void tsl_caches_accesses(tsl_caches *c, uint32_t number, const uint64_t *address,
                         const uint32_t *label, const uint32_t *context,
                         size_t n)
{
   thread *const t = thread_of(c, number);
   while (n > 0) {
      const uint32_t part = n < AT_ONCE ? (uint32_t)n : AT_ONCE;
      const accesses a = {address, label, context};
      seen s;
      unsigned i;
      for (i = 0; i < c->caches; i++) {
         if (c->params[i].begins)
            leave_out_repeats(c, t->chains, i, &a, part, &s);
         see(c, t, i, &a, &s);
      }
      address += part;
      label += part;
      context = context == NULL ? NULL : context + part;
      n -= part;
   }
}

/*--------------------------------------------------------------------*/
/*--- Reading                                                      ---*/
/*--------------------------------------------------------------------*/

static void read(const tsl_caches *c, const counts *k, uint32_t index,
                 tsl_cache_misses *to)
{
   const tsl_cache_misses none = {0, 0};
   unsigned i;
   for (i = 0; i < c->caches; i++)
      to[i] = index < k->capacity ? k->of[(size_t)index * c->caches + i] : none;
}

void tsl_caches_of_label(const tsl_caches *c, uint32_t number, uint32_t label,
                         tsl_cache_misses *to)
{
   static const counts none = {NULL, 0};
   uint32_t i;
   for (i = 0; i < c->threads; i++)
      if (c->thread[i].number == number) {
         read(c, &c->thread[i].labels, label, to);
         return;
      }
   read(c, &none, label, to);
}

void tsl_caches_of_context(const tsl_caches *c, uint32_t context,
                           tsl_cache_misses *to)
{
   read(c, &c->contexts, context, to);
}
