/*--------------------------------------------------------------------*/
/*--- tslmap: the labelling pass against references.  pass_check.c ---*/
/*--------------------------------------------------------------------*/

/* Runs random operations through a part of the labelling pass and through a
   reference that is as plain as can be, and compares all that they say. Built
   with AddressSanitizer and UBSan by the tests.

   usage: pass_check PART SEED ROUNDS
   PART: see the table at the end. Exit status 0: all equal; 1: a difference was
   found and printed; 2: usage. */

#include <string.h>

#include "check.h"
#include "tsl_pass.h"

static const tsl_env env = {.map = map, .unmap = unmap, .fail = fail};
static uint64_t round_seed;

static void differ(const char *what, uint64_t found, uint64_t expected)
{
   printf("%s: %lld, expected %lld, in the round with seed %llu\n", what,
          (long long)found, (long long)expected,
          (unsigned long long)round_seed);
   exit(1);
}

static void expect(const char *what, uint64_t found, uint64_t expected)
{
   if (found != expected)
      differ(what, found, expected);
}

static void expect_within(const char *what, uint64_t found, double expected,
                          double part)
{
   if ((double)found < expected * (1 - part)
       || (double)found > expected * (1 + part))
      differ(what, found, (uint64_t)expected);
}

/* A growing list of numbers. */
typedef struct {
   uint64_t *at;
   size_t n, capacity;
} list;

static void append(list *l, uint64_t value)
{
   if (l->n == l->capacity) {
      l->capacity = l->capacity == 0 ? 64 : 2 * l->capacity;
      l->at = realloc(l->at, l->capacity * sizeof *l->at);
   }
   l->at[l->n++] = value;
}

static void drop(list *l)
{
   free(l->at);
   memset(l, 0, sizeof *l);
}

static int compare(const void *a, const void *b)
{
   const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
   return (x > y) - (x < y);
}

/* How many different numbers v >> shift a list has; sorts it. */
static size_t distinct(list *l, unsigned shift)
{
   size_t i, n = 0;
   if (l->n > 0)
      qsort(l->at, l->n, sizeof *l->at, compare);
   for (i = 0; i < l->n; i++)
      n += i == 0 || l->at[i] >> shift != l->at[i - 1] >> shift;
   return n;
}

static size_t count_of(const list *l, uint64_t value)
{
   size_t i, n = 0;
   for (i = 0; i < l->n; i++)
      n += l->at[i] == value;
   return n;
}

/*--------------------------------------------------------------------*/
/*--- Memory: bytes that know what they belong to                  ---*/
/*--------------------------------------------------------------------*/

/* Around a border of the directory's chunks. */
#define SPACE_BASE ((5ull << 30) - 8192)
#define SPACE_BYTES (5u * 4096)

/* Of every byte: the range that was placed last, and the mapping below. */
typedef struct {
   uint32_t placed[SPACE_BYTES];
   int32_t placed_object[SPACE_BYTES];
   uint32_t mapping[SPACE_BYTES]; /* 0 none */
   int32_t mapped_object[SPACE_BYTES];
   uint8_t anonymous[SPACE_BYTES];
   uint32_t live[4096], lives;
   int32_t made[1u << 16]; /* by range: the object it is to get when asked for */
   int32_t objects;
   uint32_t mappings;
} bytes_model;

static bytes_model model;

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
static void change_space(tsl_space *s, int in_pass)
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

static void check_space(void)
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
static void check_vast(void)
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

/*--------------------------------------------------------------------*/
/*--- Touched words against lists of them                          ---*/
/*--------------------------------------------------------------------*/

enum { OWNERS = 7 };

/* Words of 8 bytes, lines of 64, pages of 4096. */
static const unsigned usual[] = {3, 6, 12};

/* Groups: one for each owner at most, in random trees or alone. */
static void random_groups(int32_t *group_of, int32_t *part_of, uint32_t groups)
{
   const int nested = below(2) == 0;
   uint32_t i;
   for (i = 0; i < OWNERS; i++)
      group_of[i] = (int32_t)below(groups + 1) - 1;
   for (i = 0; i < groups; i++)
      part_of[i] = nested && i > 0 ? (int32_t)below(i + 1) - 1 : -1;
}

static void compare_groups(tsl_touched_words *t, const int32_t *group_of,
                           const int32_t *part_of, uint32_t groups,
                           list *touched)
{
   tsl_group result[OWNERS];
   uint32_t i;
   tsl_touched_groups(t, group_of, OWNERS, part_of, groups, result);
   for (i = 0; i < groups; i++) {
      expect("words", result[i].touched[TSL_WORD],
             distinct(&touched[i], t->word_shift));
      expect("lines", result[i].touched[TSL_LINE],
             distinct(&touched[i], t->line_shift));
      if (t->pages != NULL)
         expect("pages", result[i].touched[TSL_PAGE],
                distinct(&touched[i], t->pages->word_shift));
      expect("level", result[i].level, 0);
      drop(&touched[i]);
   }
}

