/*--------------------------------------------------------------------*/
/*--- tslmap: which variable gets a result.         tsl_assigned.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_function.h"
#include "tsl_member.h"
#include "tsl_name.h"
#include "tsl_origin.h"
#include "tsl_type.h"
#include "tsl_unit.h"
#include "tsl_variable.h"

/* A call's result is in rax when it returns. From there its way is followed
   through straight code, from register to register, until
   - debug information says of a variable that it is in one of these registers, or
   - it is stored: in a static variable, in the stack frame, or through a variable
     that points to a structure.
   Such a variable is in a register, too, or loaded from the stack frame on the way.
   Branches are taken as if the result was not 0. Other calls keep what they must.

   All addresses here are those of the debug information. */

enum { STEPS_MAX = 96, DEPTH_MAX = 256 };

typedef struct {
   tsl_debuginfo *d;
   Dwarf_Die function;
   Dwarf_Die scope;   /* whose variables count: a function, perhaps inlined */
   Dwarf_Addr call;   /* of the call that gives the result */
   const char *whole; /* the class whose members are not told, or "" */
   Dwarf_Addr pc;     /* of the next instruction */
   uint32_t holders;  /* registers with the result, a bit each */
   unsigned tested;   /* the register that was compared with 0 last */
   uint32_t loaded;   /* registers with a value of the stack frame, a bit each, */
   int64_t places[TSL_VECTORS]; /* and where there that was */
} tsl_way;

/* --- Where the result goes. ------------------------------------------------------ */

static void answer_reached(tsl_answer *a, const char *name, uint64_t address,
                           bool in_frame, uint64_t pc, uint32_t pointers)
{
   tsl_answer_text(a, name);
   tsl_answer_long(a, address);
   tsl_answer_flag(a, in_frame);
   tsl_answer_long(a, pc);
   tsl_answer_number(a, pointers);
   tsl_answer_flag(a, false);
}

static void answer(tsl_answer *a, const char *name, uint64_t address,
                   bool in_frame, uint64_t pc)
{
   answer_reached(a, name, address, in_frame, pc, 0);
}

/* The part of a variable that has a byte. */
static void answer_part(const tsl_way *w, Dwarf_Die *variable, uint64_t offset,
                        tsl_answer *a)
{
   Dwarf_Die type;
   char *part = tsl_type_of(variable, &type) ? tsl_member_path(&type, offset, w->whole) : NULL;
   char *name = NULL;
   if (asprintf(&name, "%s%s", dwarf_diename(variable), part == NULL ? "" : part) > 0)
      answer(a, name, 0, false, 0);
   free(name);
   free(part);
}

static bool answer_register(tsl_way *w, tsl_answer *a)
{
   tsl_wanted wanted = {.by = TSL_BY_REGISTER, .pc = w->pc, .registers = w->holders};
   Dwarf_Die variable;
   if (!tsl_find_variable(&w->scope, &wanted, &variable))
      return false;
   answer_part(w, &variable, wanted.offset, a);
   return true;
}

/* The part of a structure that a variable points to; NULL if it has none there. */
static char *member_name(const tsl_way *w, const char *variable, Dwarf_Die *structure,
                         int64_t offset)
{
   char *path = tsl_member_path(structure, (uint64_t)offset, w->whole);
   char *name = NULL;
   const bool own = strcmp(variable, "this") == 0;
   if (path != NULL && path[0] == '.'
       && asprintf(&name, "%s%s%s", own ? "" : variable, own ? "" : "->",
                   path + 1)
             < 0)
      name = NULL;
   free(path);
   return name;
}

/* The element of an array of pointers that a variable points to. */
static char *element_name(const char *variable, bool indexed, int64_t offset)
{
   char *name = NULL;
   const int n =
      indexed       ? asprintf(&name, "%s[]", variable)
      : offset == 0 ? asprintf(&name, "*%s", variable)
                    : asprintf(&name, "%s[%lld]", variable,
                               (long long)offset / (long long)sizeof(void *));
   return n < 0 ? NULL : name;
}

