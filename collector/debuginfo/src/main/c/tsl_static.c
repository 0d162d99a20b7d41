/*--------------------------------------------------------------------*/
/*--- tslmap: variables with a fixed place.           tsl_static.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_name.h"
#include "tsl_symbol.h"
#include "tsl_type.h"
#include "tsl_unit.h"

enum { DEPTH_MAX = 256 };

/* A variable of debug information or, with symbol, of the symbol table. */
typedef struct {
   uint64_t address;
   bool thread_local;
   bool is_symbol;
   uint64_t bytes; /* as the symbol says; 0 if there is none */
   const char *name; /* without what is around it */
   size_t unit;
   Dwarf_Die die;
   Dwarf_Die function; /* the one it is static in */
   bool in_function;
} tsl_variable;

typedef struct {
   tsl_debuginfo *d;
   tsl_variable *variables;
   size_t n, capacity;
   size_t unit;
} tsl_search;

/* Where a location without registers is: an address, an address and an offset
   (members of common blocks), or an offset in the thread's block. */
static bool fixed_place(Dwarf_Attribute *location, uint64_t *address,
                        bool *thread_local)
{
   Dwarf_Op *op;
   Dwarf_Attribute indirect;
   Dwarf_Addr found;
   size_t n, i;
   if (dwarf_getlocation(location, &op, &n) != 0 || n == 0)
      return false;
   switch (op[0].atom) {
   case DW_OP_addr:
   case DW_OP_const4u:
   case DW_OP_const8u:
   case DW_OP_constu:
      found = op[0].number;
      break;
   case DW_OP_addrx:
   case DW_OP_GNU_addr_index:
      if (dwarf_getlocation_attr(location, &op[0], &indirect) != 0
          || dwarf_formaddr(&indirect, &found) != 0)
         return false;
      break;
   case DW_OP_constx:
   case DW_OP_GNU_const_index:
      if (dwarf_getlocation_attr(location, &op[0], &indirect) != 0
          || dwarf_formudata(&indirect, &found) != 0)
         return false;
      break;
   default:
      return false;
   }
   *thread_local = false;
   for (i = 1; i < n; i++) {
      switch (op[i].atom) {
      case DW_OP_plus_uconst:
         found += op[i].number;
         break;
      case DW_OP_form_tls_address:
      case DW_OP_GNU_push_tls_address:
         *thread_local = true;
         break;
      default: /* a value, or a variable in pieces */
         return false;
      }
   }
   *address = found;
   return *thread_local || op[0].atom == DW_OP_addr
          || op[0].atom == DW_OP_addrx || op[0].atom == DW_OP_GNU_addr_index;
}

static void add_variable(tsl_search *s, Dwarf_Die *die, Dwarf_Die *function)
{
   tsl_variable v = {.unit = s->unit, .die = *die};
   Dwarf_Attribute location;
   if (dwarf_attr_integrate(die, DW_AT_location, &location) == NULL
       || !fixed_place(&location, &v.address, &v.thread_local))
      return;
   if (v.thread_local) {
      /* With -gsplit-dwarf gcc has the address of the initial value instead. */
      uint64_t block, bytes, alignment;
      if (tsl_thread_block(s->d, &block, &bytes, &alignment)
          && v.address >= bytes && v.address - block < bytes)
         v.address -= block;
   } else {
      v.address += s->d->bias;
      if (!tsl_is_loaded(s->d, v.address, false))
         return;
   }
   v.name = dwarf_diename(die);
   if (v.name == NULL
       || !tsl_reserve((void **)&s->variables, s->n, &s->capacity,
                       sizeof *s->variables))
      return;
   if (function != NULL) {
      v.in_function = true;
      v.function = *function;
   }
   s->variables[s->n++] = v;
}

static void find_variables(tsl_search *s, Dwarf_Die *parent,
                           Dwarf_Die *function, int depth)
{
   Dwarf_Die child;
   int more = dwarf_child(parent, &child);
   for (; more == 0 && depth < DEPTH_MAX;
        more = dwarf_siblingof(&child, &child))
      switch (dwarf_tag(&child)) {
      case DW_TAG_variable:
         add_variable(s, &child, function);
         break;
      case DW_TAG_subprogram:
      case DW_TAG_inlined_subroutine:
         find_variables(s, &child, &child, depth + 1);
         break;
      case DW_TAG_common_block:
         /* Each procedure that uses it says so again; it belongs to none. */
         find_variables(s, &child, NULL, depth + 1);
         break;
      case DW_TAG_lexical_block:
      case DW_TAG_namespace:
      case DW_TAG_module:
         find_variables(s, &child, function, depth + 1);
         break;
      default:
         if (tsl_is_closure(&child))
            find_variables(s, &child, function, depth + 1);
         break;
      }
}

