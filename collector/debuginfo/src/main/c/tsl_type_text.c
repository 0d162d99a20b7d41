/*--------------------------------------------------------------------*/
/*--- tslmap: types as the language writes them.   tsl_type_text.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_name.h"
#include "tsl_type.h"

static void print_type(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                       const char *declarator, int depth);

/* Units that dwz has made do not say what language they are of; it is taken to be
   that of the object's others. */
static bool is_c(tsl_debuginfo *d, Dwarf_Die *type)
{
   Dwarf_Die unit;
   int language = -1;
   if (dwarf_diecu(type, &unit, NULL, NULL) != NULL)
      language = dwarf_srclang(&unit);
   switch (language < 0 ? d->language : language) {
   case DW_LANG_C:
   case DW_LANG_C89:
   case DW_LANG_C99:
   case DW_LANG_C11:
      return true;
   default:
      return false;
   }
}

/* A type that has a name: with what it is (in C) and where it stands (in C++). */
static void print_named(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                        const char *kind)
{
   const char *name = dwarf_diename(type);
   const bool c = is_c(d, type);
   char *scope;
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
   if (!tsl_type_of(type, &target)) {
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
   for (n = 0; n < TSL_DEPTH_MAX && known; n++) {
      q = qualifier_of(dwarf_tag(&target));
      if (q < 0)
         break;
      set |= 1u << q;
      element = target;
      known = tsl_type_of(&element, &target);
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
   if (dwarf_tag(&target) != DW_TAG_array_type || !tsl_type_of(&target, &element)
       || dwarf_tag(&element) != dwarf_tag(type))
      fprintf(to, "%s ", text);
   print_type(d, to, &target, declarator, depth + 1);
}

static void print_array(tsl_debuginfo *d, FILE *to, Dwarf_Die *type,
                        const char *declarator, int depth)
{
   const tsl_shape s = tsl_shape_of(type);
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
      else if (tsl_type_of(&parameter, &parameter_type))
         print_type(d, inner, &parameter_type, "", depth + 1);
   }
   fputs(n == 0 ? "void)" : ")", inner);
   if (fclose(inner) == 0) {
      if (tsl_type_of(type, &result))
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
   if (depth > TSL_DEPTH_MAX) {
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
      fprintf(to, "character(len=%llu)", (unsigned long long)tsl_size_of(type));
      print_declarator(to, declarator);
      return;
   case DW_TAG_ptr_to_member_type:
      fputs(tsl_type_of(type, &target) ? "member pointer" : "?", to);
      print_declarator(to, declarator);
      return;
   default:
      break;
   }
   print_named(d, to, type, "");
   print_declarator(to, declarator);
}

char *tsl_type_text(tsl_debuginfo *d, Dwarf_Die *type, const char *after)
{
   char *text = NULL;
   size_t size;
   FILE *to = open_memstream(&text, &size);
   if (to == NULL)
      return NULL;
   print_type(d, to, type, "", 0);
   fputs(after, to);
   if (fclose(to) != 0) {
      free(text);
      return NULL;
   }
   return text;
}

char *tsl_reference_text(tsl_debuginfo *d, Dwarf_Die *variable)
{
   Dwarf_Die type;
   return tsl_type_of(variable, &type) ? tsl_type_text(d, &type, " &") : NULL;
}
