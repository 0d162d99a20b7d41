/*--------------------------------------------------------------------*/
/*--- tslmap: the probe's accesses, to be profiled.  apex_stream.c ---*/
/*--------------------------------------------------------------------*/

/* Makes the visits of one pattern with the probe's own starts and kernels, once,
   by one thread, without warming up and without a clock. Everything it does to
   tsl_apex_memory is what the pattern demands and nothing else touches it, so a
   profile of that variable is the profile of the pattern. The memory is never
   filled: its zeros serve as data. */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_index.h"
#include "tsl_kernel.h"

#define WORDS ((uint64_t)1 << 22)
#define STARTS ((size_t)4096)
#define SEED 1

uint64_t tsl_apex_memory[WORDS];

typedef struct {
   uint64_t words, length, stride, starts;
   double alpha;
   tsl_operation operation;
} pattern;

static int usage(const char *wrong)
{
   fprintf(stderr,
           "apex-stream: %s\n"
           "Usage: apex-stream M L STRIDE ALPHA STARTS read|write|update\n"
           "  M       words of memory, at most %" PRIu64 "\n"
           "  L       accesses of a visit; L times STRIDE divides M\n"
           "  STRIDE  words from one access of a visit to the next\n"
           "  ALPHA   greater than 0, at most 1\n"
           "  STARTS  visits\n",
           wrong, WORDS);
   return 2;
}

static int read_count(const char *text, uint64_t *value)
{
   char *end;
   errno = 0;
   *value = strtoull(text, &end, 10);
   return errno == 0 && end != text && *end == 0 && text[0] != '-' &&
          *value > 0;
}

static int read_operation(const char *text, tsl_operation *operation)
{
   static const char *const names[] = {"read", "write", "update"};
   int i;
   for (i = 0; i < 3; i++)
      if (strcmp(text, names[i]) == 0) {
         *operation = (tsl_operation)i;
         return 1;
      }
   return 0;
}

static const char *read_pattern(char **arguments, pattern *p)
{
   char *end;
   if (!read_count(arguments[1], &p->words) || p->words > WORDS)
      return "M should be 1 to 4194304";
   if (!read_count(arguments[2], &p->length) ||
       !read_count(arguments[3], &p->stride) || p->stride > p->words ||
       p->length > p->words / p->stride ||
       p->words % (p->length * p->stride) != 0)
      return "L times STRIDE should divide M";
   p->alpha = strtod(arguments[4], &end);
   if (end == arguments[4] || *end != 0 || !(p->alpha > 0 && p->alpha <= 1))
      return "ALPHA should be greater than 0 and at most 1";
   if (!read_count(arguments[5], &p->starts))
      return "STARTS should be at least 1";
   if (!read_operation(arguments[6], &p->operation))
      return "the operation should be read, write or update";
   return NULL;
}

static uint64_t visit_all(const pattern *p)
{
   static uint64_t starts[STARTS];
   const uint64_t step = p->length * p->stride;
   const tsl_kernel kernel = tsl_kernel_for(p->operation, 0, p->length, p->stride);
   uint64_t left = p->starts, sum = 0;
   tsl_index index;
   tsl_index_init(&index, p->words / step, step, p->alpha, SEED);
   while (left > 0) {
      const size_t n = left < STARTS ? (size_t)left : STARTS;
      tsl_index_fill(&index, starts, n);
      sum += kernel(tsl_apex_memory, starts, n, p->length, p->stride, 1);
      left -= n;
   }
   return sum;
}

int main(int count, char **arguments)
{
   pattern p;
   const char *wrong = count == 7 ? read_pattern(arguments, &p)
                                  : "six arguments are needed";
   if (wrong != NULL)
      return usage(wrong);
   printf("%" PRIu64 " visits, sum %" PRIu64 "\n", p.starts, visit_all(&p));
   return 0;
}
