/*--------------------------------------------------------------------*/
/*--- tslmap: one history of accesses.              tsl_history.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_history.h for the big picture. */

#include "tsl_history.h"

#define PAGE_WORDS_LOG2 9u

void tsl_layout_init(tsl_layout *l, const tsl_params *p)
{
   /* Lines as large as words need no slots of their own. */
   const unsigned words_per_line = p->line_shift == p->word_shift
                                      ? PAGE_WORDS_LOG2
                                      : p->line_shift - p->word_shift;
   const unsigned words =
      words_per_line > PAGE_WORDS_LOG2 ? words_per_line : PAGE_WORDS_LOG2;
   l->shift = words + p->word_shift;
   l->words = 1u << words;
   l->lines = 1u << (words - words_per_line);
   l->word_shift = p->word_shift;
   l->line_words = 1u << words_per_line;
   l->line_words_log2 = words_per_line;
}

tsl_history *tsl_history_new(const tsl_setting *s)
{
   tsl_history *h = tsl_map(s->memory, sizeof(tsl_history));
   unsigned g;
   tsl_layout_init(&h->layout, &s->params);
   tsl_shadow_init(&h->shadow, s->memory, h->layout.shift,
                   (h->layout.words + h->layout.lines)
                      * (unsigned)sizeof(uint32_t));
   for (g = 0; g < TSL_GRANULARITIES; g++) {
      tsl_axis_init(&h->axis[g], s->memory, &s->sizes);
      h->recent[g] = (tsl_recent)TSL_NO_RECENT;
   }
   return h;
}

void tsl_history_free(tsl_history *h, tsl_memory *m)
{
   unsigned g;
   tsl_shadow_free(&h->shadow);
   for (g = 0; g < TSL_GRANULARITIES; g++)
      tsl_axis_free(&h->axis[g], m);
   tsl_unmap(m, h, sizeof(tsl_history));
}

/* The axis gets ready for a batch. */
static void settle(tsl_history *h, const tsl_setting *s, tsl_granularity g)
{
   tsl_axis *x = &h->axis[g];
   if (x->end - x->now < s->sizes.batch) {
      const tsl_strip strip = tsl_layout_strip(&h->layout, &h->shadow, g);
      tsl_axis_renumber(x, &h->recent[g], s->memory, &strip, &s->sizes,
                        s->kernels->reuse);
   } else if (x->credit < s->sizes.batch) {
      s->kernels->reuse->settle(x);
   }
}

/* What is kept of a batch while its passes go. */
typedef struct {
   tsl_events events[TSL_GRANULARITIES];
   uint32_t *slots[TSL_GRANULARITIES][TSL_EVENTS];
   tsl_place places[TSL_BATCH + TSL_PAD];
} passes;

/* Where the words of events are; numbers: those of TSL_REACH accesses before the
   batch, and of the batch. */
TSL_INLINE void find_slots(tsl_history *h, const uint64_t *numbers,
                           const tsl_events *found, tsl_granularity g,
                           unsigned shift, uint32_t **slots)
{
   const tsl_layout l = h->layout;
   uint32_t j;
   for (j = 0; j < found->events; j++) {
      const uint64_t address = numbers[found->event[j] & ~TSL_LEFT] << shift;
      uint32_t *page = (uint32_t *)(void *)tsl_shadow_page(&h->shadow, address);
      slots[j] = page + tsl_layout_slot(&l, address, g);
      __builtin_prefetch(slots[j], 1);
   }
}

/* Strides, the reuse of what is in reach, and the slots of the rest. */
static void look(tsl_history *h, const tsl_setting *s, const uint64_t *addr,
                 uint32_t n, tsl_granularity g, passes *p, tsl_found *found)
{
   const unsigned shift = s->shift[g];
   const int temporal = (s->parts & TSL_TEMPORAL(g)) != 0;
   const tsl_look wanted = {
      s->parts & TSL_SPATIAL(g) ? s->params.window : 0,
      temporal ? TSL_REACH : 0, s->params.imax};
   uint64_t *const numbers = h->stride[g].wide + TSL_WINDOW_MAX;
   uint32_t i;
   for (i = 0; i < n; i++)
      numbers[i] = addr[i] >> shift;
   tsl_stride_batch(&h->stride[g], s->kernels->strides, n, &wanted,
                    found->strides[g], p->places);
   if (temporal) {
      s->kernels->recent(&h->recent[g], p->places, n, &p->events[g],
                         found->entries[g]);
      find_slots(h, numbers - TSL_REACH, &p->events[g], g, shift,
                 p->slots[g]);
   }
   tsl_stride_next(&h->stride[g], n, &wanted);
}

void tsl_history_batch(tsl_history *h, const tsl_setting *s,
                       const uint64_t *addr, uint32_t n, tsl_found *found)
{
   passes p;
   tsl_granularity g;
   for (g = 0; g < TSL_GRANULARITIES; g++) {
      if (s->parts & TSL_TEMPORAL(g))
         settle(h, s, g);
      if (s->parts & (TSL_TEMPORAL(g) | TSL_SPATIAL(g)))
         look(h, s, addr, n, g, &p, found);
   }
   for (g = 0; g < TSL_GRANULARITIES; g++)
      if (s->parts & TSL_TEMPORAL(g))
         s->kernels->reuse->reuse(&h->axis[g], &p.events[g], p.slots[g], n,
                                  found->entries[g]);
}
