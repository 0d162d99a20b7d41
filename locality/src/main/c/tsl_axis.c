/*--------------------------------------------------------------------*/
/*--- tslmap: a time axis, its markers, renumbering.   tsl_axis.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_reuse.h for the big picture. */

#include "tsl_reuse.h"

/* Words past the end that may be read, all ones. */
#define PAD_WORDS 8u

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

/* Adds what was counted per zone to the markers. A marker that has not left
   the start of the axis has all live words after it. */
static void add_older(tsl_axis *x)
{
   uint32_t sum = x->older[TSL_COLD_ZONE];
   unsigned z;
   x->live += sum;
   x->older[TSL_COLD_ZONE] = 0;
   for (z = x->top; z >= 1; z--) {
      sum += x->older[z];
      x->older[z] = 0;
      x->count[z - 1] += sum;
   }
}

/* Moves marker j forward while its count stays at least `least` and is above
   `most`; the words it passes fall into the zone behind it. */
static uint32_t move(tsl_axis *x, unsigned j, uint32_t least, uint32_t most)
{
   uint32_t w = x->word[j], c = j < x->top ? x->count[j] : x->live;
   while (c > most) {
      const uint32_t ones = tsl_ones_portable(x->bits[w]);
      if (c - ones < least)
         break;
      x->zone[w++] = (uint8_t)(j + 1);
      c -= ones;
   }
   x->count[j] = c;
   x->word[j] = w;
   return w;
}

void tsl_axis_settle(tsl_axis *x, const tsl_axis_sizes *z)
{
   unsigned j;
   add_older(x);
   for (j = 0; j < TSL_MARKERS; j += 2) {
      const uint32_t edge = 1u << (TSL_FIRST_K + j / 2);
      if (j >= x->top && x->live <= edge - z->batch)
         break;
      (void)move(x, j, 0, edge - z->batch);
      (void)move(x, j + 1, edge, edge);
      if (x->top < j + 2)
         x->top = j + 2;
   }
}

/* Ranks of live times: ones in all bitmap words before each one. */
static uint32_t *ranks(const tsl_axis *x, tsl_memory *m, size_t words)
{
   uint32_t *rank = tsl_map(m, words * sizeof(uint32_t));
   uint32_t sum = 0;
   size_t w;
   for (w = 1; w < words; w++) {
      rank[w] = sum;
      sum += tsl_ones_portable(x->bits[w]);
   }
   return rank;
}

static void sweep(const tsl_axis *x, const uint32_t *rank,
                  const tsl_strip *strip)
{
   const unsigned page_bytes = strip->shadow->page_bytes;
   tsl_chunk *c;
   for (c = strip->shadow->store.first; c != NULL; c = c->next) {
      size_t at;
      for (at = 0; at < c->used; at += page_bytes) {
         uint32_t *slot =
            (uint32_t *)(void *)(tsl_chunk_data(c) + at) + strip->first;
         uint32_t *const last = slot + strip->slots;
         for (; slot < last; slot++) {
            const uint32_t t = *slot;
            if (t != 0) {
               const uint64_t before = x->bits[t >> 6] & ~(~0ull << (t & 63));
               *slot = TSL_FIRST_TIME + rank[t >> 6]
                       + tsl_ones_portable(before);
            }
         }
      }
   }
}

void tsl_axis_renumber(tsl_axis *x, tsl_memory *m, const tsl_strip *strip,
                       const tsl_axis_sizes *z)
{
   const size_t words = (x->now + 63) / 64;
   uint32_t *rank = ranks(x, m, words);
   uint64_t want, room, slots;
   unsigned j;

   sweep(x, rank, strip);
   tsl_unmap(m, rank, words * sizeof(uint32_t));
   add_older(x);

   room = (uint64_t)x->live * z->axis_room / 16;
   slots = strip->shadow->pages * strip->slots;
   if (z->axis_room >= 16 && room < slots / 2)
      room = slots / 2;
   want = TSL_FIRST_TIME + (uint64_t)x->live + room + z->batch;
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
   x->now = TSL_FIRST_TIME + x->live;
   x->top = 0;
   for (j = 0; j < TSL_MARKERS; j++)
      x->word[j] = 1;
   for (j = 0; j < TSL_ZONES; j++)
      x->older[j] = 0;
   tsl_axis_settle(x, z);
}