/* What is reached through a variable that is a pointer. */
static bool answer_through(const tsl_way *w, Dwarf_Die *variable, bool indexed, int64_t offset,
                           tsl_answer *a)
{
   Dwarf_Die type, target, peeled;
   char *name = NULL;
   if (offset < 0 || !tsl_type_of(variable, &type) || !tsl_peel(&type, &peeled)
       || !tsl_type_of(&peeled, &target) || !tsl_peel(&target, &peeled))
      return false;
   switch (dwarf_tag(&peeled)) {
   case DW_TAG_structure_type:
   case DW_TAG_class_type:
   case DW_TAG_union_type:
      if (!indexed)
         name = member_name(w, dwarf_diename(variable), &target, offset);
      break;
   case DW_TAG_pointer_type:
      name = element_name(dwarf_diename(variable), indexed, offset);
      break;
   default:
      break;
   }
   if (name == NULL)
      return false;
   answer(a, name, 0, false, 0);
   free(name);
   return true;
}

/* The same of one in a register or loaded into it, or what is in a variable whose address
   is there. */
static bool answer_target(tsl_way *w, unsigned reg, bool indexed,
                          int64_t offset, tsl_answer *a)
{
   const bool loaded = (w->loaded & 1u << reg) != 0;
   tsl_wanted wanted = {.by = loaded ? TSL_BY_PLACE : TSL_BY_REGISTER,
                        .pc = w->pc,
                        .registers = 1u << reg,
                        .loaded = loaded,
                        .place = loaded ? w->places[reg] : 0};
   Dwarf_Die variable;
   if (tsl_find_variable(&w->scope, &wanted, &variable) && wanted.offset == 0
       && answer_through(w, &variable, indexed, offset, a))
      return true;
   wanted.by = TSL_BY_ADDRESS;
   wanted.displacement = offset;
   if (indexed || reg >= TSL_VECTORS || !tsl_find_variable(&w->scope, &wanted, &variable))
      return false;
   answer_part(w, &variable, wanted.offset, a);
   return true;
}

/* Whether a variable is at a place of the stack frame when an instruction begins. */
static bool is_kept(tsl_way *w, int64_t place, Dwarf_Addr pc)
{
   tsl_wanted wanted = {.by = TSL_BY_PART, .pc = pc, .place = place};
   Dwarf_Die variable;
   return tsl_find_variable(&w->scope, &wanted, &variable)
          || tsl_find_variable(&w->function, &wanted, &variable);
}

/* Where to look for the variable that the result is stored in. Some compilers describe it there
   from the call on, but no longer behind the store. */
static Dwarf_Addr kept_from(tsl_way *w, int64_t place, Dwarf_Addr after)
{
   return !is_kept(w, place, after) && is_kept(w, place, w->pc) && !is_kept(w, place, w->call)
             ? w->pc
             : after;
}

/* What is in the stack frame: of a caller's, what an inlined function has of it. */
static void answer_frame(tsl_way *w, int64_t place, Dwarf_Addr after, tsl_answer *a)
{
   tsl_wanted wanted = {.by = TSL_BY_TARGET, .pc = w->pc, .place = place};
   Dwarf_Die variable;
   if (dwarf_tag(&w->scope) != DW_TAG_inlined_subroutine
       || !tsl_find_variable(&w->scope, &wanted, &variable)
       || !answer_through(w, &variable, false, (int64_t)wanted.offset, a))
      answer(a, "", (uint64_t)place, true, kept_from(w, place, after) + w->d->bias);
}

/* What is in the stack frame, or reached through a variable. */
static bool answer_place(tsl_way *w, unsigned reg, bool indexed,
                         int64_t displacement, Dwarf_Addr after, tsl_answer *a)
{
   int64_t offset;
   if (indexed
       || !tsl_frame_place(w->d, w->pc, tsl_dwarf_register[reg], displacement,
                           &offset))
      return answer_target(w, reg, indexed, displacement, a);
   answer_frame(w, offset, after, a);
   return true;
}