static void check_touched(void)
{
   tsl_memory m = {env, 0};
   const unsigned word_shift = (unsigned)below(13);
   const unsigned line_shift = word_shift + (unsigned)below(13 - word_shift);
   const unsigned page_shift = line_shift + (unsigned)below(22 - line_shift);
   const unsigned shift[] = {word_shift, line_shift, page_shift};
   const uint32_t groups = 1 + (uint32_t)below(OWNERS);
   const uint64_t range = 1ull << (6 + below(14)), base = next_random() >> 17;
   /* Streams may have addresses that no program can. */
   const int is_far = below(4) == 0;
   int32_t group_of[OWNERS], part_of[OWNERS], g;
   list touched[OWNERS] = {{0}};
   tsl_touched_words t;
   unsigned i;
   random_groups(group_of, part_of, groups);
   tsl_touched_init(&t, &m, 2 + (unsigned)below(2), shift, TSL_TOUCHED_MOST);
   for (i = 0; i < 3000; i++) {
      const uint32_t owner = (uint32_t)below(OWNERS);
      const uint64_t high = is_far ? below(4) << 56 | below(3) << 63 : 0;
      const uint64_t address = (base + below(range)) ^ high;
      tsl_touched_add(&t, owner, address, 1ull << (address >> word_shift & 63));
      for (g = group_of[owner]; g >= 0; g = part_of[g])
         append(&touched[g], address);
   }
   compare_groups(&t, group_of, part_of, groups, touched);
   tsl_touched_free(&t);
   expect("bytes left", (uint64_t)mapped, 0);
}

/* The same by contexts, which remember chunks. */
static void check_contexts(void)
{
   tsl_memory m = {env, 0};
   const uint32_t groups = 1 + (uint32_t)below(OWNERS);
   const unsigned word_shift = (unsigned)below(7);
   const unsigned shift[] = {word_shift, word_shift + 3,
                             word_shift + 3 + (unsigned)below(12)};
   int32_t group_of[OWNERS], part_of[OWNERS], g;
   list touched[OWNERS] = {{0}};
   tsl_context_words c;
   unsigned i;
   random_groups(group_of, part_of, groups);
   tsl_context_words_init(&c, &m, 2 + (unsigned)below(2), shift);
   for (i = 0; i < 500; i++) {
      const uint32_t context = (uint32_t)below(OWNERS), n = (uint32_t)below(9);
      const uint64_t range = 1ull << (10 + below(10));
      uint64_t address[9];
      uint32_t j;
      for (j = 0; j < n; j++) {
         address[j] = below(range);
         for (g = group_of[context]; g >= 0; g = part_of[g])
            append(&touched[g], address[j]);
      }
      tsl_context_words_touch(&c, context, address, n);
   }
   tsl_context_words_finish(&c);
   compare_groups(&c.touched, group_of, part_of, groups, touched);
   tsl_context_words_free(&c);
   expect("bytes left", (uint64_t)mapped, 0);
}

static tsl_group group_alone(tsl_touched_words *t, uint32_t owner,
                             uint32_t owners)
{
   static int32_t group_of[1 << 15];
   const int32_t part_of = -1;
   tsl_group result;
   uint32_t i;
   for (i = 0; i < owners; i++)
      group_of[i] = owner == owners || owner == i ? 0 : -1;
   tsl_touched_groups(t, group_of, owners, &part_of, 1, &result);
   return result;
}

/* One owner out of order: exact in 8 MiB, estimated in 64 MiB. */
static void check_disorder(void)
{
   unsigned log;
   for (log = 20; log <= 23; log += 3) {
      tsl_memory m = {env, 0};
      const uint32_t words = 1u << log;
      uint8_t *is_word = calloc(words, 1), *is_line = calloc(words / 8, 1);
      uint64_t expected_words = 0, expected_lines = 0;
      tsl_touched_words t;
      tsl_group found;
      uint32_t i;
      tsl_touched_init(&t, &m, 3, usual, TSL_TOUCHED_MOST);
      for (i = 0; i < words / 2; i++) {
         const uint64_t word = below(words);
         expected_words += !is_word[word];
         expected_lines += !is_line[word / 8];
         is_word[word] = is_line[word / 8] = 1;
         tsl_touched_add(&t, 0, 8 * word, 1ull << (word & 63));
      }
      for (i = 0; i < words / 64; i++)
         tsl_touched_add(&t, 1, 512ull * i, ~0ull);
      found = group_alone(&t, 0, 2);
      if (log == 20) {
         expect("words out of order", found.touched[TSL_WORD], expected_words);
         expect("lines out of order", found.touched[TSL_LINE], expected_lines);
         expect("level", found.level, 0);
      } else {
         expect("level of many out of order", found.level, 3);
         expect_within("words out of order", found.touched[TSL_WORD],
                       (double)expected_words, 0.1);
         expect_within("lines out of order", found.touched[TSL_LINE],
                       (double)expected_lines, 0.1);
      }
      expect("pages out of order", found.touched[TSL_PAGE], words / 512);
      found = group_alone(&t, 1, 2);
      expect("words in order", found.touched[TSL_WORD], words);
      expect("lines in order", found.touched[TSL_LINE], words / 8);
      expect("level in order", found.level, 0);
      tsl_touched_free(&t);
      free(is_word);
      free(is_line);
   }
   expect("bytes left", (uint64_t)mapped, 0);
}

/* More regions than are kept: the largest owners are estimated, from the same
   regions, and the small one is exact. */
