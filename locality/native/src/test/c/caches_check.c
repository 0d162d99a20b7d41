/*--------------------------------------------------------------------*/
/*--- tslmap: simulated caches against naive ones.  caches_check.c ---*/
/*--------------------------------------------------------------------*/

/* Misses of sets and of fully associative caches equal those of plain LRU
   stacks, access by access in sum, for several shapes of streams and caches, for
   labels, contexts and threads. All streams come from fixed seeds. Built with
   AddressSanitizer and UBSan by the tests.

   usage: caches_check. Exit status 0: all holds; 1: what does not is printed. */

#include <string.h>

#include "check.h"
#include "tsl_caches.h"

static const tsl_env env = {map, unmap, fail, NULL};

static void check(const char *what, unsigned at, uint64_t found,
                  uint64_t expected)
{
   if (found == expected)
      return;
   printf("%s %u: found %llu, expected %llu\n", what, at,
          (unsigned long long)found, (unsigned long long)expected);
   exit(1);
}

/*--------------------------------------------------------------------*/
/*--- Naive caches                                                 ---*/
/*--------------------------------------------------------------------*/

enum { MOST_SETS = 512, MOST_WAYS = 512, LABELS = 7, CONTEXTS = 5, THREADS = 3 };

typedef struct {
   uint64_t line[MOST_SETS][MOST_WAYS]; /* latest first, + 1 */
} stacks;

static int naive_use(stacks *s, uint64_t set, uint32_t ways, uint64_t line)
{
   uint64_t *way = s->line[set];
   uint32_t i = 0;
   int missed;
   while (i < ways - 1 && way[i] != line + 1)
      i++;
   missed = way[i] != line + 1;
   for (; i > 0; i--)
      way[i] = way[i - 1];
   way[0] = line + 1;
   return missed;
}

static stacks sets[THREADS][TSL_CACHES], full[THREADS][TSL_CACHES];
static tsl_cache_misses of_label[THREADS][LABELS][TSL_CACHES];
static tsl_cache_misses of_context[CONTEXTS][TSL_CACHES];

static void naive_access(const tsl_cache_params *p, unsigned caches, unsigned t,
                         unsigned owner, uint64_t address, uint32_t bytes,
                         uint32_t label, uint32_t context)
{
   unsigned i;
   int goes_on = 0;
   for (i = 0; i < caches; i++) {
      const uint32_t lines = (uint32_t)p[i].sets * p[i].ways;
      tsl_cache_misses missed = {0, 0};
      uint64_t line = address >> p[i].line_shift;
      if (!p[i].begins && !goes_on)
         continue;
      for (; line <= (address + bytes - 1) >> p[i].line_shift; line++) {
         if (naive_use(&sets[owner][i], line % p[i].sets, p[i].ways, line))
            missed.misses = 1;
         if (naive_use(&full[owner][i], 0, lines, line))
            missed.full = 1;
      }
      of_label[t][label][i].misses += missed.misses;
      of_label[t][label][i].full += missed.full;
      of_context[context][i].misses += missed.misses;
      of_context[context][i].full += missed.full;
      goes_on = missed.misses != 0;
   }
}

/*--------------------------------------------------------------------*/
/*--- Streams                                                      ---*/
/*--------------------------------------------------------------------*/

enum { CALL = 1000 };

/* The next address of a stream of this shape. */
static uint64_t next_address(int shape, uint64_t i)
{
   switch (shape) {
   case 0: return 8 * i % 20000;               /* a sweep, again and again */
   case 1: return 4096 * (i % 24) + 8 * below(4); /* one set, many lines */
   case 2: return below(100000);
   case 3: return below(4) != 0 ? below(500) : 64 * below(3000);
   default: return 0x7ff000000000ull - 16 * (i % 40);
   }
}

static void check_stream(const tsl_cache_params *p, unsigned caches,
                         int is_shared, int shape)
{
   static const uint32_t size[LABELS] = {1, 8, 4, 16, 32, 64, 200};
   tsl_caches *c = tsl_caches_new(p, caches, is_shared, &env);
   unsigned call, i, t, g;
   memset(sets, 0, sizeof sets);
   memset(full, 0, sizeof full);
   memset(of_label, 0, sizeof of_label);
   memset(of_context, 0, sizeof of_context);
   tsl_caches_labels(c, size, 3);
   tsl_caches_labels(c, size + 3, LABELS - 3);
   for (call = 0; call < 12; call++) {
      static uint64_t address[CALL];
      static uint32_t label[CALL], context[CALL];
      t = call % THREADS;
      for (i = 0; i < CALL; i++) {
         address[i] = next_address(shape, call / THREADS * CALL + i);
         label[i] = (uint32_t)below(LABELS);
         context[i] = (uint32_t)below(CONTEXTS);
         naive_access(p, caches, t, is_shared ? 0 : t, address[i],
                      size[label[i]], label[i], context[i]);
      }
      tsl_caches_accesses(c, 10 + t, address, label, context, CALL);
   }
   for (t = 0; t < THREADS; t++)
      for (i = 0; i < LABELS; i++) {
         tsl_cache_misses found[TSL_CACHES];
         tsl_caches_of_label(c, 10 + t, i, found);
         for (g = 0; g < caches; g++) {
            check("misses of label", i, found[g].misses,
                  of_label[t][i][g].misses);
            check("fully associative misses of label", i, found[g].full,
                  of_label[t][i][g].full);
         }
      }
   for (i = 0; i < CONTEXTS; i++) {
      tsl_cache_misses found[TSL_CACHES];
      tsl_caches_of_context(c, i, found);
      for (g = 0; g < caches; g++) {
         check("misses of context", i, found[g].misses,
               of_context[i][g].misses);
         check("fully associative misses of context", i, found[g].full,
               of_context[i][g].full);
      }
   }
   tsl_caches_free(c);
   check("bytes that are still mapped", 0, (uint64_t)mapped, 0);
}

static void check_refusals(void)
{
   static const tsl_cache_params refused[] = {
      {0, 8, 6, 1}, {64, 0, 6, 1}, {1ull << 31, 2, 6, 1}, {64, 8, 6, 0}};
   unsigned i;
   for (i = 0; i < sizeof refused / sizeof *refused; i++)
      check("refused", i, tsl_caches_new(&refused[i], 1, 0, &env) == NULL, 1);
   check("none", 0, tsl_caches_new(refused, 0, 0, &env) == NULL, 1);
}

int main(void)
{
   /* Powers of two and others, one set, one way, and a TLB beside. */
   static const tsl_cache_params chain[][4] = {
      {{8, 2, 6, 1}, {16, 4, 6, 0}, {48, 5, 6, 0}, {4, 4, 12, 1}},
      {{1, 12, 6, 1}, {37, 1, 6, 0}, {3, 7, 12, 1}, {1, 1, 12, 0}},
      {{512, 1, 3, 1}, {1, 1, 0, 1}, {24, 16, 6, 1}, {100, 4, 6, 0}},
   };
   unsigned i;
   int shape;
   for (i = 0; i < sizeof chain / sizeof *chain; i++)
      for (shape = 0; shape < 5; shape++) {
         state = 7 * i + (unsigned)shape;
         check_stream(chain[i], 4, 0, shape);
         check_stream(chain[i], 4, 1, shape);
      }
   check_refusals();
   return 0;
}
