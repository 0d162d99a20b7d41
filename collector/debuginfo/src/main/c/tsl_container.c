/*--------------------------------------------------------------------*/
/*--- tslmap: classes that keep elements of others. tsl_container.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>

#include "tsl_container.h"
#include "tsl_type.h"

enum { POINTERS_MAX = 3, ARGUMENTS_MAX = 4 };

typedef struct {
   Dwarf_Die types[ARGUMENTS_MAX];
   size_t n;
} arguments;

static bool is_class(Dwarf_Die *type)
{
   const int tag = dwarf_tag(type);
   return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

/* The types that a class template was given. */
static arguments arguments_of(Dwarf_Die *type)
{
   arguments a = {.n = 0};
   Dwarf_Die child;
   int more = dwarf_child(type, &child);
   for (; more == 0 && a.n < ARGUMENTS_MAX;
        more = dwarf_siblingof(&child, &child)) {
      Dwarf_Die *given = &a.types[a.n];
      if (dwarf_tag(&child) == DW_TAG_template_type_parameter
          && tsl_type_of(&child, given) && tsl_peel(given, given))
         a.n++;
   }
   return a;
}

static bool is_given(const arguments *a, Dwarf_Die *type)
{
   size_t i;
   for (i = 0; i < a->n; i++)
      if (a->types[i].addr == type->addr)
         return true;
   return false;
}

static bool is_static(Dwarf_Die *member)
{
   return dwarf_hasattr(member, DW_AT_external) != 0
          || dwarf_hasattr(member, DW_AT_declaration) != 0;
}

/* Whether a class is one of a template's own: declared in it, or a template that was given
   the same. */
static bool is_own(Dwarf_Die *container, const arguments *a, Dwarf_Die *type)
{
   arguments own = arguments_of(type);
   Dwarf_Die child;
   size_t i;
   int more = dwarf_child(container, &child);
   for (i = 0; i < own.n; i++)
      if (is_given(a, &own.types[i]))
         return true;
   for (; more == 0; more = dwarf_siblingof(&child, &child))
      if (child.addr == type->addr)
         return true;
   return false;
}

/* Whether a class of a template's own has a member of a type that this was given. */
static bool is_node(Dwarf_Die *container, const arguments *a, Dwarf_Die *type)
{
   Dwarf_Die child, of;
   int more = is_class(type) && is_own(container, a, type) ? dwarf_child(type, &child) : 1;
   for (; more == 0; more = dwarf_siblingof(&child, &child))
      if (dwarf_tag(&child) == DW_TAG_member && tsl_type_of(&child, &of)
          && tsl_peel(&of, &of) && is_given(a, &of))
         return true;
   return false;
}

/* Whether a member is a pointer to elements, or to pointers to them. */
static bool points_to_elements(Dwarf_Die *container, const arguments *a, Dwarf_Die *member)
{
   Dwarf_Die target;
   bool anything;
   if (!tsl_points_to(member, &target, &anything) || anything)
      return false;
   if (tsl_is_pointer(&target)) {
      Dwarf_Die pointer = target;
      if (!tsl_type_of(&pointer, &target) || !tsl_peel(&target, &target))
         return false;
   }
   return is_given(a, &target) || is_node(container, a, &target);
}

bool tsl_is_container(Dwarf_Die *type)
{
   const arguments a = arguments_of(type);
   Dwarf_Die child;
   size_t pointers = 0;
   int more = a.n > 0 && is_class(type) ? dwarf_child(type, &child) : 1;
   for (; more == 0; more = dwarf_siblingof(&child, &child)) {
      if (dwarf_tag(&child) != DW_TAG_member || is_static(&child)
          || tsl_is_integer(&child) || tsl_is_flag(&child))
         continue;
      if (!points_to_elements(type, &a, &child))
         return false;
      pointers++;
   }
   return pointers > 0 && pointers <= POINTERS_MAX;
}
