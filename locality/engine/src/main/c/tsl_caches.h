/*--------------------------------------------------------------------*/
/*--- tslmap: simulated caches.                     tsl_caches.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A chain of caches sees the accesses of one thread (or of all
   threads): the first one all of them, each further one those that the cache
   before it missed. A cache is set-associative with LRU replacement, and a store
   that misses brings its line in as a load does. An access that spans lines is
   one access; it misses if one of its lines does. So does Cachegrind count.

   Beside each cache there is a fully associative one of the same size that sees
   the same accesses. The misses of the one less those of the other are conflict
   misses (Hill and Smith, "Evaluating Associativity in CPU Caches", IEEE
   Transactions on Computers 38, 1989): they come from too many lines in one set.
   There may be fewer than none, since LRU is not the best choice for a loop that
   does not fit.

   Sets.  The lines of a set lie in one array, latest first. Most accesses find
   theirs in front. The number of sets need not be a power of two.

   Fully associative.  A hash table finds a line's node; nodes are in a list,
   latest first. An access to the line that was latest in the first cache changes
   nothing anywhere and is passed over at once.

   Several chains stand side by side, such as caches of data and the levels of a
   translation look-aside buffer (TLB), whose lines are pages. Misses are counted
   for each thread and label, and for each context. */

#ifndef TSL_CACHES_H
#define TSL_CACHES_H

#include "tsl_memory.h"

/* Caches in all chains together, at most. */
#define TSL_CACHES 16u

/* sets and ways: 1 or more, and at most 2^31 lines in all. */
typedef struct {
   uint64_t sets;
   uint32_t ways;
   uint32_t line_shift; /* log2 of the bytes of a line */
   int begins;          /* whether it is the first of a chain */
} tsl_cache_params;

/* What is counted of a cache. */
typedef struct {
   uint64_t misses;
   uint64_t full; /* those of the fully associative one */
} tsl_cache_misses;

typedef struct tsl_caches tsl_caches;

/* NULL when a parameter is out of range. is_shared: all threads use the same
   caches; otherwise each has its own. */
tsl_caches *tsl_caches_new(const tsl_cache_params *params, unsigned caches,
                           int is_shared, const tsl_env *env);
void tsl_caches_free(tsl_caches *c);

/* The next labels, numbered from 0: how many bytes their accesses have. */
void tsl_caches_labels(tsl_caches *c, const uint32_t *bytes, uint32_t count);

/* The next accesses, all of one thread; their labels have been told. context:
   NULL where there are none. */
void tsl_caches_accesses(tsl_caches *c, uint32_t thread, const uint64_t *address,
                         const uint32_t *label, const uint32_t *context,
                         size_t n);

/* What a label's accesses in a thread missed, of each cache; zeros where there
   were none. */
void tsl_caches_of_label(const tsl_caches *c, uint32_t thread, uint32_t label,
                         tsl_cache_misses *to);
void tsl_caches_of_context(const tsl_caches *c, uint32_t context,
                           tsl_cache_misses *to);

#endif /* TSL_CACHES_H */
