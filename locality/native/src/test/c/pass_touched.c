/*--------------------------------------------------------------------*/
/*--- tslmap: touched words against lists of them. pass_touched.c ---*/
/*--------------------------------------------------------------------*/

#include "pass_check.h"

enum { OWNERS = 7 };

/* Words of 8 bytes, lines of 64, pages of 4096. */
const unsigned usual[] = {3, 6, 12};

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

void check_touched(void)
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
void check_contexts(void)
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
void check_disorder(void)
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
void check_many(void)
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
