/*--------------------------------------------------------------------*/
/*--- tslmap: scores of a part of the accesses.       tsl_sample.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_sample.h for the big picture. */

#include "tsl_sample.h"

#include "tsl_distances.h"
#include "tsl_history.h"

#define COLD TSL_COLD_ENTRY
#define LONG (COLD + 1u)    /* short distances and first touches come before */
#define ENTRIES (COLD + 2u)
#define CLASSES_LOG2 6u
#define CLASSES (1u << CLASSES_LOG2)
#define LEAST_PICKED 8.0    /* long accesses that give a distribution */
#define LEAST_BURSTS 3u     /* that give a label a variance of its own */
#define LEAST_ERROR 0.0005  /* no score is told more exactly than that */
#define LABEL_LIMIT (1u << 24)
#define INSIDE_WEIGHT 16u
#define OUTSIDE_WEIGHT 1u
#define SHORTEST ((uint64_t)1 << 17) /* period of bursts */
#define PERIODS 64u /* periods are the past, divided by this */

/*--------------------------------------------------------------------*/
/*--- Counts by key                                                ---*/
/*--------------------------------------------------------------------*/

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
   size_t used, room; /* records */
} list;

static uint64_t key_of(uint32_t label, unsigned part, uint32_t bin)
{
   return (uint64_t)label << LABEL_SHIFT | (uint64_t)part << PART_SHIFT | bin;
}

static void copy(void *to, const void *from, size_t bytes)
{
   tsl_copy64(to, from, (bytes + 7) / 8);
}

/* The next record, zeroed; `size` is a multiple of 8. */
static void *append(list *l, tsl_memory *m, size_t size)
{
   if (l->used == l->room) {
      const size_t room = l->room == 0 ? 1024 : 2 * l->room;
      void *at = tsl_map(m, room * size);
      if (l->at != NULL) {
         copy(at, l->at, l->used * size);
         tsl_unmap(m, l->at, l->room * size);
      }
      l->at = at;
      l->room = room;
   }
   return (char *)l->at + size * l->used++;
}

static void free_list(list *l, tsl_memory *m, size_t size)
{
   if (l->at != NULL)
      tsl_unmap(m, l->at, l->room * size);
}

static pair *find(const tally *t, uint64_t key)
{
   const size_t mask = ((size_t)1 << t->bits) - 1;
   size_t i = (key + 1) * 0x9E3779B97F4A7C15ull >> (64 - t->bits);
   while (t->pairs[i].key != 0 && t->pairs[i].key != key + 1)
      i = (i + 1) & mask;
   return &t->pairs[i];
}

static void grow(tally *t, tsl_memory *m)
{
   const tally old = *t;
   size_t i;
   t->bits = old.pairs == NULL ? 12 : old.bits + 1;
   t->pairs = tsl_map(m, sizeof(pair) << t->bits);
   if (old.pairs == NULL)
      return;
   for (i = 0; i < (size_t)1 << old.bits; i++)
      if (old.pairs[i].key != 0)
         *find(t, old.pairs[i].key - 1) = old.pairs[i];
   tsl_unmap(m, old.pairs, sizeof(pair) << old.bits);
}

static void free_tally(tally *t, tsl_memory *m)
{
   if (t->pairs != NULL)
      tsl_unmap(m, t->pairs, sizeof(pair) << t->bits);
}

/* The count of a key, which is made if it is not there. */
static uint64_t *count_of(tally *t, tsl_memory *m, uint64_t key)
{
   pair *p;
   if (t->pairs == NULL || 2 * t->used >= (size_t)1 << t->bits)
      grow(t, m);
   p = find(t, key);
   if (p->key == 0) {
      p->key = key + 1;
      t->used++;
   }
   return &p->count;
}

/*--------------------------------------------------------------------*/
/*--- The state                                                    ---*/
/*--------------------------------------------------------------------*/

/* What one burst has seen of one label. */
typedef struct {
   uint32_t burst, label;
   float scored;    /* accesses with strides */
   float warm;      /* with reuse */
   float weights[4]; /* sums of what is earned: [g] by short reuse, [2 + g] by
                        strides */
   float longs[2];
} burst_record;

/* Long accesses to picked lines of one class and label. */
typedef struct {
   uint32_t label, class_number;
   double longs[2], weights[2];
   double noise[2]; /* sums of each one's error of its weight */
} class_record;

typedef struct {
   uint32_t id;
   tsl_distances picked[2];
   uint32_t runs; /* of blocks whose picked lines were touched */
} thread_state;

/* Sums over bursts and classes of a label, a group, or all. */
typedef struct {
   double warm, scored, weights[4], longs[2];
   double far[2], far_weights[2], far_noise[2];
   double accesses;
   double lost[2];      /* accesses below that nothing was scored of: for reuse,
                           for strides */
   double lost_long[2]; /* long ones below whose distances this one gives */
   uint32_t bursts, last_burst;
} sums;

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
   tsl_distances burst[2];
   tsl_stride strides[2];
   tsl_addresses window; /* the accesses before, and those that are looked at */
   tsl_seen seen[2];
   uint32_t thread;
   uint32_t at; /* accesses since it, or its thread, began */
   int running;
   size_t first_record;
   list weights; /* of uint64_t, by burst */
   list records; /* of burst_record */
   uint32_t *record_of; /* [label] + 1, of the current burst if it is not less
                           than first_record */
   uint32_t label_room;
   tally near, far;
   tally class_index; /* a class's record + 1 by label and class */
   list classes;      /* of class_record */
   uint64_t accesses;
   /* The estimate. */
   const uint64_t *made;
   unsigned levels;
   unsigned exact; /* the level whose accesses are counted */
   tsl_sample_level level[LEVELS]; /* `of` is NULL for OWN and for all */
   sums *of[LEVELS];
   sorted near_of[LEVELS], far_of[LEVELS];
};

