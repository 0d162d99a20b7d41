/*--------------------------------------------------------------------*/
/*--- tslmap: the map of memory, against bytes that know what they belong to. pass_space.c ---*/
/*--------------------------------------------------------------------*/

#include <string.h>

#include "pass_check.h"

bytes_model model;

static uint64_t span(uint64_t *end)
{
   uint64_t start = below(SPACE_BYTES);
   *end = start + 1 + below(SPACE_BYTES - start);
   switch (below(4)) {
   case 0: /* at any byte */
      return start;
   case 1: /* whole pages */
      start &= ~4095ull;
      *end = (*end + 4095) & ~4095ull;
      return start;
   default: /* short or long, as heaps have them */
      start &= ~7ull;
      if (below(2) && *end > start + 64)
         *end = start + 64;
      *end &= ~7ull;
      if (*end <= start)
         *end = start + 8;
      return start;
   }
}

static void forget_live(uint32_t range)
{
   uint32_t i;
   for (i = 0; i < model.lives; i++)
      if (model.live[i] == range) {
         model.live[i] = model.live[--model.lives];
         return;
      }
}

static void remove_range(tsl_space *s, uint32_t range)
{
   uint32_t i;
   tsl_space_remove(s, range);
   tsl_space_release(s, range);
   for (i = 0; i < SPACE_BYTES; i++)
      if (model.placed[i] == range)
         model.placed[i] = 0;
   forget_live(range);
}

static void rename_mapping(tsl_space *s, uint64_t at)
{
   tsl_mapping *m = tsl_space_mapping(s, SPACE_BASE + at);
   const uint32_t mapping = model.mapping[at];
   uint64_t from = at, end = at;
   expect("mapped", m != NULL, mapping != 0);
   if (m == NULL)
      return;
   model.objects++;
   m->anonymous = 0;
   s->range[m->range].object = model.objects;
   tsl_space_end(s, m->range);
   /* What was cut off is a mapping of its own. */
   while (from > 0 && model.mapping[from - 1] == mapping)
      from--;
   while (end < SPACE_BYTES && model.mapping[end] == mapping)
      end++;
   for (; from < end; from++) {
      model.mapped_object[from] = model.objects;
      model.anonymous[from] = 0;
   }
}

/* As a pass has it: mappings are whole pages, and objects that are made when they
   are asked for have a number below 0 before. */
void change_space(tsl_space *s, int in_pass)
{
   uint64_t end, i, start = span(&end);
   unsigned kind = (unsigned)below(10);
   if (kind == 1 && model.lives == 0)
      kind = 9;
   if (in_pass && (kind == 0 || kind == 4 || kind == 5)) {
      start &= ~4095ull;
      end = (end + 4095) & ~4095ull;
   }
   if (kind == 0) {
      tsl_space_unmap(s, SPACE_BASE + start, end - start);
      for (i = start; i < end; i++)
         model.placed[i] = model.mapping[i] = 0;
   } else if (kind == 1) {
      remove_range(s, model.live[below(model.lives)]);
   } else if (kind == 2) {
      const uint32_t range = model.placed[start];
      if (range != 0 && s->range[range].start == SPACE_BASE + start) {
         tsl_space_remove_at(s, SPACE_BASE + start);
         for (i = 0; i < SPACE_BYTES; i++)
            if (model.placed[i] == range)
               model.placed[i] = 0;
         forget_live(range);
      } else {
         tsl_space_remove_at(s, SPACE_BASE + start);
      }
   } else if (kind == 3) {
      rename_mapping(s, start);
   } else if (kind <= 5) {
      const int anonymous = (int)below(2);
      model.objects++;
      model.mappings++;
      tsl_space_map(s, SPACE_BASE + start, end - start, model.objects,
                    anonymous);
      for (i = start; i < end; i++) {
         model.mapping[i] = model.mappings;
         model.mapped_object[i] = model.objects;
         model.anonymous[i] = (uint8_t)anonymous;
      }
   } else if (model.lives < 4096) {
      const int lazy = in_pass && below(2) == 0;
      uint32_t range;
      model.objects++;
      range = tsl_space_add(s, SPACE_BASE + start, end - start,
                            lazy ? -1 : model.objects);
      tsl_space_place(s, range);
      model.made[range] = model.objects;
      model.live[model.lives++] = range;
      for (i = start; i < end; i++) {
         model.placed[i] = range;
         model.placed_object[i] = model.objects;
      }
   }
}

