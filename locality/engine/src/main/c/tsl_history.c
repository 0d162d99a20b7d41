/*--------------------------------------------------------------------*/
/*--- tslmap: one history of accesses.              tsl_history.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_history.h for the big picture. */

#include "tsl_history.h"

#define PAGE_WORDS_LOG2 9u

/* Lines as large as words need no slots of their own. */
static void init_layout(tsl_layout *l, unsigned word_shift, unsigned line_shift)
{
   const unsigned words_per_line =
      line_shift == word_shift ? PAGE_WORDS_LOG2 : line_shift - word_shift;
   const unsigned words =
      words_per_line > PAGE_WORDS_LOG2 ? words_per_line : PAGE_WORDS_LOG2;
   l->shift = words + word_shift;
   l->words = 1u << words;
   l->lines = 1u << (words - words_per_line);
   l->word_shift = word_shift;
   l->line_words = 1u << words_per_line;
   l->line_words_log2 = words_per_line;
}

void tsl_slots_init(tsl_slots *s, tsl_memory *m, const tsl_params *p,
                    unsigned bits)
{
   unsigned g;
   for (g = 0; g < p->granularities; g += 2, s++) {
      const unsigned second = g + 1 < p->granularities ? g + 1 : g;
      init_layout(&s->layout, p->shift[g], p->shift[second]);
      tsl_shadow_init(&s->shadow, m, s->layout.shift,
                      ((s->layout.words + s->layout.lines) * bits + 7) / 8);
   }
}

void tsl_slots_free(tsl_slots *s, const tsl_params *p)
{
   unsigned g;
   for (g = 0; g < p->granularities; g += 2, s++)
      tsl_shadow_free(&s->shadow);
}

tsl_strip tsl_slots_strip(tsl_slots *s, unsigned g)
{
   const tsl_layout *const l = &s[tsl_slots_of(g)].layout;
   const int second = tsl_is_second(g);
   return (tsl_strip){&s[tsl_slots_of(g)].shadow, !second,
                      second ? 1 : l->line_words, l->line_words + 1};
}

tsl_history *tsl_history_new(const tsl_setting *s)
{
   tsl_history *h = tsl_map(s->memory, sizeof(tsl_history));
   unsigned g;
   tsl_slots_init(h->slots, s->memory, &s->params, 32);
   for (g = 0; g < s->params.granularities; g++) {
      tsl_axis_init(&h->axis[g], s->memory, &s->sizes);
      h->recent[g] = (tsl_recent)TSL_NO_RECENT;
      h->stride[g].shift = s->params.shift[g];
   }
   return h;
}

void tsl_history_free(tsl_history *h, const tsl_setting *s)
{
   unsigned g;
   tsl_slots_free(h->slots, &s->params);
   for (g = 0; g < s->params.granularities; g++)
      tsl_axis_free(&h->axis[g], s->memory);
   tsl_unmap(s->memory, h, sizeof(tsl_history));
}

/* Times for the accesses of a batch. */
static void reserve(tsl_history *h, const tsl_setting *s, unsigned g)
{
   tsl_axis *x = &h->axis[g];
   if (x->end - x->now < s->sizes.batch) {
      const tsl_strip strip = tsl_slots_strip(h->slots, g);
      tsl_axis_renumber(x, s->memory, &strip, &s->sizes, s->kernels->reuse);
   }
}

/* What is kept of a batch while its passes go. */
typedef struct {
   tsl_events events[TSL_GRANULARITIES];
   uint32_t *slots[TSL_GRANULARITIES][TSL_EVENTS];
   uint32_t *page[TSL_REACH + TSL_BATCH]; /* of accesses whose words missed */
} passes;

/* The slots of the words of events; addr: of the accesses from TSL_REACH before
   the batch on. Where a line is not in reach none of its words is, so that the
   page is known. */
