/*--------------------------------------------------------------------*/
/*--- tslmap: scoring a part of the accesses.       tsl_sampling.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_sampling.h"

#include "tsl_budget.h"
#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_options.h"
#include "tsl_walk.h"

/* The big picture. Every block's execution is counted (tsl_walk), so that the number
   of accesses is exact by site; locality's tsl_sample.h says how scores are estimated
   from two samples and these numbers. Up to TSL_SAMPLE_EXACT accesses, and longer if
   that is asked for or there is a budget that allows it, all of them go to the engine. From then on the
   event words are walked from header to header, and only where a burst lies are they
   decoded; between bursts, addresses are looked at for picked lines. In long runs
   recording pauses besides. */

static tsl_engine *engine;
static tsl_params params;
static tsl_sample *sample;
static tsl_schedule schedule;
static Bool in_burst;
static ULong exact_until; /* accesses before are all scored */
static Bool all_scored;   /* so far */

/* What is known of a picked access is far away in memory: it is asked for when
   the access is met, and used some accesses later. */
#define QUEUED 32
static struct {
   ULong address, when;
   UInt thread, site; /* index of the thread */
   Bool counted;
} queue[QUEUED];
static UInt queued;
static Bool counted; /* of those that come: all accesses are not scored */

static ULong recorded(void) { return tsl_walk_so_far().accesses; }
static ULong made(void) { return recorded() + tsl_walk_so_far().counted; }

/*--- What a collector gets ---*/

static Bool streams;
static Double words_each; /* event words of an access, so far */
static ULong words_walked;
static ULong burst_accesses;
#define PICKS 1024
static tsl_picked picks[PICKS];
static UInt picks_used;
static void start_anew(const tsl_params *p, UInt log2_n, const tsl_env *env, tsl_variant variant);
static void start_pauses(void);

void tsl_sampling_start(tsl_engine *e, const tsl_params *p, UInt log2_n, const tsl_env *env,
                        tsl_variant variant)
{
   engine = e;
   start_anew(p, log2_n, env, variant);
}

void tsl_sampling_start_stream(void)
{
   const tsl_env env = tsl_engine_env();
   const tsl_params p = tsl_options_params();
   streams = True;
   start_anew(&p, 23, &env, TSL_AUTO);
}

static void start_anew(const tsl_params *p, UInt log2_n, const tsl_env *env, tsl_variant variant)
{
   const tsl_sample_params s = {TSL_SAMPLE_CROSSOVER, TSL_SAMPLE_RATE_LOG2, log2_n};
   if (sample != NULL)
      tsl_sample_free(sample);
   tsl_walk_start(p->shift[TSL_LINE], variant != TSL_PORTABLE && variant != TSL_AVX2
                                    && tsl_variant_available(TSL_AVX512));
   words_walked = burst_accesses = 0;
   picks_used = 0;
   exact_until = tsl_opt.sample_after > 0 ? (ULong)tsl_opt.sample_after : TSL_SAMPLE_EXACT;
   all_scored = True;
   queued = 0;
   in_burst = False;
   params = *p;
   sample = tsl_sample_new(p, &s, env, variant);
   tsl_schedule_init(&schedule, tsl_opt.sample_period, tsl_opt.sample_seed);
   start_pauses();
   tsl_budget_start();
}

/*------------------------------------------------------------*/
/*--- Pauses                                               ---*/
/*------------------------------------------------------------*/

/* After some time (--tsl-pause-after) recording pauses: of each round, a sixteenth of what has been
   made, one access in RECORDED is recorded. To translate all busy code twice may take a fourth of
   what a round saves; where that takes longer rounds than a fourth of what has been made,
   recording does not pause yet. What is known of translated code stays in memory, so there are fewer
   rounds, down to a fourth, when much was translated.

   The time of bursts is that of recorded accesses. Picked lines are followed as if there were no
   pauses: what was touched within one is not between two accesses. So the first accesses
   behind a pause are not estimated from; they only touch lines. */

#define ROUNDS 16
#define LEAST_ROUNDS 4
#define RECORDED 8
#define UNKNOWN 4 /* and of a recorded part, one in so many is not estimated from */
#define TRANSLATION (1ull << 17) /* accesses of a round for each block that it translates */
#define TRANSLATED 50000 /* blocks after which rounds are twice as long: what is known of them is kept */

