/*--------------------------------------------------------------------*/
/*--- tslmap: sampling against the exact engine.    sample_check.c ---*/
/*--------------------------------------------------------------------*/

/* Distances of short streams equal those of a plain LRU stack. Estimated counts
   of a label sum up to its accesses. On streams of several shapes, scores are as
   near to the exact engine's as the project promises, and intervals hold the
   exact ones. All streams come from fixed seeds, so a result never varies. Built
   with AddressSanitizer and UBSan by the tests.

   usage: sample_check. Exit status 0: all holds; 1: what does not is printed. */

#include <string.h>

#include "check.h"
#include "tsl_distances.h"
#include "tsl_engine.h"
#include "tsl_sample.h"
#include "tsl_score.h"

static const tsl_env env = {map, unmap, fail, NULL};

/* Any access may be a first touch. */
static const uint64_t any[2] = {~0ull, ~0ull};

static void check(int holds, const char *what, double found, double expected)
{
   if (holds)
      return;
   printf("%s: found %.6f, expected %.6f\n", what, found, expected);
   exit(1);
}

/*--------------------------------------------------------------------*/
/*--- Distances                                                    ---*/
/*--------------------------------------------------------------------*/

enum { STREAM = 20000 };

static uint64_t stack[STREAM], last_time[STREAM];
static size_t depth;

/* The distance by a plain LRU stack; *ago as tsl_distances_access gives it. */
static uint32_t naive_distance(uint64_t item, uint64_t when, uint64_t *ago)
{
   size_t i = 0, at;
   while (i < depth && stack[i] != item)
      i++;
   at = i;
   *ago = at == depth ? 0 : when - last_time[at];
   if (at == depth)
      depth++;
   for (; i > 0; i--) {
      stack[i] = stack[i - 1];
      last_time[i] = last_time[i - 1];
   }
   stack[0] = item;
   last_time[0] = when;
   return at + 1 == depth && *ago == 0 ? TSL_NEVER : (uint32_t)at;
}

static void check_distances(uint32_t near, uint64_t items)
{
   tsl_memory memory = {env, 0};
   tsl_distances d;
   uint64_t when = 0, base = next_random() >> 8;
   int i;
   depth = 0;
   tsl_distances_init(&d, &memory, 9, near);
   for (i = 0; i < STREAM; i++) {
      const uint64_t item = base + (below(4) == 0 ? below(items) : below(8));
      uint64_t ago = 0, naive_ago;
      uint32_t naive, found;
      when += 1 + below(3);
      naive = naive_distance(item, when, &naive_ago);
      found = tsl_distances_access(&d, item, when, &ago);
      check(ago == naive_ago, "time since the last access", (double)ago,
            (double)naive_ago);
      if (naive == TSL_NEVER || near == 0)
         check(found == naive, "distance", found, naive);
      else if (ago <= near)
         check(found == 0, "distance of a near access", found, 0);
      else
         check(found <= naive + near / 8 && found + near / 8 >= naive,
               "distance of a far access", found, naive);
   }
   check(d.live == depth, "items", d.live, (double)depth);
   tsl_distances_free(&d);
   check(mapped == 0, "bytes left", (double)mapped, 0);
}

/*--------------------------------------------------------------------*/
/*--- Estimates                                                    ---*/
/*--------------------------------------------------------------------*/

enum { LENGTH = 2000000, PERIOD = 1 << 16, SITES = 16, LOG2_N = 23 };

static uint64_t address[LENGTH];
static uint32_t site[LENGTH];

/* Several arrays and a stack, in loops that differ from phase to phase. */
static void make_stream(unsigned shape)
{
   const uint64_t heap = 0x4000000 + below(1 << 20) * 8;
   const uint64_t words = (uint64_t)(1000 + below(3000)) << (3 * (shape % 3));
   size_t i = 0, k = 0;
   while (i < LENGTH) {
      const unsigned phase = (unsigned)(i * 4 / LENGTH);
      uint64_t a;
      uint32_t s;
      if (k % 5 == 4) {
         a = 0x1FFE000000 - 8 * below(40);
         s = 15;
      } else if (shape == 0 || (shape == 3 && phase % 2 == 0)) {
         a = heap + 8 * (k % words);
         s = (uint32_t)(k % 3);
      } else if (shape == 1) {
         a = heap + 8 * below(words);
         s = 3 + (uint32_t)below(2);
      } else {
         const uint64_t row = k / 3 % words;
         a = heap + 8 * (k % 3 == 0 ? row : k % 3 == 1 ? row * 17 % words
                                                       : words + row / 4);
         s = 5 + 3 * phase % 2 + (uint32_t)(k % 3);
      }
      address[i] = a;
      site[i++] = s;
      k++;
   }
}

static void sum_histogram(const tsl_histogram *h, double *temporal,
                          double *spatial)
{
   *temporal += tsl_temporal(h, LOG2_N) * (double)h->accesses;
   *spatial += tsl_spatial(h, 1024) * (double)h->accesses;
}

static unsigned intervals, held;

