/*--------------------------------------------------------------------*/
/*--- tslmap: what bursts and picked lines see.       tsl_sample.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_sample.h for the big picture. */

#include "tsl_engine.h"
#include "tsl_sample_state.h"

#define LABEL_LIMIT (1u << 24)
#define OUTSIDE_WEIGHT 1u

/*--------------------------------------------------------------------*/
/*--- Counts by key                                                ---*/
/*--------------------------------------------------------------------*/

/* The next record, zeroed; `size` is a multiple of 8. */
static void *append(list *l, tsl_memory *m, size_t size)
{
   if (l->used == l->capacity) {
      const size_t capacity = l->capacity == 0 ? 1024 : 2 * l->capacity;
      l->at = tsl_grow(m, l->at, l->capacity * size, capacity * size);
      l->capacity = capacity;
   }
   return (char *)l->at + size * l->used++;
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

static int valid(const tsl_params *p, const tsl_sample_params *s)
{
   return p->granularities == TSL_SAMPLE_GRANULARITIES
          && p->shift[TSL_LINE] <= 12
          && p->shift[TSL_WORD] <= p->shift[TSL_LINE] && p->window >= 1
          && p->window <= TSL_WINDOW_MAX && p->imax >= 2 && p->imax <= 65536
          && s->crossover >= 1 && s->rate_log2 >= 1 && s->rate_log2 <= 16
          && s->log2_n >= 1 && s->log2_n < COLD;
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
   for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++) {
      s->strides[g].shift = params->shift[g];
      tsl_distances_init(&s->burst[g], &s->memory, 14, 0);
   }
   return s;
}

void tsl_sample_free(tsl_sample *s)
{
   tsl_memory *m = &s->memory;
   thread_state *t = s->threads.at;
   tsl_memory last;
   unsigned g, level;
   size_t i;
   for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++)
      tsl_distances_free(&s->burst[g]);
   for (i = 0; i < s->threads.used; i++)
      for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++)
         tsl_distances_free(&t[i].picked[g]);
   tsl_release(m, s->threads.at, s->threads.capacity * sizeof(thread_state));
   tsl_release(m, s->weights.at, s->weights.capacity * sizeof(uint64_t));
   tsl_release(m, s->records.at, s->records.capacity * sizeof(burst_record));
   tsl_release(m, s->classes.at, s->classes.capacity * sizeof(class_record));
   tsl_release(m, s->near.pairs, sizeof(pair) << s->near.bits);
   tsl_release(m, s->far.pairs, sizeof(pair) << s->far.bits);
   tsl_release(m, s->class_index.pairs, sizeof(pair) << s->class_index.bits);
   tsl_release(m, s->record_of, s->label_capacity * sizeof(uint32_t));
   if (s->levels > 0)
      tsl_unmap(m, s->means, (s->level[OWN].count + 1) * sizeof(label_means));
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
      for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++)
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
   unsigned g;
   for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++)
      tsl_distances_prefetch(&t->picked[g], address >> s->params.shift[g]);
}

/* A picked line is touched for the first time: it may join two runs. */
static void add_to_runs(const tsl_sample *s, thread_state *t, uint64_t address)
{
   const unsigned rate = s->sample.rate_log2, shift = s->params.shift[TSL_LINE];
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
   thread_state *t = thread_of(s, thread);
   unsigned g;
   pick->address = address;
   for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++) {
      uint64_t ago;
      pick->distance[g] = tsl_distances_access(
         &t->picked[g], address >> s->params.shift[g], when, &ago);
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
   const double times = pick->stands_for;
   const uint64_t block = pick->address >> s->params.shift[TSL_LINE] >> rate;
   class_record *c = class_of(
      s, label, block * 0xD6E8FEB86659FD93ull >> (64 - CLASSES_LOG2));
   unsigned g;
   for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++) {
      const uint32_t distance = pick->distance[g], lines = pick->distance[1];
      const uint32_t entry =
         distance == TSL_NEVER ? COLD : entry_of(distance, rate);
      if (!pick->is_long[g])
         continue;
      if (entry != COLD)
         c->noise[g] += times
                        * weight_noise(s, (double)pick->runs, distance,
                                       lines == TSL_NEVER ? 0 : lines);
      c->picks[g]++;
      c->longs[g] += times;
      c->weights[g] += times * s->of_entry[entry];
      *count_of(&s->far, &s->memory, key_of(label, g, entry)) += pick->stands_for;
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
      period = TSL_SAMPLE_SHORTEST;
      while (period < c->from / TSL_SAMPLE_PERIODS)
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
   s->draws += !s->goes_on;
   s->goes_on = s->pauses;
}

