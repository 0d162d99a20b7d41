/*--------------------------------------------------------------------*/
/*--- tslmap: units and their functions.                tsl_unit.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_unit.h"

enum { DEPTH_MAX = 256 };

static int compare_code(const void *left, const void *right)
{
   const tsl_code *a = left, *b = right;
   if (a->start != b->start)
      return a->start < b->start ? -1 : 1;
   /* Of two that begin together the smaller comes later and is found first. */
   return a->end > b->end ? -1 : a->end < b->end;
}

static void sort_code(tsl_codes *c)
{
   if (c->n > 1)
      qsort(c->code, c->n, sizeof *c->code, compare_code);
}

/* Adds the ranges of a unit or function, as link-time addresses of the object. */
static void add_code(tsl_debuginfo *d, tsl_codes *c, Dwarf_Die *die,
                     size_t index)
{
   Dwarf_Addr base, start, end;
   ptrdiff_t next = 0;
   while ((next = dwarf_ranges(die, next, &base, &start, &end)) > 0)
      if (start < end && tsl_is_loaded(d, start + d->bias, true)
          && tsl_reserve((void **)&c->code, c->n, &c->capacity,
                         sizeof *c->code))
         c->code[c->n++] = (tsl_code){start + d->bias, end + d->bias, index};
}

ptrdiff_t tsl_code_at(const tsl_codes *c, uint64_t pc)
{
   size_t low = 0, high = c->n;
   size_t steps;
   while (low < high) {
      const size_t middle = (low + high) / 2;
      if (c->code[middle].start <= pc)
         low = middle + 1;
      else
         high = middle;
   }
   /* Ranges hardly ever overlap; look a little further back for one that does. */
   for (steps = 0; low > 0 && steps < 8; steps++, low--)
      if (pc < c->code[low - 1].end)
         return (ptrdiff_t)c->code[low - 1].index;
   return -1;
}

/* The .dwo file that a unit wants, or NULL; to be freed. */
static char *split_file(Dwarf_Die *unit)
{
   Dwarf_Attribute attribute;
   const char *folder = NULL, *name = NULL;
   char *path;
   if (dwarf_attr(unit, DW_AT_dwo_name, &attribute) != NULL
       || dwarf_attr(unit, DW_AT_GNU_dwo_name, &attribute) != NULL)
      name = dwarf_formstring(&attribute);
   if (name == NULL)
      return NULL;
   if (dwarf_attr(unit, DW_AT_comp_dir, &attribute) != NULL)
      folder = dwarf_formstring(&attribute);
   if (*name == '/' || folder == NULL)
      return strdup(name);
   return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* Without the file to which dwz has moved what objects have in common, units
   have hardly a name left. */
static void find_common_file(tsl_debuginfo *d)
{
   const char *name = NULL;
   const void *id;
   if (dwarf_getalt(d->dwarf) == NULL
       && dwelf_dwarf_gnu_debugaltlink(d->dwarf, &name, &id) > 0) {
      free(d->missing);
      d->missing = strdup(name);
      d->n_missing = d->n_units;
   }
}

void tsl_units_find(tsl_debuginfo *d)
{
   Dwarf_CU *unit = NULL;
   if (d->units_known || d->dwarf == NULL)
      return;
   d->units_known = true;
   d->language = -1;
   for (;;) {
      Dwarf_Die die, split;
      uint8_t type;
      if (dwarf_get_units(d->dwarf, unit, &unit, NULL, &type, &die, &split)
          != 0)
         break;
      if (type != DW_UT_compile && type != DW_UT_partial
          && type != DW_UT_skeleton)
         continue;
      if (!tsl_reserve((void **)&d->units, d->n_units, &d->units_capacity,
                       sizeof *d->units))
         break;
      add_code(d, &d->unit_code, &die, d->n_units);
      /* With -gsplit-dwarf the ranges are here and all else in a .dwo file. */
      if (type == DW_UT_skeleton) {
         if (dwarf_tag(&split) != DW_TAG_invalid)
            die = split;
         else if (d->n_missing++ == 0)
            d->missing = split_file(&die);
      }
      d->units[d->n_units++] = (tsl_unit){.die = die};
      if (d->language < 0)
         d->language = dwarf_srclang(&die);
   }
   sort_code(&d->unit_code);
   find_common_file(d);
}

bool tsl_has_code(Dwarf_Die *die)
{
   return dwarf_hasattr(die, DW_AT_low_pc) || dwarf_hasattr(die, DW_AT_ranges);
}

bool tsl_is_closure(Dwarf_Die *die)
{
   const int tag = dwarf_tag(die);
   const char *name;
   if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type)
      return false;
   name = dwarf_diename(die);
   return name == NULL || strncmp(name, "<lambda", 7) == 0;
}

/* Whether others with code may be in a die. */
static bool is_container(Dwarf_Die *die)
{
   switch (dwarf_tag(die)) {
   case DW_TAG_namespace:
   case DW_TAG_module:
   case DW_TAG_subprogram:
   case DW_TAG_lexical_block:
      return true;
   default:
      return tsl_is_closure(die);
   }
}

static void find_functions(tsl_debuginfo *d, tsl_unit *unit, Dwarf_Die *parent,
                           int depth)
{
   tsl_dies *f = &unit->functions;
   Dwarf_Die child;
   int more = dwarf_child(parent, &child);
   for (; more == 0; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_subprogram && tsl_has_code(&child)
          && tsl_reserve((void **)&f->dies, f->n, &f->capacity,
                         sizeof *f->dies)) {
         add_code(d, &unit->code, &child, f->n);
         f->dies[f->n++] = child;
      }
      if (depth < DEPTH_MAX && is_container(&child))
         find_functions(d, unit, &child, depth + 1);
   }
}

tsl_unit *tsl_unit_at(tsl_debuginfo *d, uint64_t pc)
{
   ptrdiff_t index;
   tsl_units_find(d);
   index = tsl_code_at(&d->unit_code, pc);
   return index < 0 ? NULL : &d->units[index];
}

void tsl_unit_functions(tsl_debuginfo *d, tsl_unit *unit)
{
   if (unit->known)
      return;
   unit->known = true;
   find_functions(d, unit, &unit->die, 0);
   sort_code(&unit->code);
}

Dwarf_Die *tsl_function_at(tsl_debuginfo *d, uint64_t pc)
{
   tsl_unit *unit = tsl_unit_at(d, pc);
   ptrdiff_t index;
   if (unit == NULL)
      return NULL;
   tsl_unit_functions(d, unit);
   index = tsl_code_at(&unit->code, pc);
   return index < 0 ? NULL : &unit->functions.dies[index];
}
