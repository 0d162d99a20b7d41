/*--------------------------------------------------------------------*/
/*--- tslmap: accesses that are counted.              tsl_counted.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_counted.h"

#include "tsl_code.h"
#include "tsl_counter.h"
#include "tsl_sink.h"
#include "tsl_walk.h"

/* Counters belong to code, not to threads. One thread runs at a time: what counters have gained
   since another one began to run is that one's. In a program with one thread that is looked at
   only when it is told; in others at each switch, and kept by thread and counter until then. */

#define CALL 0x80000000u   /* of a function; others are sites */
#define PAUSED 0x40000000u /* an access of code that runs while recording pauses */

/* What a counter counts: places in `parts`. */
typedef struct {
   UInt counter;
   UInt first, count;
   UInt accesses; /* sites among the parts */
   ULong seen; /* its value when it was last looked at */
} meaning;

typedef struct {
   UInt thread, meaning;
   ULong executions; /* 0: empty place */
} kept;

static XArray *meanings; /* of counters that count accesses or calls */
static XArray *parts;    /* sites, some with PAUSED, and functions with CALL */
static UInt pending;     /* parts at the end that have no counter yet */
static UInt running;
static UInt runs; /* of threads, since it was told */

static kept *table; /* open addressing */
static UInt places, places_used;

static ULong told[2]; /* by kind */
static ULong *told_of; /* by function */
static UInt told_size;
static ULong gone; /* accesses of counters that nothing adds to any more */

void tsl_counted_init(void)
{
   meanings = tsl_list("tsl.counted", sizeof(meaning));
   parts = tsl_list("tsl.counted", sizeof(UInt));
}

/*------------------------------------------------------------*/
/*--- Code                                                 ---*/
/*------------------------------------------------------------*/

static void add_part(UInt part)
{
   VG_(addToXA)(parts, &part);
   pending++;
}

void tsl_counted_access(UInt site, Bool paused) { add_part(site | (paused ? PAUSED : 0)); }
void tsl_counted_call(UInt function) { add_part(function | CALL); }
Bool tsl_counted_pending(void) { return pending > 0; }

void tsl_counted_of_counter(UInt id)
{
   meaning m = {id, (UInt)VG_(sizeXA)(parts) - pending, pending, 0, 0};
   UInt i;
   for (i = 0; i < pending; i++)
      m.accesses += !(*(UInt *)VG_(indexXA)(parts, m.first + i) & CALL);
   if (pending > 0)
      VG_(addToXA)(meanings, &m);
   pending = 0;
}

/* Parts that wait for their counter stay at the end. */
void tsl_counted_guarded(UInt id, UInt site, Bool paused)
{
   const UInt before = pending, first = (UInt)VG_(sizeXA)(parts) - before;
   UInt i;
   pending = 0;
   tsl_counted_access(site, paused);
   tsl_counted_of_counter(id);
   for (i = 0; i < before; i++) {
      const UInt part = *(UInt *)VG_(indexXA)(parts, first + i);
      add_part(part);
   }
}

/*------------------------------------------------------------*/
/*--- Threads                                              ---*/
/*------------------------------------------------------------*/

static void grow(void);

static void keep(UInt thread, UInt number, ULong executions)
{
   ULong h;
   UInt i;
   if (2 * (places_used + 1) > places)
      grow();
   h = (((ULong)thread << 32) | number) * 0x9E3779B97F4A7C15ull;
   i = (UInt)(h >> 32) & (places - 1);
   while (table[i].executions != 0 && (table[i].thread != thread || table[i].meaning != number))
      i = (i + 1) & (places - 1);
   if (table[i].executions == 0) {
      table[i].thread = thread;
      table[i].meaning = number;
      places_used++;
   }
   table[i].executions += executions;
}

static void grow(void)
{
   kept *const before = table;
   const UInt n = places;
   UInt i;
   places = places == 0 ? 1024 : 2 * places;
   places_used = 0;
   table = VG_(calloc)("tsl.counted", places, sizeof *table);
   for (i = 0; i < n; i++)
      if (before[i].executions != 0)
         keep(before[i].thread, before[i].meaning, before[i].executions);
   VG_(free)(before);
}

/* What has been counted since the last time is the running thread's. */
static void look(void)
{
   const Word n = VG_(sizeXA)(meanings);
   Word i;
   for (i = 0; i < n; i++) {
      meaning *m = VG_(indexXA)(meanings, i);
      const ULong value = tsl_counter_value(m->counter);
      if (value != m->seen) {
         keep(running, (UInt)i, value - m->seen);
         m->seen = value;
      }
   }
}

void tsl_counted_thread(UInt thread)
{
   if (thread != running && running != 0)
      look();
   running = thread;
   runs++;
}

/* A stream that is cut loses what was not told. A run of a thread is up to 100,000 blocks. */
Bool tsl_counted_due(void) { return runs >= 1024 && VG_(sizeXA)(meanings) > 0; }

/*------------------------------------------------------------*/
/*--- What was counted                                     ---*/
/*------------------------------------------------------------*/

