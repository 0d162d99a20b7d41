/*--------------------------------------------------------------------*/
/*--- tslmap: the Apex-Map probe.                      tsl_probe.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_PROBE_H
#define TSL_PROBE_H

#include "tsl_clock.h"
#include "tsl_kernel.h"

/* A probe is memory and the threads that visit it, each bound to a processor of
   its own where that is allowed. It is opened for a size and
   runs any number of patterns of that size. A run goes in blocks: all threads
   make their next starts, meet, and time the visits to them; so that making
   starts is not timed, and no thread has the memory to itself while another
   still makes starts.

   Before a block's visits are timed in earnest, a run warms the caches up: it sweeps over
   the front of the memory (tsl_run.warm words of it), touches its lines some times more in
   random order, and makes one block of visits. */

/* Starts are made for at most this many visits at a time: 128 KB, which stays
   in a second-level cache and is read in order. */
#define TSL_STARTS_MAX ((size_t)16384)

#define TSL_ERROR_CAPACITY 256

typedef struct tsl_probe tsl_probe;

typedef struct {
   size_t length, stride; /* words; length * stride divides the size */
   double alpha;          /* (0, 1] */
   tsl_operation operation;
   int dependent;
   size_t visits;   /* in a block, 1 to TSL_STARTS_MAX */
   uint64_t blocks; /* timed ones, at least 1 */
   uint64_t warm;   /* words to touch first; 0 for none */
   uint64_t seed;
} tsl_run;

/* Opens a probe of `words` words for each thread, or one memory for all of them
   when `shared`; with huge pages if asked for, otherwise with none. The memory
   is touched. Whether the machine has that much is for the caller to find out.
   On failure NULL, and `error` says why. */
tsl_probe *tsl_probe_open(uint64_t words, unsigned threads, int shared,
                          int huge_pages, char error[TSL_ERROR_CAPACITY]);

/* Runs a pattern. times[t] is what thread t's timed visits took: blocks *
   visits of them. 0 on failure, also when the words read or written are not
   those that the starts demand; `error` says which. */
int tsl_probe_run(tsl_probe *p, const tsl_run *run, tsl_time *times,
                  char error[TSL_ERROR_CAPACITY]);

/* Counts what updates have left behind since the memory was last filled: 0 if
   it is not one for each. A run of another operation begins with it. With shared memory and several threads updates may
   overwrite one another, so the count may then be too small, not too large. */
int tsl_probe_verify(tsl_probe *p, char error[TSL_ERROR_CAPACITY]);

/* Thread t's memory. */
uint64_t *tsl_probe_memory(tsl_probe *p, unsigned thread);

void tsl_probe_close(tsl_probe *p);

/* Takes so many pages of TSL_PAGE_BYTES from the system, touches each of them for the first time,
   and gives them back. Huge pages where the system gives them unasked. 0 if there is no memory. */
#define TSL_PAGE_BYTES ((size_t)4096)
uint64_t tsl_first_touches(uint64_t pages);

/* Processors this program may run on. */
unsigned tsl_processors(void);

#endif /* TSL_PROBE_H */