/* By place, those of debug information first, then as they were found. */
static int compare_variables(const void *left, const void *right)
{
   const tsl_variable *a = left, *b = right;
   int names;
   if (a->thread_local != b->thread_local)
      return a->thread_local ? 1 : -1;
   if (a->address != b->address)
      return a->address < b->address ? -1 : 1;
   if (a->is_symbol != b->is_symbol)
      return a->is_symbol ? 1 : -1;
   names = strcmp(a->name, b->name);
   if (names != 0)
      return names;
   if (a->unit != b->unit)
      return a->unit < b->unit ? -1 : 1;
   return a->die.addr < b->die.addr ? -1 : a->die.addr > b->die.addr;
}

static void add_symbols(tsl_search *s, const tsl_symbols *symbols,
                        bool thread_local)
{
   size_t i;
   for (i = 0; i < symbols->n; i++)
      if (tsl_reserve((void **)&s->variables, s->n, &s->capacity,
                      sizeof *s->variables))
         s->variables[s->n++]
            = (tsl_variable){.address = symbols->symbols[i].address,
                             .bytes = symbols->symbols[i].bytes,
                             .name = symbols->symbols[i].name,
                             .thread_local = thread_local,
                             .is_symbol = true};
}

static void answer_symbol(const tsl_variable *v, tsl_answer *a)
{
   char *name = tsl_demangled(v->name);
   tsl_answer_text(a, name);
   tsl_answer_long(a, v->address);
   tsl_answer_long(a, v->bytes);
   tsl_answer_no_type(a);
   tsl_answer_text(a, "");
   tsl_answer_text(a, "");
   tsl_answer_text(a, "");
   tsl_answer_number(a, 0);
   tsl_answer_flag(a, v->thread_local);
   free(name);
}

/* Returns its size. */
static uint64_t answer_variable(tsl_debuginfo *d, tsl_variable *v,
                                tsl_answer *a)
{
   char *name = v->in_function ? strdup(v->name) : tsl_full_name(d, &v->die);
   char *function = v->in_function ? tsl_full_name(d, &v->function) : NULL;
   const tsl_symbol *symbol = tsl_symbol_at(
      v->thread_local ? &d->thread_data : &d->data, v->address);
   tsl_answer type;
   uint64_t bytes;
   tsl_answer_init(&type);
   tsl_answer_type(d, &v->die, &bytes, &type);
   if (bytes == 0 && symbol != NULL)
      bytes = symbol->bytes - (v->address - symbol->address);
   tsl_answer_text(a, name);
   tsl_answer_long(a, v->address);
   tsl_answer_long(a, bytes);
   tsl_answer_append(a, &type);
   tsl_answer_text(a, function);
   tsl_answer_text(a, dwarf_diename(&d->units[v->unit].die));
   tsl_answer_text(a, tsl_file(&v->die, DW_AT_decl_file));
   tsl_answer_number(a, (uint32_t)tsl_number(&v->die, DW_AT_decl_line));
   tsl_answer_flag(a, v->thread_local);
   tsl_answer_free(&type);
   free(name);
   free(function);
   return bytes;
}

void tsl_debuginfo_statics(tsl_debuginfo *d, tsl_answer *a)
{
   tsl_search s = {.d = d};
   const tsl_variable *last = NULL;
   uint64_t end = 0; /* of the variables of debug information so far */
   size_t u, i;
   tsl_units_find(d);
   tsl_symbols_find(d);
   for (u = 0; u < d->n_units; u++) {
      s.unit = u;
      find_variables(&s, &d->units[u].die, NULL, 0);
   }
   add_symbols(&s, &d->data, false);
   add_symbols(&s, &d->thread_data, true);
   if (s.n > 1)
      qsort(s.variables, s.n, sizeof *s.variables, compare_variables);
   for (i = 0; i < s.n; i++) {
      tsl_variable *v = &s.variables[i];
      if (last != NULL && last->thread_local != v->thread_local)
         end = 0;
      if (v->is_symbol) {
         /* What begins inside of a variable is covered by it. */
         if (v->address >= end)
            answer_symbol(v, a);
      } else if (last == NULL || last->is_symbol || last->address != v->address
                 || last->thread_local != v->thread_local
                 || strcmp(last->name, v->name) != 0) {
         const uint64_t bytes = answer_variable(d, v, a);
         if (v->address + bytes > end)
            end = v->address + bytes;
      }
      last = v;
   }
   free(s.variables);
}