static void check_many(void)
{
   const uint32_t chunks = 1u << 16, few = 1u << 8, owners = 1u << 14;
   tsl_memory m = {env, 0};
   tsl_touched_words t;
   tsl_group found, both;
   uint64_t sum = 0;
   unsigned line_shift;
   uint32_t i;
   for (line_shift = 6; line_shift <= 12; line_shift += 6) {
      const int32_t group_of[] = {0, 0, 1, 2}, all_of[] = {0, 0, 0, 0};
      const int32_t part_of[] = {-1, -1, -1};
      tsl_group result[3];
      tsl_touched_init(&t, &m, 2, (unsigned[]){3, line_shift}, 1u << 12);
      for (i = 0; i < chunks; i++) {
         tsl_touched_add(&t, 0, 512ull * i, ~0ull);
         tsl_touched_add(&t, 1, 512ull * i, ~0ull);
         tsl_touched_add(&t, 2, 512ull * (chunks + i), ~0ull);
         tsl_touched_add(&t, 3, 512ull * (i % few), ~0ull);
      }
      tsl_touched_groups(&t, group_of, 4, part_of, 3, result);
      expect("words of the small one", result[2].touched[TSL_WORD], 64ull * few);
      expect("lines of the small one", result[2].touched[TSL_LINE],
             512ull * few >> line_shift);
      expect("level of the small one", result[2].level, 0);
      sum = 0;
      for (i = 0; i < 2; i++) {
         expect("whether it is estimated", result[i].level > 0, 1);
         expect_within("words of a large one",
                       result[i].touched[TSL_WORD], 64.0 * chunks, 0.1);
         expect("lines of its words", result[i].touched[TSL_LINE] << line_shift,
                result[i].touched[TSL_WORD] * 8);
         sum += result[i].touched[TSL_WORD];
      }
      tsl_touched_groups(&t, all_of, 4, part_of, 1, &both);
      expect("words of all together", both.touched[TSL_WORD], sum);
      tsl_touched_free(&t);
   }
   tsl_touched_init(&t, &m, 2, usual, 1u << 10);
   for (i = 0; i < owners; i++)
      tsl_touched_add(&t, i, 8192ull * i, 1);
   found = group_alone(&t, owners, owners);
   expect("whether many small ones are estimated", found.level >= 4, 1);
   expect_within("words of many small ones", found.touched[TSL_WORD], owners,
                 0.2);
   tsl_touched_free(&t);
   expect("bytes left", (uint64_t)mapped, 0);
}

/*--------------------------------------------------------------------*/
/*--- Strides that are told apart                                  ---*/
/*--------------------------------------------------------------------*/

/* Cells whose strides are counted by hand: site i has cell i. */
static void make_cells(tsl_cells *c, tsl_space *s, tsl_memory *m, uint32_t n)
{
   uint32_t i;
   tsl_space_init(s, m);
   tsl_cells_init(c, m, s, 2, usual);
   tsl_cells_sites(c, n);
   for (i = 0; i < n; i++) {
      const uint64_t address = 4096;
      const tsl_place place = {7, TSL_ALWAYS, 4096, 8, 0};
      uint32_t label;
      const uint32_t site[1 + TSL_SITES_AHEAD] = {i};
      tsl_segment segment = {&address, site, 1, 0, &label};
      tsl_cells_begin(c, &segment);
      expect("first access without a place", tsl_cells_label(c, &segment, 0), 0);
      tsl_cells_found(c, &segment, 0, &place);
      expect("cell", label, i);
      expect("access with a place", tsl_cells_label(c, &segment, 0), 1);
   }
}

static const tsl_stride_count *stride_of(const tsl_cells *c, uint32_t cell,
                                         int64_t stride)
{
   const tsl_stride_count *at = c->cell[cell].at;
   uint32_t i;
   for (i = 0; i < c->cell[cell].places; i++)
      if (at[i].stride == stride && at[i].count != 0)
         return &at[i];
   return NULL;
}

/* The places of a cell against all its strides, one number each. */
static void compare_strides(const tsl_cell *cell, const list *strides)
{
   list copy = {0};
   size_t places = 0, i;
   for (i = 0; i < strides->n; i++)
      append(&copy, strides->at[i]);
   expect("strides", cell->strides, strides->n);
   for (i = 0; i < cell->places; i++) {
      const tsl_stride_count *s = &cell->at[i];
      const uint64_t exact = count_of(strides, (uint64_t)s->stride);
      if (s->count == 0)
         continue;
      places++;
      if (exact > s->count || exact < s->count - s->error)
         differ("count of a stride", s->count - s->error, exact);
   }
   i = distinct(&copy, 0);
   expect("places", places, i < TSL_STRIDE_PLACES ? i : TSL_STRIDE_PLACES);
   for (i = 0; places < TSL_STRIDE_PLACES && i < places; i++)
      expect("error of few strides", cell->at[i].error, 0);
   drop(&copy);
}

static void check_strides(void)
{
   tsl_memory m = {env, 0};
   tsl_space s;
   tsl_cells c;
   const uint64_t different = 1 + below(100);
   list strides[2] = {{0}};
   const tsl_stride_count *found;
   unsigned i;
   make_cells(&c, &s, &m, 4);
   for (i = 0; i < 3000; i++) {
      const int64_t stride = i % 5 < 3 ? -16 : (int64_t)below(different);
      tsl_cells_count_stride(&c, 0, stride, 1);
      append(&strides[0], (uint64_t)stride);
      if (stride >= 0 && stride < 7) {
         uint64_t j;
         tsl_cells_count_stride(&c, 1, 8 * stride, 1 + (uint64_t)stride);
         for (j = 0; j <= (uint64_t)stride; j++)
            append(&strides[1], 8 * (uint64_t)stride);
      }
   }
   compare_strides(&c.cell[0], &strides[0]);
   compare_strides(&c.cell[1], &strides[1]);
   found = stride_of(&c, 0, -16);
   expect("whether a majority is found", found != NULL, 1);
   expect("count of a majority", found->count - found->error, 1800);
   expect("cell without strides", c.cell[2].strides, 0);
   expect("places of a cell without strides", c.cell[2].at != NULL, 0);
   /* A stride that becomes regular is found among irregular ones. */
   for (i = 0; i < 100000; i++)
      tsl_cells_count_stride(&c, 3, 8ll * i * i, 1);
   tsl_cells_count_stride(&c, 3, -64, 5000);
   tsl_cells_count_stride(&c, 3, -64, 5000);
   found = stride_of(&c, 3, -64);
   expect("whether what became regular is found", found != NULL, 1);
   expect("count of what became regular", found->count - found->error, 10000);
   drop(&strides[0]);
   drop(&strides[1]);
   tsl_cells_free(&c);
   tsl_space_free(&s);
   expect("bytes left", (uint64_t)mapped, 0);
}

