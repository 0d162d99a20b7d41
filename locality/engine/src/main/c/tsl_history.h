/*--------------------------------------------------------------------*/
/*--- tslmap: one history of accesses.              tsl_history.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A history is the stream that accesses are compared with: a
   thread's, or the process's. It has a shadow memory whose pages hold each line's
   last time and then those of its words, so that one look-up, and most often one
   cache line, serves both; another one for the pages, if these are scored; and per
   granularity a time axis (tsl_reuse.h) and the window of strides (tsl_stride.h).

   A batch goes in passes, each a loop over all its accesses: find the slots
   and prefetch them; read the last times and prefetch what they lead to;
   decide. So cache misses of a batch overlap. */

#ifndef TSL_HISTORY_H
#define TSL_HISTORY_H

#include "tsl_cpu.h"
#include "tsl_reuse.h"
#include "tsl_stride.h"

/* The machine-dependent parts, picked once per engine. */
typedef struct {
   const char *name;
   const tsl_reuse_kernels *reuse;
   tsl_recent_kernel *recent;
   const tsl_stride_kernels *strides;
} tsl_kernels;

/* NULL when the processor cannot run it. */
const tsl_kernels *tsl_kernels_for(tsl_variant variant);

/* What a history needs of its engine. */
typedef struct {
   tsl_params params;
   tsl_axis_sizes sizes;
   const tsl_kernels *kernels;
   tsl_memory *memory;
   unsigned parts; /* see tsl_engine_parts */
} tsl_setting;

/* How a page of shadow memory is laid out for two granularities: words and their
   lines, say. */
typedef struct {
   unsigned shift;        /* log2 of the addresses of a page */
   unsigned words, lines; /* in a page */
   unsigned word_shift;
   unsigned line_words, line_words_log2;
} tsl_layout;

/* The slot of an address's word or line in its page: each line's slot is followed
   by those of its words. */
TSL_INLINE unsigned tsl_layout_slot(const tsl_layout *l, uint64_t address,
                                    int of_line)
{
   const unsigned w = (unsigned)(address >> l->word_shift) & (l->words - 1);
   const unsigned n = w >> l->line_words_log2; /* of the line in the page */
   return of_line ? (w & ~(l->line_words - 1)) + n : w + n + 1;
}

/* Slots for granularities: words and lines share a shadow memory; pages have one
   where they take the place of words, and there are no lines. */
typedef struct {
   tsl_shadow shadow;
   tsl_layout layout;
} tsl_slots;

#define TSL_SLOTS ((TSL_GRANULARITIES + 1) / 2)

TSL_INLINE unsigned tsl_slots_of(unsigned g)
{
   return g / 2;
}

TSL_INLINE int tsl_is_second(unsigned g)
{
   return g % 2 != 0;
}

/* Shadow memory for all granularities that are scored, with so many bits for a
   slot. */
void tsl_slots_init(tsl_slots *s, tsl_memory *m, const tsl_params *p,
                    unsigned bits);
void tsl_slots_free(tsl_slots *s, const tsl_params *p);

/* All slots of a granularity. */
tsl_strip tsl_slots_strip(tsl_slots *s, unsigned g);

typedef struct {
   tsl_slots slots[TSL_SLOTS];
   tsl_axis axis[TSL_GRANULARITIES];
   tsl_recent recent[TSL_GRANULARITIES];
   tsl_stride stride[TSL_GRANULARITIES];
   tsl_addresses addr;
} tsl_history;

/* What is found out about a batch. */
typedef struct {
   uint8_t entries[TSL_GRANULARITIES][TSL_BATCH + TSL_PAD];
   tsl_seen seen[TSL_GRANULARITIES];
} tsl_found;

tsl_history *tsl_history_new(const tsl_setting *s);
void tsl_history_free(tsl_history *h, const tsl_setting *s);

/* n: at most s->sizes.batch. */
void tsl_history_batch(tsl_history *h, const tsl_setting *s,
                       const uint64_t *addr, uint32_t n, tsl_found *found);

#endif /* TSL_HISTORY_H */