TSL_INLINE void find_by(tsl_shadow *shadow, tsl_layout l, const uint64_t *addr,
                        passes *p, unsigned g, int known)
{
   const tsl_events *found = &p->events[g];
   const uint32_t events = found->events;
   uint32_t **const slots = p->slots[g];
   uint32_t j;
   for (j = 0; j < events; j++) {
      const uint32_t event = found->event[j], i = event & ~TSL_LEFT;
      const uint64_t address = addr[i];
      uint32_t *page;
      if (!known || event >= TSL_LEFT)
         page = (uint32_t *)(void *)tsl_shadow_page(shadow, address);
      else
         page = p->page[i];
      if (g == TSL_WORD)
         p->page[i] = page;
      slots[j] = page + tsl_layout_slot(&l, address, tsl_is_second(g));
      __builtin_prefetch(slots[j], 1);
   }
}

/* With the usual layout known to the compiler. */
static void find_slots(tsl_history *h, const tsl_setting *s, passes *p,
                       unsigned g)
{
   const uint64_t *addr = h->addr + TSL_WINDOW_MAX - TSL_REACH;
   tsl_slots *const slots = &h->slots[tsl_slots_of(g)];
   const tsl_layout usual = {12, 512, 64, 3, 8, 3}, *l = &slots->layout;
   const int known = g == TSL_LINE && s->parts & TSL_TEMPORAL(TSL_WORD)
                     && (p->events[TSL_WORD].direct || !p->events[g].direct);
   if (l->word_shift != 3 || l->words != 512 || l->lines != 64)
      find_by(&slots->shadow, *l, addr, p, g, known);
   else if (g == TSL_WORD)
      find_by(&slots->shadow, usual, addr, p, TSL_WORD, 0);
   else if (known)
      find_by(&slots->shadow, usual, addr, p, TSL_LINE, 1);
   else
      find_by(&slots->shadow, usual, addr, p, TSL_LINE, 0);
}

/* Strides, the reuse of what is in reach, and the slots of the rest. */
static void look(tsl_history *h, const tsl_setting *s, uint32_t n,
                 unsigned g, passes *p, tsl_found *found)
{
   const int temporal = (s->parts & TSL_TEMPORAL(g)) != 0;
   const int direct =
      temporal
      && tsl_recent_direct(&h->recent[g], tsl_axis_latest(&h->axis[g]));
   const tsl_look wanted = {
      s->parts & TSL_SPATIAL(g) ? s->params.window : 0,
      temporal && !direct ? TSL_REACH : 0, s->params.imax};
   tsl_stride_batch(&h->stride[g], s->kernels->strides, h->addr, n, &wanted,
                    &found->seen[g]);
   if (direct)
      tsl_recent_skip(&h->recent[g], n, &p->events[g]);
   else if (temporal)
      s->kernels->recent(&h->recent[g], found->seen[g].places, n,
                         &p->events[g], found->entries[g]);
   if (temporal)
      find_slots(h, s, p, g);
}

typedef uint64_t pair __attribute__((vector_size(16)));
typedef uint64_t pair_unaligned
   __attribute__((vector_size(16), aligned(8), may_alias));

/* To a place before `from`, if they overlap. */
TSL_INLINE void copy(uint64_t *to, const uint64_t *from, uint32_t n)
{
   uint32_t i;
   for (i = 0; i + 2 <= n; i += 2) {
      *(pair_unaligned *)(to + i) = *(const pair_unaligned *)(from + i);
      TSL_KEEP_LOOP;
   }
   if (i < n)
      to[i] = from[i];
}

void tsl_history_batch(tsl_history *h, const tsl_setting *s,
                       const uint64_t *addr, uint32_t n, tsl_found *found)
{
   passes p;
   unsigned g;
   copy(h->addr + TSL_WINDOW_MAX, addr, n);
   for (g = 0; g < s->params.granularities; g++) {
      if (s->parts & TSL_TEMPORAL(g))
         reserve(h, s, g);
      if (s->parts & (TSL_TEMPORAL(g) | TSL_SPATIAL(g)))
         look(h, s, n, g, &p, found);
   }
   for (g = 0; g < s->params.granularities; g++)
      if (s->parts & TSL_TEMPORAL(g))
         s->kernels->reuse->reuse(&h->axis[g], &p.events[g], p.slots[g], n,
                                  found->entries[g]);
   copy(h->addr, h->addr + n, TSL_WINDOW_MAX);
}
