/*--------------------------------------------------------------------*/
/*--- tslmap: wide accesses against a naive count.    wide_check.c ---*/
/*--------------------------------------------------------------------*/

/* Random accesses of 1 to 64 bytes, in batches with control transfers, come out
   as the words that their bytes are in. All from fixed seeds. Built with
   AddressSanitizer and UBSan by the tests.

   usage: wide_check. Exit status 0: all holds; 1: what does not is printed. */

#include <string.h>

#include "check.h"
#include "tsl_wide.h"

static const tsl_env env = {map, unmap, fail, NULL};

static void check(const char *what, uint64_t found, uint64_t expected)
{
   if (found == expected)
      return;
   printf("%s: found %llu, expected %llu\n", what, (unsigned long long)found,
          (unsigned long long)expected);
   exit(1);
}

enum { SITES = 12, MOST = 3000, TRANSFERS = 40, STORES = 2 };

static const uint32_t bytes[SITES] = {1, 2, 4, 8, 8, 10, 16, 16, 32, 32, 64, 24};

/* Checks one access's words; gives the index behind them. */
static uint32_t check_access(const tsl_wide *w, uint32_t at, uint64_t address,
                             uint32_t site, uint64_t *stores)
{
   uint64_t byte, last = ~0ull;
   uint32_t first = at;
   for (byte = address; byte < address + bytes[site]; byte++) {
      const uint64_t word = byte >> w->shift;
      if (word == last)
         continue;
      if (last != ~0ull && bytes[site] <= 1u << w->shift)
         break;
      last = word;
      check("address", w->out.address[at],
            at == first ? address : word << w->shift);
      check("site", w->out.site[at], site);
      check("whether it goes on", w->goes_on[at], at != first);
      *stores += site % STORES;
      at++;
   }
   return at;
}

static void check_words(unsigned shift)
{
   static uint64_t address[MOST];
   static uint32_t site[MOST];
   static tsl_transfer transfer[TRANSFERS];
   static uint8_t flags[SITES];
   tsl_memory memory = {env, 0};
   tsl_wide w;
   uint64_t stores = 0, all = 0;
   unsigned batch, i, k;
   memset(&w, 0, sizeof w);
   tsl_wide_init(&w, &memory, shift);
   for (i = 0; i < SITES; i++)
      flags[i] = i % STORES ? 4 : 1;
   tsl_wide_sites(&w, 5, bytes, flags, 4);
   tsl_wide_sites(&w, SITES - 5, bytes + 5, flags + 5, 4);
   for (batch = 0; batch < 20; batch++) {
      const uint32_t n = (uint32_t)below(MOST);
      const uint32_t transfers = (uint32_t)below(TRANSFERS);
      const tsl_decoded from = {.address = address,
                                .site = site,
                                .count = n,
                                .capacity = MOST,
                                .transfer = transfer,
                                .transfers = transfers,
                                .transfer_capacity = TRANSFERS};
      uint32_t at = 0;
      for (i = 0; i < n; i++) {
         site[i] = (uint32_t)below(SITES);
         address[i] = 0x10000 + below(5000);
      }
      for (k = 0; k < transfers; k++)
         transfer[k].first = (uint32_t)((uint64_t)n * k / TRANSFERS);
      tsl_wide_take(&w, &from);
      check("transfers", w.out.transfers, transfers);
      check("stores before", w.out.stores_before, stores);
      for (i = 0, k = 0; i < n; i++) {
         for (; k < transfers && transfer[k].first == i; k++) {
            check("first access of a transfer", w.out.transfer[k].first, at);
            check("stores before a transfer", w.out.transfer[k].stores, stores);
         }
         at = check_access(&w, at, address[i], site[i], &stores);
      }
      check("accesses", w.out.count, at);
      all += at;
   }
   check("stores", w.all_stores, stores);
   check("loads", w.loads, all - stores);
   tsl_wide_free(&w);
   check("bytes that are still mapped", (uint64_t)mapped, 0);
}

int main(void)
{
   unsigned shift;
   for (shift = 0; shift < 7; shift++) {
      state = shift;
      check_words(shift);
   }
   return 0;
}
