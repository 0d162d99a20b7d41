/*--------------------------------------------------------------------*/
/*--- tslmap: bytes for Java.                         tsl_answer.c ---*/
/*--------------------------------------------------------------------*/

#include <stdlib.h>
#include <string.h>

#include "tsl_answer.h"

void tsl_answer_init(tsl_answer *a)
{
   memset(a, 0, sizeof *a);
}

void tsl_answer_free(tsl_answer *a)
{
   free(a->bytes);
   tsl_answer_init(a);
}

static void add(tsl_answer *a, const void *from, size_t n)
{
   if (a->failed)
      return;
   if (a->capacity - a->size < n) {
      const size_t capacity = 2 * (a->size + n) + 256;
      uint8_t *bytes = realloc(a->bytes, capacity);
      if (bytes == NULL) {
         a->failed = true;
         return;
      }
      a->bytes = bytes;
      a->capacity = capacity;
   }
   memcpy(a->bytes + a->size, from, n);
   a->size += n;
}

void tsl_answer_flag(tsl_answer *a, bool value)
{
   const uint8_t byte = value;
   add(a, &byte, 1);
}

void tsl_answer_number(tsl_answer *a, uint32_t value)
{
   add(a, &value, sizeof value);
}

void tsl_answer_long(tsl_answer *a, uint64_t value)
{
   add(a, &value, sizeof value);
}

void tsl_answer_text(tsl_answer *a, const char *text)
{
   const size_t n = text == NULL ? 0 : strlen(text);
   tsl_answer_number(a, (uint32_t)n);
   if (n > 0)
      add(a, text, n);
}

size_t tsl_answer_reserve(tsl_answer *a)
{
   const size_t where = a->size;
   tsl_answer_number(a, 0);
   return where;
}

void tsl_answer_set(tsl_answer *a, size_t where, uint32_t value)
{
   if (!a->failed)
      memcpy(a->bytes + where, &value, sizeof value);
}

void tsl_answer_append(tsl_answer *a, const tsl_answer *other)
{
   if (other->failed)
      a->failed = true;
   else if (other->size > 0)
      add(a, other->bytes, other->size);
}