static ULong pause_from; /* recorded accesses: recording pauses then, or it is looked again */
static ULong known_from; /* recorded accesses from which picks are estimated from */
static UInt busy;        /* blocks that were translated in the last pause; 0: none yet */
static ULong translated; /* in all of them */
static ULong pauses;     /* so far */
static ULong part;       /* accesses recorded between two of them */
static ULong paused_told; /* accesses while recording paused that were told of */

static void start_pauses(void)
{
   pause_from = tsl_opt.pause_after > 0 ? (ULong)tsl_opt.pause_after : ~0ull;
   known_from = pauses = paused_told = 0;
   busy = 0;
   translated = 0;
}

Bool tsl_sampling_pause_is_due(void)
{
   return recorded() >= pause_from && !in_burst && !all_scored;
}

/* With a budget, recording pauses where it would not be kept otherwise. */
static Bool should_pause(void) { return !tsl_budget_given() || tsl_budget_is_short(); }

ULong tsl_sampling_pause(void)
{
   const ULong so_far = made();
   const ULong blocks = busy > 0 ? busy : tsl_walk_busy(so_far >> 20);
   const ULong rounds = ROUNDS / (1 + translated / TRANSLATED);
   const ULong usual = so_far / (rounds > LEAST_ROUNDS ? rounds : LEAST_ROUNDS), needed = TRANSLATION * blocks;
   const ULong round = needed > usual ? needed : usual;
   const ULong spread = (pauses + 1) * 0x9E3779B97F4A7C15ull + (ULong)tsl_opt.sample_seed;
   const ULong chance = tsl_sample_chance(spread) >> 48;
   if (round > so_far / LEAST_ROUNDS || !should_pause()) {
      pause_from = recorded() + usual;
      return 0;
   }
   part = round / RECORDED;
   pause_from = recorded() + part;
   known_from = recorded() + part / UNKNOWN;
   pauses++;
   /* A half to three halves of what is not recorded of a round, by chance. */
   return (round - round / RECORDED) / 2 + ((round - round / RECORDED) * chance >> 16);
}

static void tell_paused(void)
{
   const ULong all = tsl_walk_so_far().counted, new = all - paused_told;
   paused_told = all;
   if (new > 0 && streams)
      tsl_sink_now->paused(new);
   else if (new > 0)
      tsl_sample_paused(sample);
}

void tsl_sampling_resume(UInt blocks)
{
   busy = blocks;
   translated += blocks;
   tell_paused();
}

/*------------------------------------------------------------*/
/*--- Picks                                                ---*/
/*------------------------------------------------------------*/

static void send_picks(void)
{
   if (picks_used > 0)
      tsl_sink_now->picks(picks, picks_used);
   picks_used = 0;
}

static void found_long(UInt thread, UInt site, tsl_sample_pick *found)
{
   const UInt label = tsl_label_of(thread, site);
   tsl_picked *p;
   found->stands_for = tsl_sample_stands_for(tsl_label_long(label));
   if (found->stands_for == 0)
      return;
   if (!streams) {
      tsl_sample_long(sample, label, found);
      return;
   }
   if (picks_used == PICKS)
      send_picks();
   p = &picks[picks_used++];
   p->address = found->address;
   p->thread = tsl_walk_thread(thread);
   p->site = site;
   p->distance[0] = found->distance[0];
   p->distance[1] = found->distance[1];
   p->is_long = (UInt)(found->is_long[0] | found->is_long[1] << 1);
   p->stands_for = found->stands_for;
   p->runs = found->runs;
}

static void empty_queue(void)
{
   UInt i;
   for (i = 0; i < queued; i++) {
      const UInt thread = queue[i].thread;
      tsl_sample_pick found;
      if (tsl_sample_picked(sample, tsl_walk_thread(thread), queue[i].address, queue[i].when, &found)
          && queue[i].counted)
         found_long(thread, queue[i].site, &found);
   }
   queued = 0;
}

static void pick(ULong address, UInt thread, UInt site, ULong when)
{
   if (queued == QUEUED)
      empty_queue();
   queue[queued].address = address;
   queue[queued].when = when;
   queue[queued].thread = thread;
   queue[queued].site = site;
   queue[queued++].counted = counted;
   tsl_sample_prefetch(sample, tsl_walk_thread(thread), address);
}

/*------------------------------------------------------------*/
/*--- Parts                                                ---*/
/*------------------------------------------------------------*/

/* Walks until there have been so many accesses; how many words that takes. */
static SizeT walk(const ULong *words, SizeT n, ULong bound, Bool exact)
{
   counted = !exact && recorded() >= known_from;
   return tsl_walk(words, n, !counted && !exact && known_from < bound ? known_from : bound, pick);
}

