/*--------------------------------------------------------------------*/
/*--- tslmap: event words into accesses.            tsl_events.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_events.h for the big picture. */

#include "tsl_events.h"

#include "tsl_depends.h"
#include "tsl_words.h"

#define BATCH 8192u
#define ANY_FLOW (-1)
#define TRANSFERS_FLOW 1 /* in a flow: the block ends by a call or a return */

/* Thread headers have both top bits and a number below 2^31. */
TSL_INLINE int is_thread(uint64_t word)
{
   return word >> 31 == TSL_WORD_THREAD >> 31;
}

static size_t site_bytes(uint32_t capacity)
{
   return (capacity + TSL_SITES_AHEAD) * sizeof(uint32_t);
}

void tsl_events_init(tsl_events *e, tsl_memory *m, int follows, int keeps_runs)
{
   tsl_fill(e, 0, sizeof *e);
   e->memory = m;
   e->follows = follows;
   e->keeps_runs = keeps_runs;
   e->flow = ANY_FLOW;
   e->out.capacity = BATCH;
   e->out.address = tsl_map(m, BATCH * sizeof(uint64_t));
   e->out.site = tsl_map(m, site_bytes(BATCH));
   e->out.run_capacity = BATCH;
   if (keeps_runs)
      e->out.run = tsl_map(m, BATCH * sizeof(uint32_t));
}

void tsl_events_free(tsl_events *e)
{
   tsl_release(e->memory, e->block, e->block_capacity * sizeof *e->block);
   tsl_release(e->memory, e->access, e->access_capacity * sizeof *e->access);
   tsl_release(e->memory, e->kind, e->access_capacity);
   tsl_release(e->memory, e->out.address, e->out.capacity * sizeof(uint64_t));
   tsl_release(e->memory, e->out.site, site_bytes(e->out.capacity));
   if (e->keeps_runs)
      tsl_unmap(e->memory, e->out.run, BATCH * sizeof(uint32_t));
   tsl_release(e->memory, e->out.transfer,
               e->out.transfer_capacity * sizeof(tsl_transfer));
}

static void reserve(tsl_events *e, uint32_t count)
{
   if (e->blocks == e->block_capacity) {
      const uint32_t capacity =
         e->block_capacity == 0 ? 1024 : 2 * e->block_capacity;
      e->block =
         tsl_grow(e->memory, e->block, e->block_capacity * sizeof *e->block,
                  capacity * sizeof *e->block);
      e->block_capacity = capacity;
   }
   if (e->access_capacity == 0 || e->access_capacity - e->accesses < count) {
      uint32_t capacity = e->access_capacity == 0 ? 4096 : e->access_capacity;
      while (capacity - e->accesses < count)
         capacity *= 2;
      e->access =
         tsl_grow(e->memory, e->access, e->access_capacity * sizeof *e->access,
                  capacity * sizeof *e->access);
      e->kind = tsl_grow(e->memory, e->kind, e->access_capacity, capacity);
      e->access_capacity = capacity;
   }
   if (count > e->out.capacity) {
      e->out.address =
         tsl_grow(e->memory, e->out.address, e->out.capacity * sizeof(uint64_t),
                  count * sizeof(uint64_t));
      e->out.site = tsl_grow(e->memory, e->out.site,
                             site_bytes(e->out.capacity), site_bytes(count));
      e->out.capacity = count;
   }
}

