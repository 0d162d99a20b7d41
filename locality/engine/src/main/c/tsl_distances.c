/*--------------------------------------------------------------------*/
/*--- tslmap: reuse distances of short streams.    tsl_distances.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_distances.h for the big picture. */

#include "tsl_distances.h"

#define BLOCK_LOG2 7u
#define WORDS_OF_BLOCK 2u

static size_t table_bytes(const tsl_distances *d)
{
   return sizeof(tsl_last) << d->table_bits;
}

static size_t sums_bytes(const tsl_distances *d)
{
   return ((size_t)(d->size >> BLOCK_LOG2) + 1) * sizeof(uint32_t);
}

static void map_axis(tsl_distances *d)
{
   d->bits = tsl_map(d->memory, d->size / 8);
   d->sums = tsl_map(d->memory, sums_bytes(d));
}

static void unmap_axis(tsl_distances *d)
{
   tsl_unmap(d->memory, d->bits, d->size / 8);
   tsl_unmap(d->memory, d->sums, sums_bytes(d));
}

void tsl_distances_init(tsl_distances *d, tsl_memory *m, unsigned log2_size,
                        uint32_t near)
{
   d->memory = m;
   d->near = near;
   d->table_bits = log2_size;
   d->size = 1u << log2_size;
   d->live = d->now = 0;
   d->table = tsl_map(m, table_bytes(d));
   map_axis(d);
}

void tsl_distances_free(tsl_distances *d)
{
   tsl_unmap(d->memory, d->table, table_bytes(d));
   unmap_axis(d);
}

void tsl_distances_clear(tsl_distances *d)
{
   tsl_fill(d->table, 0, table_bytes(d));
   tsl_fill(d->bits, 0, d->size / 8);
   tsl_fill(d->sums, 0, sums_bytes(d));
   d->live = d->now = 0;
}

/*--------------------------------------------------------------------*/
/*--- The bitmap and its sums                                      ---*/
/*--------------------------------------------------------------------*/

static void add(tsl_distances *d, uint32_t slot, uint32_t change)
{
   const uint32_t blocks = d->size >> BLOCK_LOG2;
   uint32_t b = (slot >> BLOCK_LOG2) + 1;
   d->bits[slot / 64] ^= 1ull << slot % 64;
   for (; b <= blocks; b += b & (0u - b))
      d->sums[b] += change;
}

/* Ones up to and at the slot. */
static uint32_t rank(const tsl_distances *d, uint32_t slot)
{
   uint32_t sum = tsl_ones_portable(d->bits[slot / 64] << (63 - slot % 64));
   uint32_t b = slot >> BLOCK_LOG2;
   uint32_t w = b * WORDS_OF_BLOCK;
   for (; w < slot / 64; w++)
      sum += tsl_ones_portable(d->bits[w]);
   for (; b > 0; b &= b - 1)
      sum += d->sums[b];
   return sum;
}

/* Latest times become 0 .. live - 1, on an axis with at least as many free. */
static void renumber(tsl_distances *d)
{
   const size_t entries = (size_t)1 << d->table_bits;
   uint32_t i;
   size_t k;
   for (k = 0; k < entries; k++)
      if (d->table[k].key != 0)
         d->table[k].slot = rank(d, d->table[k].slot) - 1;
   unmap_axis(d);
   while (d->size < 2 * d->live)
      d->size *= 2;
   map_axis(d);
   d->now = 0;
   for (i = 0; i < d->live; i++)
      add(d, d->now++, 1);
}

/*--------------------------------------------------------------------*/
/*--- The table                                                    ---*/
/*--------------------------------------------------------------------*/

static tsl_last *find(const tsl_distances *d, uint64_t item)
{
   const uint64_t mask = ((uint64_t)1 << d->table_bits) - 1;
   uint64_t i = (uint64_t)(tsl_distances_home(d, item) - d->table), tried;
   /* From group to group, and then to the next place in each. */
   for (tried = 0; d->table[i].key != 0 && d->table[i].key != item + 1; tried++)
      i = (i + 8 + ((tried & (mask >> 3)) == mask >> 3)) & mask;
   return &d->table[i];
}

int tsl_distances_has(const tsl_distances *d, uint64_t item)
{
   return find(d, item)->key != 0;
}

static void grow_table(tsl_distances *d)
{
   const size_t entries = (size_t)1 << d->table_bits;
   tsl_last *old = d->table;
   size_t i;
   d->table_bits++;
   d->table = tsl_map(d->memory, table_bytes(d));
   for (i = 0; i < entries; i++)
      if (old[i].key != 0)
         *find(d, old[i].key - 1) = old[i];
   tsl_unmap(d->memory, old, entries * sizeof(tsl_last));
}

uint32_t tsl_distances_access(tsl_distances *d, uint64_t item, uint64_t when,
                              uint64_t *ago)
{
   uint32_t distance = TSL_NEVER;
   tsl_last *last = find(d, item);
   if (last->key != 0) {
      const uint64_t since = when - last->when;
      last->when = when;
      if (ago != NULL)
         *ago = since;
      if (when - last->put < d->near / 8)
         return 0;
      if (d->now == d->size)
         renumber(d);
      distance = ago == NULL || (since <= d->near && d->near > 0)
                    ? 0
                    : d->live - rank(d, last->slot);
      add(d, last->slot, 0u - 1u);
   } else {
      if (d->now == d->size)
         renumber(d);
      if (2 * (size_t)d->live >= (size_t)1 << d->table_bits) {
         grow_table(d);
         last = find(d, item);
      }
      last->key = item + 1;
      d->live++;
      if (ago != NULL)
         *ago = 0;
   }
   last->when = last->put = when;
   last->slot = d->now;
   add(d, d->now++, 1);
   return distance;
}