static int valid(const tsl_params *p, const tsl_sample_params *s)
{
   return p->word_shift <= 12 && p->line_shift <= 12
          && p->word_shift <= p->line_shift && p->window >= 1
          && p->window <= TSL_WINDOW_MAX && p->imax >= 2 && p->imax <= 65536
          && s->crossover >= 1 && s->rate_log2 >= 1 && s->rate_log2 <= 16
          && s->log2_n >= 1 && s->log2_n < COLD;
}

static double root(double x)
{
   double r = x > 1 ? x : 1;
   unsigned i;
   for (i = 0; i < 64 && r * r > x * 1.0000001; i++)
      r = (r + x / r) / 2;
   return r;
}

/* Of a normal distribution, what lies beyond so many quarters of its deviation. */
static double tail(double deviations)
{
   static const double beyond[] = {0.5,   0.401, 0.309, 0.227, 0.159, 0.106, 0.067,
                                   0.040, 0.023, 0.012, 0.006, 0.003, 0.001};
   const unsigned last = sizeof beyond / sizeof *beyond - 1;
   return beyond[4 * deviations < last ? (unsigned)(4 * deviations) : last];
}

/* Octaves from a number, at least 1, to the nearest power of two. */
static double octaves_from_power(uint32_t number)
{
   const uint32_t power = 1u << (31 - (unsigned)__builtin_clz(number));
   const double over = (double)(number - power) / (double)power;
   const double octaves = over * (1.3466 - 0.3466 * over); /* log2(1 + over) */
   return octaves < 0.5 ? octaves : 1 - octaves;
}

/* How far off the weight of a distance may be that was told from so many picked
   items, in so many picked lines. The number of picked lines is off at the ends of
   runs, where neighbouring blocks are not all touched, and by one besides; a power
   of two that is that near may have been passed, and then the weight is off by one
   step. */
static double weight_noise(const tsl_sample *s, double runs, uint32_t items,
                           uint32_t lines)
{
   const double n = (double)lines + 1;
   const double deviation = 1.44 * root(n * runs + 1) / n;
   const double p = tail(octaves_from_power(items + 1) / deviation);
   return root(p * (1 - p)) / (double)s->sample.log2_n;
}

tsl_sample *tsl_sample_new(const tsl_params *params,
                           const tsl_sample_params *sample, const tsl_env *env,
                           tsl_variant variant)
{
   const tsl_kernels *kernels = tsl_kernels_for(variant);
   tsl_memory memory;
   tsl_sample *s;
   unsigned g, k;
   if (!valid(params, sample) || kernels == NULL)
      return NULL;
   memory.env = *env;
   memory.bytes = 0;
   s = tsl_map(&memory, sizeof *s);
   s->memory = memory;
   s->params = *params;
   s->sample = *sample;
   s->kernels = kernels;
   s->of_entry[0] = 1;
   for (k = 0; k < sample->log2_n; k++)
      s->of_entry[1 + k] =
         (double)(sample->log2_n - k) / (double)sample->log2_n;
   s->strides[TSL_WORD].shift = params->word_shift;
   s->strides[TSL_LINE].shift = params->line_shift;
   for (g = 0; g < 2; g++)
      tsl_distances_init(&s->burst[g], &s->memory, 14, 0);
   return s;
}

void tsl_sample_free(tsl_sample *s)
{
   tsl_memory *m = &s->memory;
   thread_state *t = s->threads.at;
   tsl_memory last;
   unsigned g, level;
   size_t i;
   for (g = 0; g < 2; g++)
      tsl_distances_free(&s->burst[g]);
   for (i = 0; i < s->threads.used; i++)
      for (g = 0; g < 2; g++)
         tsl_distances_free(&t[i].picked[g]);
   free_list(&s->threads, m, sizeof(thread_state));
   free_list(&s->weights, m, sizeof(uint64_t));
   free_list(&s->records, m, sizeof(burst_record));
   free_list(&s->classes, m, sizeof(class_record));
   free_tally(&s->near, m);
   free_tally(&s->far, m);
   free_tally(&s->class_index, m);
   if (s->record_of != NULL)
      tsl_unmap(m, s->record_of, s->label_room * sizeof(uint32_t));
   for (level = 0; level < s->levels; level++) {
      tsl_unmap(m, s->of[level], (s->level[level].count + 1) * sizeof(sums));
      tsl_unmap(m, s->near_of[level].pairs, (s->near.used + 1) * sizeof(pair));
      tsl_unmap(m, s->far_of[level].pairs, (s->far.used + 1) * sizeof(pair));
   }
   last = *m;
   tsl_unmap(&last, s, sizeof *s);
}

