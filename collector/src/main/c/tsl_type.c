/*--------------------------------------------------------------------*/
/*--- tslmap: types and what is inside of them.         tsl_type.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_object.h"

enum {
   DEPTH_MAX = 32,     /* of types in types; broken ones may be endless */
   DIMENSIONS_MAX = 32
};

/* An array's shape. Dimensions in the order of the declaration; `length` is 0
   and `first` the language's usual bound if they are not constant. */
typedef struct {
   Dwarf_Die element;
   bool is_array;
   bool fortran; /* the first dimension is the one that runs along memory */
   bool descriptor; /* the variable itself is only Fortran's descriptor of it */
   size_t n;
   uint64_t length[DIMENSIONS_MAX];
   int64_t first[DIMENSIONS_MAX];
} tsl_shape;

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
   Dwarf_Attribute attribute;
   return dwarf_attr_integrate(die, DW_AT_type, &attribute) != NULL
          && dwarf_formref_die(&attribute, type) != NULL;
}

/* Without typedefs and qualifiers. */
static bool peel(Dwarf_Die *type, Dwarf_Die *peeled)
{
   return dwarf_peel_type(type, peeled) == 0;
}

static bool constant(Dwarf_Die *die, unsigned name, int64_t *value)
{
   Dwarf_Attribute attribute;
   Dwarf_Sword number;
   if (dwarf_attr_integrate(die, name, &attribute) == NULL)
      return false;
   switch (dwarf_whatform(&attribute)) {
   case DW_FORM_data1:
   case DW_FORM_data2:
   case DW_FORM_data4:
   case DW_FORM_data8:
   case DW_FORM_udata: {
      /* Bounds are written without a sign where they have none. */
      Dwarf_Word word;
      if (dwarf_formudata(&attribute, &word) != 0)
         return false;
      *value = (int64_t)word;
      return true;
   }
   case DW_FORM_sdata:
   case DW_FORM_implicit_const:
      if (dwarf_formsdata(&attribute, &number) != 0)
         return false;
      *value = number;
      return true;
   default:
      return false;
   }
}

static uint64_t size_of(Dwarf_Die *type)
{
   Dwarf_Word bytes;
   return dwarf_aggregate_size(type, &bytes) == 0 ? bytes : 0;
}

/* --- Arrays. ------------------------------------------------------------- */

static void add_dimension(tsl_shape *s, Dwarf_Die *range, int64_t usual)
{
   int64_t first, last, count;
   if (s->n == DIMENSIONS_MAX)
      return;
   if (!constant(range, DW_AT_lower_bound, &first))
      first = usual;
   if (!constant(range, DW_AT_count, &count))
      count = constant(range, DW_AT_upper_bound, &last) && last >= first
                 ? last - first + 1
                 : 0;
   s->first[s->n] = first;
   s->length[s->n++] = count < 0 ? 0 : (uint64_t)count;
}

/* The shape of an array of arrays, down to what is no array. */
static tsl_shape shape_of(Dwarf_Die *type)
{
   tsl_shape s = {.n = 0};
   Dwarf_Die peeled;
   Dwarf_Sword usual;
   int depth;
   s.element = *type;
   for (depth = 0; depth < DEPTH_MAX; depth++) {
      Dwarf_Die unit, range;
      int more;
      if (!peel(&s.element, &peeled)
          || dwarf_tag(&peeled) != DW_TAG_array_type)
         break;
      s.is_array = true;
      if (dwarf_diecu(&peeled, &unit, NULL, NULL) == NULL
          || dwarf_default_lower_bound(dwarf_srclang(&unit), &usual) != 0)
         usual = 0;
      s.fortran = tsl_is_fortran(&peeled);
      s.descriptor
         = s.descriptor || dwarf_hasattr(&peeled, DW_AT_data_location);
      more = dwarf_child(&peeled, &range);
      for (; more == 0; more = dwarf_siblingof(&range, &range))
         if (dwarf_tag(&range) == DW_TAG_subrange_type
             || dwarf_tag(&range) == DW_TAG_enumeration_type)
            add_dimension(&s, &range, usual);
      if (!type_of(&peeled, &s.element)) {
         s.n = 0;
         break;
      }
   }
   return s;
}