static void compare_space(tsl_space *s)
{
   uint32_t i;
   for (i = 0; i < SPACE_BYTES; i++) {
      const tsl_mapping *m = tsl_space_mapping(s, SPACE_BASE + i);
      expect("placed range", tsl_space_at(s, SPACE_BASE + i), model.placed[i]);
      expect("mapped", m != NULL, model.mapping[i] != 0);
      if (m != NULL) {
         expect("mapped object", (uint64_t)s->range[m->range].object,
                (uint64_t)model.mapped_object[i]);
         expect("anonymous", m->anonymous, model.anonymous[i]);
      }
   }
   expect("below", tsl_space_at(s, SPACE_BASE - 1), 0);
   expect("behind", tsl_space_at(s, SPACE_BASE + SPACE_BYTES), 0);
   expect("far away", tsl_space_at(s, ~0ull), 0);
}

void check_space(void)
{
   tsl_memory m = {env, 0};
   tsl_space s;
   unsigned step;
   memset(&model, 0, sizeof model);
   tsl_space_init(&s, &m);
   for (step = 0; step < 60; step++) {
      change_space(&s, 0);
      if (below(20) == 0)
         compare_space(&s);
   }
   compare_space(&s);
   expect("bytes", m.bytes, (uint64_t)mapped);
   tsl_space_free(&s);
   expect("bytes left", (uint64_t)mapped, 0);
}

/* A stream may say of nearly all memory that it belongs to something, again and
   again: that takes neither time nor memory, and small ranges lie over it. */
void check_vast(void)
{
   enum { MOST_BYTES = 16 << 20 };
   const uint64_t start = 4096, bytes = 1ull << 46, small = (3ull << 30) + 40;
   tsl_memory m = {env, 0};
   tsl_space s;
   unsigned i;
   tsl_space_init(&s, &m);
   for (i = 0; i < 200; i++) {
      const uint32_t all = tsl_space_add(&s, start, bytes, 1);
      uint32_t in;
      tsl_space_place(&s, all);
      expect("before", tsl_space_at(&s, start - 1), 0);
      expect("first", tsl_space_at(&s, start), all);
      expect("last", tsl_space_at(&s, start + bytes - 1), all);
      expect("behind", tsl_space_at(&s, start + bytes), 0);
      in = tsl_space_add(&s, small, 16, 2);
      expect("not covered", s.range[all].covered, 0);
      tsl_space_place(&s, in);
      expect("covered", s.range[all].covered, 1);
      expect("small", tsl_space_at(&s, small + 15), in);
      expect("around", tsl_space_at(&s, small + 16), all);
      expect("far", tsl_space_at(&s, small + (9ull << 30)), all);
      if (i % 2 == 0) {
         tsl_space_remove_at(&s, start);
         expect("left", tsl_space_at(&s, small), in);
      } else {
         tsl_space_clear(&s, start, start + bytes);
         expect("cleared", tsl_space_at(&s, small), 0);
      }
      expect("gone", tsl_space_at(&s, small + 16), 0);
      expect("gone far", tsl_space_at(&s, small + (9ull << 30)), 0);
      tsl_space_remove(&s, in);
   }
   expect("little memory", m.bytes < MOST_BYTES, 1);
   tsl_space_free(&s);
   expect("bytes left", (uint64_t)mapped, 0);
}