/*--------------------------------------------------------------------*/
/*--- Event words against a plain reader                           ---*/
/*--------------------------------------------------------------------*/

enum { BLOCKS = 30, BLOCK_ACCESSES = 12, BLOCK_WORDS = 6 };

typedef struct {
   uint64_t header;
   uint32_t count, words, site[BLOCK_ACCESSES], word[BLOCK_ACCESSES];
   uint64_t offset[BLOCK_ACCESSES];
   uint8_t kind[BLOCK_ACCESSES];
   int32_t function;
   unsigned flags;
} block_model;

static block_model blocks[BLOCKS];

static uint64_t block_header(uint32_t id, uint32_t words)
{
   return 1ull << 63 | (uint64_t)words << 32 | id;
}

static uint64_t thread_header(uint32_t thread)
{
   return 3ull << 62 | thread;
}

static void make_blocks(tsl_events *e, tsl_events *other)
{
   uint32_t id, i;
   for (id = 0; id < BLOCKS; id++) {
      block_model *b = &blocks[id];
      memset(b, 0, sizeof *b);
      b->words = (uint32_t)below(BLOCK_WORDS);
      b->count = (uint32_t)below(below(4) == 0 ? 2 : BLOCK_ACCESSES);
      b->header = block_header(id, b->words);
      b->function = (int32_t)below(4);
      for (i = 0; i < b->count; i++) {
         const int constant = b->words == 0 || below(4) == 0;
         b->site[i] = (uint32_t)below(100);
         b->word[i] = constant ? TSL_EVENT_NO_WORD : (uint32_t)below(b->words);
         b->offset[i] = constant ? next_random() >> 17 : next_random();
         b->kind[i] = (uint8_t)((below(2) ? TSL_EVENT_STORE : 0)
                                | (below(6) == 0 ? TSL_EVENT_GUARDED : 0));
      }
      if (b->count > 0 && below(3) == 0) {
         b->flags = TSL_BLOCK_TRANSFERS;
         b->kind[b->count - 1] &= (uint8_t)~TSL_EVENT_GUARDED;
      }
      tsl_events_define(e, b->header, b->function, b->flags, b->count, b->site,
                        b->word, b->offset, b->kind);
      tsl_events_define(other, b->header, b->function, b->flags, b->count,
                        b->site, b->word, b->offset, b->kind);
   }
}

/* What a chunk is expected to be: accesses, and blocks with where they begin. */
typedef struct {
   uint64_t address;
   uint32_t site, thread;
   int is_store, is_target, is_first;
   int32_t function;
} access_model;

typedef struct {
   access_model *access;
   size_t n, capacity;
   tsl_event_totals totals;
   int has_thread, after_transfer;
   uint32_t thread;
   int32_t function;
} reader;

static void read_access(reader *r, const block_model *b, uint32_t i,
                        const uint64_t *words, int first)
{
   access_model *a;
   uint64_t word = 0;
   if (b->word[i] != TSL_EVENT_NO_WORD) {
      word = words[1 + b->word[i]];
      if ((b->kind[i] & TSL_EVENT_GUARDED) && word == 0)
         return;
   }
   if (b->kind[i] & TSL_EVENT_STORE)
      r->totals.stores++;
   else
      r->totals.loads++;
   if (r->n == r->capacity) {
      r->capacity = r->capacity == 0 ? 1024 : 2 * r->capacity;
      r->access = realloc(r->access, r->capacity * sizeof *r->access);
   }
   a = &r->access[r->n++];
   a->address = word + b->offset[i];
   a->site = b->site[i];
   a->thread = r->thread;
   a->is_store = (b->kind[i] & TSL_EVENT_STORE) != 0;
   a->function = b->function;
   a->is_target = first
                  && (r->after_transfer || r->function != b->function
                      || (b->flags & TSL_BLOCK_TRANSFERS));
   a->is_first = first;
}

