/*--------------------------------------------------------------------*/
/*--- tslmap: the probe against a naive one.         probe_check.c ---*/
/*--------------------------------------------------------------------*/

/* probe_check SEED PATTERNS: runs random patterns of every kind and compares
   what the probe did to each word of memory with a loop that knows only the
   starts. Built with ASan and UBSan. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_index.h"
#include "tsl_probe.h"

#define WORDS_MAX ((size_t)1 << 12)

static uint64_t random_state;

static uint64_t below(uint64_t n)
{
   random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
   return (random_state >> 33) % n;
}

static void fail(const char *what, const tsl_run *run, uint64_t words)
{
   fprintf(stderr,
           "%s: M %" PRIu64 ", L %zu, stride %zu, alpha %g, operation %d, "
           "dependent %d, %zu visits, %" PRIu64 " blocks, seed %" PRIu64 "\n",
           what, words, run->length, run->stride, run->alpha,
           (int)run->operation, run->dependent, run->visits, run->blocks,
           run->seed);
   exit(1);
}

static tsl_run random_run(uint64_t words)
{
   static const double alphas[] = {1, 0.5, 0.1, 0.01, 0.001};
   tsl_run run = {1, 1, alphas[below(5)], (tsl_operation)below(3), 0, 0, 0, 0,
                  0};
   size_t step;
   do {
      run.length = 1 + below(40);
      run.stride = 1 + below(9);
      step = run.length * run.stride;
   } while (step > words || words % step != 0);
   run.dependent = run.operation != TSL_WRITE && below(2);
   run.visits = 1 + below(100);
   run.blocks = 1 + below(4);
   run.warm = below(2) * below(2 * words);
   run.seed = below(1000000);
   return run;
}

/* How often the run visits each word, the first, untimed block included, and
   whether its last block does. */
static void count(const tsl_run *run, uint64_t words, uint64_t *counts,
                  unsigned char *last)
{
   static uint64_t starts[TSL_STARTS_MAX];
   const size_t step = run->length * run->stride;
   tsl_index index;
   uint64_t b;
   size_t i, j;
   memset(counts, 0, words * sizeof(uint64_t));
   memset(last, 0, words);
   tsl_index_init(&index, words / step, step, run->alpha, run->seed);
   for (b = 0; b <= run->blocks; b++) {
      tsl_index_fill(&index, starts, run->visits);
      for (i = 0; i < run->visits; i++)
         for (j = 0; j < run->length; j++) {
            counts[starts[i] + j * run->stride]++;
            last[starts[i] + j * run->stride] |= b > 0;
         }
   }
}

/* What the probe should have done to a word it held `before`. */
static void compare(const tsl_run *run, uint64_t words, const uint64_t *before,
                    const uint64_t *after)
{
   static uint64_t counts[WORDS_MAX];
   static unsigned char last[WORDS_MAX];
   const uint64_t stamp = (uint64_t)1 << 41;
   uint64_t i;
   count(run, words, counts, last);
   for (i = 0; i < words; i++) {
      if (run->operation == TSL_READ && after[i] != i)
         fail("a read changed memory", run, words);
      if (run->operation == TSL_UPDATE && after[i] != before[i] + counts[i])
         fail("wrong number of updates", run, words);
      if (run->operation == TSL_WRITE) {
         const int swept = i < run->warm && i % 8 == 0;
         if ((counts[i] > 0) != (after[i] > stamp))
            fail("stored where it should not, or not where it should", run,
                 words);
         if (counts[i] == 0 && after[i] != before[i] && !swept)
            fail("stored outside of visits", run, words);
      }
   }
}

static void check_pattern(void)
{
   static uint64_t before[WORDS_MAX];
   static const uint64_t sizes[] = {1, 24, 360, 1024, 4096, 2520};
   const uint64_t words = sizes[below(6)];
   const tsl_run run = random_run(words);
   char error[TSL_ERROR_CAPACITY] = "";
   tsl_time time;
   tsl_probe *p = tsl_probe_open(words, 1, (int)below(2), (int)below(2), error);
   uint64_t i;
   if (p == NULL)
      fail(error, &run, words);
   for (i = 0; i < words; i++)
      before[i] = i;
   if (!tsl_probe_run(p, &run, &time, error) || !tsl_probe_verify(p, error))
      fail(error, &run, words);
   compare(&run, words, before, tsl_probe_memory(p, 0));
   tsl_probe_close(p);
}

/* A word that changes behind the probe's back is noticed. */
static void check_notices(void)
{
   const tsl_run update = {8, 1, 1, TSL_UPDATE, 0, 64, 1, 0, 7};
   const tsl_run read = {64, 1, 1, TSL_READ, 0, 1, 1, 0, 7};
   char error[TSL_ERROR_CAPACITY] = "";
   tsl_time time;
   tsl_probe *p = tsl_probe_open(64, 1, 0, 0, error);
   if (p == NULL || !tsl_probe_run(p, &read, &time, error))
      fail(error, &read, 64);
   tsl_probe_memory(p, 0)[5]++;
   if (tsl_probe_run(p, &read, &time, error))
      fail("a wrong sum was not noticed", &read, 64);
   tsl_probe_close(p);
   p = tsl_probe_open(64, 1, 0, 0, error);
   if (p == NULL || !tsl_probe_run(p, &update, &time, error))
      fail(error, &update, 64);
   tsl_probe_memory(p, 0)[5]--;
   if (tsl_probe_verify(p, error))
      fail("a lost update was not noticed", &update, 64);
   tsl_probe_close(p);
}

/* Threads with memory of their own, and with one for all. */
static void check_threads(void)
{
   const tsl_run run = {3, 2, 0.1, TSL_UPDATE, 0, 50, 20, 0, 3};
   char error[TSL_ERROR_CAPACITY] = "";
   tsl_time times[2];
   int shared;
   for (shared = 0; shared < 2 && tsl_processors() > 1; shared++) {
      tsl_probe *p = tsl_probe_open(4080, 2, shared, 0, error);
      if (p == NULL || !tsl_probe_run(p, &run, times, error) ||
          !tsl_probe_verify(p, error))
         fail(error, &run, 4080);
      tsl_probe_close(p);
   }
}

int main(int arguments, char **argument)
{
   int i, n;
   if (arguments != 3)
      return 2;
   random_state = strtoull(argument[1], NULL, 10);
   n = atoi(argument[2]);
   for (i = 0; i < n; i++)
      check_pattern();
   check_notices();
   check_threads();
   printf("%d patterns as demanded\n", n);
   return 0;
}
