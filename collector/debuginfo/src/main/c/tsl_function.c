/*--------------------------------------------------------------------*/
/*--- tslmap: functions, inlined calls, lines.      tsl_function.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_container.h"
#include "tsl_function.h"
#include "tsl_name.h"
#include "tsl_symbol.h"
#include "tsl_type.h"
#include "tsl_unit.h"

enum { DEPTH_MAX = 256 };

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

void tsl_debuginfo_function(tsl_debuginfo *d, uint64_t pc, tsl_answer *a)
{
   Dwarf_Die *function = tsl_function_at(d, pc);
   const tsl_symbol *symbol;
   if (function != NULL) {
      tsl_answer_function(d, function, pc, a);
      return;
   }
   tsl_symbols_find(d);
   symbol = tsl_symbol_at(&d->code, pc);
   if (symbol != NULL) {
      char *name = tsl_demangled(symbol->name);
      tsl_answer_text(a, name);
      tsl_answer_long(a, symbol->address);
      tsl_answer_long(a, symbol->bytes);
      tsl_answer_text(a, "");
      tsl_answer_number(a, 0);
      free(name);
   }
}

void tsl_debuginfo_functions(tsl_debuginfo *d, tsl_answer *a)
{
   size_t u, i;
   tsl_units_find(d);
   for (u = 0; u < d->n_units; u++) {
      tsl_unit *unit = &d->units[u];
      tsl_unit_functions(d, unit);
      for (i = 0; i < unit->functions.n; i++) {
         Dwarf_Die *function = &unit->functions.dies[i];
         Dwarf_Addr entry;
         if (find_entry(d, function, &entry)
             && tsl_is_loaded(d, entry + d->bias, true))
            tsl_answer_function(d, function, entry + d->bias, a);
      }
   }
}

/* Several symbols may have one address, as those of a constructor have. */
void tsl_debuginfo_symbols(tsl_debuginfo *d, tsl_answer *a)
{
   const int n = dwfl_module_getsymtab(d->module);
   int i;
   for (i = 1; i < n; i++) {
      GElf_Sym symbol;
      GElf_Addr address;
      GElf_Word section;
      char *demangled;
      const char *name = dwfl_module_getsym_info(
         d->module, i, &symbol, &address, &section, NULL, NULL);
      if (name == NULL || strncmp(name, "_Z", 2) != 0 || section == SHN_UNDEF
          || (GELF_ST_TYPE(symbol.st_info) != STT_FUNC
              && GELF_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC))
         continue;
      demangled = tsl_demangled(name);
      tsl_answer_text(a, name);
      tsl_answer_text(a, demangled);
      free(demangled);
   }
}

/* --- What functions take and give. --------------------------------------- */

/* Whether a function's result is a reference. */
static bool gives_reference(Dwarf_Die *function)
{
   Dwarf_Die type;
   return tsl_type_of(function, &type) && tsl_peel(&type, &type)
          && dwarf_tag(&type) != DW_TAG_pointer_type && tsl_is_pointer(&type);
}

/* Whether a function is called on an object; a definition may leave out what its
   declaration says. */
static bool is_member(Dwarf_Die *function)
{
   return dwarf_hasattr_integrate(function, DW_AT_object_pointer) != 0;
}

/* Whether a function is an instance of a template with any number of parameters,
   which only its declaration says. */
static bool is_variadic(Dwarf_Die *function)
{
   Dwarf_Die declared = tsl_declaration(*function), child;
   int more = dwarf_child(&declared, &child);
   for (; more == 0; more = dwarf_siblingof(&child, &child))
      if (dwarf_tag(&child) == DW_TAG_GNU_template_parameter_pack)
         return true;
   return false;
}