/*--------------------------------------------------------------------*/
/*--- Picked lines                                                 ---*/
/*--------------------------------------------------------------------*/

static thread_state *known_thread(const tsl_sample *s, uint32_t id)
{
   thread_state *t = s->threads.at;
   size_t i;
   for (i = 0; i < s->threads.used; i++)
      if (t[i].id == id)
         return &t[i];
   return NULL;
}

static thread_state *thread_of(tsl_sample *s, uint32_t id)
{
   thread_state *t = s->last_thread;
   unsigned g;
   if (s->params.history_process)
      id = 0;
   if (t != NULL && t->id == id)
      return t;
   t = known_thread(s, id);
   if (t == NULL) {
      t = append(&s->threads, &s->memory, sizeof *t);
      t->id = id;
      for (g = 0; g < 2; g++)
         tsl_distances_init(&t->picked[g], &s->memory, 12, s->sample.crossover);
   }
   return s->last_thread = t;
}

static class_record *class_of(tsl_sample *s, uint32_t label, uint32_t number)
{
   uint64_t *index = count_of(&s->class_index, &s->memory,
                              (uint64_t)label << CLASSES_LOG2 | number);
   class_record *c;
   if (*index == 0) {
      c = append(&s->classes, &s->memory, sizeof *c);
      c->label = label;
      c->class_number = number;
      *index = s->classes.used;
   }
   return (class_record *)s->classes.at + (*index - 1);
}

/* The entry of a distance that is known in units of 2^rate. The other lines of
   the own block are never picked; they count as one unit, so that a sweep over a
   power of two and anything besides is told from one that is smaller. */
static uint32_t entry_of(uint32_t distance, unsigned rate)
{
   const uint32_t entry = tsl_reuse_entry(distance + 1) + rate;
   return entry < COLD ? entry : COLD - 1;
}

void tsl_sample_prefetch(tsl_sample *s, uint32_t thread, uint64_t address)
{
   thread_state *t = thread_of(s, thread);
   tsl_distances_prefetch(&t->picked[TSL_WORD], address >> s->params.word_shift);
   tsl_distances_prefetch(&t->picked[TSL_LINE], address >> s->params.line_shift);
}

/* A picked line is touched for the first time: it may join two runs. */
static void add_to_runs(const tsl_sample *s, thread_state *t, uint64_t address)
{
   const unsigned rate = s->sample.rate_log2, shift = s->params.line_shift;
   const uint64_t block = address >> shift >> rate;
   unsigned side;
   t->runs++;
   for (side = 0; side < 2; side++) {
      const uint64_t next = side == 0 ? block - 1 : block + 1;
      const uint64_t line =
         next << rate | tsl_sample_picked_line(next << rate << shift, shift, rate);
      t->runs -= (uint32_t)tsl_distances_has(&t->picked[TSL_LINE], line);
   }
}

int tsl_sample_picked(tsl_sample *s, uint32_t thread, uint64_t address,
                      uint64_t when, tsl_sample_pick *pick)
{
   const unsigned shift[2] = {s->params.word_shift, s->params.line_shift};
   thread_state *t = thread_of(s, thread);
   unsigned g;
   pick->address = address;
   for (g = 0; g < 2; g++) {
      uint64_t ago;
      pick->distance[g] = tsl_distances_access(
         &t->picked[g], address >> shift[g], when, &ago);
      pick->is_long[g] =
         pick->distance[g] == TSL_NEVER || ago > s->sample.crossover;
   }
   if (pick->distance[TSL_LINE] == TSL_NEVER)
      add_to_runs(s, t, address);
   pick->runs = (float)t->runs / (float)t->picked[TSL_LINE].live;
   return pick->is_long[0] | pick->is_long[1];
}

void tsl_sample_long(tsl_sample *s, uint32_t label, const tsl_sample_pick *pick)
{
   const unsigned rate = s->sample.rate_log2;
   const uint64_t block = pick->address >> s->params.line_shift >> rate;
   class_record *c = class_of(
      s, label, block * 0xD6E8FEB86659FD93ull >> (64 - CLASSES_LOG2));
   unsigned g;
   for (g = 0; g < 2; g++) {
      const uint32_t distance = pick->distance[g], lines = pick->distance[1];
      const uint32_t entry =
         distance == TSL_NEVER ? COLD : entry_of(distance, rate);
      if (!pick->is_long[g])
         continue;
      if (entry != COLD)
         c->noise[g] += weight_noise(s, (double)pick->runs, distance,
                                     lines == TSL_NEVER ? 0 : lines);
      c->longs[g]++;
      c->weights[g] += s->of_entry[entry];
      ++*count_of(&s->far, &s->memory, key_of(label, g, entry));
   }
}

uint64_t tsl_sample_footprint(const tsl_sample *s, uint32_t thread,
                              tsl_granularity g)
{
   const thread_state *t =
      known_thread(s, s->params.history_process ? 0 : thread);
   return t == NULL ? 0 : (uint64_t)t->picked[g].live << s->sample.rate_log2;
}

/*--------------------------------------------------------------------*/
/*--- Bursts                                                       ---*/
/*--------------------------------------------------------------------*/

