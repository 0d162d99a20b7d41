/*--------------------------------------------------------------------*/
/*--- tslmap: a time axis, its markers, renumbering.   tsl_axis.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_reuse.h for the big picture. */

#include "tsl_reuse.h"

/* Words past the end that may be read, all ones. */
#define PAD_WORDS 16u

static void make(tsl_axis *x, tsl_memory *m, uint32_t end)
{
   const size_t words = end / 64 + PAD_WORDS;
   x->bytes = words * 9;
   x->bits = tsl_map(m, x->bytes);
   x->zone = (uint8_t *)(x->bits + words);
   x->end = end;
   tsl_fill(x->bits, 0xFF, words * 8);
   x->zone[0] = TSL_COLD_ZONE;
}

static uint32_t whole_words(uint64_t times)
{
   return (uint32_t)((times + 63) & ~63ull);
}

void tsl_axis_init(tsl_axis *x, tsl_memory *m, const tsl_axis_sizes *z)
{
   unsigned j;
   x->now = TSL_FIRST_TIME;
   x->live = x->top = 0;
   x->credit = TSL_SLACK;
   for (j = 0; j < TSL_MARKERS; j++) {
      x->word[j] = 1;
      x->count[j] = 0;
   }
   for (j = 0; j < TSL_ZONES; j++)
      x->older[j] = 0;
   make(x, m, whole_words(TSL_FIRST_TIME + (uint64_t)z->axis_min + z->batch));
}

void tsl_axis_free(tsl_axis *x, tsl_memory *m)
{
   tsl_unmap(m, x->bits, x->bytes);
}

/* New times by old ones: that of the first one in each bitmap word. */
static uint32_t *ranks(const tsl_axis *x, tsl_memory *m, size_t words)
{
   uint32_t *rank = tsl_map(m, words * sizeof(uint32_t));
   uint32_t sum = TSL_FIRST_TIME;
   size_t w;
   for (w = 1; w < words; w++) {
      rank[w] = sum;
      sum += tsl_ones_portable(x->bits[w]);
   }
   return rank;
}

static void sweep(const tsl_axis *x, const uint32_t *rank,
                  const tsl_strip *strip, tsl_rank_kernel *kernel)
{
   const unsigned page_bytes = strip->shadow->page_bytes;
   const unsigned slots = page_bytes / sizeof(uint32_t);
   tsl_chunk *c;
   for (c = strip->shadow->store.first; c != NULL; c = c->next) {
      size_t at;
      for (at = 0; at < c->used; at += page_bytes) {
         uint32_t *page = (uint32_t *)(void *)(tsl_chunk_data(c) + at);
         unsigned i;
         for (i = strip->first; i + strip->run <= slots; i += strip->step)
            kernel(x, rank, page + i, strip->run);
      }
   }
}

/* Accesses in reach keep their places to each other, whether they are the latest
   to their words or not, so that what follows finds them as if nothing had
   happened: for the sweep all their times are live. */
void tsl_axis_renumber(tsl_axis *x, tsl_memory *m, const tsl_strip *strip,
                       const tsl_axis_sizes *z, const tsl_reuse_kernels *k)
{
   const size_t words = (x->now + 63) / 64;
   const uint32_t latest = tsl_axis_latest(x);
   const uint32_t superseded = TSL_REACH - tsl_ones_portable(latest);
   uint64_t want, spare, slots;
   uint32_t *rank;
   unsigned j;

   for (j = x->now - TSL_REACH; j != x->now; j++)
      x->bits[j >> 6] |= 1ull << (j & 63);
   rank = ranks(x, m, words);
   sweep(x, rank, strip, k->rank);
   tsl_unmap(m, rank, words * sizeof(uint32_t));
   x->live = (uint32_t)tsl_axis_live(x);

   spare = (uint64_t)x->live * z->axis_spare / 16;
   slots = strip->shadow->pages * strip->shadow->page_bytes / sizeof(uint32_t)
           * strip->run / strip->step;
   if (z->axis_spare >= 16 && spare < slots / 2)
      spare = slots / 2;
   want = TSL_FIRST_TIME + (uint64_t)x->live + superseded + spare + z->batch;
   if (want < z->axis_min)
      want = z->axis_min + z->batch;
   if (want > TSL_LAST_TIME)
      want = TSL_LAST_TIME;
   if (x->live > TSL_LAST_TIME - (TSL_LAST_TIME >> 4))
      m->env.fail(m->env.ctx, "more than 2^31 distinct words or lines in one "
                              "history: choose a larger word and line");
   if (want > x->end) {
      tsl_unmap(m, x->bits, x->bytes);
      make(x, m, whole_words(want));
   } else {
      tsl_fill(x->bits, 0xFF, words * 8);
      tsl_fill(x->zone + 1, 0, words - 1);
   }
   x->now = TSL_FIRST_TIME + x->live + superseded;
   tsl_axis_keep(x, x->now - TSL_REACH, latest | ~0ull << TSL_REACH);
   x->top = 0;
   for (j = 0; j < TSL_MARKERS; j++)
      x->word[j] = 1;
   for (j = 0; j < TSL_ZONES; j++)
      x->older[j] = 0;
   x->credit = 0;
   k->catch_up(x, 0);
}
