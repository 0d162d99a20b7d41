/*--------------------------------------------------------------------*/
/*--- tslmap: the engine against a naive reference. engine_check.c ---*/
/*--------------------------------------------------------------------*/

/* Runs random streams of many shapes, with random parameters, through an engine
   and through a reference that keeps a plain LRU stack and a plain window, and
   compares every counter. Built with AddressSanitizer and UBSan by the tests.

   usage: engine_check VARIANT SEED STREAMS
   VARIANT: auto, portable, avx2, avx512. Exit status 0: all equal; 1: a
   difference was found and printed; 2: usage; 3: no such processor. */

#include <string.h>

#include "check.h"
#include "tsl_engine.h"

/*--------------------------------------------------------------------*/
/*--- The reference                                                ---*/
/*--------------------------------------------------------------------*/

enum { THREADS = 3, SITES = 24, LENGTH = 12000, WINDOWS = LENGTH / 1024 + 1 };

typedef struct {
   uint64_t cold, reuse[TSL_REUSE_BINS], *strides;
} counts;

typedef struct {
   uint64_t stack[LENGTH], previous[64];
   size_t depth, known;
} naive_history;

static const char *const names[] = {"words", "lines", "pages"};
static naive_history histories[TSL_GRANULARITIES][THREADS];
static counts sites[TSL_GRANULARITIES][THREADS][SITES];
static counts windows[TSL_GRANULARITIES][WINDOWS];
static counts contexts[TSL_GRANULARITIES][SITES];
static uint64_t touched[TSL_GRANULARITIES][THREADS + 1][LENGTH];
static size_t footprint[TSL_GRANULARITIES][THREADS + 1];
static uint32_t site_number[SITES];

static void make_counts(counts *c, unsigned imax)
{
   memset(c, 0, sizeof *c);
   c->strides = calloc(imax + 1, sizeof(uint64_t));
}

static unsigned reuse_entry(uint64_t d)
{
   unsigned entry = 0;
   while (d >> entry)
      entry++;
   return entry;
}

static void naive_access(const tsl_params *p, int g, unsigned thread,
                         unsigned site, unsigned context, unsigned window,
                         uint64_t address)
{
   naive_history *h = &histories[g][p->history_process ? 0 : thread];
   const uint64_t w = address >> p->shift[g];
   counts *to[3] = {&sites[g][thread][site], &windows[g][window],
                    &contexts[g][context]};
   uint64_t stride = p->imax;
   size_t d, i;
   for (d = 0; d < h->depth && h->stack[d] != w; d++)
      ;
   for (i = 0; i < h->known && i < p->window; i++) {
      const uint64_t v = h->previous[i];
      const uint64_t s = v < w ? w - v : v - w;
      if (s < stride)
         stride = s;
   }
   for (i = 0; i < 3; i++) {
      if (d == h->depth)
         to[i]->cold++;
      else
         to[i]->reuse[reuse_entry(d)]++;
      to[i]->strides[stride]++;
   }
   if (d == h->depth)
      h->depth++;
   memmove(h->stack + 1, h->stack, d * sizeof w);
   h->stack[0] = w;
   memmove(h->previous + 1, h->previous, 63 * sizeof w);
   h->previous[0] = w;
   if (h->known < 64)
      h->known++;
   for (i = 0; i < 2; i++) {
      const unsigned of = i ? THREADS : thread;
      for (d = 0; d < footprint[g][of] && touched[g][of][d] != w; d++)
         ;
      touched[g][of][d] = w;
      footprint[g][of] += d == footprint[g][of];
   }
}

/*--------------------------------------------------------------------*/
/*--- Streams                                                      ---*/
/*--------------------------------------------------------------------*/

static uint64_t addresses[LENGTH];

static uint64_t around_power_of_two(unsigned least, unsigned most)
{
   return (1ull << (least + below(most - least + 1))) + below(3) - 1;
}

