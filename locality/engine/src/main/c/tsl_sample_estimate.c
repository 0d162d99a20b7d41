/*--------------------------------------------------------------------*/
/*--- tslmap: scores told from a sample.    tsl_sample_estimate.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_sample.h for the big picture. */

#include "tsl_sample_state.h"

#define LEAST_PICKED 8.0    /* picked long accesses that give a distribution */
#define LEAST_DRAWS 3u      /* that give a label a variance of its own */
#define LEAST_ERROR 0.0005  /* no score is told more exactly than that */

/*--------------------------------------------------------------------*/
/*--- Sorted counts                                                ---*/
/*--------------------------------------------------------------------*/

/* By keys, eight bits at a time from the lowest ones on (Knuth, The Art of Computer
   Programming 3, 1998, section 5.2.5); bits that all keys have in common are passed
   over. `spare` has room for as many. */
static void sort(pair *p, pair *spare, size_t n)
{
   pair *from = p, *to = spare;
   uint64_t different = 0;
   unsigned shift, digit;
   size_t i;
   for (i = 1; i < n; i++)
      different |= p[i].key ^ p[0].key;
   for (shift = 0; shift < 64; shift += 8) {
      size_t begins[257] = {0};
      pair *const swap = from;
      if ((different >> shift & 255) == 0)
         continue;
      for (i = 0; i < n; i++)
         begins[(from[i].key >> shift & 255) + 1]++;
      for (digit = 0; digit < 255; digit++)
         begins[digit + 1] += begins[digit];
      for (i = 0; i < n; i++)
         to[begins[from[i].key >> shift & 255]++] = from[i];
      from = to;
      to = swap;
   }
   for (i = 0; from != p && i < n; i++)
      p[i] = from[i];
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
   pair *const spare = tsl_map(&s->memory, (t->used + 1) * sizeof(pair));
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
   sort(o.pairs, spare, n);
   tsl_unmap(&s->memory, spare, (t->used + 1) * sizeof(pair));
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
   const double weight = (double)weight_of(s, r);
   unsigned k;
   a->warm += weight * r->warm;
   a->scored += weight * r->scored;
   for (k = 0; k < 4; k++)
      a->weights[k] += weight * r->weights[k];
   for (k = 0; k < 2; k++)
      a->longs[k] += weight * r->longs[k];
   if (weight >= INSIDE_WEIGHT && a->last_draw != r->draw)
      a->draws++;
   a->last_draw = r->draw;
}