/* Reads a chunk; gives its status, and where it ended. */
static tsl_events_status read_chunk(reader *r, const uint64_t *words, size_t n,
                                    size_t *at)
{
   size_t i = 0, j;
   int stray = 0;
   while (i < n) {
      const uint64_t word = words[i];
      const uint32_t id = (uint32_t)word;
      *at = i;
      if (word >> 62 == 3 && (word & ~(3ull << 62)) < 1ull << 31) {
         r->thread = (uint32_t)word;
         r->has_thread = 1;
         r->after_transfer = 1;
         r->totals.threads++;
         i++;
      } else if (!r->has_thread || id >= BLOCKS || blocks[id].header != word) {
         return TSL_EVENTS_NOT_HEADER;
      } else {
         const block_model *b = &blocks[id];
         const size_t before = r->n;
         uint32_t k;
         if (i + 1 + b->words > n)
            return TSL_EVENTS_CUT;
         for (j = 1; j <= b->words; j++)
            stray |= words[i + j] >> 63 != 0;
         for (k = 0; k < b->count; k++)
            read_access(r, b, k, words + i, r->n == before);
         if (b->count > 0) {
            r->after_transfer = (b->flags & TSL_BLOCK_TRANSFERS) != 0;
            r->function = b->function;
         }
         r->totals.blocks++;
         i += 1 + b->words;
      }
   }
   *at = n;
   return stray ? TSL_EVENTS_STRAY : TSL_EVENTS_DONE;
}

/* Words of some blocks; a chunk may begin without a thread word. */
static size_t make_chunk(uint64_t *words, size_t capacity)
{
   const size_t wanted = 1 + below(capacity - BLOCK_WORDS - 2);
   size_t n = 0;
   uint32_t i;
   if (below(4) != 0)
      words[n++] = thread_header((uint32_t)below(3));
   while (n < wanted) {
      const block_model *b = &blocks[below(BLOCKS)];
      if (below(50) == 0)
         words[n++] = thread_header((uint32_t)(below(10) ? below(3) : 0x7FFFFFFF));
      words[n++] = b->header;
      for (i = 0; i < b->words; i++)
         words[n++] = below(3) == 0 ? 0 : next_random() >> 1;
   }
   if (below(4) == 0)
      n -= below(n < 5 ? n : 5); /* may cut a block */
   if (below(4) == 0) {
      uint64_t *w = &words[below(n)];
      switch (below(5)) {
      case 0:
         *w |= 1ull << 63;
         break;
      case 1:
         *w = next_random();
         break;
      case 2:
         *w = block_header(BLOCKS + (uint32_t)below(3), 0);
         break;
      case 3:
         *w += 1ull << 32;
         break;
      default:
         *w = thread_header(0x80000000u);
         break;
      }
   }
   return n;
}

/* What was decoded against what was read, from `from` on. */
static size_t compare_decoded(const tsl_events *e, const reader *r, size_t from,
                              int32_t *function)
{
   const tsl_decoded *d = &e->out;
   uint32_t i, transfer = 0, stores = 0;
   for (i = 0; i < d->count; i++) {
      const access_model *a = &r->access[from + i];
      int transferred = 0;
      if (from + i >= r->n)
         differ("accesses", from + d->count, r->n);
      for (; transfer < d->transfers && d->transfer[transfer].first <= i;
           transfer++) {
         const block_model *b = &blocks[d->transfer[transfer].block];
         expect("first access of a transfer", d->transfer[transfer].first, i);
         expect("stores before a transfer", tsl_decoded_stores(d, e->totals.stores, transfer),
                stores);
         if (b->count > 0)
            *function = b->function;
         transferred = 1;
      }
      expect("address", d->address[i], a->address);
      expect("site", d->site[i], a->site);
      expect("thread", e->thread, a->thread);
      if (e->follows) {
         expect("function", (uint64_t)*function, (uint64_t)a->function);
         if (a->is_target)
            expect("whether control is transferred", (uint64_t)transferred, 1);
         if (transferred)
            expect("whether a transfer is at the beginning of a block",
                   (uint64_t)a->is_first, 1);
      }
      stores += (uint32_t)a->is_store;
   }
   for (; transfer < d->transfers; transfer++) {
      const block_model *b = &blocks[d->transfer[transfer].block];
      expect("first access of a transfer without any",
             d->transfer[transfer].first, d->count);
      if (b->count > 0)
         *function = b->function;
   }
   if (!e->follows)
      expect("transfers", d->transfers, 0);
   expect("stores", tsl_decoded_stores(d, e->totals.stores, d->transfers), stores);
   return from + d->count;
}

static void compare_totals(const tsl_events *e, const reader *r, size_t words)
{
   expect("blocks", e->totals.blocks, r->totals.blocks);
   expect("thread words", e->totals.threads, r->totals.threads);
   expect("loads", e->totals.loads, r->totals.loads);
   expect("stores of the stream", e->totals.stores, r->totals.stores);
   expect("words", e->totals.words, words);
}

/* A few chunks until one is wrong. Decoded, and counted by another one. */
static void check_events(void)
{
   enum { CAPACITY = 30000 };
   static uint64_t words[CAPACITY];
   tsl_memory m = {env, 0};
   tsl_events e, counts;
   reader r = {0};
   size_t total = 0, compared = 0;
   int32_t function = -2;
   unsigned chunk;
   r.function = -1;
   tsl_events_init(&e, &m, (int)below(2), (int)below(2));
   tsl_events_init(&counts, &m, 0, 0);
   make_blocks(&e, &counts);
   for (chunk = 0; chunk < 8; chunk++) {
      const size_t n = make_chunk(words, below(2) ? 100 : CAPACITY);
      tsl_events_status status, expected;
      size_t at = 0, expected_at = 0, counted_at = 0;
      expected = read_chunk(&r, words, n, &expected_at);
      tsl_events_begin(&e, words, n);
      while ((status = tsl_events_decode(&e, words, &at, n)) == TSL_EVENTS_FULL) {
         expect("whether something waits", e.out.count + e.out.transfers > 0,
                1);
         compared = compare_decoded(&e, &r, compared, &function);
         tsl_events_taken(&e);
      }
      expect("status", status, expected);
      expect("where it stopped", at, expected_at);
      tsl_events_begin(&counts, words, n);
      expect("status of counting", tsl_events_count(&counts, words, &counted_at, n),
             expected);
      expect("where counting stopped", counted_at, expected_at);
      total += at;
      compare_totals(&e, &r, total);
      compare_totals(&counts, &r, total);
      if (status != TSL_EVENTS_DONE)
         break;
   }
   compared = compare_decoded(&e, &r, compared, &function);
   expect("accesses", compared, r.n);
   free(r.access);
   tsl_events_free(&e);
   tsl_events_free(&counts);
   expect("bytes left", (uint64_t)mapped, 0);
}