static const char *make_stream(void)
{
   static const uint64_t bases[] = {0x400000, 0x10000000, 0x555555554000,
                                    0x7f0000000000, 0x7ffffffff000};
   const uint64_t base = bases[below(5)], size = around_power_of_two(1, 11);
   const unsigned kind = (unsigned)below(10);
   const uint64_t step = kind == 1 ? 8 * around_power_of_two(0, 12) : 8;
   uint64_t at = 0;
   size_t i;
   for (i = 0; i < LENGTH; i++) {
      uint64_t w = 0;
      switch (kind) {
      case 0: /* cyclic sweep */
         w = i % size * 8 + base;
         break;
      case 1: /* strided sweep */
         w = i % size * step + base;
         break;
      case 2: /* uniform */
         w = below(size) * 8 + base;
         break;
      case 3: /* many small, few large: Zipf-like */
         w = (below(size) >> below(12)) * 8 + base;
         break;
      case 4: /* the whole 47-bit space */
         w = next_random() >> 17;
         if (i % 3 && i > 99)
            w = addresses[i - 1 - below(99)];
         break;
      case 5: /* stack and stream */
         w = i % 2 ? 0x7ffffffde000 - below(16) * 8 : base + (at += 8);
         break;
      case 6: /* sparse pages */
         w = base + below(size) * 4096 + below(2) * 8;
         break;
      case 7: /* all 64 bits, both ends */
         w = below(2) ? below(4096) : ~below(4096);
         break;
      case 8: /* back and forth: every distance up to size */
         w = i / size % 2 ? size - 1 - i % size : i % size;
         w = w * 8 + base;
         break;
      default: /* regions that come and go, and neighbours of a region's end */
         w = bases[(i / 200 + below(2)) % 5] + (below(8) << (29 + below(4)))
             + below(64) * 8;
      }
      addresses[i] = w;
   }
   return (const char *[]){"cyclic", "strided", "uniform",
                           "zipf",   "47-bit",  "stack and stream",
                           "sparse", "64-bit",  "back and forth",
                           "regions"}[kind];
}

static tsl_params make_params(void)
{
   tsl_params p;
   unsigned *const shift = p.shift;
   p.granularities = 2 + (unsigned)below(2);
   shift[TSL_WORD] = (unsigned)below(4);
   shift[TSL_LINE] = shift[TSL_WORD] + (unsigned)below(13 - shift[TSL_WORD]);
   shift[TSL_PAGE] = shift[TSL_LINE] + (unsigned)below(31 - shift[TSL_LINE]);
   if (below(2)) {
      shift[TSL_WORD] = 3;
      shift[TSL_LINE] = 6;
      shift[TSL_PAGE] = below(2) ? 12 : 6 + (unsigned)below(8);
   }
   p.window = below(2) ? 32 : 1 + (unsigned)below(64);
   p.imax = below(2) ? 1024 : 2 + (unsigned)below(200);
   p.history_process = below(4) == 0;
   p.time_window = 1024 + below(2) * below(9000);
   return p;
}

/*--------------------------------------------------------------------*/
/*--- Comparing                                                    ---*/
/*--------------------------------------------------------------------*/

static int errors;

static void compare_number(const char *what, uint64_t found, uint64_t expected)
{
   if (found != expected && errors++ < 20)
      printf("%s: expected %llu, found %llu\n", what,
             (unsigned long long)expected, (unsigned long long)found);
}

static void compare(const char *what, unsigned index, const tsl_params *p,
                    const tsl_histogram *h, const counts *c)
{
   uint64_t accesses = 0;
   char text[100];
   unsigned i;
   snprintf(text, sizeof text, "%s %u cold", what, index);
   compare_number(text, h->cold, c->cold);
   for (i = 0; i < TSL_REUSE_BINS; i++) {
      snprintf(text, sizeof text, "%s %u reuse[%u]", what, index, i);
      compare_number(text, h->reuse[i], c->reuse[i]);
   }
   for (i = 0; i <= p->imax; i++) {
      snprintf(text, sizeof text, "%s %u stride %u", what, index, i);
      compare_number(text, h->strides[i], c->strides[i]);
      accesses += c->strides[i];
   }
   snprintf(text, sizeof text, "%s %u accesses", what, index);
   compare_number(text, h->accesses, accesses);
}

/*--------------------------------------------------------------------*/
/*--- Records                                                      ---*/
/*--------------------------------------------------------------------*/

enum { NUMBERS = 1024 }; /* above all site numbers */

static uint64_t changed[THREADS][NUMBERS], *record;
static size_t record_capacity;

static unsigned label_of(uint32_t number)
{
   unsigned s = 0;
   while (s < SITES && site_number[s] != number)
      s++;
   if (s == SITES) {
      printf("a record of site %u, which there is not\n", number);
      exit(1);
   }
   return s;
}

static const uint64_t *add_pairs(const uint64_t *pair, uint64_t n,
                                 tsl_histogram *h)
{
   for (; n > 0; n--, pair += 2) {
      if (pair[0] == 0)
         h->cold += pair[1];
      else if (pair[0] <= TSL_REUSE_BINS)
         h->reuse[pair[0] - 1] += pair[1];
      else {
         h->strides[pair[0] - 1 - TSL_REUSE_BINS] += pair[1];
         h->accesses += pair[1];
      }
   }
   return pair;
}