static bool answer_store(tsl_way *w, const tsl_x86 *store, tsl_answer *a)
{
   const Dwarf_Addr after = w->pc + store->length;
   tsl_origin origin;
   if (store->base != TSL_NO_REGISTER
       && answer_place(w, store->base, store->indexed, store->displacement, after, a))
      return true;
   if (store->base != TSL_NO_REGISTER || store->indexed) {
      if (!tsl_stored_through(w->d, &w->function, w->pc, &origin))
         return false;
      answer_reached(a, "", origin.address, false, 0, origin.pointers);
      return true;
   }
   answer(a, "",
          (uint64_t)store->displacement
             + (store->relative ? after + w->d->bias : 0),
          false, 0);
   return true;
}

/* Follows the result through one instruction; false at the end of its way. */
static bool step(tsl_way *w, const tsl_x86 *x)
{
   const bool moves = x->kind == TSL_X86_MOVE && (w->holders & 1u << x->from);
   const Dwarf_Addr after = w->pc + x->length;
   w->holders &= ~x->changed;
   w->loaded &= ~x->changed;
   if (x->kind == TSL_X86_LOAD && x->base != TSL_NO_REGISTER && !x->indexed
       && tsl_frame_place(w->d, w->pc, tsl_dwarf_register[x->base],
                          x->displacement, &w->places[x->to]))
      w->loaded |= 1u << x->to;
   if (moves)
      w->holders |= 1u << x->to;
   if (x->kind == TSL_X86_CALL) {
      w->holders &= TSL_KEPT_BY_CALLS;
      w->loaded &= TSL_KEPT_BY_CALLS;
   }
   w->pc = after;
   if (x->kind == TSL_X86_JUMP
       || (x->kind == TSL_X86_BRANCH && !x->if_zero
           && w->tested != TSL_NO_REGISTER))
      w->pc += (uint64_t)x->target;
   w->tested = x->kind == TSL_X86_TEST && (w->holders & 1u << x->from)
                  ? x->from
                  : TSL_NO_REGISTER;
   return w->holders != 0 && x->kind != TSL_X86_END && x->length > 0;
}

/* Whether a register is only saved: in the stack frame, where no variable is. */
static bool is_spill(tsl_way *w, const tsl_x86 *store)
{
   int64_t place;
   return !store->indexed && store->base != TSL_NO_REGISTER
          && tsl_frame_place(w->d, w->pc, tsl_dwarf_register[store->base], store->displacement,
                             &place)
          && !is_kept(w, place, w->pc);
}

static void follow(tsl_way *w, tsl_answer *a)
{
   tsl_way saving;
   tsl_x86 saved = {.kind = TSL_X86_END};
   int steps;
   for (steps = 0; steps < STEPS_MAX; steps++) {
      tsl_x86 x;
      if (answer_register(w, a))
         return;
      x = tsl_instruction_at(w->d, w->pc);
      if (x.kind == TSL_X86_STORE && (w->holders & 1u << x.from)) {
         if (!is_spill(w, &x)) {
            if (answer_store(w, &x, a))
               return;
         } else if (saved.kind == TSL_X86_END) {
            saving = *w;
            saved = x;
         }
      }
      if (!step(w, &x))
         break;
   }
   if (saved.kind != TSL_X86_END)
      answer_store(&saving, &saved, a);
}

/* --- Whose object is passed. --------------------------------------------------------- */

/* What compilers say of a call's arguments, in DWARF 5 and as gcc did before. */

static bool is_call(Dwarf_Die *die, Dwarf_Addr after)
{
   const int tag = dwarf_tag(die);
   Dwarf_Attribute attribute;
   Dwarf_Addr address;
   if (tag != DW_TAG_call_site && tag != DW_TAG_GNU_call_site)
      return false;
   return dwarf_attr(die,
                     tag == DW_TAG_call_site ? DW_AT_call_return_pc
                                             : DW_AT_low_pc,
                     &attribute)
             != NULL
          && dwarf_formaddr(&attribute, &address) == 0 && address == after;
}