/*--------------------------------------------------------------------*/
/*--- Calls against the paths of a plain stack                     ---*/
/*--------------------------------------------------------------------*/

enum { FUNCTIONS = 9, DEPTH = 6, FRAMES = 300 };

/* The path that frames 0..top have, folded as the tree folds it. */
static uint32_t path_of(const int32_t *function, uint32_t top, int32_t *path)
{
   uint32_t n = 0, i, j;
   for (i = 0; i <= top; i++) {
      for (j = 0; j < n && path[j] != function[i]; j++)
         ;
      if (j < n)
         n = j + 1;
      else if (n < DEPTH)
         path[n++] = function[i];
   }
   return n;
}

/* Beyond the most nodes, functions keep what they do and lose their callers. */
static void check_many_paths(void)
{
   tsl_memory m = {env, 0};
   tsl_tree t;
   int32_t first, last, i;
   tsl_tree_init(&t, &m, 4);
   first = tsl_tree_called(&t, TSL_NONE, TSL_NONE, 0);
   for (i = 0; t.nodes < TSL_MOST_NODES; i++)
      tsl_tree_called(&t, first, i, 1 + i % 100);
   last = tsl_tree_called(&t, first, i, 1 + i % 100);
   expect("function of a path that has no room", (uint64_t)t.node[last].function, (uint64_t)(1 + i % 100));
   expect("its caller", (uint64_t)t.node[last].parent, (uint64_t)TSL_NONE);
   for (i = 0; i < 200000; i++) {
      const int32_t node = tsl_tree_called(&t, first, 10000000 + i, 1 + i % 100);
      expect("function", (uint64_t)t.node[node].function, (uint64_t)(1 + i % 100));
      expect("callers", (uint64_t)t.node[node].parent, (uint64_t)TSL_NONE);
   }
   expect("nodes", t.nodes, TSL_MOST_NODES + 100);
   expect("path from before", (uint64_t)t.node[tsl_tree_called(&t, first, 7, 8)].parent, (uint64_t)first);
   tsl_tree_free(&t);
   expect("bytes left", (uint64_t)mapped, 0);
}

/* Calls, returns, and jumps out of several functions at once. */
static void check_calls(void)
{
   tsl_memory m = {env, 0};
   uint8_t known[FUNCTIONS] = {0};
   const uint8_t *const functions = known;
   const int32_t root = 1 + (int32_t)below(FUNCTIONS - 1);
   int32_t function[FRAMES], path[DEPTH];
   uint64_t cfa[FRAMES] = {0}, calls = 0, counted = 0;
   uint32_t top = 0, i, step;
   tsl_space s;
   tsl_tree t;
   tsl_stack k;
   tsl_space_init(&s, &m);
   tsl_tree_init(&t, &m, DEPTH);
   tsl_stack_init(&k, &t, &s, &functions, 1);
   known[root] = TSL_ROOT;
   function[0] = 0;
   tsl_stack_enter(&k, 0, 1, 1);
   for (step = 0; step < 2000; step++) {
      int32_t node;
      uint32_t n;
      if (below(2) == 0 && top + 1 < FRAMES) {
         const uint64_t at =
            (top == 0 ? 1ull << 40 : cfa[top] - 8) - 8 * (1 + below(50));
         tsl_stack_call(&k, at, (int32_t)below(20));
         top++;
         cfa[top] = at + 8;
         function[top] = (int32_t)below(FUNCTIONS);
         tsl_stack_enter(&k, function[top], 1, 1);
         calls++;
      } else if (top > 0 && below(8) != 0) {
         tsl_stack_returned(&k, cfa[top] - 8);
         top--;
         tsl_stack_enter(&k, function[top], 0, 1);
      } else if (top > 0) {
         /* The nearest frame of another function is who goes on. */
         for (i = top; i > 0 && function[i] == function[top]; i--)
            ;
         if (function[i] != function[top]) {
            top = i;
            tsl_stack_enter(&k, function[top], 0, 1);
         }
      }
      expect("frames", k.top, top);
      expect("CFA", k.frame[k.top].cfa, cfa[top]);
      expect("function", (uint64_t)k.frame[k.top].function,
             (uint64_t)function[top]);
      for (i = 0; i < top && function[i] != root; i++)
         ;
      expect("whether code is inside of a root", k.frame[k.top].inside, function[i] == root);
      i = (uint32_t)below(top + 1);
      expect("frame of an address",
             tsl_stack_frame_at(&k, (i == 0 ? 1ull << 41 : cfa[i]) - 1), i);
      n = path_of(function, top, path);
      for (node = k.frame[k.top].node; node != TSL_NONE; node = t.node[node].parent) {
         expect("whether the path is as long", n > 0, 1);
         expect("function on the path", (uint64_t)t.node[node].function,
                (uint64_t)path[--n]);
      }
      expect("functions left on the path", n, 0);
   }
   for (i = 0; i < t.nodes; i++) {
      counted += t.node[i].calls;
      expect("whether parents come first",
             t.node[i].parent < (int32_t)i && t.node[i].depth < DEPTH + 1, 1);
   }
   if (counted > calls + 1)
      differ("calls", counted, calls + 1);
   tsl_stack_free(&k);
   tsl_tree_free(&t);
   tsl_space_free(&s);
   expect("bytes left", (uint64_t)mapped, 0);
}

