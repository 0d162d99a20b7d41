/*--------------------------------------------------------------------*/
/*--- tslmap: how fast the engine is.             locality_bench.c ---*/
/*--------------------------------------------------------------------*/

/* Runs the engine and the baseline over traces, in turn, and prints medians in
   ns per access, and bytes per distinct word. Every run's histogram is compared
   with the baseline's.

   usage: locality_bench [-n MILLIONS] [-r RUNS] [-v VARIANT] [-b] [TRACE...]
   -b: without the baseline. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "tsl_engine.h"

#define CALL 4096 /* accesses per call of the engine */
#define MOST_RUNS 99

/* Processor time, so that other programs disturb less. */
static double now_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* As the JNI library does it: large pieces where huge pages can go. */
static void *map(void *ctx, size_t bytes)
{
   const size_t huge = (size_t)2 << 20, extra = bytes >= huge ? huge : 0;
   char *p = mmap(NULL, bytes + extra, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   (void)ctx;
   if (p == MAP_FAILED) {
      perror("mmap");
      exit(1);
   }
   if (extra != 0) {
      const size_t before = (huge - (size_t)p % huge) % huge;
      munmap(p, before == 0 ? 0 : before);
      munmap(p + before + bytes, extra - before);
      p += before;
      madvise(p, bytes, MADV_HUGEPAGE);
   }
   return p;
}

static void unmap(void *ctx, void *p, size_t bytes)
{
   (void)ctx;
   munmap(p, bytes);
}

static void fail(void *ctx, const char *message)
{
   (void)ctx;
   fprintf(stderr, "locality_bench: %s\n", message);
   exit(1);
}

enum {
   TEMPORAL = TSL_TEMPORAL(TSL_WORD),
   SPATIAL = TSL_SPATIAL(TSL_WORD),
   BOTH_TEMPORAL = TEMPORAL | TSL_TEMPORAL(TSL_LINE),
   ALL = TSL_PARTS(2),
   PAGES = TSL_PARTS(3)
};
enum { CONTEXTS = 1 << 16, CHANGES = 1 << 17 };

static const unsigned measured[] = {TEMPORAL, SPATIAL, BOTH_TEMPORAL, ALL,
                                    PAGES, ALL | CONTEXTS, ALL | CHANGES};
#define MEASURED 7

/* Contexts of a call of the engine: one of 100 for each 24 accesses. */
static void make_contexts(uint32_t *context, size_t from, size_t n)
{
   size_t i;
   for (i = 0; i < n; i++)
      context[i] = (uint32_t)((from + i) / 24 * 2654435761u) % 100;
}

typedef struct {
   tsl_histogram word;
   uint64_t bytes, words;
} outcome;

/* Reads what was added to sites; gives how many there were. */
static uint64_t read_changes(tsl_engine *e)
{
   static uint64_t records[1 << 15];
   uint64_t sites = 0;
   size_t used;
   while ((used = tsl_engine_read_changes(e, 0, records, 1 << 15)) > 0)
      sites += used / TSL_CHANGE_SIZE;
   return sites;
}

/* One run; ns per access. */
static double run(const trace *t, tsl_variant variant, unsigned what,
                  outcome *o)
{
   static uint32_t contexts[16 * CALL];
   const unsigned parts = what & PAGES;
   const tsl_params p = {parts == PAGES ? 3 : 2, {3, 6, 12}, 32, 1024, 0, 1 << 20};
   const tsl_env env = {map, unmap, fail, NULL};
   double start, ns;
   tsl_engine *e = tsl_engine_new(&p, &env, variant);
   size_t i;
   if (e == NULL) {
      fprintf(stderr, "locality_bench: this processor lacks that variant\n");
      exit(1);
   }
   if (parts != TSL_PARTS(p.granularities))
      tsl_engine_parts(e, parts);
   make_contexts(contexts, 0, 16 * CALL);
   start = now_ns();
   if (what & CHANGES)
      tsl_engine_track(e, 23);
   for (i = 0; i < t->n; i += CALL) {
      tsl_engine_accesses_in(
         e, 1, t->addr + i, t->site + i,
         what & CONTEXTS ? contexts + i % (16 * CALL) : NULL,
         t->n - i < CALL ? t->n - i : CALL);
      if (what & CHANGES && i % (1 << 20) == 0)
         read_changes(e);
   }
   ns = (now_ns() - start) / (double)t->n;
   tsl_histogram_clear(&o->word, &p);
   tsl_engine_total(e, TSL_WORD, &o->word);
   o->bytes = tsl_engine_bytes(e);
   o->words = tsl_engine_footprint(e, 0, TSL_WORD);
   tsl_engine_free(e);
   return ns;
}

/* How long it takes to read changes after windows of 2^20 accesses, when 2000
   sites of 100 000 are in use. */
static void measure_reading(tsl_variant variant)
{
   enum { WINDOW = 1 << 20, WINDOWS = 16, USED = 2000, KNOWN = 100000 };
   static uint64_t addr[CALL];
   static uint32_t site[CALL];
   const tsl_params p = {2, {3, 6, 0}, 32, 1024, 0, 1 << 20};
   const tsl_env env = {map, unmap, fail, NULL};
   tsl_engine *e = tsl_engine_new(&p, &env, variant);
   double sum = 0, most = 0;
   uint64_t state = 1, visited = 0;
   unsigned w, i, k;
   tsl_engine_track(e, 23);
   for (w = 0; w <= WINDOWS; w++) {
      double ns;
      uint64_t sites;
      for (k = 0; k < WINDOW; k += CALL) {
         for (i = 0; i < CALL; i++) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            site[i] = w * 5000 + (uint32_t)(state >> 33) % (w ? USED : KNOWN);
            addr[i] = (uint64_t)(w * WINDOW + k + i) * 64
                      + (state >> 40) % 2000 * 8;
         }
         tsl_engine_accesses(e, 1, addr, site, CALL);
      }
      ns = now_ns();
      sites = read_changes(e);
      ns = now_ns() - ns;
      if (w == 0)
         continue; /* all sites */
      visited += sites;
      sum += ns;
      most = ns > most ? ns : most;
   }
   printf("reading changes of %.0f sites in use of %d: %.3f ms, at most %.3f "
          "ms\n",
          (double)visited / WINDOWS, KNOWN, sum / WINDOWS / 1e6, most / 1e6);
   tsl_engine_free(e);
}