static void add_class(sums *a, const class_record *c)
{
   unsigned g;
   for (g = 0; g < 2; g++) {
      a->far_picks[g] += c->picks[g];
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
          && sums_at(s, level, label)->far_picks[g] < LEAST_PICKED)
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

/* Of a label's long accesses, the share that seem to be first touches. */
static double first_touches(const tsl_sample *s, uint32_t label, unsigned g)
{
   const unsigned level = far_level(s, label, g);
   const uint32_t at = at_level(s, level, label);
   const sorted *far = &s->far_of[level];
   const uint64_t key = key_of(at, g, COLD);
   const size_t i = from(far, key);
   return i < far->used && far->pairs[i].key == key
             ? ratio((double)far->pairs[i].count, s->of[level][at].far[g])
             : 0;
}

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

/* The same, by the level that has been met in enough draws. */
static double centre(const tsl_sample *s, uint32_t label, unsigned k)
{
   unsigned level = s->exact;
   while (level < s->levels - 1
          && sums_at(s, level, label)->draws < LEAST_DRAWS)
      level++;
   return mean(s, level, label, k);
}

/* What is asked for with each record of bursts. */
static void note_means(tsl_sample *s, uint32_t labels)
{
   uint32_t label;
   unsigned k;
   s->means = tsl_map(&s->memory, (labels + 1) * sizeof *s->means);
   for (label = 0; label < labels; label++) {
      label_means *m = &s->means[label];
      for (k = 0; k < 2; k++) {
         m->stands_for[k] = stands_for(s, label, k);
         m->far_weight[k] = far_weight(s, label, k);
      }
      for (k = 0; k < 4; k++)
         m->centre[k] = centre(s, label, k);
   }
}

void tsl_sample_estimate(tsl_sample *s, const uint64_t *accesses,
                         uint32_t labels, const tsl_sample_level *of,
                         unsigned n, int exact, const double *by_bursts,
                         const uint64_t first[TSL_SAMPLE_GRANULARITIES])
{
   const burst_record *r = s->records.at;
   const class_record *c = s->classes.at;
   unsigned level, g;
   size_t i;
   s->made = accesses;
   s->levels = n + 2;
   s->exact = (unsigned)(exact + 1);
   s->by_bursts = by_bursts;
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
   note_means(s, labels);
   for (g = 0; g < 2; g++) {
      double seeming = 0;
      for (i = 0; i < labels; i++)
         seeming += longs_of(s, (uint32_t)i, g) * first_touches(s, (uint32_t)i, g);
      s->first[g] = seeming > (double)first[g] ? (double)first[g] / seeming : 1;
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
   const double cold = first_touches(s, label, g);
   /* Those that are none are as far as the other long ones. */
   const double others = cold < 1 ? (1 - s->first[g] * cold) / (1 - cold) : 1;
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
         others * a->longs[g] * (double)far->pairs[i].count / b->far[g];
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
   double draw[4];                /* of the current draw */
   double classes[2][CLASSES];
   double noise[2];
   double variance[4];
   double earned[4];  /* of all its labels, estimated */
   double accesses, unmet;
   double met;        /* accesses of the current draw, less those expected */
   double met_variance;
   uint32_t last_draw;
   uint32_t mixed;    /* it has labels that are not counted */
} part_sums;

static void add_deviation(const tsl_sample *s, const burst_record *r,
                          part_sums *p)
{
   const double weight = (double)weight_of(s, r);
   const label_means *of = &s->means[r->label];
   unsigned k;
   for (k = 0; k < 4; k++) {
      const double n = k < 2 ? r->warm : r->scored;
      const double earned = k < 2 ? r->weights[k] + r->longs[k] * of->far_weight[k]
                                  : r->weights[k];
      const double each = p->mixed ? ratio(p->earned[k], p->accesses) : of->centre[k];
      p->draw[k] += weight * of->stands_for[k >= 2] * (earned - n * each);
   }
}

/* A draw's sums are done. */
static void flush_draw(part_sums *p)
{
   unsigned k;
   for (k = 0; k < 4; k++) {
      p->variance[k] += p->draw[k] * p->draw[k];
      p->draw[k] = 0;
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
      if (sums_at(s, s->exact, i)->draws == 0)
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
   pair *spare = tsl_map(&s->memory, (labels + 1) * sizeof *o);
   size_t used = 0;
   uint32_t i;
   for (i = 0; i < labels; i++) {
      o[i].key = share_key(s, part, i);
      o[i].count = s->made[i];
   }
   sort(o, spare, labels);
   tsl_unmap(&s->memory, spare, (labels + 1) * sizeof *o);
   for (i = 0; i < labels; i++)
      if (used > 0 && o[used - 1].key == o[i].key)
         o[used - 1].count += o[i].count;
      else
         o[used++] = o[i];
   *n = used;
   return o;
}

static double by_bursts(const tsl_sample *s, uint32_t what)
{
   return s->by_bursts == NULL ? 1 : root(s->by_bursts[what]);
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
      size_t end = first;
      for (; end < s->records.used && r[end].draw == r[first].draw; end++) {
         const double weight = (double)weight_of(s, &r[end]);
         const sums *a = sums_at(s, s->exact, r[end].label);
         const double x =
            weight * r[end].scored * ratio(a->accesses, a->scored)
            * by_bursts(s, at_level(s, s->exact, r[end].label));
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

/* Few draws may all have met the same phase of what changes. So before any draw is
   seen, what one earns on average is taken to deviate by 0.25, and that counts as one
   draw more. */
static double prior_variance(const part_sums *p, uint32_t draws)
{
   const double n = draws == 0 ? 1 : (double)draws;
   const double deviation = 0.25 * p->accesses;
   return deviation * deviation / (n * (n + 1));
}

static void put_error(const part_sums *p, tsl_sample_error *e)
{
   const double t = student(e->draws);
   const double prior = prior_variance(p, e->draws);
   unsigned g, m;
   for (g = 0; g < 2; g++) {
      double reuse = prior + p->variance[g] + p->noise[g] * p->noise[g];
      const double unmet[2] = {unmet_error(p, g), unmet_error(p, 2 + g)};
      for (m = 0; m < CLASSES; m++)
         reuse += p->classes[g][m] * p->classes[g][m];
      e->temporal[g] = t * root(reuse + unmet[0] * unmet[0])
                       + LEAST_ERROR * p->accesses;
      e->spatial[g] = t * root(prior + p->variance[2 + g] + unmet[1] * unmet[1])
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
      errors[k].draws = 0;
   }
   add_labels(s, part, all);
   add_shares(s, part, all);
   for (i = 0; i < s->records.used; i++) {
      const uint32_t at = part[r[i].label];
      const uint64_t inside =
         weight_of(s, &r[i]) >= INSIDE_WEIGHT;
      if (at == TSL_SAMPLE_NO_PART)
         continue;
      if (all[at].last_draw != r[i].draw) {
         flush_draw(&all[at]);
         errors[at].draws += (uint32_t)inside;
      }
      all[at].last_draw = r[i].draw;
      errors[at].scored += inside * (uint64_t)r[i].scored;
      add_deviation(s, &r[i], &all[at]);
   }
   for (i = 0; i < s->classes.used; i++)
      if (part[c[i].label] != TSL_SAMPLE_NO_PART)
         add_class_deviation(s, &c[i], &all[part[c[i].label]]);
   for (k = 0; k < parts; k++) {
      flush_draw(&all[k]);
      put_error(&all[k], &errors[k]);
   }
   tsl_unmap(&s->memory, all, (parts + 1) * sizeof *all);
}