/*--------------------------------------------------------------------*/
/*--- Cells, through the whole pass                                ---*/
/*--------------------------------------------------------------------*/

enum { SITES = 5, MOST_CELLS = 4000, BATCH_CAPACITY = 8192 };

/* A cell as it should be. */
typedef struct {
   int32_t site, object;
   uint64_t last;
   list addresses, strides;
} cell_model;

static cell_model cells[MOST_CELLS];
static uint32_t cells_known;

/* Accesses that were fed: what their labels should be, in order. */
static struct {
   uint64_t address;
   int32_t site, object;
} *fed;
static size_t feds, fed_capacity, taken;

static uint64_t batch_address[BATCH_CAPACITY];
static uint32_t batch_label[BATCH_CAPACITY], batch_context[BATCH_CAPACITY];

static void feed(uint64_t address, int32_t site, int32_t object)
{
   uint32_t i;
   cell_model *c;
   if (feds == fed_capacity) {
      fed_capacity = fed_capacity == 0 ? 1024 : 2 * fed_capacity;
      fed = realloc(fed, fed_capacity * sizeof *fed);
   }
   fed[feds].address = address;
   fed[feds].site = site;
   fed[feds++].object = object;
   for (i = 0; i < cells_known; i++)
      if (cells[i].site == site && cells[i].object == object)
         break;
   c = &cells[i];
   if (i == cells_known) {
      expect("whether the reference has capacity", cells_known++ < MOST_CELLS,
             1);
      memset(c, 0, sizeof *c);
      c->site = site;
      c->object = object;
   } else {
      append(&c->strides, address - c->last);
   }
   append(&c->addresses, address);
   c->last = address;
}

static void take_batch(tsl_pass *p)
{
   const tsl_batch next = {.address = batch_address,
                           .label = batch_label,
                           .context = batch_context,
                           .capacity = BATCH_CAPACITY};
   uint32_t i;
   for (i = 0; i < p->batch.count; i++, taken++) {
      const tsl_cell *c = &p->cells.cell[batch_label[i]];
      expect("address", batch_address[i], fed[taken].address);
      expect("site", (uint64_t)c->site, (uint64_t)fed[taken].site);
      expect("object", (uint64_t)c->object, (uint64_t)fed[taken].object);
   }
   tsl_pass_batch(p, &next);
}

/* Answers; whether the pass wants to be called again. */
static int answer(tsl_pass *p, tsl_pass_status status)
{
   if (status == TSL_PASS_BATCH) {
      take_batch(p);
   } else if (status == TSL_PASS_PLACE) {
      const uint64_t address = tsl_pass_asked(p).address;
      const uint32_t range = tsl_space_at(&p->space, address);
      expect("whether it asks for what was placed", range != 0, 1);
      expect("whether it asks for what is not known",
             p->space.range[range].object < 0, 1);
      p->space.range[range].object = model.made[range];
   } else {
      expect("status", status, TSL_PASS_DONE);
      return 0;
   }
   return 1;
}

static void run_words(tsl_pass *p, const uint64_t *words, size_t n)
{
   size_t at = 0;
   tsl_events_begin(&p->events, words, n);
   while (answer(p, tsl_pass_words(p, words, &at, n)))
      ;
   expect("words", at, n);
}

static void flush_all(tsl_pass *p)
{
   while (answer(p, tsl_pass_flush(p)))
      ;
}

/* Block i has one access, of site i. */
static tsl_pass *make_pass(uint32_t sites)
{
   const tsl_pass_options o = {.granularities = 3,
                               .shift = {3, 6, 12},
                               .with_data = 1,
                               .with_calls = (int)below(2),
                               .depth = 8,
                               .complete = 1};
   const int32_t function = 0;
   const uint8_t flags = TSL_SITE_WANTED;
   const uint32_t word = 0;
   const uint64_t offset = 0;
   tsl_pass *p = tsl_pass_new(&o, &env);
   uint32_t i;
   cells_known = 0;
   feds = taken = 0;
   for (i = 0; i < sites; i++) {
      const uint8_t kind = (uint8_t)(i % 2 ? TSL_EVENT_STORE : 0);
      tsl_pass_sites(p, 1, &function, NULL, &flags);
      tsl_events_define(&p->events, block_header(i, 1), 0, TSL_BLOCK_HAS_ENTRY,
                        1, &i, &word, &offset, &kind);
   }
   take_batch(p);
   return p;
}

static void end_pass(tsl_pass *p)
{
   uint32_t i;
   flush_all(p);
   take_batch(p);
   expect("accesses that were labelled", taken, feds);
   expect("loads and stores", p->loads + p->stores, feds);
   tsl_pass_finish(p);
   expect("cells", p->cells.cells, cells_known);
   for (i = 0; i < cells_known; i++)
      expect("order of cells", (uint64_t)p->cells.cell[i].object,
             (uint64_t)cells[i].object);
}

