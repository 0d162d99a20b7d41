/*--------------------------------------------------------------------*/
/*--- tslmap: accesses of more than a word.            tsl_wide.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_wide.h"

void tsl_wide_init(tsl_wide *w, tsl_memory *m, unsigned shift)
{
   w->memory = m;
   w->shift = shift;
}

static size_t site_bytes(uint32_t count)
{
   return (count + TSL_SITES_AHEAD) * sizeof(uint32_t);
}

static void free_out(tsl_wide *w)
{
   tsl_release(w->memory, w->out.address, w->out.capacity * sizeof(uint64_t));
   if (w->out.site != NULL)
      tsl_unmap(w->memory, w->out.site, site_bytes(w->out.capacity));
   tsl_release(w->memory, w->goes_on, w->out.capacity);
}

void tsl_wide_free(tsl_wide *w)
{
   free_out(w);
   tsl_release(w->memory, w->out.transfer,
               w->out.transfer_capacity * sizeof *w->out.transfer);
   tsl_release(w->memory, w->bytes, w->capacity * sizeof *w->bytes);
   tsl_release(w->memory, w->stores, w->capacity);
}

void tsl_wide_sites(tsl_wide *w, uint32_t count, const uint32_t *bytes,
                    const uint8_t *flags, unsigned store_flag)
{
   uint32_t i;
   if (w->sites + count > w->capacity) {
      uint32_t capacity = w->capacity == 0 ? 1024 : w->capacity;
      while (capacity < w->sites + count)
         capacity *= 2;
      w->bytes = tsl_grow(w->memory, w->bytes, w->capacity * sizeof *w->bytes,
                          capacity * sizeof *w->bytes);
      w->stores = tsl_grow(w->memory, w->stores, w->capacity, capacity);
      w->capacity = capacity;
   }
   for (i = 0; i < count; i++) {
      w->bytes[w->sites + i] = bytes[i];
      w->stores[w->sites + i] = (flags[i] & store_flag) != 0;
   }
   w->sites += count;
}

/* How many words an access counts for. */
TSL_INLINE uint32_t words_of(const tsl_wide *w, uint64_t address, uint32_t site)
{
   const uint32_t bytes = w->bytes[site];
   if (bytes <= 1u << w->shift)
      return 1;
   return (uint32_t)(((address + bytes - 1) >> w->shift) - (address >> w->shift))
          + 1;
}

static void reserve(tsl_wide *w, const tsl_decoded *from)
{
   uint64_t wanted = 0;
   uint32_t i, capacity = w->out.capacity == 0 ? TSL_MAP_UNIT : w->out.capacity;
   for (i = 0; i < from->count; i++)
      wanted += words_of(w, from->address[i], from->site[i]);
   if (wanted > w->out.capacity) {
      while (capacity < wanted)
         capacity *= 2;
      free_out(w);
      w->out.capacity = capacity;
      w->out.address = tsl_map(w->memory, capacity * sizeof(uint64_t));
      w->out.site = tsl_map(w->memory, site_bytes(capacity));
      w->goes_on = tsl_map(w->memory, capacity);
   }
   if (from->transfers > w->out.transfer_capacity) {
      tsl_release(w->memory, w->out.transfer,
                  w->out.transfer_capacity * sizeof *w->out.transfer);
      w->out.transfer_capacity = from->transfer_capacity;
      w->out.transfer = tsl_map(
         w->memory, w->out.transfer_capacity * sizeof *w->out.transfer);
   }
}

static void take_access(tsl_wide *w, uint64_t address, uint32_t site)
{
   tsl_decoded *const d = &w->out;
   const uint32_t words = words_of(w, address, site);
   uint32_t k;
   for (k = 0; k < words; k++) {
      d->address[d->count] =
         k == 0 ? address : ((address >> w->shift) + k) << w->shift;
      w->goes_on[d->count] = k > 0;
      d->site[d->count++] = site;
   }
   if (w->stores[site])
      w->all_stores += words;
   else
      w->loads += words;
}

void tsl_wide_take(tsl_wide *w, const tsl_decoded *from)
{
   uint32_t i = 0, k;
   reserve(w, from);
   w->out.count = 0;
   w->out.transfers = from->transfers;
   w->out.stores_before = w->all_stores;
   for (k = 0; k <= from->transfers; k++) {
      const uint32_t end =
         k < from->transfers ? from->transfer[k].first : from->count;
      for (; i < end; i++)
         take_access(w, from->address[i], from->site[i]);
      if (k < from->transfers) {
         w->out.transfer[k] = from->transfer[k];
         w->out.transfer[k].first = w->out.count;
         w->out.transfer[k].stores = w->all_stores;
      }
   }
}
