/*--------------------------------------------------------------------*/
/*--- tslmap: units, functions, inlined calls, lines.   tsl_unit.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_object.h"

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
          && tsl_room((void **)&c->code, c->n, &c->room, sizeof *c->code))
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
      if (!tsl_room((void **)&d->units, d->n_units, &d->room_units,
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
          && tsl_room((void **)&f->dies, f->n, &f->room, sizeof *f->dies)) {
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

static void know_functions(tsl_debuginfo *d, tsl_unit *unit)
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
   know_functions(d, unit);
   index = tsl_code_at(&unit->code, pc);
   return index < 0 ? NULL : &unit->functions.dies[index];
}

/* A function in several parts may not say with which it begins: it is the first
   of which the symbol is not that of a part moved away, NAME.cold. */
static bool find_entry(tsl_debuginfo *d, Dwarf_Die *function, Dwarf_Addr *entry)
{
   Dwarf_Addr base, start, end;
   ptrdiff_t next = 0;
   bool found = false;
   if (dwarf_entrypc(function, entry) == 0)
      return true;
   tsl_symbols_find(d);
   while ((next = dwarf_ranges(function, next, &base, &start, &end)) > 0) {
      const tsl_symbol *symbol = tsl_symbol_at(&d->code, start + d->bias);
      if (symbol != NULL && strstr(symbol->name, ".cold") == NULL) {
         *entry = start;
         return true;
      }
      if (!found)
         *entry = start;
      found = true;
   }
   return found;
}

void tsl_answer_function(tsl_debuginfo *d, Dwarf_Die *function, uint64_t pc,
                         tsl_answer *a)
{
   char *name = tsl_full_name(d, function);
   Dwarf_Addr entry, base, start, end;
   uint64_t bytes = 0;
   ptrdiff_t next = 0;
   if (!find_entry(d, function, &entry))
      entry = pc - d->bias;
   while ((next = dwarf_ranges(function, next, &base, &start, &end)) > 0)
      if (entry >= start && entry < end)
         bytes = end - entry;
   tsl_answer_text(a, name);
   tsl_answer_long(a, entry + d->bias);
   tsl_answer_long(a, bytes);
   tsl_answer_text(a, tsl_file(function, DW_AT_decl_file));
   tsl_answer_number(a, (uint32_t)tsl_number(function, DW_AT_decl_line));
   free(name);
}

void tsl_debuginfo_functions(tsl_debuginfo *d, tsl_answer *a)
{
   size_t u, i;
   tsl_units_find(d);
   for (u = 0; u < d->n_units; u++) {
      tsl_unit *unit = &d->units[u];
      know_functions(d, unit);
      for (i = 0; i < unit->functions.n; i++) {
         Dwarf_Die *function = &unit->functions.dies[i];
         Dwarf_Addr entry;
         if (find_entry(d, function, &entry)
             && tsl_is_loaded(d, entry + d->bias, true))
            tsl_answer_function(d, function, entry + d->bias, a);
      }
   }
}

/* --- Inlined functions. -------------------------------------------------- */

/* Adds the inlined functions at an address, from the inside out. */
static void add_inlined(tsl_debuginfo *d, Dwarf_Die *parent, Dwarf_Addr pc,
                        int depth, tsl_answer *a)
{
   Dwarf_Die child;
   int more = dwarf_child(parent, &child);
   for (; more == 0 && depth < DEPTH_MAX;
        more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      char *name;
      if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine)
         continue;
      /* A block without ranges of its own is as large as what it is in. */
      if (dwarf_haspc(&child, pc) <= 0
          && (tag != DW_TAG_lexical_block || tsl_has_code(&child)))
         continue;
      add_inlined(d, &child, pc, depth + 1, a);
      if (tag != DW_TAG_inlined_subroutine)
         continue;
      name = tsl_full_name(d, &child);
      tsl_answer_text(a, name);
      tsl_answer_text(a, tsl_file(&child, DW_AT_call_file));
      tsl_answer_number(a, (uint32_t)tsl_number(&child, DW_AT_call_line));
      free(name);
   }
}

void tsl_debuginfo_inlined(tsl_debuginfo *d, uint64_t pc, tsl_answer *a)
{
   Dwarf_Die *function = tsl_function_at(d, pc);
   if (function != NULL)
      add_inlined(d, function, pc - d->bias, 0, a);
}

/* --- Lines. -------------------------------------------------------------- */

void tsl_debuginfo_line(tsl_debuginfo *d, uint64_t pc, tsl_answer *a)
{
   tsl_unit *unit = tsl_unit_at(d, pc);
   Dwarf_Line *line;
   int number = 0, column = 0;
   if (unit == NULL)
      return;
   line = dwarf_getsrc_die(&unit->die, pc - d->bias);
   if (line == NULL)
      return;
   if (dwarf_lineno(line, &number) != 0)
      number = 0;
   if (dwarf_linecol(line, &column) != 0)
      column = 0;
   tsl_answer_text(a, dwarf_linesrc(line, NULL, NULL));
   tsl_answer_number(a, (uint32_t)number);
   tsl_answer_number(a, (uint32_t)column);
}
