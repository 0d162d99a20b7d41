/*--------------------------------------------------------------------*/
/*--- tslmap: the locality engine.                   tsl_engine.h ---*/
/*--------------------------------------------------------------------*/

/* Scores a stream of memory accesses: exact reuse distances (temporal
   locality) and strides (spatial locality) of words, lines and, if they are
   wanted, pages, counted per thread and access site and, if the caller has a
   second label, per context.

   No libc, no globals, floating point only for changes: everything an engine needs comes
   through tsl_env, so that the same files serve the JNI library and the
   Valgrind tool. One engine is used by one caller at a time. */

#ifndef TSL_ENGINE_H
#define TSL_ENGINE_H

#include "tsl_cpu.h"
#include "tsl_histogram.h"
#include "tsl_memory.h"

typedef struct tsl_engine tsl_engine;

/* NULL when a parameter is out of range or the processor lacks `variant`.
   `params` and `env` are copied. */
tsl_engine *tsl_engine_new(const tsl_params *params, const tsl_env *env,
                           tsl_variant variant);
void tsl_engine_free(tsl_engine *e);

/* "avx512", "avx2" or "portable". */
const char *tsl_engine_variant(const tsl_engine *e);

/* The next `n` accesses of the process, all of `thread`, in program order.
   Any `n`; results do not depend on how a stream is cut into calls. Larger
   calls (256 and more) are faster. `addr` and `site` are not kept. */
void tsl_engine_accesses(tsl_engine *e, uint32_t thread, const uint64_t *addr,
                         const uint32_t *site, size_t n);

/* The same, where each access also has a context (such as a call path), which is
   counted for the whole process. An access without one is counted for its site
   only. */
void tsl_engine_accesses_in(tsl_engine *e, uint32_t thread,
                            const uint64_t *addr, const uint32_t *site,
                            const uint32_t *context, size_t n);

/* Accesses that are not counted: what comes later finds them in its history. */
void tsl_engine_warm(tsl_engine *e, uint32_t thread, const uint64_t *addr, size_t n);

/* From here on it is told of each access whether it missed (tsl_depends.h), one behind the
   other, in `to`, which has room for all of the calls until this is called again. NULL: no
   more. */
enum {
   TSL_HIT = 0,
   TSL_MISS = 1,       /* a first touch, or at least 2^9 other lines since */
   TSL_MISS_BESIDE = 2, /* and the line beside it is among the latest accesses */
   TSL_NOT_KNOWN = 4    /* what came before is not known: of samples (tsl_sample.h), and
                           where histories warm up */
};
#define TSL_MISS_ENTRY 10u     /* of the reuse distances from 2^9 on */
#define TSL_LAST_BESIDE 1u     /* the largest stride to a line beside */
void tsl_engine_tell_misses(tsl_engine *e, uint8_t *to);

/* Adds counts that were estimated elsewhere to a site's, of a thread that has
   made accesses. They are in no window. */
void tsl_engine_add(tsl_engine *e, uint32_t thread, uint32_t site,
                    tsl_granularity g, const tsl_histogram *h);

/*--- Reading. May be called at any time between two calls above.  ---*/

/* Accesses so far. */
uint64_t tsl_engine_count(const tsl_engine *e);

/* Threads that made an access, in order of their first one. */
size_t tsl_engine_threads(const tsl_engine *e);
uint32_t tsl_engine_thread_id(const tsl_engine *e, size_t index);

/* The first site >= from with an access by that thread, or TSL_NO_SITE. */
uint32_t tsl_engine_next_site(tsl_engine *e, size_t index, uint32_t from);

/* Adds one site's counts in one thread to *h. */
void tsl_engine_site(tsl_engine *e, size_t index, uint32_t site,
                     tsl_granularity g, tsl_histogram *h);

/* Reads many sites at once: writes records of the sites from *from on to `to`,
   as many as are sure to fit in `capacity`, and returns how many uint64_t these
   take. *from becomes the first site that was left out, or TSL_NO_SITE.
   tsl_histogram.h says what a record is. */
size_t tsl_engine_read_sites(tsl_engine *e, size_t index, uint32_t *from,
                             uint64_t *to, size_t capacity);

/* The same for contexts. */
size_t tsl_engine_read_contexts(tsl_engine *e, uint32_t *from, uint64_t *to,
                                size_t capacity);

/* From here on it is tracked what is added to each site; what was counted so far
   is the first change. log2_n: as tsl_temporal takes it. Costs up to a
   nanosecond per access. */
void tsl_engine_track(tsl_engine *e, unsigned log2_n);

/* What has been added to a thread's sites, at word granularity, since it was
   read last: records of TSL_CHANGE_SIZE uint64_t, as many as there are and fit
   in `capacity`; returns how many uint64_t these take, 0 when all were read. In
   ascending order of sites. */
size_t tsl_engine_read_changes(tsl_engine *e, size_t index, uint64_t *to,
                               size_t capacity);

/* Adds the whole process's counts to *h: the sum over threads and sites, kept
   up to date, so this is cheap (time proportional to imax). */
void tsl_engine_total(tsl_engine *e, tsl_granularity g, tsl_histogram *h);

/* Distinct words, lines or pages a thread touched. */
uint64_t tsl_engine_footprint(const tsl_engine *e, size_t index,
                              tsl_granularity g);

/* Distinct words, lines or pages the process touched: the union over threads.
   Takes time and memory proportional to the footprint when there are several
   threads with histories of their own. */
uint64_t tsl_engine_process_footprint(tsl_engine *e, tsl_granularity g);

/* Windows so far, the unfinished last one included (when not empty). They
   have time_window accesses each, the unfinished one fewer; whenever there are
   1024, they are joined two by two, and further ones are twice as long. Adds a
   window's counts to *h. */
size_t tsl_engine_windows(const tsl_engine *e);
void tsl_engine_window(tsl_engine *e, size_t index, tsl_granularity g,
                       tsl_histogram *h);

/* Bytes the engine holds through env->map. */
uint64_t tsl_engine_bytes(const tsl_engine *e);

/*--- For tests and benchmarks. Call before the first access.      ---*/

/* Smaller time axes and batches, so that renumbering happens all the time.
   axis_min: shortest time axis, in accesses, at least 128; axis_spare: least
   number of free times after renumbering as a multiple of 1/16 of the live
   words; batch: 1..256. 0 keeps the default. */
typedef struct {
   unsigned axis_min, axis_spare, batch;
} tsl_tuning;
void tsl_engine_tune(tsl_engine *e, const tsl_tuning *t);

/* Leaves parts of the work out. A part that is left out counts nothing. */
void tsl_engine_parts(tsl_engine *e, unsigned parts);

#endif /* TSL_ENGINE_H */