static void free_pass(tsl_pass *p)
{
   uint32_t i;
   for (i = 0; i < cells_known; i++) {
      drop(&cells[i].addresses);
      drop(&cells[i].strides);
   }
   expect("bytes", p->memory.bytes, (uint64_t)mapped);
   tsl_pass_free(p);
   expect("bytes left", (uint64_t)mapped, 0);
}

/* Memory changes hands all the time. Every access must go to who has it. */
static void check_cells(void)
{
   static uint64_t words[2 * 400 + 1];
   static int32_t group_of[MOST_CELLS], part_of[MOST_CELLS];
   static tsl_group groups[MOST_CELLS];
   uint64_t near[SITES] = {0};
   unsigned step, i;
   tsl_pass *p;
   memset(&model, 0, sizeof model);
   p = make_pass(SITES);
   for (step = 0; step < 60; step++) {
      const unsigned accesses = (unsigned)below(400);
      size_t n = 0;
      if (step == 0)
         words[n++] = thread_header(1);
      for (i = 0; i < accesses; i++) {
         const uint32_t site = (uint32_t)below(SITES);
         const uint64_t at = below(10) == 0 ? below(SPACE_BYTES)
                                            : (near[site] + 8) % SPACE_BYTES;
         near[site] = at;
         words[n++] = block_header(site, 1);
         words[n++] = SPACE_BASE + at;
         feed(SPACE_BASE + at, (int32_t)site,
              model.placed[at] != 0    ? model.placed_object[at]
              : model.mapping[at] != 0 ? model.mapped_object[at]
                                       : 0);
      }
      run_words(p, words, n);
      flush_all(p);
      for (i = (unsigned)below(4); i > 0; i--)
         change_space(&p->space, 1);
   }
   end_pass(p);
   for (i = 0; i < cells_known; i++) {
      compare_strides(&p->cells.cell[i], &cells[i].strides);
      group_of[i] = (int32_t)i;
      part_of[i] = -1;
   }
   tsl_touched_groups(&p->cells.touched, group_of, cells_known, part_of,
                      cells_known, groups);
   for (i = 0; i < cells_known; i++) {
      unsigned g;
      for (g = 0; g < 3; g++)
         expect("footprint of a cell", groups[i].touched[g],
                distinct(&cells[i].addresses, usual[g]));
   }
   free_pass(p);
}

/* One cell walks: few strides are all counted, of many one in eight. */
static void check_walk(void)
{
   static uint64_t words[2 * 1000 + 1];
   const unsigned period = 1 + (unsigned)below(9);
   const unsigned at_a_time = 1 + (unsigned)below(1000);
   const uint32_t accesses = below(2) ? 30000 : 600000;
   uint64_t address = 1ull << 40, sum = 0;
   const int64_t possible[] = {-24, 8, 16, 24, 32};
   tsl_pass *p = make_pass(1);
   uint32_t done = 0;
   size_t i;
   while (done < accesses) {
      size_t n = 0;
      if (done == 0)
         words[n++] = thread_header(1);
      for (i = 0; i < at_a_time && done < accesses; i++, done++) {
         words[n++] = block_header(0, 1);
         words[n++] = address;
         feed(address, 0, 0);
         address += done % period == 0 ? (uint64_t)-24 : 8 * (1 + below(4));
      }
      run_words(p, words, n);
      if (below(10) == 0)
         flush_all(p);
   }
   end_pass(p);
   for (i = 0; i < sizeof possible / sizeof *possible; i++) {
      const uint64_t exact = count_of(&cells[0].strides, (uint64_t)possible[i]);
      const tsl_stride_count *s = stride_of(&p->cells, 0, possible[i]);
      const uint64_t found = s == NULL ? 0 : s->count;
      const double share =
         (double)found / (double)p->cells.cell[0].strides * (accesses - 1);
      if (accesses < 1u << 15)
         expect("count of a stride", found, exact);
      else if (share > (double)exact + 0.05 * accesses
               || share < (double)exact - 0.05 * accesses)
         differ("estimate of a stride", (uint64_t)share, exact);
      sum += found;
   }
   expect("strides of the cell", p->cells.cell[0].strides, sum);
   if (accesses < 1u << 15)
      expect("strides", sum, accesses - 1);
   free_pass(p);
}

/*--------------------------------------------------------------------*/

static const struct {
   const char *name;
   void (*check)(void);
} parts[] = {{"space", check_space},       {"vast", check_vast},
             {"touched", check_touched},
             {"contexts", check_contexts}, {"disorder", check_disorder},
             {"many", check_many},         {"strides", check_strides},
             {"events", check_events},     {"calls", check_calls},
             {"paths", check_many_paths},
             {"cells", check_cells},       {"walk", check_walk}};

int main(int argc, char **argv)
{
   const unsigned n = sizeof parts / sizeof *parts;
   unsigned part = 0;
   long i, rounds;
   if (argc != 4) {
      fprintf(stderr, "usage: pass_check PART SEED ROUNDS\n");
      return 2;
   }
   while (part < n && strcmp(argv[1], parts[part].name) != 0)
      part++;
   if (part == n) {
      fprintf(stderr, "pass_check: no part %s\n", argv[1]);
      return 2;
   }
   state = strtoull(argv[2], NULL, 0);
   rounds = strtol(argv[3], NULL, 0);
   for (i = 0; i < rounds; i++) {
      round_seed = state;
      parts[part].check();
   }
   free(fed);
   printf("%ld rounds equal, %s\n", rounds, argv[1]);
   return 0;
}