static void score_exactly(UInt t, const ULong *addr, const UInt *site, SizeT n)
{
   tsl_engine_accesses(engine, t, (const uint64_t *)addr, site, n);
}

static void score_burst(UInt t, const ULong *addr, const UInt *site, SizeT n)
{
   static UInt label[TSL_DECODED_RUN];
   UInt index = 0;
   SizeT i;
   while (tsl_walk_thread(index) != t)
      index++;
   for (i = 0; i < n; i++)
      label[i] = tsl_label_of(index, site[i]);
   tsl_sample_scored(sample, t, (const uint64_t *)addr, label, n, NULL);
}

#define BURSTS_OF_PART 8 /* that is recorded between two pauses */

/* Accesses to the burst behind the next one; 0: as many as the schedule has by itself. */
static ULong period(Bool exact)
{
   ULong wanted = tsl_budget_given() && !exact ? tsl_budget_period(made()) : 0;
   if (wanted > 0)
      return wanted;
   if (tsl_opt.sample_period > 0 || exact || (pauses == 0 && tsl_opt.sample_after == 0))
      return tsl_opt.sample_period;
   wanted = pauses > 0 ? part / BURSTS_OF_PART : (recorded() - exact_until) / TSL_SAMPLE_PERIODS;
   return wanted < TSL_SAMPLE_SHORTEST ? TSL_SAMPLE_SHORTEST : wanted / TSL_SAMPLE_UNIT * TSL_SAMPLE_UNIT;
}

static void next_burst(Bool exact)
{
   tsl_schedule_next(&schedule, period(exact));
   if (pauses > 0)
      schedule.weight *= RECORDED;
}

/* Whether the next access is among those that are all scored. Behind many of these, bursts begin anew. */
static Bool is_exact(void)
{
   if (all_scored && recorded() >= exact_until) {
      all_scored = tsl_budget_allows_all();
      exact_until = recorded() + (all_scored ? TSL_SAMPLE_EXACT : 0);
      if (!all_scored && tsl_opt.sample_after > 0 && !in_burst) {
         schedule.from = recorded();
         next_burst(False);
      }
   }
   return all_scored;
}

void tsl_sampling_score(const ULong *words, SizeT n)
{
   SizeT i = 0;
   tsl_budget_begin(n);
   while (i < n) {
      const Bool exact = is_exact();
      ULong bound = in_burst ? schedule.ends : schedule.begins;
      const tsl_walked before = tsl_walk_so_far();
      tsl_walked now;
      UInt decoded = before.thread;
      SizeT used;
      if (exact && bound > exact_until)
         bound = exact_until;
      used = walk(words + i, n - i, bound, exact);
      now = tsl_walk_so_far();
      tsl_budget_walked(now.headers - before.headers, used);
      if (exact)
         tsl_decode(words + i, used, &decoded, score_exactly);
      if (in_burst) {
         decoded = before.thread;
         tsl_decode(words + i, used, &decoded, score_burst);
      }
      if (exact || in_burst)
         tsl_budget_scored(now.accesses - before.accesses, exact);
      i += used;
      if (in_burst && now.accesses >= schedule.ends) {
         in_burst = False;
         next_burst(exact);
      } else if (!in_burst && now.accesses >= schedule.begins) {
         in_burst = True;
         tsl_sample_burst(sample, exact ? 0 : schedule.weight);
      }
   }
}

/* What is sent is always at the beginning: a burst begins with a buffer, and what is all scored ends with
   one. */
SizeT tsl_sampling_stream(ULong *words, SizeT n, Bool place)
{
   const ULong headers_before = tsl_walk_so_far().headers;
   SizeT i = 0, sent = 0;
   ULong scored = 0;
   Bool ended = False;
   const Bool exact = all_scored;
   tsl_budget_begin(n);
   while (i < n) {
      const ULong before = recorded();
      i += walk(words + i, n - i, in_burst ? schedule.ends : ~0ull, exact);
      if (exact || in_burst) {
         sent = i;
         scored += recorded() - before;
      }
      if (in_burst)
         burst_accesses += recorded() - before;
      if (in_burst && recorded() >= schedule.ends) {
         in_burst = False;
         ended = True;
      }
   }
   words_walked += n;
   words_each = (Double)words_walked / (Double)(recorded() + 1);
   tsl_budget_walked(tsl_walk_so_far().headers - headers_before, n);
   if (sent > 0)
      tsl_buffer_hand_over(words, sent);
   if (ended)
      tsl_sink_now->burst(0);
   if (scored > 0)
      tsl_budget_scored(scored, exact);
   if (ended)
      next_burst(False);
   while (exact && schedule.begins < recorded())
      next_burst(True);
   empty_queue();
   if (!in_burst)
      tsl_budget_ask(exact);
   if (exact && !is_exact())
      tsl_sink_now->burst(0);
   if (place)
      send_picks();
   return sent;
}

