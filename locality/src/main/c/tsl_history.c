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
   tsl_layout_init(&h->layout, &s->params);
   tsl_shadow_init(&h->shadow, s->memory, h->layout.shift,
                   (h->layout.words + h->layout.lines)
                      * (unsigned)sizeof(uint32_t));
   tsl_axis_init(&h->axis[TSL_WORD], s->memory, &s->sizes);
   tsl_axis_init(&h->axis[TSL_LINE], s->memory, &s->sizes);
   return h;
}

void tsl_history_free(tsl_history *h, tsl_memory *m)
{
   tsl_shadow_free(&h->shadow);
   tsl_axis_free(&h->axis[TSL_WORD], m);
   tsl_axis_free(&h->axis[TSL_LINE], m);
   tsl_unmap(m, h, sizeof(tsl_history));
}

static void settle(tsl_history *h, const tsl_setting *s, tsl_granularity g)
{
   tsl_axis *x = &h->axis[g];
   if (x->end - x->now < s->sizes.batch) {
      const tsl_strip strip = tsl_layout_strip(&h->layout, &h->shadow, g);
      tsl_axis_renumber(x, s->memory, &strip, &s->sizes, s->kernels->reuse);
   } else {
      s->kernels->reuse->settle(x, s->sizes.batch);
   }
}

uint32_t tsl_history_room(tsl_history *h, const tsl_setting *s)
{
   if (h->credit == 0) {
      settle(h, s, TSL_WORD);
      settle(h, s, TSL_LINE);
      h->credit = s->sizes.batch;
   }
   return h->credit;
}

static void reuse(tsl_history *h, const tsl_setting *s, const uint64_t *addr,
                  uint32_t n, tsl_found *found)
{
   uint32_t *words[TSL_BATCH], *lines[TSL_BATCH];
   const tsl_layout l = h->layout;
   uint32_t i;
   for (i = 0; i < n; i++) {
      uint32_t *page = (uint32_t *)(void *)tsl_shadow_page(&h->shadow, addr[i]);
      unsigned word, line;
      tsl_layout_slots(&l, addr[i], &word, &line);
      words[i] = page + word;
      lines[i] = page + line;
      __builtin_prefetch(words[i], 1);
      __builtin_prefetch(lines[i], 1);
   }
   if (s->parts & 1)
      s->kernels->reuse->reuse(&h->axis[TSL_WORD], words, n,
                               found->entries[TSL_WORD]);
   if (s->parts & 2)
      s->kernels->reuse->reuse(&h->axis[TSL_LINE], lines, n,
                               found->entries[TSL_LINE]);
}

static void strides(tsl_history *h, const tsl_setting *s, const uint64_t *addr,
                    uint32_t n, unsigned g, unsigned shift, tsl_found *found)
{
   uint64_t *const wide = h->stride[g].wide + TSL_WINDOW_MAX;
   uint32_t i;
   for (i = 0; i < n; i++)
      wide[i] = addr[i] >> shift;
   tsl_stride_batch(&h->stride[g], s->kernels->strides, n, s->params.window,
                    s->params.imax, found->strides[g]);
}

void tsl_history_batch(tsl_history *h, const tsl_setting *s,
                       const uint64_t *addr, uint32_t n, tsl_found *found)
{
   h->credit -= n;
   if (s->parts & 3)
      reuse(h, s, addr, n, found);
   if (s->parts & 4)
      strides(h, s, addr, n, TSL_WORD, s->params.word_shift, found);
   if (s->parts & 8)
      strides(h, s, addr, n, TSL_LINE, s->params.line_shift, found);
}
