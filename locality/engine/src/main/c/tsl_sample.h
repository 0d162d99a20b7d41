/*--------------------------------------------------------------------*/
/*--- tslmap: scores of a part of the accesses.       tsl_sample.h ---*/
/*--------------------------------------------------------------------*/

/* Estimates the histograms that tsl_engine.h counts, from two samples of a
   stream whose accesses are all counted by label (access site).

   Bursts.  Now and then some ten thousand consecutive accesses are scored. Their
   strides are exact from the 33rd on. Behind a warm-up of `crossover` accesses
   it is also known of each access whether its word was touched within the last
   `crossover` ones (short reuse, whose distance is exact) or not (long reuse, of
   which a burst knows only the share).

   Picked lines.  All the time, one line of each 2^rate_log2 neighbours is
   followed: all accesses to it are given. The time since a line's (or word's)
   last access is known, so it is known which of these accesses are long; their
   distances are the picked lines (words) between, times 2^rate_log2. Picking one
   line of each block, not each line by chance, makes the number of picked lines
   in an array nearly certain, so that distances are good to some per cent
   (SHARDS, Waldspurger et al., FAST'15, picks by chance).

   Long accesses to picked lines are many more than is needed: of a label's, only the
   first TSL_SAMPLE_LONGS are all estimated from, and then, each time their number
   doubles, about half as many by chance, which stand for the others, too.

   Joining.  A label's estimate is its exact number of accesses, times the shares
   that the bursts saw of each stride, each short distance, and of long reuse; the
   latter times the picked accesses' distribution of long distances. Weighting by
   the exact counts of labels removes most of what bursts get wrong by falling
   into this phase or that. A label that bursts have not met, or of which too few
   picked accesses are long, takes the shares of what it belongs to (a site, a
   function's accesses to one object, a function), or the whole program's. Where
   labels are finer than what is counted (a site's accesses to one data object, in
   one call path), the exact numbers are shared out by what bursts have seen.

   Intervals.  Five parts add up: bursts, as clusters (all of them between two pauses are one),
   around the mean of what is
   counted (of what it belongs to where it was met in fewer than three bursts), or,
   where a part of the labels is not counted, around that part's mean; picked lines,
   as 64 clusters; the error of distances, which all accesses have in common; what
   bursts have not met at all, which may differ from what stands for it by half
   of what a share can; and, where there are few bursts, what all of them may have
   missed. Chance comes from numbers of accesses alone, so equal runs give equal
   results.

   One of these is used by one caller at a time. */

#ifndef TSL_SAMPLE_H
#define TSL_SAMPLE_H

#include "tsl_cpu.h"
#include "tsl_histogram.h"
#include "tsl_memory.h"

/* Words and lines are sampled: lines that are picked say too little of the pages
   they are in. */
#define TSL_SAMPLE_GRANULARITIES 2u

typedef struct {
   unsigned crossover; /* accesses; times from here on are long */
   unsigned rate_log2; /* one line of 2^rate_log2 is picked, 1..16 */
   unsigned log2_n;    /* as tsl_temporal takes it */
} tsl_sample_params;

/* What the project samples with. */
#define TSL_SAMPLE_CROSSOVER 8192u
#define TSL_SAMPLE_BURST 10240u /* accesses of a burst */
#define TSL_SAMPLE_RATE_LOG2 6u
#define TSL_SAMPLE_EXACT (1u << 20) /* accesses that are all scored */

/* When bursts begin: one at a chance place in each period. Periods have a given
   length, at least TSL_SAMPLE_BURST, or grow with the past so that a program
   has some 64 bursts each time its length doubles. */
typedef struct {
   uint64_t begins, ends, weight; /* of the next burst, in accesses from 0 */
   uint64_t from, state;
} tsl_schedule;

/* Periods whose length varies are multiples of this, so that weights are whole. */
#define TSL_SAMPLE_UNIT 4096u
#define TSL_SAMPLE_SHORTEST ((uint64_t)1 << 17) /* the shortest of them */
#define TSL_SAMPLE_PERIODS 64u                  /* in what they grow with */

/* period: of the next burst; 0 for periods that grow. */
void tsl_schedule_init(tsl_schedule *c, uint64_t period, uint64_t seed);
void tsl_schedule_next(tsl_schedule *c, uint64_t period);

typedef struct tsl_sample tsl_sample;

/* NULL when a parameter is out of range or the processor lacks `variant`. */
tsl_sample *tsl_sample_new(const tsl_params *params,
                           const tsl_sample_params *sample, const tsl_env *env,
                           tsl_variant variant);
void tsl_sample_free(tsl_sample *s);

/* Which line of its block of 2^rate_log2 is picked, and whether that is the
   address's own. Multiples of a fraction that has no short period spread evenly:
   neighbouring blocks have lines far apart. */
#define TSL_SAMPLE_SPREAD 0x9E3779B1u

static inline uint32_t tsl_sample_picked_line(uint64_t address,
                                              unsigned line_shift,
                                              unsigned rate_log2)
{
   const uint32_t block = (uint32_t)(address >> line_shift >> rate_log2);
   return block * TSL_SAMPLE_SPREAD >> (32 - rate_log2);
}

static inline int tsl_sample_picks(uint64_t address, unsigned line_shift,
                                   unsigned rate_log2)
{
   const uint32_t line = (uint32_t)(address >> line_shift);
   return (line & ((1u << rate_log2) - 1))
          == tsl_sample_picked_line(address, line_shift, rate_log2);
}

/* What is found out about an access to a picked line. */
typedef struct {
   uint64_t address;
   /* picked words and lines between; ~0: first touch */
   uint32_t distance[TSL_SAMPLE_GRANULARITIES];
   int is_long[TSL_SAMPLE_GRANULARITIES];
   float runs; /* of neighbouring picked lines, divided by their number: 1 where
                  lines are touched here and there */
   uint32_t stands_for; /* long accesses, this one among them */
} tsl_sample_pick;