/* gfortran's descriptor: address, offset, type, span, and three words for each
   dimension (libgfortran.h, GFC_FULL_ARRAY_DESCRIPTOR). */
static uint64_t descriptor_bytes(size_t dimensions)
{
   return 40 + 24 * (uint64_t)dimensions;
}

static uint64_t bytes_of(Dwarf_Die *type, const tsl_shape *s)
{
   Dwarf_Die element;
   uint64_t bytes;
   size_t i;
   if (!s->is_array)
      return size_of(type);
   if (s->descriptor)
      return descriptor_bytes(s->n);
   element = s->element;
   bytes = size_of(&element);
   for (i = 0; i < s->n; i++)
      if (__builtin_mul_overflow(bytes, s->length[i], &bytes))
         return 0;
   return s->n == 0 ? 0 : bytes;
}

/* --- As the language writes them. ---------------------------------------- */

static void print_type(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                       const char *declarator, int depth);

/* A type that has a name: with what it is (in C) and where it stands (in C++). */
static void print_named(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                        const char *kind)
{
   const char *name = dwarf_diename(type);
   Dwarf_Die unit;
   bool c = false;
   char *scope;
   if (dwarf_diecu(type, &unit, NULL, NULL) != NULL)
      switch (dwarf_srclang(&unit)) {
      case DW_LANG_C:
      case DW_LANG_C89:
      case DW_LANG_C99:
      case DW_LANG_C11:
         c = true;
         break;
      default:
         break;
      }
   if (name == NULL) {
      fprintf(to, "%s {...}", *kind == '\0' ? "?" : kind);
      return;
   }
   if (c && *kind != '\0')
      fprintf(to, "%s ", kind);
   scope = c || dwarf_tag(type) == DW_TAG_base_type ? NULL : tsl_scope(d, type);
   fprintf(to, "%s%s", scope == NULL ? "" : scope, name);
   free(scope);
}

static void print_declarator(FILE *to, const char *declarator)
{
   if (*declarator != '\0')
      fprintf(to, " %s", declarator);
}

/* A pointer or reference; the declarator has its sign already. */
static void print_pointer(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                          const char *declarator, int depth)
{
   Dwarf_Die target;
   char *inner;
   bool bracket;
   if (!type_of(type, &target)) {
      fprintf(to, "void %s", declarator);
      return;
   }
   bracket = dwarf_tag(&target) == DW_TAG_array_type
             || dwarf_tag(&target) == DW_TAG_subroutine_type;
   if (asprintf(&inner, bracket ? "(%s)" : "%s", declarator) < 0)
      return;
   print_type(d, to, &target, inner, depth + 1);
   free(inner);
}

static void print_signed_pointer(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                                 const char *sign, const char *declarator,
                                 int depth)
{
   char *inner;
   if (asprintf(&inner, "%s%s", sign, declarator) < 0)
      return;
   print_pointer(d, to, type, inner, depth);
   free(inner);
}

/* In the order they are written in. */
static const char *const qualifier_names[]
   = {"const", "volatile", "restrict", "_Atomic"};

static int qualifier_of(int tag)
{
   switch (tag) {
   case DW_TAG_const_type:
      return 0;
   case DW_TAG_volatile_type:
      return 1;
   case DW_TAG_restrict_type:
      return 2;
   case DW_TAG_atomic_type:
      return 3;
   default:
      return -1;
   }
}

