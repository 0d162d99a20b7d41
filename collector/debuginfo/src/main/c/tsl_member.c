/*--------------------------------------------------------------------*/
/*--- tslmap: what is inside of a variable.           tsl_member.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_member.h"
#include "tsl_name.h"
#include "tsl_type.h"

/* The array element that has a byte: prints its indices and moves the offset to
   within it. */
static bool print_indices(FILE *to, const tsl_shape *s, uint64_t bytes,
                          uint64_t *offset)
{
   uint64_t index[TSL_DIMENSIONS_MAX];
   uint64_t rest;
   size_t i;
   if (bytes == 0 || s->n == 0 || s->descriptor)
      return false;
   rest = *offset / bytes;
   *offset %= bytes;
   /* From the dimension that runs along memory to the slowest. */
   for (i = 0; i < s->n; i++) {
      const size_t k = s->fortran ? i : s->n - 1 - i;
      const bool slowest = i == s->n - 1;
      if (s->length[k] == 0 && !slowest)
         return false;
      index[k] = slowest ? rest : rest % s->length[k];
      if (!slowest)
         rest /= s->length[k];
   }
   for (i = 0; i < s->n; i++) {
      const long long value = (long long)(s->first[i] + (int64_t)index[i]);
      if (s->fortran)
         fprintf(to, "%s%lld", i == 0 ? "(" : ",", value);
      else
         fprintf(to, "[%lld]", value);
   }
   if (s->fortran)
      fputs(")", to);
   return true;
}

/* Where a member begins, in bits; false if that is not known before run time. */
static bool place_of(Dwarf_Die *member, uint64_t *bit, uint64_t *bits)
{
   Dwarf_Die type;
   tsl_shape shape;
   int64_t value, width;
   const bool field = tsl_constant(member, DW_AT_bit_size, &width);
   if (!tsl_type_of(member, &type))
      return false;
   if (field && tsl_constant(member, DW_AT_data_bit_offset, &value)) {
      *bit = (uint64_t)value;
      *bits = (uint64_t)width;
      return true;
   }
   if (!tsl_constant(member, DW_AT_data_member_location, &value)) {
      /* Members of unions have none; others may have an expression. */
      if (dwarf_hasattr(member, DW_AT_data_member_location))
         return false;
      value = 0;
   }
   shape = tsl_shape_of(&type);
   *bit = 8 * (uint64_t)value;
   *bits = 8 * (shape.descriptor ? tsl_bytes_of(&type, &shape) : tsl_size_of(&type));
   return true;
}

/* The first member that has the byte; one of unknown size (the last of a
   structure may be an array without length) has all that follows. */
static bool member_at(Dwarf_Die *structure, uint64_t offset, Dwarf_Die *member,
                      uint64_t *start)
{
   Dwarf_Die child;
   int more = dwarf_child(structure, &child);
   for (; more == 0; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      uint64_t bit, bits;
      Dwarf_Die type;
      if ((tag != DW_TAG_member && tag != DW_TAG_inheritance)
          || dwarf_hasattr(&child, DW_AT_external)
          || !place_of(&child, &bit, &bits))
         continue;
      if (bits == 0
          && (!tsl_type_of(&child, &type) || !tsl_shape_of(&type).is_array))
         continue;
      if (8 * offset + 7 >= bit && (bits == 0 || 8 * offset < bit + bits)) {
         *member = child;
         *start = bit / 8 > offset ? offset : bit / 8;
         return true;
      }
   }
   return false;
}

/* Whether a type has a name, with or without arguments of a template; "" is none. */
static bool is_called(Dwarf_Die *type, const char *wanted)
{
   const char *name = dwarf_diename(type);
   const size_t length = strlen(wanted);
   return name != NULL && length > 0 && strncmp(name, wanted, length) == 0
          && (name[length] == '\0' || name[length] == '<');
}

/* Prints the way to the part of a type that has a byte: `type` becomes the part's,
   `offset` the byte's place in it and `bytes` its size. It ends at a class that is
   called `whole`. */
static void print_path(FILE *to, Dwarf_Die *type, uint64_t *offset,
                       uint64_t *bytes, const char *whole)
{
   Dwarf_Die peeled, member;
   uint64_t start;
   int depth;
   for (depth = 0; depth < TSL_DEPTH_MAX && tsl_peel(type, &peeled); depth++) {
      const int tag = dwarf_tag(&peeled);
      if (is_called(&peeled, whole))
         break;
      if (tag == DW_TAG_array_type) {
         const tsl_shape s = tsl_shape_of(&peeled);
         Dwarf_Die element = s.element;
         *bytes = tsl_bytes_of(type, &s);
         if (!print_indices(to, &s, tsl_size_of(&element), offset))
            break;
         *type = element;
      } else if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type
                 || tag == DW_TAG_union_type) {
         const char *name;
         if (!member_at(&peeled, *offset, &member, &start)
             || !tsl_type_of(&member, type))
            break;
         name = dwarf_diename(&member);
         if (name != NULL && dwarf_tag(&member) == DW_TAG_member)
            fprintf(to, "%s%s", tsl_is_fortran(&peeled) ? "%" : ".", name);
         *offset -= start;
      } else {
         break;
      }
      *bytes = tsl_size_of(type);
   }
}

/* The same as a text, or NULL; to be freed. */
static char *path_text(Dwarf_Die *type, uint64_t *offset, uint64_t *bytes,
                       const char *whole)
{
   const tsl_shape s = tsl_shape_of(type);
   char *path = NULL;
   size_t size;
   FILE *to;
   *bytes = tsl_bytes_of(type, &s);
   if (*offset >= *bytes)
      return NULL;
   to = open_memstream(&path, &size);
   if (to == NULL)
      return NULL;
   print_path(to, type, offset, bytes, whole);
   if (fclose(to) != 0) {
      free(path);
      return NULL;
   }
   return path;
}

char *tsl_member_path(Dwarf_Die *type, uint64_t offset, const char *whole)
{
   Dwarf_Die part = *type;
   uint64_t bytes;
   return path_text(&part, &offset, &bytes, whole);
}

void tsl_debuginfo_member(tsl_debuginfo *d, uint32_t number, uint64_t offset,
                          const char *whole, tsl_answer *a)
{
   Dwarf_Die type;
   char *path, *text;
   uint64_t bytes;
   if (number >= d->types.n)
      return;
   type = d->types.dies[number];
   path = path_text(&type, &offset, &bytes, whole);
   if (path == NULL)
      return;
   text = tsl_type_text(d, &type, "");
   tsl_answer_text(a, path);
   tsl_answer_text(a, text);
   tsl_answer_long(a, offset);
   tsl_answer_long(a, bytes);
   free(text);
   free(path);
}
