/*--------------------------------------------------------------------*/
/*--- tslmap: event words against a plain reader.  pass_events.c ---*/
/*--------------------------------------------------------------------*/

#include <string.h>

#include "pass_check.h"

enum { BLOCKS = 30, BLOCK_ACCESSES = 12, BLOCK_WORDS = 6 };

typedef struct {
   uint64_t header;
   uint32_t count, words, site[BLOCK_ACCESSES], word[BLOCK_ACCESSES];
   uint64_t offset[BLOCK_ACCESSES];
   uint8_t kind[BLOCK_ACCESSES];
   int32_t function;
   unsigned flags;
} block_model;

static block_model blocks[BLOCKS];

uint64_t block_header(uint32_t id, uint32_t words)
{
   return 1ull << 63 | (uint64_t)words << 32 | id;
}

uint64_t thread_header(uint32_t thread)
{
   return 3ull << 62 | thread;
}

static void make_blocks(tsl_events *e, tsl_events *other)
{
   uint32_t id, i;
   for (id = 0; id < BLOCKS; id++) {
      block_model *b = &blocks[id];
      memset(b, 0, sizeof *b);
      b->words = (uint32_t)below(BLOCK_WORDS);
      b->count = (uint32_t)below(below(4) == 0 ? 2 : BLOCK_ACCESSES);
      b->header = block_header(id, b->words);
      b->function = (int32_t)below(4);
      for (i = 0; i < b->count; i++) {
         const int constant = b->words == 0 || below(4) == 0;
         b->site[i] = (uint32_t)below(100);
         b->word[i] = constant ? TSL_EVENT_NO_WORD : (uint32_t)below(b->words);
         b->offset[i] = constant ? next_random() >> 17 : next_random();
         b->kind[i] = (uint8_t)((below(2) ? TSL_EVENT_STORE : 0)
                                | (below(6) == 0 ? TSL_EVENT_GUARDED : 0));
      }
      if (b->count > 0 && below(3) == 0) {
         b->flags = TSL_BLOCK_TRANSFERS;
         b->kind[b->count - 1] &= (uint8_t)~TSL_EVENT_GUARDED;
      }
      tsl_events_define(e, b->header, b->function, b->flags, b->count, b->site,
                        b->word, b->offset, b->kind);
      tsl_events_define(other, b->header, b->function, b->flags, b->count,
                        b->site, b->word, b->offset, b->kind);
   }
}

/* What a chunk is expected to be: accesses, and blocks with where they begin. */
typedef struct {
   uint64_t address;
   uint32_t site, thread;
   int is_store, is_target, is_first;
   int32_t function;
} access_model;

typedef struct {
   access_model *access;
   size_t n, capacity;
   tsl_event_totals totals;
   int has_thread, after_transfer;
   uint32_t thread;
   int32_t function;
} reader;

static void read_access(reader *r, const block_model *b, uint32_t i,
                        const uint64_t *words, int first)
{
   access_model *a;
   uint64_t word = 0;
   if (b->word[i] != TSL_EVENT_NO_WORD) {
      word = words[1 + b->word[i]];
      if ((b->kind[i] & TSL_EVENT_GUARDED) && word == 0)
         return;
   }
   if (b->kind[i] & TSL_EVENT_STORE)
      r->totals.stores++;
   else
      r->totals.loads++;
   if (r->n == r->capacity) {
      r->capacity = r->capacity == 0 ? 1024 : 2 * r->capacity;
      r->access = realloc(r->access, r->capacity * sizeof *r->access);
   }
   a = &r->access[r->n++];
   a->address = word + b->offset[i];
   a->site = b->site[i];
   a->thread = r->thread;
   a->is_store = (b->kind[i] & TSL_EVENT_STORE) != 0;
   a->function = b->function;
   a->is_target = first
                  && (r->after_transfer || r->function != b->function
                      || (b->flags & TSL_BLOCK_TRANSFERS));
   a->is_first = first;
}

/* Reads a chunk; gives its status, and where it ended. */
static tsl_events_status read_chunk(reader *r, const uint64_t *words, size_t n,
                                    size_t *at)
{
   size_t i = 0, j;
   int stray = 0;
   while (i < n) {
      const uint64_t word = words[i];
      const uint32_t id = (uint32_t)word;
      *at = i;
      if (word >> 62 == 3 && (word & ~(3ull << 62)) < 1ull << 31) {
         r->thread = (uint32_t)word;
         r->has_thread = 1;
         r->after_transfer = 1;
         r->totals.threads++;
         i++;
      } else if (!r->has_thread || id >= BLOCKS || blocks[id].header != word) {
         return TSL_EVENTS_NOT_HEADER;
      } else {
         const block_model *b = &blocks[id];
         const size_t before = r->n;
         uint32_t k;
         if (i + 1 + b->words > n)
            return TSL_EVENTS_CUT;
         for (j = 1; j <= b->words; j++)
            stray |= words[i + j] >> 63 != 0;
         for (k = 0; k < b->count; k++)
            read_access(r, b, k, words + i, r->n == before);
         if (b->count > 0) {
            r->after_transfer = (b->flags & TSL_BLOCK_TRANSFERS) != 0;
            r->function = b->function;
         }
         r->totals.blocks++;
         i += 1 + b->words;
      }
   }
   *at = n;
   return stray ? TSL_EVENTS_STRAY : TSL_EVENTS_DONE;
}