static bool find_call(Dwarf_Die *parent, Dwarf_Addr after, int depth,
                      Dwarf_Die *call)
{
   Dwarf_Die child;
   int more = dwarf_child(parent, &child);
   for (; more == 0 && depth < DEPTH_MAX;
        more = dwarf_siblingof(&child, &child)) {
      if (is_call(&child, after)) {
         *call = child;
         return true;
      }
      if ((dwarf_tag(&child) == DW_TAG_lexical_block
           || dwarf_tag(&child) == DW_TAG_inlined_subroutine)
          && find_call(&child, after, depth + 1, call))
         return true;
   }
   return false;
}

/* The value of a call's first argument, an expression; false if it is not told. */
static bool first_argument(Dwarf_Die *call, Dwarf_Op **value, size_t *n)
{
   Dwarf_Die child;
   int more = dwarf_child(call, &child);
   for (; more == 0; more = dwarf_siblingof(&child, &child)) {
      Dwarf_Attribute attribute;
      Dwarf_Op *ops;
      if (dwarf_attr(&child, DW_AT_location, &attribute) == NULL
          || dwarf_getlocation(&attribute, &ops, n) != 0 || *n != 1
          || ops[0].atom != DW_OP_reg5) /* rdi */
         continue;
      return (dwarf_attr(&child, DW_AT_call_value, &attribute) != NULL
              || dwarf_attr(&child, DW_AT_GNU_call_site_value, &attribute)
                    != NULL)
             && dwarf_getlocation(&attribute, value, n) == 0 && *n > 0;
   }
   return false;
}

/* Which register an operation is about, of a row of operations that begins with the
   one for debug information's register 0; TSL_VECTORS if none that holds places. */
static unsigned register_of(const Dwarf_Op *op, uint8_t row)
{
   unsigned reg = 0;
   while (reg < TSL_VECTORS && op->atom != row + tsl_dwarf_register[reg])
      reg++;
   return reg;
}

/* What a value points to: a static variable, or what a place is in. */
static bool answer_value(tsl_way *w, const Dwarf_Op *value, Dwarf_Addr after,
                         tsl_answer *a)
{
   const unsigned reg = register_of(value, DW_OP_breg0);
   if (reg < TSL_VECTORS)
      return answer_place(w, reg, false, (int64_t)value->number, after, a);
   if (value->atom == DW_OP_addr)
      answer(a, "", value->number + w->d->bias, false, 0);
   else if (value->atom == DW_OP_fbreg)
      answer_frame(w, (int64_t)value->number, after, a);
   else
      return false;
   return true;
}

static bool is_this(Dwarf_Die *die)
{
   const char *name = dwarf_tag(die) == DW_TAG_formal_parameter ? dwarf_diename(die) : NULL;
   return name != NULL && strcmp(name, "this") == 0;
}

/* Where in the stack frame what a pointer points to is, if that is told anywhere in the
   code; of pointers that do not change. */
static bool target_place(Dwarf_Die *pointer, int64_t *place)
{
   Dwarf_Attribute attribute;
   Dwarf_Addr base, start, end;
   Dwarf_Op *ops;
   size_t n;
   ptrdiff_t next = 0;
   if (dwarf_attr(pointer, DW_AT_location, &attribute) == NULL)
      return false;
   while ((next = dwarf_getlocations(&attribute, next, &base, &start, &end, &ops, &n)) > 0)
      if (n == 2 && ops[0].atom == DW_OP_fbreg && ops[1].atom == DW_OP_stack_value) {
         *place = (int64_t)ops[0].number;
         return true;
      }
   return false;
}