static void compare_records(tsl_engine *e, const tsl_params *p, size_t thread,
                            int of_contexts, tsl_histogram *h)
{
   const uint32_t id = tsl_engine_thread_id(e, thread) / 1000;
   uint32_t from = 0;
   while (from != TSL_NO_SITE) {
      const size_t used =
         of_contexts
            ? tsl_engine_read_contexts(e, &from, record, record_capacity)
            : tsl_engine_read_sites(e, thread, &from, record, record_capacity);
      const uint64_t *at = record;
      while (at < record + used) {
         const unsigned s = label_of((uint32_t)at[0]);
         const uint64_t *pairs = at + 1;
         unsigned g;
         at += 1 + p->granularities;
         for (g = 0; g < p->granularities; g++) {
            tsl_histogram_clear(h, p);
            at = add_pairs(at, pairs[g], h);
            compare(of_contexts ? "context" : "record", s, p, h,
                    of_contexts ? &contexts[g][s] : &sites[g][id][s]);
         }
      }
   }
}

/* Adds up the accesses of what was added to each site. */
static void read_changes(tsl_engine *e)
{
   size_t t;
   for (t = 0; t < tsl_engine_threads(e); t++) {
      uint64_t *sum = changed[tsl_engine_thread_id(e, t) / 1000];
      const size_t capacity = TSL_CHANGE_SIZE * (1 + below(20));
      size_t used, at;
      while ((used = tsl_engine_read_changes(e, t, record, capacity)) > 0)
         for (at = 0; at < used; at += TSL_CHANGE_SIZE)
            sum[record[at]] += record[at + 1];
   }
}

static void compare_changes(tsl_engine *e, const tsl_params *p, int tracked)
{
   unsigned t, s, i;
   if (!tracked)
      tsl_engine_track(e, 23);
   read_changes(e);
   for (t = 0; t < THREADS; t++)
      for (s = 0; s < SITES; s++) {
         uint64_t accesses = 0;
         for (i = 0; i <= p->imax; i++)
            accesses += sites[0][t][s].strides[i];
         compare_number("changes", changed[t][site_number[s]], accesses);
      }
}

static void compare_all(tsl_engine *e, const tsl_params *p, int tracked)
{
   tsl_histogram h, total;
   char what[100];
   size_t i;
   unsigned g;
   h.strides = calloc(p->imax + 1, sizeof(uint64_t));
   total.strides = calloc(p->imax + 1, sizeof(uint64_t));
   for (g = 0; g < p->granularities; g++) {
      counts all;
      size_t t;
      unsigned i, s, seen = 0;
      make_counts(&all, p->imax);
      for (t = 0; t < tsl_engine_threads(e); t++) {
         const uint32_t thread = tsl_engine_thread_id(e, t) / 1000;
         for (s = 0; s < SITES; s++) {
            tsl_histogram_clear(&h, p);
            tsl_engine_site(e, t, site_number[s], g, &h);
            snprintf(what, sizeof what, "%s, site", names[g]);
            compare(what, s, p, &h, &sites[g][thread][s]);
            all.cold += h.cold;
            for (i = 0; i < TSL_REUSE_BINS; i++)
               all.reuse[i] += h.reuse[i];
            for (i = 0; i <= p->imax; i++)
               all.strides[i] += h.strides[i];
         }
         for (s = 0; (s = tsl_engine_next_site(e, t, s)) != TSL_NO_SITE; s++)
            seen++;
         snprintf(what, sizeof what, "%s of a thread", names[g]);
         compare_number(what, tsl_engine_footprint(e, t, g),
                        footprint[g][thread]);
      }
      if (g == 0) {
         unsigned used = 0;
         for (t = 0; t < THREADS; t++)
            for (s = 0; s < SITES; s++)
               for (i = 0; i <= p->imax; i++)
                  if (sites[0][t][s].strides[i] != 0) {
                     used++;
                     break;
                  }
         compare_number("sites", seen, used);
      }
      tsl_histogram_clear(&total, p);
      tsl_engine_total(e, g, &total);
      compare("total", 0, p, &total, &all);
      compare_number("footprint", tsl_engine_process_footprint(e, g),
                     footprint[g][THREADS]);
      compare_number("windows", tsl_engine_windows(e),
                     (LENGTH + p->time_window - 1) / p->time_window);
      for (i = 0; i < tsl_engine_windows(e); i++) {
         tsl_histogram_clear(&h, p);
         tsl_engine_window(e, i, g, &h);
         snprintf(what, sizeof what, "%s, window", names[g]);
         compare(what, i, p, &h, &windows[g][i]);
      }
      free(all.strides);
   }
   for (i = 0; i < tsl_engine_threads(e); i++)
      compare_records(e, p, i, 0, &h);
   compare_records(e, p, 0, 1, &h);
   compare_changes(e, p, tracked);
   free(h.strides);
   free(total.strides);
}

