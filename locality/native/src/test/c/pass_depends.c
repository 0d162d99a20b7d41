/*--------------------------------------------------------------------*/
/*--- tslmap: dependent loads from a part of them.  pass_depends.c ---*/
/*--------------------------------------------------------------------*/

#include <string.h>

#include "pass_check.h"
#include "tsl_depends.h"
#include "tsl_engine.h"
#include "tsl_warm.h"

#define ACCESSES (1u << 23)
#define MOST_IN_BATCH 8192u
#define LABELS 3u
#define LINES (1ull << 40)

/* Block 0 has a chase's step and a load of the stack, block 1 a gather's index and element. The
   first has its address from a register that it loads; the others are independent. */
static const uint32_t label_of_block[2][2] = {{0, 1}, {1, 2}};

static void define(tsl_depends *d)
{
   const tsl_source step[] = {{TSL_FROM_ADDRESS, 0, 1, 0, 0}, {TSL_FROM_REGISTER, 0, 0, 0, 1}};
   const tsl_source element[] = {{TSL_FROM_ADDRESS, 1, 0, 0, 1}};
   tsl_depends_define(d, 0x1000, 2, 3, 0);
   tsl_depends_values(d, 0, step, 2);
   tsl_depends_define(d, 0x2000, 2, 3, 0);
   tsl_depends_values(d, 1, element, 1);
}

/* A stream of both blocks: which one by the number of the run, addresses and misses by chance that
   is the same in each call. Cut into batches of this many accesses at most. */
static void run(tsl_depends *d, uint64_t seed, uint32_t most)
{
   static uint64_t address[MOST_IN_BATCH];
   static uint32_t label[MOST_IN_BATCH], runs[MOST_IN_BATCH];
   static uint8_t missed[MOST_IN_BATCH];
   const uint64_t before = state;
   uint32_t done = 0;
   state = seed;
   while (done < ACCESSES) {
      tsl_depends_batch b = {address, label, missed, 0, runs, 0, 1};
      for (; b.count + 2 <= most && done < ACCESSES; done += 2) {
         const uint32_t block = done / 2 % 3 == 2;
         uint32_t i;
         runs[b.runs++] = block;
         for (i = 0; i < 2; i++, b.count++) {
            label[b.count] = label_of_block[block][i];
            missed[b.count] = label[b.count] == 1 ? TSL_HIT : TSL_MISS;
            address[b.count] = label[b.count] == 1 ? 64 : (1 + below(LINES)) << 6;
         }
      }
      tsl_depends_accesses(d, &b);
   }
   state = before;
}

static void same(const tsl_depends *a, const tsl_depends *b)
{
   uint32_t i;
   expect("places", a->places, b->places);
   for (i = 0; i <= LABELS; i++) {
      expect("dependent", a->of[i].dependent, b->of[i].dependent);
      expect("missed", a->of[i].missed, b->of[i].missed);
      expect("chained", a->of[i].chained, b->of[i].chained);
      expect("deeper", a->of[i].deeper, b->of[i].deeper);
   }
}

/* A part of the loads tells what all of them tell, and it does not matter how the stream is cut. */
void check_depends(void)
{
   const uint64_t all[] = {~0ull, 1u << 20, 1u << 20};
   tsl_memory memory[3];
   tsl_depends d[3];
   unsigned k, i;
   for (k = 0; k < 3; k++) {
      memory[k] = (tsl_memory){env, 0};
      tsl_depends_init(&d[k], &memory[k], 6, all[k]);
      define(&d[k]);
      run(&d[k], round_seed, k == 2 ? 2 + (uint32_t)below(MOST_IN_BATCH - 2) : MOST_IN_BATCH);
   }
   same(&d[1], &d[2]);
   for (i = 0; i < 2; i++)
      expect("executions", d[1].block[i].executions, d[0].block[i].executions);
   expect_within("all steps wait", d[0].of[1].dependent, ACCESSES / 3.0, 0.001);
   expect("elements do not wait", d[0].of[3].dependent, 0);
   expect_within("dependent", d[1].of[1].dependent, (double)d[0].of[1].dependent, 0.01);
   expect_within("missed", d[1].of[1].missed, (double)d[0].of[1].missed, 0.01);
   expect_within("of those that missed", d[1].of[1].chained, (double)d[1].of[1].missed, 0.001);
   expect_within("deeper", d[1].of[1].deeper, (double)d[1].of[1].chained, 0.001);
   expect_within("elements", d[1].of[3].missed, d[1].of[1].missed / 2.0, 0.01);
}

/* Labels that come late, and accesses that have none since they only warm up a history. */
void check_labels_of_loads(void)
{
   enum { STEPS = 200, LATE = 1 << 18 };
   uint64_t address[2 * STEPS];
   uint32_t label[2 * STEPS], runs[STEPS], i, part;
   uint8_t missed[2 * STEPS];
   tsl_memory memory = {env, 0};
   tsl_depends d;
   tsl_depends_init(&d, &memory, 6, ~0ull);
   define(&d);
   tsl_depends_burst(&d);
   for (part = 0; part < 3; part++) {
      const tsl_depends_batch b = {address, label, missed, 2 * STEPS, runs, STEPS, 1};
      for (i = 0; i < 2 * STEPS; i++) {
         runs[i / 2] = 0;
         label[i] = part == 1 ? TSL_WARM : part * LATE + i % 2;
         address[i] = i % 2 == 0 ? (1 + below(LINES)) << 6 : 64;
         missed[i] = part == 1 ? TSL_NOT_KNOWN : i % 2 == 0 ? TSL_MISS : TSL_HIT;
      }
      tsl_depends_accesses(&d, &b);
   }
   for (part = 0; part < 3; part += 2) {
      expect("looked at", d.of[1 + part * LATE].looked, STEPS);
      expect("missed", d.of[1 + part * LATE].missed, STEPS);
   }
}

/* Of bursts, those loads count of which it is known what came before; counts of what came all stay. */
void check_bursts_of_loads(void)
{
   enum { STEPS = 200 };
   uint64_t address[2 * STEPS];
   uint32_t label[2 * STEPS], runs[STEPS], i, part;
   uint8_t missed[2 * STEPS];
   tsl_memory memory = {env, 0};
   tsl_depends d;
   tsl_depends_init(&d, &memory, 6, ~0ull);
   define(&d);
   for (part = 0; part < 3; part++) {
      const tsl_depends_batch b = {address, label, missed, 2 * STEPS, runs, STEPS, 1};
      const uint32_t unknown = part == 1 ? STEPS : 0; /* accesses of a burst */
      for (i = 0; i < 2 * STEPS; i++) {
         runs[i / 2] = 0;
         label[i] = i % 2;
         address[i] = i % 2 == 0 ? (1 + below(LINES)) << 6 : 64;
         missed[i] = i < unknown ? TSL_NOT_KNOWN : i % 2 == 0 ? TSL_MISS : TSL_HIT;
      }
      if (part > 0)
         tsl_depends_burst(&d);
      tsl_depends_accesses(&d, &b);
   }
   expect("missed before bursts", d.before[1].missed, STEPS);
   expect("chained before bursts", d.before[1].chained, STEPS - 1);
   expect("looked at in bursts", d.of[1].looked, STEPS + STEPS / 2);
   expect("missed in bursts", d.of[1].missed, STEPS + STEPS / 2);
   /* The first one behind what is not known waits for nothing, and so does that of a burst. */
   expect("chained in bursts", d.of[1].chained, STEPS + STEPS / 2 - 2);
   expect("executions", d.block[0].executions, 2 * STEPS + STEPS / 2);
}
