/*--------------------------------------------------------------------*/
/*--- tslmap: sizes, shapes and numbers of types.       tsl_type.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <search.h>
#include <stdlib.h>

#include "tsl_name.h"
#include "tsl_type.h"

bool tsl_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
   Dwarf_Attribute attribute;
   return dwarf_attr_integrate(die, DW_AT_type, &attribute) != NULL
          && dwarf_formref_die(&attribute, type) != NULL;
}

bool tsl_peel(Dwarf_Die *type, Dwarf_Die *peeled)
{
   return dwarf_peel_type(type, peeled) == 0;
}

bool tsl_is_pointer(Dwarf_Die *type)
{
   const int tag = dwarf_tag(type);
   return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type
          || tag == DW_TAG_rvalue_reference_type;
}

bool tsl_points_to(Dwarf_Die *die, Dwarf_Die *target, bool *to_anything)
{
   Dwarf_Die type;
   *to_anything = false;
   if (!tsl_type_of(die, &type) || !tsl_peel(&type, &type)
       || !tsl_is_pointer(&type))
      return false;
   *to_anything = !tsl_type_of(&type, target);
   return *to_anything || tsl_peel(target, target);
}

/* How a value of a basic type is to be read, DW_ATE_boolean and so on; 0 of others. */
static Dwarf_Word encoding_of(Dwarf_Die *die)
{
   Dwarf_Die type;
   Dwarf_Attribute attribute;
   Dwarf_Word encoding;
   return tsl_type_of(die, &type) && tsl_peel(&type, &type)
                && dwarf_tag(&type) == DW_TAG_base_type
                && dwarf_attr_integrate(&type, DW_AT_encoding, &attribute) != NULL
                && dwarf_formudata(&attribute, &encoding) == 0
             ? encoding
             : 0;
}

bool tsl_is_integer(Dwarf_Die *die)
{
   const Dwarf_Word encoding = encoding_of(die);
   return encoding == DW_ATE_signed || encoding == DW_ATE_unsigned;
}

bool tsl_is_flag(Dwarf_Die *die)
{
   return encoding_of(die) == DW_ATE_boolean;
}

bool tsl_constant(Dwarf_Die *die, unsigned name, int64_t *value)
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

uint64_t tsl_size_of(Dwarf_Die *type)
{
   Dwarf_Word bytes;
   tsl_shape s;
   if (dwarf_aggregate_size(type, &bytes) == 0)
      return bytes;
   /* Units that dwz has made do not say what language they are of, so that libdw
      does not know with which index their arrays begin. */
   s = tsl_shape_of(type);
   return s.n > 0 && !s.descriptor ? tsl_bytes_of(type, &s) : 0;
}

/* --- Arrays. ------------------------------------------------------------- */

static void add_dimension(tsl_shape *s, Dwarf_Die *range, int64_t usual)
{
   int64_t first, last, count;
   if (s->n == TSL_DIMENSIONS_MAX)
      return;
   if (!tsl_constant(range, DW_AT_lower_bound, &first))
      first = usual;
   if (!tsl_constant(range, DW_AT_count, &count))
      count = tsl_constant(range, DW_AT_upper_bound, &last) && last >= first
                 ? last - first + 1
                 : 0;
   s->first[s->n] = first;
   s->length[s->n++] = count < 0 ? 0 : (uint64_t)count;
}

tsl_shape tsl_shape_of(Dwarf_Die *type)
{
   tsl_shape s = {.n = 0};
   Dwarf_Die peeled;
   Dwarf_Sword usual;
   int depth;
   s.element = *type;
   for (depth = 0; depth < TSL_DEPTH_MAX; depth++) {
      Dwarf_Die unit, range;
      int more;
      if (!tsl_peel(&s.element, &peeled)
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
      if (!tsl_type_of(&peeled, &s.element)) {
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

uint64_t tsl_bytes_of(Dwarf_Die *type, const tsl_shape *s)
{
   Dwarf_Die element;
   uint64_t bytes;
   size_t i;
   if (!s->is_array)
      return tsl_size_of(type);
   if (s->descriptor)
      return descriptor_bytes(s->n);
   element = s->element;
   bytes = tsl_size_of(&element);
   for (i = 0; i < s->n; i++)
      if (__builtin_mul_overflow(bytes, s->length[i], &bytes))
         return 0;
   return s->n == 0 ? 0 : bytes;
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
       || !tsl_reserve((void **)&d->types.dies, d->types.n, &d->types.capacity,
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
   if (!tsl_type_of(variable, &type)) {
      tsl_answer_no_type(a);
      return;
   }
   s = tsl_shape_of(&type);
   *bytes = tsl_bytes_of(&type, &s);
   text = tsl_type_text(d, &type, "");
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
   tsl_answer_long(a, tsl_size_of(&s.element));
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
