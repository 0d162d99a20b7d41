/*--------------------------------------------------------------------*/
/*--- tslmap: variables by where they are.           tsl_variable.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_variable.h"

#include <dwarf.h>

#include "tsl_type.h"

enum { DEPTH_MAX = 256 };

/* The numbers that debug information has for registers. */
const uint8_t tsl_dwarf_register[TSL_NO_REGISTER] = {
   0,  2,  1,  3,  7,  6,  4,  5,  8,  9,  10, 11, 12, 13, 14, 15,
   17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};

/* Whether operations say that a value is in a register. */
static bool is_register(const Dwarf_Op *ops, size_t n, unsigned reg)
{
   const unsigned number = tsl_dwarf_register[reg];
   if (n == 1)
      return number < 32 && ops[0].atom == DW_OP_reg0 + number;
   return n == 2 && reg < TSL_VECTORS && ops[0].atom == DW_OP_breg0 + number && ops[0].number == 0
          && ops[1].atom == DW_OP_stack_value;
}

bool tsl_location(Dwarf_Die *variable, Dwarf_Addr pc, Dwarf_Op **ops, size_t *n)
{
   Dwarf_Attribute attribute;
   return dwarf_attr(variable, DW_AT_location, &attribute) != NULL
          && dwarf_getlocation_addr(&attribute, pc, ops, n, 1) == 1;
}

/* Whether a register has a variable at an address, or the part of one that begins at
   `offset`: the compiler may keep the members of a structure in registers each. */
static bool is_in(Dwarf_Die *variable, Dwarf_Addr pc, unsigned reg, uint64_t *offset)
{
   Dwarf_Op *ops;
   size_t n, i, part = 0;
   *offset = 0;
   if (!tsl_location(variable, pc, &ops, &n))
      return false;
   for (i = 0; i < n; i++)
      if (ops[i].atom == DW_OP_piece) {
         if (is_register(ops + part, i - part, reg))
            return true;
         *offset += ops[i].number;
         part = i + 1;
      }
   return part == 0 && is_register(ops, n, reg);
}

/* Whether a variable is at a place of the stack frame; of frames that are described
   by the canonical frame address. */
static bool is_at(Dwarf_Die *variable, Dwarf_Addr pc, int64_t place)
{
   Dwarf_Op *ops;
   size_t n;
   return tsl_location(variable, pc, &ops, &n) && n == 1 && ops[0].atom == DW_OP_fbreg
          && (int64_t)ops[0].number == place;
}

/* Whether a variable is a pointer or a reference, gone from the code, to something in
   the stack frame that has a place, and how far in that is. */
static bool is_to(Dwarf_Die *variable, Dwarf_Addr pc, int64_t place, uint64_t *offset)
{
   Dwarf_Op *ops;
   Dwarf_Die target;
   size_t n;
   bool anything;
   if (!tsl_location(variable, pc, &ops, &n) || n != 2 || ops[0].atom != DW_OP_fbreg
       || ops[1].atom != DW_OP_stack_value || !tsl_points_to(variable, &target, &anything)
       || anything)
      return false;
   *offset = (uint64_t)place - ops[0].number;
   return *offset < tsl_size_of(&target);
}

/* Whether a variable, as long as it is known how long it is, has a byte this far inside. */
static bool has_byte(Dwarf_Die *variable, uint64_t offset)
{
   Dwarf_Die type;
   const uint64_t size = tsl_type_of(variable, &type) ? tsl_size_of(&type) : 0;
   return size == 0 || offset < size;
}

/* Whether a variable has the byte at a displacement from the address in a register, which may
   have been loaded from a place of the stack frame: as Fortran's arguments are. All variables
   of a frame that the function aligns are told by one register. */
static bool is_addressed(Dwarf_Die *variable, const tsl_wanted *w, uint64_t *offset)
{
   Dwarf_Op *ops;
   unsigned reg = 0;
   size_t n;
   if (!tsl_location(variable, w->pc, &ops, &n))
      return false;
   if (n == 2) {
      *offset = (uint64_t)w->displacement;
      return w->loaded && ops[0].atom == DW_OP_fbreg && (int64_t)ops[0].number == w->place
             && ops[1].atom == DW_OP_deref && has_byte(variable, *offset);
   }
   while (reg < TSL_VECTORS
          && ((w->registers & 1u << reg) == 0 || ops[0].atom != DW_OP_breg0 + tsl_dwarf_register[reg]))
      reg++;
   *offset = (uint64_t)w->displacement - ops[0].number;
   return n == 1 && reg < TSL_VECTORS && has_byte(variable, *offset);
}

/* Whether a variable has a place of the stack frame. */
static bool is_around(Dwarf_Die *variable, Dwarf_Addr pc, int64_t place)
{
   Dwarf_Op *ops;
   Dwarf_Die type;
   size_t n;
   return tsl_location(variable, pc, &ops, &n) && n == 1 && ops[0].atom == DW_OP_fbreg
          && tsl_type_of(variable, &type)
          && (uint64_t)place - ops[0].number < tsl_size_of(&type);
}

/* Variables that are asked after one was found leave its offset as it is. */
static bool is_wanted(Dwarf_Die *variable, tsl_wanted *w)
{
   uint64_t offset = 0;
   bool wanted = false;
   unsigned reg;
   if (dwarf_diename(variable) == NULL)
      return false;
   switch (w->by) {
   case TSL_BY_REGISTER:
      for (reg = 0; reg < TSL_NO_REGISTER && !wanted; reg++)
         wanted = (w->registers & 1u << reg) != 0 && is_in(variable, w->pc, reg, &offset);
      break;
   case TSL_BY_ADDRESS:
      wanted = is_addressed(variable, w, &offset);
      break;
   case TSL_BY_PLACE:
      wanted = is_at(variable, w->pc, w->place);
      break;
   case TSL_BY_PART:
      wanted = is_around(variable, w->pc, w->place);
      break;
   case TSL_BY_TARGET:
      wanted = is_to(variable, w->pc, w->place, &offset);
      break;
   }
   if (wanted)
      w->offset = offset;
   return wanted;
}

/* Whether a block may have what is looked for. What is in memory all the time that its block
   lasts shares its place with variables of other blocks. */
static bool is_open(Dwarf_Die *block, const tsl_wanted *w)
{
   return (w->by != TSL_BY_PART && w->by != TSL_BY_ADDRESS) || dwarf_haspc(block, w->pc) != 0;
}

static bool find_below(Dwarf_Die *block, tsl_wanted *w, int depth, Dwarf_Die *found)
{
   Dwarf_Die child;
   bool any = false;
   int more = dwarf_child(block, &child);
   for (; more == 0 && depth < DEPTH_MAX;
        more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_lexical_block && is_open(&child, w)
          && find_below(&child, w, depth + 1, found))
         return true;
      if (!any && (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
          && is_wanted(&child, w)) {
         *found = child;
         any = true;
      }
   }
   return any;
}

bool tsl_find_variable(Dwarf_Die *scope, tsl_wanted *wanted, Dwarf_Die *found)
{
   return find_below(scope, wanted, 0, found);
}