static void compare(const char *what, double found, double expected,
                    double error)
{
   const double off = found > expected ? found - expected : expected - found;
   check(off <= 0.02 * LENGTH, what, found / LENGTH, expected / LENGTH);
   intervals++;
   held += off <= error;
}

static void check_estimate(unsigned shape, uint64_t seed)
{
   const tsl_params params = {2, {3, 6, 0}, 32, 1024, 0, 1 << 20};
   const tsl_sample_params sampled = {TSL_SAMPLE_CROSSOVER,
                                      TSL_SAMPLE_RATE_LOG2, LOG2_N};
   static uint64_t strides[1025], made[SITES], longs[SITES];
   static uint32_t group[SITES], whole[SITES];
   const tsl_sample_level groups = {group, SITES};
   tsl_histogram h = {.strides = strides};
   tsl_engine *e = tsl_engine_new(&params, &env, TSL_AUTO);
   tsl_sample *s = tsl_sample_new(&params, &sampled, &env, TSL_AUTO);
   tsl_sample_error error;
   tsl_schedule schedule;
   double exact[2][2] = {{0}}, estimate[2][2] = {{0}};
   uint32_t k;
   size_t i;
   int g;
   make_stream(shape);
   memset(made, 0, sizeof made);
   memset(longs, 0, sizeof longs);
   tsl_engine_accesses(e, 1, address, site, LENGTH);
   for (i = 0; i < LENGTH; i++) {
      tsl_sample_pick pick;
      made[site[i]]++;
      group[site[i]] = site[i] / 4;
      if (tsl_sample_picks(address[i], 6, TSL_SAMPLE_RATE_LOG2)
          && tsl_sample_picked(s, 1, address[i], i, &pick)) {
         pick.stands_for = tsl_sample_stands_for(longs[site[i]]++);
         if (pick.stands_for > 0)
            tsl_sample_long(s, site[i], &pick);
      }
   }
   for (tsl_schedule_init(&schedule, PERIOD, seed); schedule.ends <= LENGTH;
        tsl_schedule_next(&schedule, PERIOD)) {
      tsl_sample_burst(s, schedule.weight);
      for (i = schedule.begins; i < schedule.ends; i += 1000)
         tsl_sample_scored(s, 1, address + i, site + i,
                           schedule.ends - i < 1000 ? schedule.ends - i : 1000,
                           NULL);
   }
   tsl_sample_estimate(s, made, SITES, &groups, 1, -1, NULL, any);
   for (g = 0; g < 2; g++) {
      for (k = 0; k < SITES; k++) {
         uint64_t reuse, sum = 0, b;
         tsl_histogram_clear(&h, &params);
         tsl_sample_label(s, k, (tsl_granularity)g, &h);
         reuse = h.cold;
         for (b = 0; b < TSL_REUSE_BINS; b++)
            reuse += h.reuse[b];
         for (b = 0; b <= 1024; b++)
            sum += strides[b];
         check(h.accesses == made[k], "accesses of a label",
               (double)h.accesses, (double)made[k]);
         check(reuse == made[k], "reuse counts", (double)reuse, (double)made[k]);
         check(sum == made[k], "stride counts", (double)sum, (double)made[k]);
         sum_histogram(&h, &estimate[g][0], &estimate[g][1]);
      }
      tsl_histogram_clear(&h, &params);
      tsl_engine_total(e, (tsl_granularity)g, &h);
      sum_histogram(&h, &exact[g][0], &exact[g][1]);
   }
   tsl_sample_errors(s, whole, 1, &error);
   check(error.draws == tsl_sample_bursts(s), "bursts", error.draws,
         (double)tsl_sample_bursts(s));
   for (g = 0; g < 2; g++) {
      compare("TL", estimate[g][0], exact[g][0], error.temporal[g]);
      compare("SL", estimate[g][1], exact[g][1], error.spatial[g]);
   }
   {
      const double lines = (double)tsl_engine_footprint(e, 0, TSL_LINE);
      const double found = (double)tsl_sample_footprint(s, 1, TSL_LINE);
      check(found >= 0.8 * lines - 256 && found <= 1.2 * lines + 256,
            "footprint in lines", found, lines);
   }
   tsl_sample_free(s);
   tsl_engine_free(e);
   check(mapped == 0, "bytes left", (double)mapped, 0);
}

/* Those that are kept stand for all, and are few. */
static void check_stands_for(void)
{
   uint64_t kept = 0, all = 0, n;
   for (n = 0; n < 1u << 24; n++) {
      const uint32_t times = tsl_sample_stands_for(n);
      kept += times > 0;
      all += times;
      check(n >= TSL_SAMPLE_LONGS || times == 1, "of the first ones", times, 1);
      if (n >= 16 * TSL_SAMPLE_LONGS && (n & (n + 1)) == 0)
         check(all >= 0.95 * n && all <= 1.05 * n, "stand for", all, n);
   }
   check(kept <= 9 * TSL_SAMPLE_LONGS, "kept", kept, 8 * TSL_SAMPLE_LONGS);
}