#define TSL_SAMPLE_LONGS 1024u

/* By chance that is always the same, from a number whose bits are spread; the upper bits are best. */
static inline uint64_t tsl_sample_chance(uint64_t spread)
{
   return (spread ^ spread >> 32) * 0xD6E8FEB86659FD93ull;
}

/* Long accesses that the nth one of a label, from 0, stands for; 0: it is left out. */
static inline uint32_t tsl_sample_stands_for(uint64_t nth)
{
   const uint64_t longs = nth / TSL_SAMPLE_LONGS;
   const unsigned doublings = longs == 0 ? 0 : 64 - (unsigned)__builtin_clzll(longs);
   const uint64_t chance = tsl_sample_chance(nth * 0x9E3779B97F4A7C15ull);
   return doublings == 0 || chance >> (64 - doublings) == 0 ? 1u << doublings : 0;
}

/* An access to a picked line: `when` counts the thread's accesses. All of them
   must be given. Whether the reuse of its word or of its line is long. */
int tsl_sample_picked(tsl_sample *s, uint32_t thread, uint64_t address,
                      uint64_t when, tsl_sample_pick *pick);
/* Asks for the memory that the next call for this address needs. */
void tsl_sample_prefetch(tsl_sample *s, uint32_t thread, uint64_t address);
/* It is long, and the access is among those that are estimated; pick->stands_for is
   not 0. */
void tsl_sample_long(tsl_sample *s, uint32_t label,
                     const tsl_sample_pick *pick);

/* A burst begins. Its accesses stand for `weight` times as many as those of one
   with weight 1. 0: it lies outside of what is estimated, and is only of use
   for labels that no other burst meets. */
void tsl_sample_burst(tsl_sample *s, uint64_t weight);
/* The next accesses of the burst. When the thread is another than before, the
   warm-up begins anew. Labels are below 2^24. misses, unless NULL, gets TSL_HIT and so on
   (tsl_engine.h) of each. */
void tsl_sample_scored(tsl_sample *s, uint32_t thread, const uint64_t *address,
                       const uint32_t *label, size_t n, uint8_t *misses);

/* The stream pauses: accesses come that are only counted. From the first pause on, bursts
   between two pauses are one draw, since they are near to each other; before, each is. */
void tsl_sample_paused(tsl_sample *s);

/* What bursts have seen of a label, by what the accesses stand for. */
typedef struct {
   double scored;     /* numbers of accesses that are not counted by label are shared
                         out by it */
   double warm, longs; /* accesses with reuse; of which that of the line is long */
} tsl_sample_sums;

/* Adds to sums[label], of labels below a number. */
void tsl_sample_seen(const tsl_sample *s, tsl_sample_sums *sums, uint32_t labels);

/* Adds to draws[of[label]] in how many draws such labels were scored. last: zeros, as many. */
void tsl_sample_draws(const tsl_sample *s, const uint32_t *of, uint32_t *draws, uint32_t *last);

/* Accesses given to tsl_sample_scored; of all bursts. */
uint64_t tsl_sample_accesses(const tsl_sample *s);
uint64_t tsl_sample_bursts(const tsl_sample *s);

/* Distinct words or lines of a thread, estimated; 0 for one without any. */
uint64_t tsl_sample_footprint(const tsl_sample *s, uint32_t thread,
                              tsl_granularity g);

/*--- Estimates. Once, after the last access.                      ---*/

/* Labels belong together: to a site, a function. Each table says, by label, to which
   one, below `count`. */
typedef struct {
   const uint32_t *of;
   uint32_t count;
} tsl_sample_level;

#define TSL_SAMPLE_LEVELS 4u

/* Labels 0 .. labels - 1 have made accesses[label] accesses in the part of the
   stream that is estimated. There are `n` levels, of which the first one with
   enough samples counts; the numbers of accesses are exact from the one with the index `exact` on, -1: of labels. All
   arrays must stay until the sample is freed. by_bursts, unless NULL, says of each thing
   whose number is exact how much of its shares among parts is known by bursts alone, 0..1:
   of what is known besides, they vary less. Of these accesses at most first[g] touch
   something for the first time: where the stream pauses, what seems to be a first touch
   may be one that comes again after a pause. */
void tsl_sample_estimate(tsl_sample *s, const uint64_t *accesses,
                         uint32_t labels, const tsl_sample_level *level,
                         unsigned n, int exact, const double *by_bursts,
                         const uint64_t first[TSL_SAMPLE_GRANULARITIES]);

/* Adds a label's estimated counts: they sum up to its accesses. */
void tsl_sample_label(const tsl_sample *s, uint32_t label, tsl_granularity g,
                      tsl_histogram *h);

/* How far from the truth TL and SL of words and of lines may be, in accesses:
   half of the 95 % interval of the sum of weights; and the accesses themselves. */
typedef struct {
   /* by tsl_granularity */
   double temporal[TSL_SAMPLE_GRANULARITIES], spatial[TSL_SAMPLE_GRANULARITIES];
   double accesses;
   uint64_t scored; /* accesses of the part that bursts have scored */
   uint32_t draws;  /* that have met the part */
} tsl_sample_error;

#define TSL_SAMPLE_NO_PART 0xFFFFFFFFu

/* For parts 0 .. parts - 1 of the labels: part[label] says which one a label
   belongs to. */
void tsl_sample_errors(tsl_sample *s, const uint32_t *part, uint32_t parts,
                       tsl_sample_error *errors);

#endif /* TSL_SAMPLE_H */