void tsl_schedule_next(tsl_schedule *c, uint64_t period)
{
   uint64_t z = (c->state += 0x9E3779B97F4A7C15ull);
   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
   z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
   z ^= z >> 31;
   if (period == 0) {
      period = SHORTEST;
      while (period < c->from / PERIODS)
         period *= 2;
   }
   c->begins = c->from + z % (period - TSL_SAMPLE_BURST + 1);
   c->ends = c->begins + TSL_SAMPLE_BURST;
   c->weight = period / TSL_SAMPLE_UNIT;
   c->from += period;
}

void tsl_schedule_init(tsl_schedule *c, uint64_t period, uint64_t seed)
{
   c->from = 0;
   c->state = seed;
   tsl_schedule_next(c, period);
}

void tsl_sample_burst(tsl_sample *s, uint64_t weight)
{
   *(uint64_t *)append(&s->weights, &s->memory, sizeof weight) =
      weight == 0 ? OUTSIDE_WEIGHT : INSIDE_WEIGHT * weight;
   s->first_record = s->records.used;
   s->running = 0;
}

static void begin(tsl_sample *s, uint32_t thread)
{
   unsigned g;
   for (g = 0; g < 2; g++) {
      tsl_distances_clear(&s->burst[g]);
      s->strides[g].known = 0;
   }
   s->thread = thread;
   s->at = 0;
   s->running = 1;
}

static burst_record *record_of(tsl_sample *s, uint32_t label)
{
   burst_record *r;
   if (label >= s->label_room) {
      const uint32_t room = label < 2048 ? 4096 : 2 * label;
      uint32_t *of;
      if (label >= LABEL_LIMIT)
         s->memory.env.fail(s->memory.env.ctx, "a label is 2^24 or larger");
      of = tsl_map(&s->memory, room * sizeof *of);
      if (s->record_of != NULL) {
         copy(of, s->record_of, s->label_room * sizeof *of);
         tsl_unmap(&s->memory, s->record_of, s->label_room * sizeof *of);
      }
      s->record_of = of;
      s->label_room = room;
   }
   if (s->record_of[label] > s->first_record)
      return (burst_record *)s->records.at + (s->record_of[label] - 1);
   r = append(&s->records, &s->memory, sizeof *r);
   r->burst = (uint32_t)s->weights.used - 1;
   r->label = label;
   s->record_of[label] = (uint32_t)s->records.used;
   return r;
}

static void find_strides(tsl_sample *s, const uint64_t *address, uint32_t n)
{
   const tsl_look look = {s->params.window, 0, s->params.imax};
   unsigned g;
   uint32_t i;
   for (i = 0; i < n; i++)
      s->window[TSL_WINDOW_MAX + i] = address[i];
   for (g = 0; g < 2; g++)
      tsl_stride_batch(&s->strides[g], s->kernels->strides, s->window, n, &look,
                       &s->seen[g]);
   for (i = 0; i < TSL_WINDOW_MAX; i++)
      s->window[i] = s->window[i + n];
}

static void count_stride(tsl_sample *s, burst_record *r, unsigned g,
                         uint32_t stride, uint64_t weight)
{
   if (stride > 0 && stride < s->params.imax)
      r->weights[2 + g] += 1.0f / (float)stride;
   *count_of(&s->near, &s->memory, key_of(r->label, 2 + g, stride)) += weight;
}

static void count_reuse(tsl_sample *s, burst_record *r, unsigned g,
                        uint32_t distance, uint64_t ago, uint64_t weight)
{
   uint32_t entry = LONG;
   if (distance != TSL_NEVER && ago <= s->sample.crossover) {
      entry = tsl_reuse_entry(distance);
      r->weights[g] += (float)s->of_entry[entry];
   } else {
      r->longs[g]++;
   }
   *count_of(&s->near, &s->memory, key_of(r->label, g, entry)) += weight;
}

void tsl_sample_scored(tsl_sample *s, uint32_t thread, const uint64_t *address,
                       const uint32_t *label, size_t n)
{
   const unsigned shift[2] = {s->params.word_shift, s->params.line_shift};
   const uint64_t weight = ((uint64_t *)s->weights.at)[s->weights.used - 1];
   if (s->params.history_process)
      thread = 0;
   if (n > 0 && (!s->running || thread != s->thread))
      begin(s, thread);
   s->accesses += n;
   while (n > 0) {
      const uint32_t part = n > TSL_BATCH ? TSL_BATCH : (uint32_t)n;
      uint32_t i;
      unsigned g;
      find_strides(s, address, part);
      for (i = 0; i < part; i++, s->at++) {
         burst_record *r = record_of(s, label[i]);
         r->scored += s->at >= s->params.window;
         r->warm += s->at >= s->sample.crossover;
         for (g = 0; g < 2; g++) {
            const int warm = s->at >= s->sample.crossover;
            uint64_t ago;
            const uint32_t d = tsl_distances_access(
               &s->burst[g], address[i] >> shift[g], s->at, warm ? &ago : NULL);
            if (s->at >= s->params.window)
               count_stride(s, r, g, s->seen[g].strides[i], weight);
            if (warm)
               count_reuse(s, r, g, d, ago, weight);
         }
      }
      address += part;
      label += part;
      n -= part;
   }
}