/* The object that an inlined function is called on. */
static bool answer_inlined_object(tsl_way *w, Dwarf_Die *function, uint32_t level,
                                  Dwarf_Addr after, tsl_answer *a)
{
   Dwarf_Die inlined, child;
   Dwarf_Op *ops;
   size_t n;
   int64_t place;
   int more = tsl_inlined_scope(function, w->pc, level, &inlined)
                 ? dwarf_child(&inlined, &child)
                 : 1;
   while (more == 0 && !is_this(&child))
      more = dwarf_siblingof(&child, &child);
   if (more != 0)
      return false;
   if (tsl_location(&child, w->pc, &ops, &n)) {
      const unsigned reg = n == 1 ? register_of(ops, DW_OP_reg0) : TSL_VECTORS;
      if ((n == 2 && ops[1].atom == DW_OP_stack_value && answer_value(w, ops, after, a))
          || (reg < TSL_VECTORS && answer_place(w, reg, false, 0, after, a)))
         return true;
   }
   if (!target_place(&child, &place))
      return false;
   answer_frame(w, place, after, a);
   return true;
}

static void answer_object(tsl_way *w, Dwarf_Die *function, uint32_t level,
                          Dwarf_Addr after, tsl_answer *a)
{
   Dwarf_Die call;
   Dwarf_Op *value;
   size_t n;
   if (level > 0 && answer_inlined_object(w, function, level - 1, after, a))
      return;
   if (!find_call(function, after, 0, &call)
       || !first_argument(&call, &value, &n)) {
      /* What is still where the function was given it is not told. */
      answer_target(w, TSL_RDI, false, 0, a);
      return;
   }
   if (n == 1)
      answer_value(w, value, after, a);
}

/* --- Elements of containers. -------------------------------------------------- */

/* What is looked for: functions inlined where a line of a scope calls them, which give
   a reference to what a member function is called on there. */
typedef struct {
   Dwarf_Word file, line;
   Dwarf_Die type; /* what the member function is one of */
   Dwarf_Addr after;
   bool differs;  /* found: several that are no elements of one object */
} tsl_element;

static bool gives_elements(Dwarf_Die *function)
{
   static const char *const names[] = {"operator[]", "at", "front", "back"};
   const char *name = dwarf_diename(function);
   size_t i;
   for (i = 0; name != NULL && i < sizeof names / sizeof *names; i++)
      if (strcmp(name, names[i]) == 0)
         return true;
   return false;
}

static bool number_of(Dwarf_Die *die, unsigned attribute_name, Dwarf_Word *number)
{
   Dwarf_Attribute attribute;
   return dwarf_attr(die, attribute_name, &attribute) != NULL
          && dwarf_formudata(&attribute, number) == 0;
}

/* Whether a member function of a type makes an object: what is made is no element yet. */
static bool is_constructor(Dwarf_Die *function, Dwarf_Die *type)
{
   const char *name = dwarf_diename(function), *of = dwarf_diename(type);
   const size_t length = name == NULL ? 0 : strlen(name);
   return length > 0 && of != NULL && strncmp(name, of, length) == 0
          && (of[length] == '\0' || of[length] == '<');
}

static bool this_of(Dwarf_Die *function, Dwarf_Die *found)
{
   int more = dwarf_child(function, found);
   while (more == 0 && !is_this(found))
      more = dwarf_siblingof(found, found);
   return more == 0;
}

/* Whether something that has a type is a pointer or a reference to an other type. */
static bool leads_to(Dwarf_Die *die, Dwarf_Die *type)
{
   Dwarf_Die target;
   bool anything;
   return tsl_points_to(die, &target, &anything) && !anything && tsl_peel(&target, &target)
          && target.addr == type->addr;
}

/* What a pointer leads to that is kept at a place of the stack frame, if a variable of the
   scope is there. */
static void answer_kept(tsl_way *w, int64_t place, tsl_answer *a)
{
   tsl_wanted wanted = {.by = TSL_BY_PLACE, .pc = w->pc, .place = place};
   Dwarf_Die variable;
   if (tsl_find_variable(&w->scope, &wanted, &variable))
      answer_through(w, &variable, false, 0, a);
}

