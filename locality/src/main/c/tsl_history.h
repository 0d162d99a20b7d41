/*--------------------------------------------------------------------*/
/*--- tslmap: one history of accesses.              tsl_history.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A history is the stream that accesses are compared with: a
   thread's, or the process's. It has one shadow memory, whose pages hold each
   line's last time and then those of its words, so that one look-up, and most
   often one cache line, serves both; and per granularity a time axis
   (tsl_reuse.h) and the window of strides (tsl_stride.h).

   A batch goes in passes, each a loop over all its accesses: find the slots
   and prefetch them; read the last times and prefetch what they lead to;
   decide. So cache misses of a batch overlap. */

#ifndef TSL_HISTORY_H
#define TSL_HISTORY_H

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

/* How a page of shadow memory is laid out. */
typedef struct {
   unsigned shift;        /* log2 of the addresses of a page */
   unsigned words, lines; /* in a page */
   unsigned word_shift;
   unsigned line_words, line_words_log2;
} tsl_layout;

void tsl_layout_init(tsl_layout *l, const tsl_params *p);

/* The slot of an address's word or line in its page: each line's slot is followed
   by those of its words. */
TSL_INLINE unsigned tsl_layout_slot(const tsl_layout *l, uint64_t address,
                                    tsl_granularity g)
{
   const unsigned w = (unsigned)(address >> l->word_shift) & (l->words - 1);
   const unsigned n = w >> l->line_words_log2; /* of the line in the page */
   return g == TSL_WORD ? w + n + 1 : (w & ~(l->line_words - 1)) + n;
}

/* The slots of all words or of all lines of a page. */
TSL_INLINE tsl_strip tsl_layout_strip(const tsl_layout *l, tsl_shadow *shadow,
                                      tsl_granularity g)
{
   const tsl_strip strip = {shadow, g == TSL_WORD,
                            g == TSL_WORD ? l->line_words : 1,
                            l->line_words + 1};
   return strip;
}

typedef struct {
   tsl_shadow shadow;
   tsl_layout layout;
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
void tsl_history_free(tsl_history *h, tsl_memory *m);

/* n: at most s->sizes.batch. */
void tsl_history_batch(tsl_history *h, const tsl_setting *s,
                       const uint64_t *addr, uint32_t n, tsl_found *found);

#endif /* TSL_HISTORY_H */