static void print_qualified(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                            const char *declarator, int depth)
{
   Dwarf_Die target = *type, element;
   char text[40] = "";
   char *inner;
   unsigned set = 0;
   bool known = true;
   int q, n;
   for (n = 0; n < DEPTH_MAX && known; n++) {
      q = qualifier_of(dwarf_tag(&target));
      if (q < 0)
         break;
      set |= 1u << q;
      element = target;
      known = type_of(&element, &target);
   }
   for (q = 0; q < 4; q++)
      if ((set >> q & 1) != 0) {
         if (*text != '\0')
            strcat(text, " ");
         strcat(text, qualifier_names[q]);
      }
   if (!known) {
      fprintf(to, "%s void", text);
      print_declarator(to, declarator);
      return;
   }
   if (dwarf_tag(&target) == DW_TAG_pointer_type) {
      /* It is the pointer that does not change: char *const */
      if (asprintf(&inner, "*%s%s%s", text, *declarator == '\0' ? "" : " ",
                   declarator)
          < 0)
         return;
      print_pointer(d, to, &target, inner, depth);
      free(inner);
      return;
   }
   /* gcc says so of an array and of its elements. */
   if (dwarf_tag(&target) != DW_TAG_array_type || !type_of(&target, &element)
       || dwarf_tag(&element) != dwarf_tag(type))
      fprintf(to, "%s ", text);
   print_type(d, to, &target, declarator, depth + 1);
}

static void print_array(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                        const char *declarator, int depth)
{
   const tsl_shape s = shape_of(type);
   Dwarf_Die element = s.element;
   char *text = NULL;
   size_t size, i;
   FILE *inner = open_memstream(&text, &size);
   if (inner == NULL)
      return;
   fputs(declarator, inner);
   if (s.fortran) {
      for (i = 0; i < s.n; i++) {
         fputs(i == 0 ? "(" : ",", inner);
         if (s.length[i] == 0)
            fputs(":", inner);
         else if (s.first[i] == 1)
            fprintf(inner, "%llu", (unsigned long long)s.length[i]);
         else
            fprintf(inner, "%lld:%lld", (long long)s.first[i],
                    (long long)(s.first[i] + (int64_t)s.length[i] - 1));
      }
      fputs(")", inner);
   } else {
      for (i = 0; i < s.n; i++)
         if (s.length[i] == 0)
            fputs("[]", inner);
         else
            fprintf(inner, "[%llu]", (unsigned long long)s.length[i]);
   }
   if (fclose(inner) == 0)
      print_type(d, to, &element, text, depth + 1);
   free(text);
}

static void print_function_type(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                                const char *declarator, int depth)
{
   Dwarf_Die result, parameter, parameter_type;
   char *text = NULL;
   size_t size;
   int n = 0, more;
   FILE *inner = open_memstream(&text, &size);
   if (inner == NULL)
      return;
   fprintf(inner, "%s(", declarator);
   more = dwarf_child(type, &parameter);
   for (; more == 0; more = dwarf_siblingof(&parameter, &parameter)) {
      const int tag = dwarf_tag(&parameter);
      if (tag != DW_TAG_formal_parameter
          && tag != DW_TAG_unspecified_parameters)
         continue;
      if (n++ > 0)
         fputs(", ", inner);
      if (tag == DW_TAG_unspecified_parameters)
         fputs("...", inner);
      else if (type_of(&parameter, &parameter_type))
         print_type(d, inner, &parameter_type, "", depth + 1);
   }
   fputs(n == 0 ? "void)" : ")", inner);
   if (fclose(inner) == 0) {
      if (type_of(type, &result))
         print_type(d, to, &result, text, depth + 1);
      else
         fprintf(to, "void %s", text);
   }
   free(text);
}

/* Prints a declaration of something without a name, from the inside out as C has
   it: `declarator` is what stands around the name so far. */