void tsl_sample_paused(tsl_sample *s)
{
   s->pauses = 1;
   s->goes_on = 0;
}

static void begin(tsl_sample *s, uint32_t thread)
{
   unsigned g;
   for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++) {
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
   if (label >= s->label_capacity) {
      const uint32_t capacity = label < 2048 ? 4096 : 2 * label;
      if (label >= LABEL_LIMIT)
         s->memory.env.fail(s->memory.env.ctx, "a label is 2^24 or larger");
      s->record_of = tsl_grow(&s->memory, s->record_of,
                              s->label_capacity * sizeof(uint32_t),
                              capacity * sizeof(uint32_t));
      s->label_capacity = capacity;
   }
   if (s->record_of[label] > s->first_record)
      return (burst_record *)s->records.at + (s->record_of[label] - 1);
   r = append(&s->records, &s->memory, sizeof *r);
   r->burst = (uint32_t)s->weights.used - 1;
   r->draw = s->draws;
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
   for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++)
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

/* What is told of an access to a line at this distance. */
static uint8_t miss_of(const tsl_sample *s, uint32_t distance, uint64_t ago, uint32_t stride)
{
   const int is_far = distance == TSL_NEVER || ago > s->sample.crossover
                      || tsl_reuse_entry(distance) >= TSL_MISS_ENTRY;
   return !is_far ? TSL_HIT : stride <= TSL_LAST_BESIDE ? TSL_MISS_BESIDE : TSL_MISS;
}

void tsl_sample_scored(tsl_sample *s, uint32_t thread, const uint64_t *address,
                       const uint32_t *label, size_t n, uint8_t *misses)
{
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
         for (g = 0; g < TSL_SAMPLE_GRANULARITIES; g++) {
            const int warm = s->at >= s->sample.crossover;
            uint64_t ago;
            const uint32_t d = tsl_distances_access(
               &s->burst[g], address[i] >> s->params.shift[g], s->at, warm ? &ago : NULL);
            if (s->at >= s->params.window)
               count_stride(s, r, g, s->seen[g].strides[i], weight);
            if (warm)
               count_reuse(s, r, g, d, ago, weight);
            if (misses != NULL && g == TSL_LINE)
               misses[i] = warm ? miss_of(s, d, ago, s->seen[g].strides[i]) : TSL_NOT_KNOWN;
         }
      }
      misses += misses == NULL ? 0 : part;
      address += part;
      label += part;
      n -= part;
   }
}

void tsl_sample_seen(const tsl_sample *s, tsl_sample_sums *sums, uint32_t labels)
{
   const burst_record *r = s->records.at;
   size_t i;
   for (i = 0; i < s->records.used; i++)
      if (r[i].label < labels) {
         const double weight = (double)weight_of(s, &r[i]);
         tsl_sample_sums *to = &sums[r[i].label];
         to->scored += weight * r[i].scored;
         to->warm += weight * r[i].warm;
         to->longs += weight * r[i].longs[TSL_LINE];
      }
}

void tsl_sample_draws(const tsl_sample *s, const uint32_t *of, uint32_t *draws, uint32_t *last)
{
   const burst_record *r = s->records.at;
   size_t i;
   for (i = 0; i < s->records.used; i++) {
      const uint32_t group = of[r[i].label];
      if (weight_of(s, &r[i]) < INSIDE_WEIGHT)
         continue;
      draws[group] += last[group] != r[i].draw;
      last[group] = r[i].draw;
   }
}

uint64_t tsl_sample_accesses(const tsl_sample *s)
{
   return s->accesses;
}

uint64_t tsl_sample_bursts(const tsl_sample *s)
{
   return s->weights.used;
}