static Int by_thread(const void *a, const void *b)
{
   const kept *x = a, *y = b;
   return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* Numbers other than 0, in order. */
static UInt gather(ULong *sums, UInt n, tsl_count_of *to)
{
   UInt used = 0, i;
   for (i = 0; i < n; i++)
      if (sums[i] != 0) {
         to[used].id = i;
         to[used++].count = sums[i];
         sums[i] = 0;
      }
   return used;
}

static void tell(const kept *from, UInt n)
{
   const UInt sites = tsl_sites(), functions = tsl_functions();
   ULong *by_site = VG_(calloc)("tsl.counted", sites + 1, sizeof *by_site);
   ULong *calls = VG_(calloc)("tsl.counted", functions + 1, sizeof *calls);
   tsl_count_of *list = VG_(malloc)("tsl.counted", (sites + functions + 1) * sizeof *list);
   UInt i = 0, k;
   TSL_RESERVE("tsl.counted", told_of, told_size, functions);
   while (i < n) {
      const UInt thread = from[i].thread;
      UInt of_sites, of_functions;
      for (; i < n && from[i].thread == thread; i++) {
         const meaning *m = VG_(indexXA)(meanings, from[i].meaning);
         for (k = 0; k < m->count; k++) {
            const UInt part = *(UInt *)VG_(indexXA)(parts, m->first + k);
            if (part & CALL)
               calls[part & ~CALL] += from[i].executions;
            else if (part & PAUSED)
               tsl_walk_counted(thread, part & ~PAUSED, from[i].executions);
            else
               by_site[part] += from[i].executions;
         }
      }
      of_sites = gather(by_site, sites, list);
      of_functions = gather(calls, functions, list + of_sites);
      for (k = 0; k < of_sites; k++) {
         const tsl_site *site = tsl_site_at(list[k].id);
         told[site->kind] += list[k].count;
         told_of[site->function] += list[k].count;
      }
      if (of_sites + of_functions > 0)
         tsl_sink_now->counted_code(thread, list, of_sites, list + of_sites, of_functions);
   }
   VG_(free)(by_site);
   VG_(free)(calls);
   VG_(free)(list);
}

void tsl_counted_tell(void)
{
   UInt i, n = 0;
   runs = 0;
   if (tsl_sink_now->counted_code == NULL)
      return;
   look();
   if (places_used == 0)
      return;
   for (i = 0; i < places; i++)
      if (table[i].executions != 0)
         table[n++] = table[i];
   VG_(ssort)(table, n, sizeof *table, by_thread);
   tell(table, n);
   VG_(memset)(table, 0, places * sizeof *table);
   places_used = 0;
}

static Bool is_of(UInt part, const Bool *functions)
{
   return functions == NULL
          || functions[part & CALL ? part & ~CALL : tsl_site_at(part & ~PAUSED)->function];
}

void tsl_counted_retire(const Bool *functions)
{
   const Word n = VG_(sizeXA)(meanings);
   UInt kept_parts = 0, k;
   Word i, kept_meanings = 0;
   tl_assert(pending == 0 && places_used == 0);
   for (i = 0; i < n; i++) {
      meaning m = *(meaning *)VG_(indexXA)(meanings, i);
      const UInt first = m.first;
      Bool retires = False;
      for (k = 0; k < m.count; k++)
         retires |= is_of(*(UInt *)VG_(indexXA)(parts, first + k), functions);
      if (retires) {
         gone += m.accesses * m.seen;
         continue;
      }
      m.first = kept_parts;
      for (k = 0; k < m.count; k++)
         *(UInt *)VG_(indexXA)(parts, kept_parts++) = *(UInt *)VG_(indexXA)(parts, first + k);
      *(meaning *)VG_(indexXA)(meanings, kept_meanings++) = m;
   }
   VG_(dropTailXA)(meanings, n - kept_meanings);
   VG_(dropTailXA)(parts, VG_(sizeXA)(parts) - kept_parts);
}

ULong tsl_counted_accesses(void)
{
   ULong sum = gone;
   Word i;
   for (i = 0; i < tsl_count(meanings); i++) {
      const meaning *m = VG_(indexXA)(meanings, i);
      sum += m->accesses * tsl_counter_value(m->counter);
   }
   return sum;
}

ULong tsl_counted_loads(void) { return told[TSL_LOAD]; }
ULong tsl_counted_stores(void) { return told[TSL_STORE]; }
ULong tsl_counted_of(UInt function) { return function < told_size ? told_of[function] : 0; }

void tsl_counted_reset(void)
{
   Word i;
   for (i = 0; i < VG_(sizeXA)(meanings); i++)
      ((meaning *)VG_(indexXA)(meanings, i))->seen = 0;
   if (places > 0)
      VG_(memset)(table, 0, places * sizeof *table);
   places_used = 0;
   told[TSL_LOAD] = told[TSL_STORE] = gone = 0;
   if (told_size > 0)
      VG_(memset)(told_of, 0, told_size * sizeof *told_of);
   running = 0;
}