void tsl_sample_seen(const tsl_sample *s, double *weights, uint32_t labels)
{
   const burst_record *r = s->records.at;
   size_t i;
   for (i = 0; i < s->records.used; i++)
      if (r[i].label < labels)
         weights[r[i].label] +=
            (double)((uint64_t *)s->weights.at)[r[i].burst] * r[i].scored;
}

uint64_t tsl_sample_accesses(const tsl_sample *s)
{
   return s->accesses;
}

uint64_t tsl_sample_bursts(const tsl_sample *s)
{
   return s->weights.used;
}

/*--------------------------------------------------------------------*/
/*--- Sorted counts                                                ---*/
/*--------------------------------------------------------------------*/

static void sift(pair *p, size_t root_at, size_t n)
{
   for (;;) {
      size_t child = 2 * root_at + 1;
      pair swap;
      if (child >= n)
         return;
      if (child + 1 < n && p[child + 1].key > p[child].key)
         child++;
      if (p[child].key <= p[root_at].key)
         return;
      swap = p[child];
      p[child] = p[root_at];
      p[root_at] = swap;
      root_at = child;
   }
}

static void sort(pair *p, size_t n)
{
   size_t i;
   for (i = n / 2; i-- > 0;)
      sift(p, i, n);
   for (i = n; i-- > 1;) {
      const pair swap = p[0];
      p[0] = p[i];
      p[i] = swap;
      sift(p, 0, i);
   }
}

static uint32_t at_level(const tsl_sample *s, unsigned level, uint32_t label)
{
   return level == OWN              ? label
          : level == s->levels - 1 ? 0
                                   : s->level[level].of[label];
}

/* A tally's counts by label, by group, or of all. */
static sorted sorted_at(tsl_sample *s, const tally *t, unsigned level)
{
   sorted o = {tsl_map(&s->memory, (t->used + 1) * sizeof(pair)), 0};
   const uint64_t below = ((uint64_t)1 << LABEL_SHIFT) - 1;
   size_t i, n = 0;
   for (i = 0; t->pairs != NULL && i < (size_t)1 << t->bits; i++)
      if (t->pairs[i].key != 0) {
         const uint64_t key = t->pairs[i].key - 1;
         const uint32_t label = (uint32_t)(key >> LABEL_SHIFT);
         o.pairs[n].key = (uint64_t)at_level(s, level, label) << LABEL_SHIFT
                          | (key & below);
         o.pairs[n++].count = t->pairs[i].count;
      }
   sort(o.pairs, n);
   for (i = 0; i < n; i++)
      if (o.used > 0 && o.pairs[o.used - 1].key == o.pairs[i].key)
         o.pairs[o.used - 1].count += o.pairs[i].count;
      else
         o.pairs[o.used++] = o.pairs[i];
   return o;
}