/* Where what a function is called on is, at the first place where that is told. */
static void answer_container(tsl_way *w, Dwarf_Die *pointer, Dwarf_Addr after, tsl_answer *a)
{
   tsl_way there = *w;
   Dwarf_Attribute attribute;
   Dwarf_Addr base, end;
   Dwarf_Op *ops;
   size_t n;
   ptrdiff_t next = 0;
   there.loaded = 0;
   if (dwarf_attr(pointer, DW_AT_location, &attribute) == NULL)
      return;
   while (a->size == 0
          && (next = dwarf_getlocations(&attribute, next, &base, &there.pc, &end, &ops, &n)) > 0) {
      const unsigned reg = n == 1 ? register_of(ops, DW_OP_reg0) : TSL_VECTORS;
      if (n == 2 && ops[1].atom == DW_OP_stack_value)
         answer_value(&there, ops, after, a);
      else if (reg < TSL_VECTORS)
         answer_place(&there, reg, false, 0, after, a);
      else if (n == 1 && ops[0].atom == DW_OP_fbreg)
         answer_kept(&there, (int64_t)ops[0].number, a);
   }
}

static void find_elements(tsl_way *w, Dwarf_Die *block, tsl_element *e, int depth, tsl_answer *a)
{
   Dwarf_Die child, pointer;
   int more = dwarf_child(block, &child);
   for (; more == 0 && depth < DEPTH_MAX; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      Dwarf_Word file, line;
      tsl_answer one;
      if (tag == DW_TAG_lexical_block)
         find_elements(w, &child, e, depth + 1, a);
      if (tag != DW_TAG_inlined_subroutine || !gives_elements(&child)
          || !number_of(&child, DW_AT_call_line, &line) || line != e->line
          || !number_of(&child, DW_AT_call_file, &file) || file != e->file
          || !leads_to(&child, &e->type) || !this_of(&child, &pointer))
         continue;
      tsl_answer_init(&one);
      answer_container(w, &pointer, e->after, &one);
      if (a->size == 0)
         tsl_answer_append(a, &one);
      else if (one.size != a->size || memcmp(one.bytes, a->bytes, one.size) != 0)
         e->differs = true;
      tsl_answer_free(&one);
   }
}

/* The element of a container that an inlined member function is called on, as rows[i] in
   rows[i].push_back(x): the container that gives a reference to its type in the same line. */
static void answer_element(tsl_way *w, Dwarf_Die *function, uint32_t level, Dwarf_Addr after,
                           tsl_answer *a)
{
   tsl_element e = {.after = after};
   Dwarf_Die inlined, pointer;
   tsl_answer found;
   bool anything;
   if (level == 0 || !tsl_inlined_scope(function, w->pc, level - 1, &inlined)
       || !number_of(&inlined, DW_AT_call_line, &e.line)
       || !number_of(&inlined, DW_AT_call_file, &e.file) || !this_of(&inlined, &pointer)
       || !tsl_points_to(&pointer, &e.type, &anything) || anything || !tsl_peel(&e.type, &e.type)
       || is_constructor(&inlined, &e.type))
      return;
   tsl_answer_init(&found);
   find_elements(w, &w->scope, &e, 0, &found);
   if (found.size > 0 && !e.differs && !found.failed) {
      found.bytes[found.size - 1] = true; /* an element of it */
      tsl_answer_append(a, &found);
   }
   tsl_answer_free(&found);
}

/* --- Asking. ----------------------------------------------------------------- */

void tsl_debuginfo_assigned(tsl_debuginfo *d, uint64_t pc, uint32_t level,
                            bool object, const char *whole, tsl_answer *a)
{
   tsl_way w = {.d = d, .pc = pc - d->bias, .whole = whole, .holders = 1u << TSL_RAX,
                .tested = TSL_NO_REGISTER};
   Dwarf_Die *function = tsl_function_at(d, pc);
   tsl_x86 call;
   if (function == NULL)
      return;
   w.function = *function;
   w.call = w.pc;
   call = tsl_instruction_at(d, w.pc);
   if (call.kind != TSL_X86_CALL
       || !tsl_inlined_scope(function, w.pc, level, &w.scope))
      return;
   if (object) {
      answer_object(&w, function, level, w.pc + call.length, a);
      if (a->size == 0)
         answer_element(&w, function, level, w.pc + call.length, a);
      return;
   }
   w.pc += call.length;
   follow(&w, a);
}