void tsl_events_define(tsl_events *e, uint64_t header, int32_t function,
                       unsigned flags, uint32_t count, const uint32_t *site,
                       const uint32_t *word, const uint64_t *offset,
                       const uint8_t *kind)
{
   tsl_event_block *b;
   uint32_t i;
   reserve(e, count);
   b = &e->block[e->blocks];
   b->header = header;
   b->first = e->accesses;
   b->count = count;
   b->flags = (uint8_t)flags;
   b->flow = ANY_FLOW;
   if (e->follows && count > 0)
      b->flow = (int32_t)((uint32_t)function << 1)
                | (flags & TSL_BLOCK_TRANSFERS ? TRANSFERS_FLOW : 0);
   for (i = 0; i < count; i++) {
      tsl_event_access *a = &e->access[e->accesses + i];
      const int constant = word[i] == TSL_EVENT_NO_WORD;
      a->word = constant ? 0 : word[i] + 1;
      a->offset = constant ? offset[i] - header : offset[i];
      a->site = site[i];
      e->kind[e->accesses + i] = kind[i];
      b->guarded |= kind[i] & TSL_EVENT_GUARDED;
      if (kind[i] & TSL_EVENT_STORE)
         b->stores++;
      else
         b->loads++;
   }
   e->accesses += count;
   e->blocks++;
}

void tsl_events_begin(tsl_events *e, const uint64_t *words, size_t n)
{
   uint64_t headers = 0;
   size_t i;
   for (i = 0; i < n; i++)
      headers += TSL_WORD_IS_HEADER(words[i]);
   e->headers = headers;
}

static void add_transfer(tsl_events *e, const tsl_event_block *b)
{
   tsl_decoded *d = &e->out;
   tsl_transfer *t;
   if (d->transfers == d->transfer_capacity) {
      const uint32_t capacity =
         d->transfer_capacity == 0 ? 256 : 2 * d->transfer_capacity;
      d->transfer = tsl_grow(e->memory, d->transfer,
                             d->transfer_capacity * sizeof *d->transfer,
                             capacity * sizeof *d->transfer);
      d->transfer_capacity = capacity;
   }
   t = &d->transfer[d->transfers++];
   t->first = d->count;
   t->block = (uint32_t)b->header;
   t->stores = e->totals.stores;
   t->function = b->flow == ANY_FLOW ? TSL_NO_FUNCTION : b->flow >> 1;
   t->flags = b->flags;
}

/* How many words tell of a run. */
TSL_INLINE uint32_t run_words(const tsl_event_block *b)
{
   return b->guarded ? 1 + (b->count + 31) / 32 : 1;
}

/* Adds the run of a block whose accesses are decoded next. */
static void add_guarded_run(tsl_events *e, const tsl_event_block *b,
                            const uint64_t *words)
{
   tsl_decoded *d = &e->out;
   uint32_t *happened = d->run + d->runs + 1;
   uint32_t i;
   d->run[d->runs] = (uint32_t)b->header | TSL_RUN_GUARDED;
   for (i = 0; i < b->count; i++) {
      const tsl_event_access *a = &e->access[b->first + i];
      const int guarded = e->kind[b->first + i] & TSL_EVENT_GUARDED;
      if (i % 32 == 0)
         happened[i / 32] = 0;
      happened[i / 32] |= (uint32_t)(!guarded || words[a->word] != 0) << i % 32;
   }
   d->runs += run_words(b);
}

TSL_INLINE void add_run(tsl_events *e, const tsl_event_block *b,
                        const uint64_t *words)
{
   if (b->guarded)
      add_guarded_run(e, b, words);
   else
      e->out.run[e->out.runs++] = (uint32_t)b->header;
}

/* The accesses of a block with guarded ones: those that did not happen have a
   word that is 0. */
static void decode_guarded(tsl_events *e, const tsl_event_block *b,
                           const uint64_t *words)
{
   tsl_decoded *d = &e->out;
   uint32_t i;
   for (i = b->first; i < b->first + b->count; i++) {
      const tsl_event_access *a = &e->access[i];
      const uint64_t word = words[a->word];
      if (word != 0 || !(e->kind[i] & TSL_EVENT_GUARDED)) {
         d->address[d->count] = word + a->offset;
         d->site[d->count++] = a->site;
      } else if (e->kind[i] & TSL_EVENT_STORE) {
         e->totals.stores--;
      } else {
         e->totals.loads--;
      }
   }
}