/* From the first pause on, bursts between two pauses are one draw. */
static void check_draws(void)
{
   const tsl_params params = {2, {3, 6, 0}, 32, 1024, 0, 1 << 20};
   const tsl_sample_params sampled = {100, 2, LOG2_N};
   static const char parts[] = "bb-bbb-b--b";
   const uint64_t made = 1000;
   const uint32_t label = 0;
   tsl_sample *s = tsl_sample_new(&params, &sampled, &env, TSL_PORTABLE);
   tsl_sample_error error;
   const char *part;
   for (part = parts; *part != 0; part++) {
      uint64_t i;
      if (*part == '-') {
         tsl_sample_paused(s);
         continue;
      }
      tsl_sample_burst(s, 1);
      for (i = 0; i < 200; i++)
         tsl_sample_scored(s, 1, &i, &label, 1, NULL);
   }
   tsl_sample_estimate(s, &made, 1, NULL, 0, -1, NULL, any);
   tsl_sample_errors(s, &label, 1, &error);
   check(error.draws == 5, "draws", error.draws, 5);
   tsl_sample_free(s);
}

/* No more first touches are estimated than there can be, and all accesses are. */
static void check_first_touches(void)
{
   const tsl_params params = {2, {3, 6, 0}, 32, 1024, 0, 1 << 20};
   const tsl_sample_params sampled = {100, 2, LOG2_N};
   static uint64_t strides[1025];
   const uint64_t made = 1000, first[2] = {100, 1000};
   const uint32_t label = 0;
   tsl_sample *s = tsl_sample_new(&params, &sampled, &env, TSL_PORTABLE);
   tsl_histogram h = {.strides = strides};
   uint64_t i;
   tsl_sample_burst(s, 1);
   for (i = 0; i < 300; i++) {
      const uint64_t a = 0x10000 + 64 * i;
      uint8_t miss;
      tsl_sample_scored(s, 1, &a, &label, 1, &miss);
      check(miss == (i < 100 ? TSL_NOT_KNOWN : TSL_MISS_BESIDE), "miss", miss, 0);
   }
   for (i = 0; i < 80; i++) {
      const uint32_t far = i % 2 == 0 ? ~0u : 50;
      const tsl_sample_pick pick = {0x10000 + 256 * i, {far, far}, {1, 1}, 1, 1};
      tsl_sample_long(s, label, &pick);
   }
   tsl_sample_estimate(s, &made, 1, NULL, 0, -1, NULL, first);
   tsl_histogram_clear(&h, &params);
   tsl_sample_label(s, label, TSL_WORD, &h);
   check(h.cold == 100, "first touches of words", (double)h.cold, 100);
   check(h.reuse[8] == 900, "words that come again", (double)h.reuse[8], 900);
   tsl_histogram_clear(&h, &params);
   tsl_sample_label(s, label, TSL_LINE, &h);
   check(h.cold == 500, "first touches of lines", (double)h.cold, 500);
   tsl_sample_free(s);
}

/* What no burst has met, or nothing at all, is estimated all the same. */
static void check_little(void)
{
   const tsl_params params = {2, {3, 6, 0}, 32, 1024, 0, 1 << 20};
   const tsl_sample_params sampled = {100, 2, LOG2_N};
   static uint64_t strides[1025];
   const uint64_t made[2] = {7, 1000};
   const uint32_t group[2] = {0, 1};
   const tsl_sample_level groups = {group, 2};
   tsl_histogram h = {.strides = strides};
   unsigned with;
   for (with = 0; with < 2; with++) {
      tsl_sample *s = tsl_sample_new(&params, &sampled, &env, TSL_PORTABLE);
      uint64_t i;
      if (with)
         tsl_sample_burst(s, 1);
      for (i = 0; with && i < 300; i++) {
         const uint64_t a = 0x10000 + 8 * (i % 10);
         const uint32_t label = 0;
         tsl_sample_scored(s, 1, &a, &label, 1, NULL);
      }
      tsl_sample_estimate(s, made, 2, &groups, 1, -1, NULL, any);
      tsl_histogram_clear(&h, &params);
      tsl_sample_label(s, 1, TSL_WORD, &h);
      check(h.accesses == 1000, "accesses", (double)h.accesses, 1000);
      /* Ten words in turn: distance 9, stride 0, where anything is known. */
      check(h.reuse[4] == (with ? 1000 : 0), "distances 8..15",
            (double)h.reuse[4], with ? 1000 : 0);
      check(strides[0] == (with ? 1000 : 0), "stride 0", (double)strides[0],
            with ? 1000 : 0);
      tsl_sample_free(s);
   }
   check(mapped == 0, "bytes left", (double)mapped, 0);
}

int main(void)
{
   unsigned i;
   for (i = 0; i < 12; i++)
      check_distances(i % 3 == 0 ? 0 : 64 << i % 3, 20 + below(3000));
   check_stands_for();
   check_draws();
   check_first_touches();
   check_little();
   for (i = 0; i < 20; i++)
      check_estimate(i % 4, i);
   printf("%u of %u intervals hold\n", held, intervals);
   check(10 * held >= 9 * intervals, "intervals that hold", held,
         0.9 * intervals);
   return 0;
}
