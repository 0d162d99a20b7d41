/*--------------------------------------------------------------------*/
/*--- tslmap: the Apex-Map probe.                      tsl_probe.c ---*/
/*--------------------------------------------------------------------*/

#define _GNU_SOURCE

#include "tsl_probe.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tsl_index.h"

#define WORDS_OF_LINE 8u
/* Touches of each line, about, after which a cache keeps what it can: some take a line for good
   only after it has come back a few times. */
#define WARM_TOUCHES 6u
/* Touches at most of a memory that was warm before. */
#define WARM_AGAIN ((uint64_t)1 << 20)
#define HUGE_PAGE ((size_t)2 << 20)
/* Above every word number, below what a dependent kernel may load. */
#define STAMP ((uint64_t)1 << 41)

/* What the memory holds: each word its number, or its number and how often it
   was updated, or stamps. */
typedef enum { NOTHING, NUMBERS, UPDATES, STAMPS } content;

/* Threads begin when all of them could be started, and not at all otherwise. */
typedef enum { CLOSED, OPEN, CANCELLED } gate_state;
typedef atomic_int gate;

/* One meeting place of all threads of a run. It spins: a thread that sleeps
   comes back too late for the others' timed part. */
typedef struct {
   unsigned threads;
   atomic_uint waiting, round;
} meeting;

typedef struct {
   tsl_probe *probe;
   unsigned number;
   uint64_t *memory;
   uint64_t *starts;
   tsl_time time;
   int wrong; /* words read or written were not those demanded */
   uint64_t expected, found;
} worker;

struct tsl_probe {
   uint64_t words;
   unsigned threads;
   int shared;
   size_t bytes; /* of one memory */
   content content;
   uint64_t updates; /* made since the memory was filled */
   uint64_t runs;
   const tsl_run *run; /* NULL while the memory is filled */
   tsl_kernel kernel;
   gate gate;
   meeting meeting;
   worker *workers;
};

/*--------------------------------------------------------------------*/
/*--- Processors                                                   ---*/
/*--------------------------------------------------------------------*/

unsigned tsl_processors(void)
{
   cpu_set_t allowed;
   if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
      return 1;
   return (unsigned)CPU_COUNT(&allowed);
}

/* Binds the calling thread to the n-th of the processors it may run on; where
   that is not allowed, it stays free. */
static void pin(unsigned n)
{
   cpu_set_t allowed, own;
   int processor;
   if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
      return;
   for (processor = 0; processor < CPU_SETSIZE; processor++)
      if (CPU_ISSET(processor, &allowed) && n-- == 0) {
         CPU_ZERO(&own);
         CPU_SET(processor, &own);
         sched_setaffinity(0, sizeof(own), &own);
         return;
      }
}

static void meet(meeting *m)
{
   const unsigned round = atomic_load(&m->round);
   unsigned turns = 0;
   if (atomic_fetch_add(&m->waiting, 1) + 1 == m->threads) {
      atomic_store(&m->waiting, 0);
      atomic_fetch_add(&m->round, 1);
      return;
   }
   while (atomic_load(&m->round) == round)
      if (++turns % 4096 == 0)
         sched_yield();
}

/*--------------------------------------------------------------------*/
/*--- Memory                                                       ---*/
/*--------------------------------------------------------------------*/

