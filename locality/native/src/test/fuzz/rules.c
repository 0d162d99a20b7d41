/*--------------------------------------------------------------------*/
/*--- tslmap: any text as a filter file.                   rules.c ---*/
/*--------------------------------------------------------------------*/

/* The first two bytes say how long two names are, which follow; the rest is a file.
   It is refused with a line and a reason, or every question about the names is
   answered; all memory is given back. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_rules.h"

static long mapped;

static void *map(void *ctx, size_t bytes)
{
   void *p = aligned_alloc(4096, bytes);
   (void)ctx;
   mapped += (long)bytes;
   return memset(p, 0, bytes);
}

static void unmap(void *ctx, void *p, size_t bytes)
{
   (void)ctx;
   mapped -= (long)bytes;
   free(p);
}

static void expect(int is_so, const char *what)
{
   if (!is_so) {
      fprintf(stderr, "rules: %s\n", what);
      abort();
   }
}

static void fail(void *ctx, const char *message)
{
   (void)ctx;
   expect(0, message);
}

static char *name_of(const uint8_t **data, size_t *size, size_t n)
{
   char *name;
   n = n < *size ? n : *size;
   name = malloc(n + 1);
   memcpy(name, *data, n);
   name[n] = 0;
   *data += n;
   *size -= n;
   return name;
}

static void ask(tsl_rules *r, const char *one, const char *other)
{
   const uint32_t n = tsl_rules_count(r);
   const tsl_rules_answer answer = tsl_rules_ask(r, one, other, one);
   char joined[100];
   uint32_t i;
   expect(answer.by == TSL_RULES_NONE
             ? !answer.excluded
             : answer.by < n && tsl_rules_get(r, answer.by).matched
                  && tsl_rules_get(r, answer.by).excludes == answer.excluded,
          "an answer that its rule does not give");
   tsl_rules_ask(r, NULL, NULL, other);
   for (i = 0; i < n;) {
      const uint32_t parts = tsl_rules_parts(r, i, joined, sizeof joined);
      expect(parts >= 1 && i + parts <= n && strlen(joined) < sizeof joined,
             "parts of a name that are not there");
      i += parts;
   }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   static const tsl_env env = {map, unmap, fail, NULL};
   tsl_rules_error error;
   tsl_rules *r;
   char *one, *other;
   uint8_t lengths[2];
   if (size < 2)
      return 0;
   memcpy(lengths, data, 2);
   data += 2;
   size -= 2;
   one = name_of(&data, &size, lengths[0]);
   other = name_of(&data, &size, lengths[1]);
   r = tsl_rules_new((const char *)data, size, &env, &error);
   if (r == NULL) {
      expect(error.line > 0 && error.message[0] != 0, "refused without a reason");
   } else {
      ask(r, one, other);
      tsl_rules_free(r);
   }
   expect(mapped == 0, "memory was not given back");
   free(one);
   free(other);
   return 0;
}