/* An instance leaves out what its abstract function says; that has all of it. */
static void answer_signature(Dwarf_Die *instance, tsl_answer *a)
{
   Dwarf_Attribute attribute;
   Dwarf_Die function = *instance, parameter, target;
   bool pointer, anything, integer = false, through = false, any;
   bool member, container = false, first = true;
   int more;
   if (dwarf_attr(instance, DW_AT_abstract_origin, &attribute) != NULL)
      dwarf_formref_die(&attribute, &function);
   pointer = tsl_points_to(&function, &target, &anything);
   member = is_member(&function);
   more = dwarf_child(&function, &parameter);
   for (; more == 0; more = dwarf_siblingof(&parameter, &parameter)) {
      bool points;
      if (dwarf_tag(&parameter) != DW_TAG_formal_parameter)
         continue;
      integer |= tsl_is_integer(&parameter);
      points = tsl_points_to(&parameter, &target, &any) && !any;
      through |= points && tsl_is_pointer(&target);
      if (first && member && points)
         container = tsl_is_container(&target);
      first = false;
   }
   tsl_answer_flag(a, pointer);
   tsl_answer_flag(a, anything);
   tsl_answer_flag(a, gives_reference(&function));
   tsl_answer_flag(a, integer);
   tsl_answer_flag(a, through);
   tsl_answer_flag(a, member);
   tsl_answer_flag(a, container);
   tsl_answer_flag(a, is_variadic(instance));
}

void tsl_debuginfo_signature(tsl_debuginfo *d, uint64_t pc, tsl_answer *a)
{
   Dwarf_Die *function = tsl_function_at(d, pc);
   if (function != NULL)
      answer_signature(function, a);
}

/* --- Inlined functions. -------------------------------------------------- */

/* Whether code at an address is in a block or an inlined function. A block without
   ranges of its own is as large as what it is in. */
static bool has_code_at(Dwarf_Die *die, Dwarf_Addr pc)
{
   const int tag = dwarf_tag(die);
   if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine)
      return false;
   return dwarf_haspc(die, pc) > 0
          || (tag == DW_TAG_lexical_block && !tsl_has_code(die));
}

/* Adds the inlined functions at an address, from the inside out. */
static void add_inlined(tsl_debuginfo *d, Dwarf_Die *parent, Dwarf_Addr pc,
                        int depth, tsl_answer *a)
{
   Dwarf_Die child;
   int more = dwarf_child(parent, &child);
   for (; more == 0 && depth < DEPTH_MAX;
        more = dwarf_siblingof(&child, &child)) {
      char *name;
      if (!has_code_at(&child, pc))
         continue;
      add_inlined(d, &child, pc, depth + 1, a);
      if (dwarf_tag(&child) != DW_TAG_inlined_subroutine)
         continue;
      name = tsl_full_name(d, &child);
      tsl_answer_text(a, name);
      tsl_answer_text(a, tsl_file(&child, DW_AT_decl_file));
      tsl_answer_number(a, (uint32_t)tsl_number(&child, DW_AT_decl_line));
      tsl_answer_text(a, tsl_file(&child, DW_AT_call_file));
      tsl_answer_number(a, (uint32_t)tsl_number(&child, DW_AT_call_line));
      tsl_answer_number(a, (uint32_t)tsl_number(&child, DW_AT_call_column));
      answer_signature(&child, a);
      free(name);
   }
}

/* Counts the inlined functions at an address, from the inside out; the one with
   the number `level` becomes the scope. */
static uint32_t find_scope(Dwarf_Die *parent, Dwarf_Addr pc, uint32_t level,
                           int depth, Dwarf_Die *scope)
{
   Dwarf_Die child;
   uint32_t inner = 0;
   int more = dwarf_child(parent, &child);
   for (; more == 0 && depth < DEPTH_MAX;
        more = dwarf_siblingof(&child, &child)) {
      if (!has_code_at(&child, pc))
         continue;
      inner += find_scope(&child, pc, level - inner, depth + 1, scope);
      if (dwarf_tag(&child) == DW_TAG_inlined_subroutine && inner++ == level)
         *scope = child;
   }
   return inner;
}

bool tsl_inlined_scope(Dwarf_Die *function, Dwarf_Addr pc, uint32_t level,
                       Dwarf_Die *scope)
{
   const uint32_t inlined = find_scope(function, pc, level, 0, scope);
   if (level == inlined)
      *scope = *function;
   return level <= inlined;
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