TSL_INLINE void decode_block(tsl_events *e, const tsl_event_block *b,
                             const uint64_t *words)
{
   tsl_decoded *d = &e->out;
   const tsl_event_access *a = e->access + b->first;
   uint64_t *address = d->address + d->count;
   uint32_t *site = d->site + d->count;
   const uint32_t n = b->count;
   uint32_t i;
   for (i = 0; i < n; i++) {
      address[i] = words[a[i].word] + a[i].offset;
      site[i] = a[i].site;
   }
   d->count += n;
}

/* Whether the word is the header of a block that may come here. */
TSL_INLINE const tsl_event_block *block_of(const tsl_events *e, uint64_t header)
{
   const uint32_t id = (uint32_t)header;
   if (__builtin_expect(id >= e->blocks || e->block[id].header != header, 0))
      return NULL;
   return &e->block[id];
}

static void miss_guarded(tsl_events *e, const tsl_event_block *b,
                         const uint64_t *words)
{
   uint32_t i;
   for (i = b->first; i < b->first + b->count; i++)
      if ((e->kind[i] & TSL_EVENT_GUARDED) && words[e->access[i].word] == 0) {
         if (e->kind[i] & TSL_EVENT_STORE)
            e->totals.stores--;
         else
            e->totals.loads--;
      }
}

/* Goes through words; what their accesses are only matters if somebody decodes. */
TSL_INLINE tsl_events_status walk(tsl_events *e, const uint64_t *words,
                                  size_t *at, size_t n, const int decodes)
{
   size_t i = *at;
   tsl_events_status status = TSL_EVENTS_DONE;
   while (i < n) {
      const uint64_t header = words[i];
      const tsl_event_block *b = block_of(e, header);
      size_t next;
      if (__builtin_expect(b == NULL || !e->has_thread, 0)) {
         if (!is_thread(header)) {
            status = TSL_EVENTS_NOT_HEADER;
            break;
         }
         if (decodes && (!e->has_thread || (uint32_t)header != e->thread)
             && (e->out.count > 0 || e->out.transfers > 0)) {
            status = TSL_EVENTS_FULL;
            break;
         }
         e->thread = (uint32_t)header;
         e->has_thread = 1;
         if (decodes)
            e->flow = ANY_FLOW;
         e->totals.threads++;
         e->headers--;
         i++;
         continue;
      }
      next = i + 1 + TSL_WORD_COUNT(header);
      if (next > n) {
         status = TSL_EVENTS_CUT;
         break;
      }
      if (decodes) {
         if (b->count > e->out.capacity - e->out.count
             || run_words(b) > e->out.run_capacity - e->out.runs) {
            status = TSL_EVENTS_FULL;
            break;
         }
         if (e->keeps_runs)
            add_run(e, b, words + i);
         if (b->flow != e->flow) {
            add_transfer(e, b);
            e->flow = (b->flow & TRANSFERS_FLOW) == 0 ? b->flow : ANY_FLOW;
         }
      }
      e->totals.loads += b->loads;
      e->totals.stores += b->stores;
      if (b->guarded && decodes)
         decode_guarded(e, b, words + i);
      else if (b->guarded)
         miss_guarded(e, b, words + i);
      else if (decodes)
         decode_block(e, b, words + i);
      e->totals.blocks++;
      e->headers--;
      i = next;
   }
   e->totals.words += i - *at;
   *at = i;
   return status == TSL_EVENTS_DONE && e->headers != 0 ? TSL_EVENTS_STRAY
                                                        : status;
}

tsl_events_status tsl_events_decode(tsl_events *e, const uint64_t *words,
                                    size_t *at, size_t n)
{
   return walk(e, words, at, n, 1);
}

tsl_events_status tsl_events_count(tsl_events *e, const uint64_t *words,
                                   size_t *at, size_t n)
{
   return walk(e, words, at, n, 0);
}

void tsl_events_taken(tsl_events *e)
{
   e->out.count = e->out.transfers = e->out.runs = 0;
   e->out.stores_before = e->totals.stores;
}
