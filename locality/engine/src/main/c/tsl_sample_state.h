/*--------------------------------------------------------------------*/
/*--- tslmap: what a sample has seen.           tsl_sample_state.h ---*/
/*--------------------------------------------------------------------*/

/* What tsl_sample.c collects and tsl_sample_estimate.c reads. */

#ifndef TSL_SAMPLE_STATE_H
#define TSL_SAMPLE_STATE_H

#include "tsl_sample.h"

#include "tsl_distances.h"
#include "tsl_history.h"

#define COLD TSL_COLD_ENTRY
#define LONG (COLD + 1u)    /* short distances and first touches come before */
#define ENTRIES (COLD + 2u)
#define INSIDE_WEIGHT 16u /* of a burst; less: outside of what bursts stand for */
#define CLASSES_LOG2 6u
#define CLASSES (1u << CLASSES_LOG2)

/* A key is a label, a part, and a bin: an entry, or a stride. Parts 0 and 1 are
   reuse of words and of lines, 2 and 3 their strides. */
#define PART_SHIFT 18u
#define LABEL_SHIFT 20u

typedef struct {
   uint64_t key; /* + 1; 0: no entry */
   uint64_t count;
} pair;

typedef struct {
   pair *pairs;
   size_t used;
   unsigned bits;
} tally;

/* A list of records that grows. */
typedef struct {
   void *at;
   size_t used, capacity; /* records */
} list;

TSL_INLINE uint64_t key_of(uint32_t label, unsigned part, uint32_t bin)
{
   return (uint64_t)label << LABEL_SHIFT | (uint64_t)part << PART_SHIFT | bin;
}

/* What one burst has seen of one label. */
typedef struct {
   uint32_t burst, draw, label;
   float scored;    /* accesses with strides */
   float warm;      /* with reuse */
   float weights[4]; /* sums of what is earned: [g] by short reuse, [2 + g] by
                        strides */
   float longs[2];
} burst_record;

/* Long accesses to picked lines of one class and label. */
typedef struct {
   uint32_t label, class_number;
   double picks[2]; /* of which there were longs, by what they stand for: */
   double longs[2], weights[2];
   double noise[2]; /* sums of each one's error of its weight */
} class_record;

typedef struct {
   uint32_t id;
   tsl_distances picked[TSL_SAMPLE_GRANULARITIES];
   uint32_t runs; /* of blocks whose picked lines were touched */
} thread_state;

/* Sums over bursts and classes of a label, a group, or all. */
typedef struct {
   double warm, scored, weights[4], longs[2];
   double far_picks[2], far[2], far_weights[2], far_noise[2];
   double accesses;
   double lost[2];      /* accesses below that nothing was scored of: for reuse,
                           for strides */
   double lost_long[2]; /* long ones below whose distances this one gives */
   uint32_t draws, last_draw; /* number + 1 */
} sums;

/* Of a label; see tsl_sample_estimate.c. */
typedef struct {
   double stands_for[2], far_weight[2], centre[4];
} label_means;

/* Keys in ascending order. */
typedef struct {
   pair *pairs;
   size_t used;
} sorted;

/* A label, what it belongs to, and all. */
#define OWN 0u
#define LEVELS (TSL_SAMPLE_LEVELS + 2u)

struct tsl_sample {
   tsl_memory memory;
   tsl_params params;
   tsl_sample_params sample;
   const tsl_kernels *kernels;
   double of_entry[ENTRIES]; /* what it earns */
   list threads; /* of thread_state */
   thread_state *last_thread;
   /* The burst. */
   tsl_distances burst[TSL_SAMPLE_GRANULARITIES];
   tsl_stride strides[TSL_SAMPLE_GRANULARITIES];
   tsl_addresses window; /* the accesses before, and those that are looked at */
   tsl_seen seen[TSL_SAMPLE_GRANULARITIES];
   uint32_t thread;
   uint32_t at; /* accesses since it, or its thread, began */
   int running;
   uint32_t draws; /* see tsl_sample_paused */
   int pauses, goes_on; /* whether the stream does at all; whether the next burst is of the same draw */
   size_t first_record;
   list weights; /* of uint64_t, by burst */
   list records; /* of burst_record */
   uint32_t *record_of; /* [label] + 1, of the current burst if it is not less
                           than first_record */
   uint32_t label_capacity;
   tally near, far;
   tally class_index; /* a class's record + 1 by label and class */
   list classes;      /* of class_record */
   uint64_t accesses;
   /* The estimate. */
   const uint64_t *made;
   unsigned levels;
   unsigned exact; /* the level whose accesses are counted */
   const double *by_bursts; /* by what is counted, or NULL */
   tsl_sample_level level[LEVELS]; /* `of` is NULL for OWN and for all */
   sums *of[LEVELS];
   label_means *means;
   sorted near_of[LEVELS], far_of[LEVELS];
   double first[TSL_SAMPLE_GRANULARITIES]; /* of what seem to be first touches, those that are */
};

/* How many accesses each one of a record's burst stands for, times INSIDE_WEIGHT. */
TSL_INLINE uint64_t weight_of(const tsl_sample *s, const burst_record *r)
{
   return ((const uint64_t *)s->weights.at)[r->burst];
}

TSL_INLINE double root(double x)
{
   double r = x > 1 ? x : 1;
   unsigned i;
   for (i = 0; i < 64 && r * r > x * 1.0000001; i++)
      r = (r + x / r) / 2;
   return r;
}

#endif /* TSL_SAMPLE_STATE_H */