static void print_type(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                       const char *declarator, int depth)
{
   Dwarf_Die target;
   if (depth > DEPTH_MAX) {
      fputs("...", to);
      return;
   }
   switch (dwarf_tag(type)) {
   case DW_TAG_pointer_type:
      print_signed_pointer(d, to, type, "*", declarator, depth);
      return;
   case DW_TAG_reference_type:
      print_signed_pointer(d, to, type, "&", declarator, depth);
      return;
   case DW_TAG_rvalue_reference_type:
      print_signed_pointer(d, to, type, "&&", declarator, depth);
      return;
   case DW_TAG_const_type:
   case DW_TAG_volatile_type:
   case DW_TAG_restrict_type:
   case DW_TAG_atomic_type:
      print_qualified(d, to, type, declarator, depth);
      return;
   case DW_TAG_array_type:
      if (dwarf_diename(type) == NULL) {
         print_array(d, to, type, declarator, depth);
         return;
      }
      break;
   case DW_TAG_subroutine_type:
      print_function_type(d, to, type, declarator, depth);
      return;
   case DW_TAG_structure_type:
      print_named(d, to, type, "struct");
      print_declarator(to, declarator);
      return;
   case DW_TAG_class_type:
      print_named(d, to, type, "class");
      print_declarator(to, declarator);
      return;
   case DW_TAG_union_type:
      print_named(d, to, type, "union");
      print_declarator(to, declarator);
      return;
   case DW_TAG_enumeration_type:
      print_named(d, to, type, "enum");
      print_declarator(to, declarator);
      return;
   case DW_TAG_string_type:
      fprintf(to, "character(len=%llu)", (unsigned long long)size_of(type));
      print_declarator(to, declarator);
      return;
   case DW_TAG_ptr_to_member_type:
      fputs(type_of(type, &target) ? "member pointer" : "?", to);
      print_declarator(to, declarator);
      return;
   default:
      break;
   }
   print_named(d, to, type, "");
   print_declarator(to, declarator);
}

static char *type_text(tsl_debuginfo *d, Dwarf_Die *type)
{
   char *text = NULL;
   size_t size;
   FILE *to = open_memstream(&text, &size);
   if (to == NULL)
      return NULL;
   print_type(d, to, type, "", 0);
   if (fclose(to) != 0) {
      free(text);
      return NULL;
   }
   return text;
}

char *tsl_reference_text(tsl_debuginfo *d, Dwarf_Die *variable)
{
   Dwarf_Die type;
   char *text = NULL;
   size_t size;
   FILE *to;
   if (!type_of(variable, &type))
      return NULL;
   to = open_memstream(&text, &size);
   if (to == NULL)
      return NULL;
   print_type(d, to, &type, "", 0);
   fputs(" &", to);
   if (fclose(to) != 0) {
      free(text);
      return NULL;
   }
   return text;
}

/* --- Numbers for Java. ---------------------------------------------------- */

typedef struct {
   const void *where; /* Dwarf_Die.addr, the key */
   uint32_t number;
} tsl_type_number;

static int compare_types(const void *left, const void *right)
{
   const tsl_type_number *a = left, *b = right;
   return a->where < b->where ? -1 : a->where > b->where;
}

static uint32_t number_of(tsl_debuginfo *d, Dwarf_Die *type)
{
   const tsl_type_number key = {.where = type->addr};
   tsl_type_number **found = tfind(&key, &d->type_tree, compare_types);
   tsl_type_number *number;
   if (found != NULL)
      return (*found)->number;
   number = malloc(sizeof *number);
   if (number == NULL
       || !tsl_room((void **)&d->types.dies, d->types.n, &d->types.room,
                    sizeof *d->types.dies)) {
      free(number);
      return UINT32_MAX;
   }
   *number = (tsl_type_number){type->addr, (uint32_t)d->types.n};
   if (tsearch(number, &d->type_tree, compare_types) == NULL) {
      free(number);
      return UINT32_MAX;
   }
   d->types.dies[d->types.n++] = *type;
   return number->number;
}