static int by_size(const void *a, const void *b)
{
   const double x = *(const double *)a, y = *(const double *)b;
   return x < y ? -1 : x > y;
}

static double median(double *values, int n)
{
   qsort(values, (size_t)n, sizeof *values, by_size);
   return values[n / 2];
}

static void check(const trace *t, const outcome *o, uint64_t cold,
                  const uint64_t *reuse)
{
   if (o->word.cold != cold
       || memcmp(o->word.reuse, reuse, sizeof o->word.reuse) != 0) {
      fprintf(stderr, "locality_bench: wrong histogram on %s\n", t->name);
      exit(1);
   }
}

static void measure(const trace *t, tsl_variant variant, int runs,
                    int with_baseline)
{
   static uint64_t strides[1025];
   double ns[MEASURED][MOST_RUNS], baseline[MOST_RUNS], medians[MEASURED];
   uint64_t reuse[48], cold = 0;
   outcome o;
   int r, m;
   o.word.strides = strides;
   for (r = 0; r < runs; r++) {
      if (with_baseline) {
         const double start = now_ns();
         cold = baseline_reuse(t, reuse);
         baseline[r] = (now_ns() - start) / (double)t->n;
      }
      for (m = 0; m < MEASURED; m++) {
         ns[m][r] = run(t, variant, measured[m], &o);
         if (with_baseline && (measured[m] & TEMPORAL))
            check(t, &o, cold, reuse);
      }
   }
   for (m = 0; m < MEASURED; m++)
      medians[m] = median(ns[m], runs);
   printf("%-13s", t->name);
   for (m = 0; m < MEASURED; m++)
      printf(" %9.1f", medians[m]);
   if (with_baseline) {
      const double b = median(baseline, runs);
      printf(" %9.1f %6.1fx", b, b / medians[0]);
   }
   printf(" %10.2f %8.2f M\n", (double)o.bytes / (double)o.words,
          (double)o.words / 1e6);
   fflush(stdout);
}

static int wanted(const char *name, int argc, char **argv)
{
   int i;
   for (i = 0; i < argc; i++)
      if (strncmp(name, argv[i], strlen(argv[i])) == 0)
         return 1;
   return argc == 0;
}

int main(int argc, char **argv)
{
   static const char *const variants[] = {"auto", "portable", "avx2", "avx512"};
   unsigned variant = 0, i;
   int runs = 5, with_baseline = 1, option;
   double millions = 12;
   while ((option = getopt(argc, argv, "n:r:v:b")) != -1) {
      switch (option) {
      case 'n':
         millions = atof(optarg);
         break;
      case 'r':
         runs = atoi(optarg);
         break;
      case 'v':
         for (variant = 0; variant < 4; variant++)
            if (strcmp(variants[variant], optarg) == 0)
               break;
         break;
      case 'b':
         with_baseline = 0;
         break;
      default:
         return 2;
      }
   }
   if (variant > 3 || runs < 1 || runs > MOST_RUNS || millions <= 0) {
      fprintf(stderr, "usage: locality_bench [-n MILLIONS] [-r RUNS 1..99] "
                      "[-v auto|portable|avx2|avx512] [-b] [TRACE...]\n");
      return 2;
   }
   printf("ns per access, medians of %d interleaved runs over %.0f million "
          "accesses, %s\n",
          runs, millions, variants[variant]);
   printf("%-13s %9s %9s %9s %9s %9s %9s %9s", "trace", "temporal", "spatial",
          "temporal", "all", "all, with", "all, with", "all, with");
   printf(with_baseline ? " %9s %7s %10s %10s\n" : "%.0s%.0s %10s %10s\n",
          "hash+tree", "ratio", "bytes per", "distinct");
   printf("%-13s %9s %9s %9s %9s %9s %9s %9s", "", "word", "word", "word+line",
          "four", "pages", "contexts", "changes");
   printf(with_baseline ? " %9s %7s %10s %10s\n" : "%.0s%.0s %10s %10s\n",
          "word", "", "word", "words");
   for (i = 0; i < TRACES; i++) {
      trace t;
      if (!wanted(trace_name(i), argc - optind, argv + optind))
         continue;
      trace_make(&t, i, (size_t)(millions * 1e6));
      measure(&t, variant, runs, with_baseline);
      trace_free(&t);
   }
   if (wanted("reading", argc - optind, argv + optind))
      measure_reading(variant);
   return 0;
}