/* The first pair whose key is not less. */
static size_t from(const sorted *o, uint64_t key)
{
   size_t low = 0, high = o->used;
   while (low < high) {
      const size_t middle = (low + high) / 2;
      if (o->pairs[middle].key < key)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/*--------------------------------------------------------------------*/
/*--- Sums                                                         ---*/
/*--------------------------------------------------------------------*/

static void add_record(const tsl_sample *s, sums *a, const burst_record *r)
{
   const double weight = (double)((uint64_t *)s->weights.at)[r->burst];
   unsigned k;
   a->warm += weight * r->warm;
   a->scored += weight * r->scored;
   for (k = 0; k < 4; k++)
      a->weights[k] += weight * r->weights[k];
   for (k = 0; k < 2; k++)
      a->longs[k] += weight * r->longs[k];
   if (weight >= INSIDE_WEIGHT && a->last_burst != r->burst + 1)
      a->bursts++;
   a->last_burst = r->burst + 1;
}

static void add_class(sums *a, const class_record *c)
{
   unsigned g;
   for (g = 0; g < 2; g++) {
      a->far[g] += c->longs[g];
      a->far_weights[g] += c->weights[g];
      a->far_noise[g] += c->noise[g];
   }
}

static sums *sums_at(const tsl_sample *s, unsigned level, uint32_t label)
{
   return &s->of[level][at_level(s, level, label)];
}

/* Which level gives a label's shares: its own if there is anything. */
static unsigned reuse_level(const tsl_sample *s, uint32_t label)
{
   unsigned level = OWN;
   while (level < s->levels - 1 && sums_at(s, level, label)->warm <= 0)
      level++;
   return level;
}

static unsigned stride_level(const tsl_sample *s, uint32_t label)
{
   unsigned level = OWN;
   while (level < s->levels - 1 && sums_at(s, level, label)->scored <= 0)
      level++;
   return level;
}

static unsigned far_level(const tsl_sample *s, uint32_t label, unsigned g)
{
   unsigned level = OWN;
   while (level < s->levels - 1
          && sums_at(s, level, label)->far[g] < LEAST_PICKED)
      level++;
   return level;
}

static double ratio(double a, double b)
{
   return b > 0 ? a / b : 0;
}

/* Long accesses of a label, estimated. */
static double longs_of(const tsl_sample *s, uint32_t label, unsigned g)
{
   const sums *a = sums_at(s, reuse_level(s, label), label);
   return (double)s->made[label] * ratio(a->longs[g], a->warm);
}

/* What a long access of the label earns on average. */
static double far_weight(const tsl_sample *s, uint32_t label, unsigned g)
{
   const sums *a = sums_at(s, far_level(s, label, g), label);
   return ratio(a->far_weights[g], a->far[g]);
}

void tsl_sample_estimate(tsl_sample *s, const uint64_t *accesses,
                         uint32_t labels, const tsl_sample_level *of,
                         unsigned n, int exact)
{
   const burst_record *r = s->records.at;
   const class_record *c = s->classes.at;
   unsigned level, g;
   size_t i;
   s->made = accesses;
   s->levels = n + 2;
   s->exact = (unsigned)(exact + 1);
   s->level[OWN].count = labels;
   for (level = 0; level < n; level++)
      s->level[1 + level] = of[level];
   s->level[1 + n].count = 1;
   for (level = 0; level < s->levels; level++) {
      s->of[level] =
         tsl_map(&s->memory, (s->level[level].count + 1) * sizeof(sums));
      s->near_of[level] = sorted_at(s, &s->near, level);
      s->far_of[level] = sorted_at(s, &s->far, level);
      for (i = 0; i < s->records.used; i++)
         add_record(s, sums_at(s, level, r[i].label), &r[i]);
      for (i = 0; i < s->classes.used; i++)
         add_class(sums_at(s, level, c[i].label), &c[i]);
      for (i = 0; i < labels; i++)
         sums_at(s, level, (uint32_t)i)->accesses += (double)accesses[i];
   }
   for (i = 0; i < labels; i++) {
      const uint32_t label = (uint32_t)i;
      sums_at(s, reuse_level(s, label), label)->lost[0] += (double)accesses[i];
      sums_at(s, stride_level(s, label), label)->lost[1] += (double)accesses[i];
      for (g = 0; g < 2; g++)
         sums_at(s, far_level(s, label, g), label)->lost_long[g] +=
            longs_of(s, label, g);
   }
}

/*--------------------------------------------------------------------*/
/*--- Histograms                                                   ---*/
/*--------------------------------------------------------------------*/

/* Hands out a whole number of accesses by shares: what has been handed out is
   always the sum of the shares so far, rounded. */
typedef struct {
   double share, sum; /* of 1 that has been handed out; of all counts */
   uint64_t total, given;
} purse;

static uint64_t take(purse *p, double part)
{
   uint64_t until;
   p->share += part;
   until = (uint64_t)((double)p->total * (p->share / p->sum) + 0.5);
   if (until > p->total)
      until = p->total;
   if (until < p->given)
      until = p->given;
   part = (double)(until - p->given);
   p->given = until;
   return (uint64_t)part;
}

static void add_reuse(const tsl_sample *s, uint32_t label, unsigned g,
                      tsl_histogram *h)
{
   const unsigned near_level = reuse_level(s, label);
   const unsigned distant = far_level(s, label, g);
   const uint32_t near_at = at_level(s, near_level, label);
   const uint32_t far_at = at_level(s, distant, label);
   const sums *a = &s->of[near_level][near_at], *b = &s->of[distant][far_at];
   const sorted *near = &s->near_of[near_level], *far = &s->far_of[distant];
   double part[ENTRIES] = {0};
   purse p = {0, a->warm, s->made[label], 0};
   size_t i;
   unsigned e;
   for (i = from(near, key_of(near_at, g, 0));
        i < near->used && near->pairs[i].key < key_of(near_at, g, LONG); i++)
      part[near->pairs[i].key % (1u << PART_SHIFT)] +=
         (double)near->pairs[i].count;
   for (i = from(far, key_of(far_at, g, 0));
        i < far->used && far->pairs[i].key <= key_of(far_at, g, COLD); i++)
      part[far->pairs[i].key % (1u << PART_SHIFT)] +=
         a->longs[g] * (double)far->pairs[i].count / b->far[g];
   /* Long ones of which nothing was picked anywhere are taken for cold. */
   if (b->far[g] == 0)
      part[COLD] += a->longs[g];
   if (a->warm == 0) {
      part[COLD] = 1;
      p.sum = 1;
   }
   for (e = 0; e < COLD; e++)
      h->reuse[e] += take(&p, part[e]);
   h->cold += p.total - p.given;
}

static void add_strides(const tsl_sample *s, uint32_t label, unsigned g,
                        tsl_histogram *h)
{
   const unsigned level = stride_level(s, label);
   const uint32_t at = at_level(s, level, label);
   const sorted *near = &s->near_of[level];
   const uint64_t end = key_of(at, 2 + g, s->params.imax);
   purse p = {0, s->of[level][at].scored, s->made[label], 0};
   size_t i;
   if (p.sum > 0)
      for (i = from(near, key_of(at, 2 + g, 0));
           i < near->used && near->pairs[i].key < end; i++)
         h->strides[near->pairs[i].key % (1u << PART_SHIFT)] +=
            take(&p, (double)near->pairs[i].count);
   h->strides[s->params.imax] += p.total - p.given;
}

void tsl_sample_label(const tsl_sample *s, uint32_t label, tsl_granularity g,
                      tsl_histogram *h)
{
   if (s->made[label] == 0)
      return;
   h->accesses += s->made[label];
   add_reuse(s, label, g, h);
   add_strides(s, label, g, h);
}

/*--------------------------------------------------------------------*/
/*--- Intervals                                                    ---*/
/*--------------------------------------------------------------------*/

/* Sums of a part while it is looked at. */
typedef struct {
   double burst[4];               /* of the current burst */
   double classes[2][CLASSES];
   double noise[2];
   double variance[4];
   double earned[4];  /* of all its labels, estimated */
   double accesses, unmet;
   double met;        /* accesses of the current burst, less those expected */
   double met_variance;
   uint32_t last_burst;
   uint32_t mixed;    /* it has labels that are not counted */
} part_sums;

/* Accesses that one scored access of the label stands for, with those of labels
   that nothing was scored of. kind: 0 reuse, 1 strides. */
static double stands_for(const tsl_sample *s, uint32_t label, unsigned kind)
{
   double sum = 0;
   unsigned level;
   for (level = 0; level < s->levels; level++) {
      const sums *a = sums_at(s, level, label);
      sum += ratio(a->lost[kind], kind == 0 ? a->warm : a->scored);
   }
   return sum;
}

/* What an access earns on average by a level's sums. k: as in
   burst_record.weights. */
static double mean(const tsl_sample *s, unsigned level, uint32_t label,
                   unsigned k)
{
   const sums *a = sums_at(s, level, label);
   return k >= 2 ? ratio(a->weights[k], a->scored)
                 : ratio(a->weights[k] + a->longs[k] * far_weight(s, label, k),
                         a->warm);
}

/* The same, by the level that has been met in enough bursts. */
static double centre(const tsl_sample *s, uint32_t label, unsigned k)
{
   unsigned level = s->exact;
   while (level < s->levels - 1
          && sums_at(s, level, label)->bursts < LEAST_BURSTS)
      level++;
   return mean(s, level, label, k);
}

static void add_deviation(const tsl_sample *s, const burst_record *r,
                          part_sums *p)
{
   const double weight = (double)((uint64_t *)s->weights.at)[r->burst];
   unsigned k;
   for (k = 0; k < 4; k++) {
      const double n = k < 2 ? r->warm : r->scored;
      const double earned =
         k < 2 ? r->weights[k] + r->longs[k] * far_weight(s, r->label, k)
               : r->weights[k];
      const double each = p->mixed ? ratio(p->earned[k], p->accesses)
                                   : centre(s, r->label, k);
      p->burst[k] +=
         weight * stands_for(s, r->label, k >= 2) * (earned - n * each);
   }
}

/* A burst's sums are done: they are one draw. */
static void settle(part_sums *p)
{
   unsigned k;
   for (k = 0; k < 4; k++) {
      p->variance[k] += p->burst[k] * p->burst[k];
      p->burst[k] = 0;
   }
}

static void add_class_deviation(const tsl_sample *s, const class_record *c,
                                part_sums *p)
{
   unsigned level, g;
   for (g = 0; g < 2; g++)
      for (level = 0; level < s->levels; level++) {
         const sums *a = sums_at(s, level, c->label);
         const double each = ratio(a->lost_long[g], a->far[g]);
         const double average = ratio(a->far_weights[g], a->far[g]);
         p->classes[g][c->class_number] +=
            each * (c->weights[g] - average * c->longs[g]);
         p->noise[g] += each * c->noise[g];
      }
}

/* What there is of the parts, and which of them are mixed. */
static void add_labels(const tsl_sample *s, const uint32_t *part,
                       part_sums *all)
{
   uint32_t i;
   unsigned k;
   for (i = 0; i < s->level[OWN].count; i++) {
      const double made = (double)s->made[i];
      part_sums *p = part[i] == TSL_SAMPLE_NO_PART ? NULL : &all[part[i]];
      if (p == NULL)
         continue;
      p->accesses += made;
      if (sums_at(s, s->exact, i)->bursts == 0)
         p->unmet += made;
      for (k = 0; k < 4; k++)
         p->earned[k] +=
            made
            * mean(s, k < 2 ? reuse_level(s, i) : stride_level(s, i), i, k);
   }
}

/*--- How many accesses a part has                                 ---*/

static uint64_t share_key(const tsl_sample *s, const uint32_t *part, uint32_t i)
{
   return (uint64_t)at_level(s, s->exact, i) << 32 | part[i];
}

/* Shares in ascending order of what is counted; *n of them. */
static pair *shares_of(tsl_sample *s, const uint32_t *part, size_t *n)
{
   const uint32_t labels = s->level[OWN].count;
   pair *o = tsl_map(&s->memory, (labels + 1) * sizeof *o);
   size_t used = 0;
   uint32_t i;
   for (i = 0; i < labels; i++) {
      o[i].key = share_key(s, part, i);
      o[i].count = s->made[i];
   }
   sort(o, labels);
   for (i = 0; i < labels; i++)
      if (used > 0 && o[used - 1].key == o[i].key)
         o[used - 1].count += o[i].count;
      else
         o[used++] = o[i];
   *n = used;
   return o;
}

/* Around its share of each thing that is counted, a part's accesses vary from
   burst to burst. Parts that share nothing are counted. */
static void add_shares(tsl_sample *s, const uint32_t *part, part_sums *all)
{
   const burst_record *r = s->records.at;
   const uint32_t counted = s->level[s->exact].count;
   size_t n, i, k, first = 0;
   pair *o = shares_of(s, part, &n);
   size_t *from_of = tsl_map(&s->memory, (counted + 1) * sizeof *from_of);
   double *seen = tsl_map(&s->memory, (counted + 1) * sizeof *seen);
   for (i = n; i-- > 0;) {
      const uint32_t what = (uint32_t)(o[i].key >> 32);
      from_of[what] = i;
      if ((i > 0 && o[i - 1].key >> 32 == what)
          || (i + 1 < n && o[i + 1].key >> 32 == what))
         if ((uint32_t)o[i].key != TSL_SAMPLE_NO_PART)
            all[(uint32_t)o[i].key].mixed = 1;
   }
   while (first < s->records.used) {
      const double weight = (double)((uint64_t *)s->weights.at)[r[first].burst];
      size_t end = first;
      for (; end < s->records.used && r[end].burst == r[first].burst; end++) {
         const sums *a = sums_at(s, s->exact, r[end].label);
         const double x =
            weight * r[end].scored * ratio(a->accesses, a->scored);
         seen[at_level(s, s->exact, r[end].label)] += x;
         if (part[r[end].label] != TSL_SAMPLE_NO_PART)
            all[part[r[end].label]].met += x;
      }
      for (i = first; i < end; i++) {
         const uint32_t what = at_level(s, s->exact, r[i].label);
         const double of = ratio(seen[what], s->of[s->exact][what].accesses);
         for (k = from_of[what]; of > 0 && k < n && o[k].key >> 32 == what; k++)
            if ((uint32_t)o[k].key != TSL_SAMPLE_NO_PART)
               all[(uint32_t)o[k].key].met -= of * (double)o[k].count;
         seen[what] = 0;
      }
      for (i = first; i < end; i++)
         for (k = from_of[at_level(s, s->exact, r[i].label)];
              k < n
              && o[k].key >> 32 == at_level(s, s->exact, r[i].label);
              k++)
            if ((uint32_t)o[k].key != TSL_SAMPLE_NO_PART) {
               part_sums *p = &all[(uint32_t)o[k].key];
               p->met_variance += p->met * p->met;
               p->met = 0;
            }
      first = end;
   }
   tsl_unmap(&s->memory, o, (s->level[OWN].count + 1) * sizeof *o);
   tsl_unmap(&s->memory, from_of, (counted + 1) * sizeof *from_of);
   tsl_unmap(&s->memory, seen, (counted + 1) * sizeof *seen);
}

/* Student's t of 95 % for so many draws. */
static double student(uint32_t draws)
{
   return draws < 3 ? 4.3 : 1.96 * (1 + 1.25 / (double)(draws - 1));
}

/* What has not been met may earn more or less than what stands for it: of a mean
   m, at most m (1 - m) is its variance. */
static double unmet_error(const part_sums *p, unsigned k)
{
   const double m = ratio(p->earned[k], p->accesses);
   return p->unmet * 0.5 * (m > 0 && m < 1 ? root(m * (1 - m)) : 0);
}

static void put_error(const part_sums *p, tsl_sample_error *e)
{
   const double t = student(e->bursts);
   unsigned g, m;
   for (g = 0; g < 2; g++) {
      double reuse = p->variance[g] + p->noise[g] * p->noise[g];
      const double unmet[2] = {unmet_error(p, g), unmet_error(p, 2 + g)};
      for (m = 0; m < CLASSES; m++)
         reuse += p->classes[g][m] * p->classes[g][m];
      e->temporal[g] = t * root(reuse + unmet[0] * unmet[0])
                       + LEAST_ERROR * p->accesses;
      e->spatial[g] = t * root(p->variance[2 + g] + unmet[1] * unmet[1])
                      + LEAST_ERROR * p->accesses;
   }
   e->accesses = p->mixed ? t * root(p->met_variance) : 0;
}

void tsl_sample_errors(tsl_sample *s, const uint32_t *part, uint32_t parts,
                       tsl_sample_error *errors)
{
   part_sums *all = tsl_map(&s->memory, (parts + 1) * sizeof *all);
   const burst_record *r = s->records.at;
   const class_record *c = s->classes.at;
   size_t i;
   uint32_t k;
   for (k = 0; k < parts; k++) {
      errors[k].scored = 0;
      errors[k].bursts = 0;
   }
   add_labels(s, part, all);
   add_shares(s, part, all);
   for (i = 0; i < s->records.used; i++) {
      const uint32_t at = part[r[i].label];
      const uint64_t inside =
         ((uint64_t *)s->weights.at)[r[i].burst] >= INSIDE_WEIGHT;
      if (at == TSL_SAMPLE_NO_PART)
         continue;
      if (all[at].last_burst != r[i].burst + 1) {
         settle(&all[at]);
         errors[at].bursts += (uint32_t)inside;
      }
      all[at].last_burst = r[i].burst + 1;
      errors[at].scored += inside * (uint64_t)r[i].scored;
      add_deviation(s, &r[i], &all[at]);
   }
   for (i = 0; i < s->classes.used; i++)
      if (part[c[i].label] != TSL_SAMPLE_NO_PART)
         add_class_deviation(s, &c[i], &all[part[c[i].label]]);
   for (k = 0; k < parts; k++) {
      settle(&all[k]);
      put_error(&all[k], &errors[k]);
   }
   tsl_unmap(&s->memory, all, (parts + 1) * sizeof *all);
}