/* Starts where a huge page can. */
static uint64_t *map(size_t bytes, int huge_pages)
{
   char *p = mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   size_t before;
   if (p == MAP_FAILED)
      return NULL;
   before = (HUGE_PAGE - (size_t)p % HUGE_PAGE) % HUGE_PAGE;
   if (before > 0)
      munmap(p, before);
   munmap(p + before + bytes, HUGE_PAGE - before);
   madvise(p + before, bytes, huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
   return (uint64_t *)(p + before);
}

uint64_t tsl_first_touches(uint64_t pages)
{
   const size_t bytes = (size_t)pages * TSL_PAGE_BYTES;
   volatile char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   uint64_t i;
   if (p == MAP_FAILED)
      return 0;
   for (i = 0; i < pages; i++)
      p[i * TSL_PAGE_BYTES] = 1;
   munmap((void *)p, bytes);
   return pages;
}

static void fill(const worker *w)
{
   const tsl_probe *p = w->probe;
   const unsigned parts = p->shared ? p->threads : 1;
   const unsigned part = p->shared ? w->number : 0;
   const uint64_t end = p->words / parts * part +
                        (part + 1 == parts ? p->words - p->words / parts * part
                                           : p->words / parts);
   uint64_t i;
   for (i = p->words / parts * part; i < end; i++)
      w->memory[i] = i;
}

/* What a run of the operation must find. */
static int usable(content c, tsl_operation operation)
{
   return operation == TSL_READ     ? c == NUMBERS
          : operation == TSL_UPDATE ? c == NUMBERS || c == UPDATES
                                    : c != NOTHING;
}

/*--------------------------------------------------------------------*/
/*--- One thread's run                                             ---*/
/*--------------------------------------------------------------------*/

static void touch(volatile uint64_t *word, tsl_operation operation)
{
   if (operation == TSL_READ)
      (void)*word;
   else if (operation == TSL_UPDATE)
      *word = *word;
   else
      *word = STAMP;
}

/* Brings lines in the state in which visits would leave them. Once caches are warm, fewer touches
   keep those of a large memory so. */
static void warm(const worker *w, uint64_t words, tsl_operation operation)
{
   const uint64_t end = words < w->probe->words ? words : w->probe->words;
   const uint64_t lines = (end + WORDS_OF_LINE - 1) / WORDS_OF_LINE;
   const uint64_t all = WARM_TOUCHES * lines;
   const uint64_t touches = w->probe->runs > 1 && all > WARM_AGAIN ? WARM_AGAIN : all;
   uint64_t i, random = w->probe->runs;
   for (i = lines; i > 0; i--)
      touch(w->memory + (i - 1) * WORDS_OF_LINE, operation);
   for (i = 0; i < touches; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      touch(w->memory + (random >> 32) * lines / ((uint64_t)1 << 32) * WORDS_OF_LINE, operation);
   }
}

/* Each word holds its number. */
static uint64_t sum_demanded(const uint64_t *starts, const tsl_run *run)
{
   const uint64_t within =
      run->stride * (run->length * (uint64_t)(run->length - 1) / 2);
   uint64_t sum = 0;
   size_t i;
   for (i = 0; i < run->visits; i++)
      sum += run->length * starts[i] + within;
   return sum;
}

static void check(worker *w, uint64_t expected, uint64_t found)
{
   if (expected != found && !w->wrong) {
      w->wrong = 1;
      w->expected = expected;
      w->found = found;
   }
}

/* The words of the visits that were made last all bear the stamp. */
static void check_stamps(worker *w, const tsl_run *run, uint64_t stamp)
{
   uint64_t stamped = 0;
   size_t i, j;
   for (i = 0; i < run->visits; i++)
      for (j = 0; j < run->length; j++)
         stamped += w->memory[w->starts[i] + j * run->stride] == stamp;
   check(w, (uint64_t)run->visits * run->length, stamped);
}

/* A block of visits; returns its time. */
static tsl_time block(worker *w, const tsl_run *run, tsl_index *index,
                      uint64_t stamp)
{
   tsl_time begin, end;
   uint64_t sum;
   tsl_index_fill(index, w->starts, run->visits);
   meet(&w->probe->meeting);
   begin = tsl_time_begin();
   sum = w->probe->kernel(w->memory, w->starts, run->visits, run->length,
                          run->stride, stamp);
   end = tsl_time_end();
   if (run->operation == TSL_READ)
      check(w, sum_demanded(w->starts, run), sum);
   return tsl_time_between(begin, end);
}

static void visit_all(worker *w)
{
   const tsl_run *run = w->probe->run;
   const uint64_t step = (uint64_t)run->length * run->stride;
   const uint64_t stamp = STAMP + w->probe->runs;
   tsl_index index;
   uint64_t i;
   tsl_index_init(&index, w->probe->words / step, step, run->alpha,
                  run->seed + w->number * 0x5851f42d4c957f2dull);
   warm(w, run->warm, run->operation);
   block(w, run, &index, stamp);
   for (i = 0; i < run->blocks; i++) {
      const tsl_time time = block(w, run, &index, stamp);
      w->time.nanoseconds += time.nanoseconds;
      w->time.ticks += time.ticks;
   }
   meet(&w->probe->meeting);
   if (run->operation == TSL_WRITE)
      check_stamps(w, run, stamp);
}

static void *work(void *argument)
{
   worker *w = argument;
   int gate;
   while ((gate = atomic_load(&w->probe->gate)) == CLOSED)
      sched_yield();
   if (gate == CANCELLED)
      return NULL;
   pin(w->number);
   w->time = (tsl_time){0, 0};
   w->wrong = 0;
   if (w->probe->run == NULL)
      fill(w);
   else
      visit_all(w);
   return NULL;
}

/*--------------------------------------------------------------------*/
/*--- All threads                                                  ---*/
/*--------------------------------------------------------------------*/

static int explain(char error[TSL_ERROR_CAPACITY], const char *what, int reason)
{
   snprintf(error, TSL_ERROR_CAPACITY, "%s: %s", what, strerror(reason));
   return 0;
}

/* Does the run, or fills the memory when there is none. */
static int work_together(tsl_probe *p, const tsl_run *run,
                         char error[TSL_ERROR_CAPACITY])
{
   pthread_t threads[CPU_SETSIZE];
   unsigned started = 0;
   int reason = 0;
   p->run = run;
   p->meeting.threads = p->threads;
   atomic_store(&p->meeting.waiting, 0);
   atomic_store(&p->gate, CLOSED);
   while (started < p->threads && reason == 0) {
      reason =
         pthread_create(&threads[started], NULL, work, &p->workers[started]);
      started += reason == 0;
   }
   atomic_store(&p->gate, reason == 0 ? OPEN : CANCELLED);
   while (started > 0)
      pthread_join(threads[--started], NULL);
   return reason == 0 || explain(error, "cannot start a thread", reason);
}

static int filled(tsl_probe *p, char error[TSL_ERROR_CAPACITY])
{
   p->content = NOTHING;
   if (!work_together(p, NULL, error))
      return 0;
   p->content = NUMBERS;
   p->updates = 0;
   return 1;
}

tsl_probe *tsl_probe_open(uint64_t words, unsigned threads, int shared,
                          int huge_pages, char error[TSL_ERROR_CAPACITY])
{
   const unsigned processors = tsl_processors();
   tsl_probe *p;
   unsigned t;
   if (threads > processors || threads > CPU_SETSIZE) {
      snprintf(error, TSL_ERROR_CAPACITY,
               "each of %u threads needs a processor of its own, but there are "
               "%u; use fewer threads",
               threads, processors);
      return NULL;
   }
   p = calloc(1, sizeof(*p));
   if (p == NULL || (p->workers = calloc(threads, sizeof(worker))) == NULL) {
      explain(error, "no memory for a probe", ENOMEM);
      free(p);
      return NULL;
   }
   p->words = words;
   p->threads = threads;
   p->shared = shared;
   p->bytes = (words * sizeof(uint64_t) + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
   for (t = 0; t < threads; t++) {
      worker *w = &p->workers[t];
      w->probe = p;
      w->number = t;
      w->starts = aligned_alloc(4096, TSL_STARTS_MAX * sizeof(uint64_t));
      w->memory =
         shared && t > 0 ? p->workers[0].memory : map(p->bytes, huge_pages);
      if (w->starts == NULL || w->memory == NULL) {
         explain(error, "no memory for the probe", ENOMEM);
         tsl_probe_close(p);
         return NULL;
      }
   }
   if (!filled(p, error)) {
      tsl_probe_close(p);
      return NULL;
   }
   return p;
}

static int runnable(const tsl_probe *p, const tsl_run *run,
                    char error[TSL_ERROR_CAPACITY])
{
   const char *what = NULL;
   if (run->length < 1 || run->stride < 1 ||
       run->length > p->words / run->stride ||
       p->words % (run->length * run->stride) != 0)
      what = "length times stride should divide the memory's words";
   else if (!(run->alpha > 0 && run->alpha <= 1))
      what = "alpha should be greater than 0 and at most 1";
   else if (run->visits < 1 || run->visits > TSL_STARTS_MAX || run->blocks < 1)
      what = "a run should have blocks of 1 to 16384 visits";
   else if (run->dependent && run->length > ((uint64_t)1 << 62) / p->words)
      what = "visits are too long for this memory to wait for one another";
   else if (tsl_kernel_for(run->operation, run->dependent, run->length,
                           run->stride) == NULL)
      what = "a write brings no value that the next visit could wait for; "
             "measure dependent reads or updates, or independent writes";
   if (what != NULL)
      snprintf(error, TSL_ERROR_CAPACITY, "%s", what);
   return what == NULL;
}

int tsl_probe_run(tsl_probe *p, const tsl_run *run, tsl_time *times,
                  char error[TSL_ERROR_CAPACITY])
{
   unsigned t;
   if (!runnable(p, run, error) ||
       (run->operation != TSL_UPDATE && !tsl_probe_verify(p, error)) ||
       (!usable(p->content, run->operation) && !filled(p, error)))
      return 0;
   p->kernel = tsl_kernel_for(run->operation, run->dependent, run->length,
                              run->stride);
   p->runs++;
   if (!work_together(p, run, error))
      return 0;
   if (run->operation == TSL_WRITE)
      p->content = STAMPS;
   if (run->operation == TSL_UPDATE) {
      p->content = UPDATES;
      p->updates += (run->blocks + 1) * run->visits * run->length * p->threads;
   }
   for (t = 0; t < p->threads; t++) {
      const worker *w = &p->workers[t];
      if (w->wrong) {
         snprintf(error, TSL_ERROR_CAPACITY,
                  "thread %u should have %s %" PRIu64 ", but has %" PRIu64
                  "; the probe or the memory is broken",
                  t, run->operation == TSL_READ ? "read a sum of" : "written",
                  w->expected, w->found);
         return 0;
      }
      times[t] = w->time;
   }
   return 1;
}

int tsl_probe_verify(tsl_probe *p, char error[TSL_ERROR_CAPACITY])
{
   const int may_lose = p->shared && p->threads > 1;
   uint64_t found = 0, i;
   unsigned t;
   if (p->content != UPDATES)
      return 1;
   for (t = 0; t < (p->shared ? 1 : p->threads); t++)
      for (i = 0; i < p->words; i++)
         found += p->workers[t].memory[i] - i;
   if (found == p->updates || (may_lose && found > 0 && found < p->updates))
      return 1;
   snprintf(error, TSL_ERROR_CAPACITY,
            "%" PRIu64 " updates were made, but %" PRIu64
            " are in memory; the probe or the memory is broken",
            p->updates, found);
   return 0;
}

uint64_t *tsl_probe_memory(tsl_probe *p, unsigned thread)
{
   return p->workers[thread].memory;
}

void tsl_probe_close(tsl_probe *p)
{
   unsigned t;
   for (t = 0; t < p->threads; t++) {
      worker *w = &p->workers[t];
      free(w->starts);
      if (w->memory != NULL && (t == 0 || !p->shared))
         munmap(w->memory, p->bytes);
   }
   free(p->workers);
   free(p);
}