static void check_stream(tsl_variant variant)
{
   const tsl_env env = {map, unmap, fail, NULL};
   const uint64_t seed = state;
   const char *kind = make_stream();
   const tsl_params p = make_params();
   const unsigned threads = below(3) ? 1 : THREADS;
   const int polled = below(2) == 0;
   int tracked = 0;
   tsl_tuning tuning = {0, 0, 0};
   tsl_engine *e = tsl_engine_new(&p, &env, variant);
   unsigned thread = 0, g, i, s;
   size_t at, n;

   memset(histories, 0, sizeof histories);
   memset(footprint, 0, sizeof footprint);
   memset(changed, 0, sizeof changed);
   record_capacity =
      TSL_RECORD_CAPACITY(p.granularities, p.imax) + below(3) * below(20000);
   record = malloc(record_capacity * sizeof *record);
   for (g = 0; g < p.granularities; g++) {
      for (i = 0; i < THREADS; i++)
         for (s = 0; s < SITES; s++)
            make_counts(&sites[g][i][s], p.imax);
      for (i = 0; i < WINDOWS; i++)
         make_counts(&windows[g][i], p.imax);
      for (s = 0; s < SITES; s++)
         make_counts(&contexts[g][s], p.imax);
   }
   for (s = 0; s < SITES; s++)
      site_number[s] = s * (s + 1) + (uint32_t)below(s + 1) * 2;
   if (below(4)) {
      tuning.axis_min = 128 + (unsigned)below(500);
      tuning.axis_spare = 1 + (unsigned)below(20);
      tuning.batch = 1 + (unsigned)below(256);
   }
   tsl_engine_tune(e, &tuning);
   for (at = 0; at < LENGTH; at += n) {
      uint32_t numbers[LENGTH], labels[LENGTH];
      n = 1 + below(below(3) ? 1000 : 5);
      if (n > LENGTH - at)
         n = LENGTH - at;
      thread = (unsigned)below(threads);
      for (i = 0; i < n; i++) {
         const unsigned site = (unsigned)(below(SITES) >> below(6));
         const unsigned context = (unsigned)(below(SITES) >> below(6));
         numbers[i] = site_number[site];
         labels[i] = site_number[context];
         for (g = 0; g < p.granularities; g++)
            naive_access(&p, (int)g, thread, site, context,
                         (unsigned)((at + i) / p.time_window),
                         addresses[at + i]);
      }
      tsl_engine_accesses_in(e, thread * 1000, addresses + at, numbers, labels,
                             n);
      if (polled && below(8) == 0) {
         if (!tracked)
            tsl_engine_track(e, 8);
         tracked = 1;
         read_changes(e);
      }
   }
   compare_number("accesses", tsl_engine_count(e), LENGTH);
   compare_all(e, &p, tracked);
   free(record);
   compare_number("bytes", tsl_engine_bytes(e), (uint64_t)mapped);
   tsl_engine_free(e);
   compare_number("bytes left after freeing", (uint64_t)mapped, 0);
   for (g = 0; g < p.granularities; g++) {
      for (i = 0; i < THREADS; i++)
         for (s = 0; s < SITES; s++)
            free(sites[g][i][s].strides);
      for (i = 0; i < WINDOWS; i++)
         free(windows[g][i].strides);
      for (s = 0; s < SITES; s++)
         free(contexts[g][s].strides);
   }
   if (errors > 0) {
      printf(
         "stream '%s', seed %llu: word %u line %u page %u of %u window %u imax "
         "%u "
         "process %d time window %llu threads %u axis %u spare %u batch %u\n",
         kind, (unsigned long long)seed, 1u << p.shift[TSL_WORD],
         1u << p.shift[TSL_LINE], 1u << p.shift[TSL_PAGE], p.granularities,
         p.window, p.imax, p.history_process, p.time_window, threads,
         tuning.axis_min, tuning.axis_spare, tuning.batch);
      exit(1);
   }
}

int main(int argc, char **argv)
{
   static const char *const variants[] = {"auto", "portable", "avx2", "avx512"};
   unsigned variant = 0;
   long i, streams;
   if (argc != 4) {
      fprintf(stderr, "usage: engine_check VARIANT SEED STREAMS\n");
      return 2;
   }
   while (variant < 4 && strcmp(argv[1], variants[variant]) != 0)
      variant++;
   if (variant == 4) {
      fprintf(stderr, "engine_check: no variant %s\n", argv[1]);
      return 2;
   }
   if (!tsl_variant_available(variant)) {
      fprintf(stderr, "engine_check: this processor has no %s\n", argv[1]);
      return 3;
   }
   state = strtoull(argv[2], NULL, 0);
   streams = strtol(argv[3], NULL, 0);
   for (i = 0; i < streams; i++)
      check_stream(variant);
   printf("%ld streams equal, %s\n", streams, argv[1]);
   return 0;
}