/* Words of some blocks; a chunk may begin without a thread word. */
static size_t make_chunk(uint64_t *words, size_t capacity)
{
   const size_t wanted = 1 + below(capacity - BLOCK_WORDS - 2);
   size_t n = 0;
   uint32_t i;
   if (below(4) != 0)
      words[n++] = thread_header((uint32_t)below(3));
   while (n < wanted) {
      const block_model *b = &blocks[below(BLOCKS)];
      if (below(50) == 0)
         words[n++] = thread_header((uint32_t)(below(10) ? below(3) : 0x7FFFFFFF));
      words[n++] = b->header;
      for (i = 0; i < b->words; i++)
         words[n++] = below(3) == 0 ? 0 : next_random() >> 1;
   }
   if (below(4) == 0)
      n -= below(n < 5 ? n : 5); /* may cut a block */
   if (below(4) == 0) {
      uint64_t *w = &words[below(n)];
      switch (below(5)) {
      case 0:
         *w |= 1ull << 63;
         break;
      case 1:
         *w = next_random();
         break;
      case 2:
         *w = block_header(BLOCKS + (uint32_t)below(3), 0);
         break;
      case 3:
         *w += 1ull << 32;
         break;
      default:
         *w = thread_header(0x80000000u);
         break;
      }
   }
   return n;
}

/* What was decoded against what was read, from `from` on. */
static size_t compare_decoded(const tsl_events *e, const reader *r, size_t from,
                              int32_t *function)
{
   const tsl_decoded *d = &e->out;
   uint32_t i, transfer = 0, stores = 0;
   for (i = 0; i < d->count; i++) {
      const access_model *a = &r->access[from + i];
      int transferred = 0;
      if (from + i >= r->n)
         differ("accesses", from + d->count, r->n);
      for (; transfer < d->transfers && d->transfer[transfer].first <= i;
           transfer++) {
         const block_model *b = &blocks[d->transfer[transfer].block];
         expect("first access of a transfer", d->transfer[transfer].first, i);
         expect("stores before a transfer", tsl_decoded_stores(d, e->totals.stores, transfer),
                stores);
         if (b->count > 0)
            *function = b->function;
         transferred = 1;
      }
      expect("address", d->address[i], a->address);
      expect("site", d->site[i], a->site);
      expect("thread", e->thread, a->thread);
      if (e->follows) {
         expect("function", (uint64_t)*function, (uint64_t)a->function);
         if (a->is_target)
            expect("whether control is transferred", (uint64_t)transferred, 1);
         if (transferred)
            expect("whether a transfer is at the beginning of a block",
                   (uint64_t)a->is_first, 1);
      }
      stores += (uint32_t)a->is_store;
   }
   for (; transfer < d->transfers; transfer++) {
      const block_model *b = &blocks[d->transfer[transfer].block];
      expect("first access of a transfer without any",
             d->transfer[transfer].first, d->count);
      if (b->count > 0)
         *function = b->function;
   }
   if (!e->follows)
      expect("transfers", d->transfers, 0);
   expect("stores", tsl_decoded_stores(d, e->totals.stores, d->transfers), stores);
   return from + d->count;
}

static void compare_totals(const tsl_events *e, const reader *r, size_t words)
{
   expect("blocks", e->totals.blocks, r->totals.blocks);
   expect("thread words", e->totals.threads, r->totals.threads);
   expect("loads", e->totals.loads, r->totals.loads);
   expect("stores of the stream", e->totals.stores, r->totals.stores);
   expect("words", e->totals.words, words);
}

/* A few chunks until one is wrong. Decoded, and counted by another one. */
void check_events(void)
{
   enum { CAPACITY = 30000 };
   static uint64_t words[CAPACITY];
   tsl_memory m = {env, 0};
   tsl_events e, counts;
   reader r = {0};
   size_t total = 0, compared = 0;
   int32_t function = -2;
   unsigned chunk;
   r.function = -1;
   tsl_events_init(&e, &m, (int)below(2), (int)below(2));
   tsl_events_init(&counts, &m, 0, 0);
   make_blocks(&e, &counts);
   for (chunk = 0; chunk < 8; chunk++) {
      const size_t n = make_chunk(words, below(2) ? 100 : CAPACITY);
      tsl_events_status status, expected;
      size_t at = 0, expected_at = 0, counted_at = 0;
      expected = read_chunk(&r, words, n, &expected_at);
      tsl_events_begin(&e, words, n);
      while ((status = tsl_events_decode(&e, words, &at, n)) == TSL_EVENTS_FULL) {
         expect("whether something waits", e.out.count + e.out.transfers > 0,
                1);
         compared = compare_decoded(&e, &r, compared, &function);
         tsl_events_taken(&e);
      }
      expect("status", status, expected);
      expect("where it stopped", at, expected_at);
      tsl_events_begin(&counts, words, n);
      expect("status of counting", tsl_events_count(&counts, words, &counted_at, n),
             expected);
      expect("where counting stopped", counted_at, expected_at);
      total += at;
      compare_totals(&e, &r, total);
      compare_totals(&counts, &r, total);
      if (status != TSL_EVENTS_DONE)
         break;
   }
   compared = compare_decoded(&e, &r, compared, &function);
   expect("accesses", compared, r.n);
   free(r.access);
   tsl_events_free(&e);
   tsl_events_free(&counts);
   expect("bytes left", (uint64_t)mapped, 0);
}