void tsl_answer_type(tsl_debuginfo *d, Dwarf_Die *variable, uint64_t *bytes,
                     tsl_answer *a)
{
   Dwarf_Die type;
   tsl_shape s;
   char *text;
   size_t i;
   *bytes = 0;
   if (!type_of(variable, &type)) {
      tsl_answer_no_type(a);
      return;
   }
   s = shape_of(&type);
   *bytes = bytes_of(&type, &s);
   text = type_text(d, &type);
   tsl_answer_number(a, number_of(d, &type));
   tsl_answer_text(a, text);
   tsl_answer_long(a, *bytes);
   free(text);
   if (s.descriptor) {
      /* The elements are elsewhere, on the heap. */
      tsl_answer_long(a, *bytes);
      tsl_answer_number(a, 0);
      return;
   }
   tsl_answer_long(a, size_of(&s.element));
   tsl_answer_number(a, (uint32_t)s.n);
   for (i = 0; i < s.n; i++)
      tsl_answer_long(a, s.length[s.fortran ? s.n - 1 - i : i]);
}

void tsl_answer_no_type(tsl_answer *a)
{
   tsl_answer_number(a, UINT32_MAX);
   tsl_answer_text(a, "");
   tsl_answer_long(a, 0);
   tsl_answer_long(a, 0);
   tsl_answer_number(a, 0);
}

/* --- Members. ------------------------------------------------------------- */

/* The array element that has a byte: prints its indices and moves the offset to
   within it. */
static bool print_indices(FILE *to, const tsl_shape *s, uint64_t bytes,
                          uint64_t *offset)
{
   uint64_t index[DIMENSIONS_MAX];
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
   int64_t value, width;
   const bool field = constant(member, DW_AT_bit_size, &width);
   if (!type_of(member, &type))
      return false;
   if (field && constant(member, DW_AT_data_bit_offset, &value)) {
      *bit = (uint64_t)value;
      *bits = (uint64_t)width;
      return true;
   }
   if (!constant(member, DW_AT_data_member_location, &value)) {
      /* Members of unions have none; others may have an expression. */
      if (dwarf_hasattr(member, DW_AT_data_member_location))
         return false;
      value = 0;
   }
   *bit = 8 * (uint64_t)value;
   *bits = 8 * size_of(&type);
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
          && (!type_of(&child, &type) || !shape_of(&type).is_array))
         continue;
      if (8 * offset + 7 >= bit && (bits == 0 || 8 * offset < bit + bits)) {
         *member = child;
         *start = bit / 8 > offset ? offset : bit / 8;
         return true;
      }
   }
   return false;
}

void tsl_debuginfo_member(tsl_debuginfo *d, uint32_t number, uint64_t offset,
                          tsl_answer *a)
{
   Dwarf_Die type, peeled, member;
   char *path = NULL, *text;
   uint64_t bytes, start;
   size_t size;
   int depth;
   FILE *to;
   if (number >= d->types.n)
      return;
   type = d->types.dies[number];
   {
      const tsl_shape s = shape_of(&type);
      bytes = bytes_of(&type, &s);
   }
   if (offset >= bytes)
      return;
   to = open_memstream(&path, &size);
   if (to == NULL)
      return;
   for (depth = 0; depth < DEPTH_MAX && peel(&type, &peeled); depth++) {
      const int tag = dwarf_tag(&peeled);
      if (tag == DW_TAG_array_type) {
         const tsl_shape s = shape_of(&peeled);
         Dwarf_Die element = s.element;
         bytes = bytes_of(&type, &s);
         if (!print_indices(to, &s, size_of(&element), &offset))
            break;
         type = element;
      } else if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type
                 || tag == DW_TAG_union_type) {
         const char *name;
         if (!member_at(&peeled, offset, &member, &start)
             || !type_of(&member, &type))
            break;
         name = dwarf_diename(&member);
         if (name != NULL && dwarf_tag(&member) == DW_TAG_member)
            fprintf(to, "%s%s", tsl_is_fortran(&peeled) ? "%" : ".", name);
         offset -= start;
      } else {
         break;
      }
      bytes = size_of(&type);
   }
   if (fclose(to) == 0) {
      text = type_text(d, &type);
      tsl_answer_text(a, path);
      tsl_answer_text(a, text);
      tsl_answer_long(a, offset);
      tsl_answer_long(a, bytes);
      free(text);
   }
   free(path);
}
