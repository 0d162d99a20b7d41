/*--------------------------------------------------------------------*/
/*--- tslmap: the labelling pass against references. pass_check.c ---*/
/*--------------------------------------------------------------------*/

/* Runs random operations through a part of the labelling pass and through a
   reference that is as plain as can be, and compares all that they say. Built
   with AddressSanitizer and UBSan by the tests.

   usage: pass_check PART SEED ROUNDS
   PART: see the table at the end. Exit status 0: all equal; 1: a difference was
   found and printed; 2: usage. */

#include <string.h>

#include "pass_check.h"

const tsl_env env = {.map = map, .unmap = unmap, .fail = fail};
uint64_t round_seed;

void differ(const char *what, uint64_t found, uint64_t expected)
{
   printf("%s: %lld, expected %lld, in the round with seed %llu\n", what,
          (long long)found, (long long)expected,
          (unsigned long long)round_seed);
   exit(1);
}

void expect(const char *what, uint64_t found, uint64_t expected)
{
   if (found != expected)
      differ(what, found, expected);
}

void expect_within(const char *what, uint64_t found, double expected,
                   double part)
{
   if ((double)found < expected * (1 - part)
       || (double)found > expected * (1 + part))
      differ(what, found, (uint64_t)expected);
}

void append(list *l, uint64_t value)
{
   if (l->n == l->capacity) {
      l->capacity = l->capacity == 0 ? 64 : 2 * l->capacity;
      l->at = realloc(l->at, l->capacity * sizeof *l->at);
   }
   l->at[l->n++] = value;
}

void drop(list *l)
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
size_t distinct(list *l, unsigned shift)
{
   size_t i, n = 0;
   if (l->n > 0)
      qsort(l->at, l->n, sizeof *l->at, compare);
   for (i = 0; i < l->n; i++)
      n += i == 0 || l->at[i] >> shift != l->at[i - 1] >> shift;
   return n;
}

size_t count_of(const list *l, uint64_t value)
{
   size_t i, n = 0;
   for (i = 0; i < l->n; i++)
      n += l->at[i] == value;
   return n;
}

static const struct {
   const char *name;
   void (*check)(void);
} parts[] = {{"space", check_space},       {"vast", check_vast},
             {"touched", check_touched},
             {"contexts", check_contexts}, {"disorder", check_disorder},
             {"many", check_many},         {"strides", check_strides},
             {"segments", check_segments},
             {"gaps", check_gaps},
             {"events", check_events},     {"calls", check_calls},
             {"paths", check_many_paths},
             {"paths", check_short_paths},
             {"cells", check_cells},       {"walk", check_walk},
             {"depends", check_depends},   {"bursts", check_bursts_of_loads},
             {"labels", check_labels_of_loads}};

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
   free_cells();
   printf("%ld rounds equal, %s\n", rounds, argv[1]);
   return 0;
}