/*------------------------------------------------------------*/
/*--- Streaming                                            ---*/
/*------------------------------------------------------------*/

Bool tsl_sampling_streams(void) { return streams; }
Bool tsl_sampling_scores_all(void) { return !tsl_opt.sampled || all_scored; }
Bool tsl_sampling_in_burst(void) { return streams && in_burst; }
Bool tsl_sampling_leaves_out(void) { return streams && !in_burst && !all_scored; }
ULong tsl_sampling_made(void) { return made(); }

Bool tsl_sampling_burst_is_due(void)
{
   return tsl_sampling_leaves_out() && recorded() >= schedule.begins;
}

/* A block may need half of the buffer; if a burst is due, the next block finds it
   full. */
ULong *tsl_sampling_first(ULong *start, SizeT words, SizeT all)
{
   const SizeT least = all - words / 2;
   SizeT wanted;
   if (!tsl_sampling_leaves_out())
      return start;
   if (recorded() >= schedule.begins)
      return start + all;
   wanted = (SizeT)((Double)(schedule.begins - recorded()) * words_each);
   if (wanted < least)
      wanted = least;
   else if (wanted > all)
      wanted = wanted < all + least ? wanted / 2 : all;
   return start + (all - wanted);
}

void tsl_sampling_begin_burst(UInt thread)
{
   send_picks();
   in_burst = True;
   tsl_sink_now->burst(schedule.weight);
   schedule.ends = recorded() + TSL_SAMPLE_BURST;
   tsl_stacks_tell(thread);
}

void tsl_sampling_thread(UInt thread) { tsl_stacks_tell(thread); }

Bool tsl_sampling_allocated(UInt thread, UInt function, const tsl_return *r)
{
   if (!tsl_sampling_leaves_out())
      return False;
   tsl_stacks_tell_allocation(thread, function, r);
   return True;
}

/*------------------------------------------------------------*/
/*--- The end                                              ---*/
/*------------------------------------------------------------*/

void tsl_sampling_tell_end(void)
{
   ULong *by_label = tsl_label_counts();
   tsl_count_of *counts = VG_(calloc)("tsl.sampling", tsl_labels() + 1, sizeof *counts);
   UInt t, k;
   if (in_burst)
      tsl_sink_now->burst(0);
   in_burst = False;
   for (t = 0; t < tsl_walk_threads(); t++) {
      const ULong footprint[2] = {tsl_sample_footprint(sample, tsl_walk_thread(t), TSL_WORD),
                                  tsl_sample_footprint(sample, tsl_walk_thread(t), TSL_LINE)};
      UInt n = 0;
      for (k = 0; k < tsl_labels(); k++)
         if (tsl_label_at(k)->thread == t && by_label[k] > 0) {
            counts[n].id = tsl_label_at(k)->site;
            counts[n++].count = by_label[k];
         }
      tsl_sink_now->counts(tsl_walk_thread(t), counts, n, footprint);
   }
   tell_paused();
   tsl_sink_now->sampled(all_scored ? made() : exact_until, burst_accesses, made());
   VG_(free)(counts);
   VG_(free)(by_label);
}

void tsl_sampling_end(tsl_estimates *to)
{
   empty_queue();
   tell_paused();
   tsl_estimate(engine, sample, &params, to);
}

ULong tsl_sampling_footprint(UInt thread, tsl_granularity g, ULong exact)
{
   const ULong estimate = tsl_sample_footprint(sample, thread, g);
   return all_scored || estimate < exact ? exact : estimate;
}

ULong tsl_sampling_process_footprint(tsl_granularity g)
{
   ULong sum = 0;
   UInt t;
   if (all_scored || params.history_process)
      return tsl_sampling_footprint(0, g, tsl_engine_process_footprint(engine, g));
   for (t = 0; t < tsl_walk_threads(); t++)
      sum += tsl_sample_footprint(sample, tsl_walk_thread(t), g);
   return sum;
}
