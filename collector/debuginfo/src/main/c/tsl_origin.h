/*--------------------------------------------------------------------*/
/*--- tslmap: where a register's value comes from.      tsl_origin.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_ORIGIN_H
#define TSL_ORIGIN_H

#include "tsl_object.h"
#include "tsl_x86.h"

/* A static variable that leads to memory: `address` is that of a byte of it, in the
   object. Through `pointers` pointers, or arrays, one leads from it to the memory. */
typedef struct {
   uint64_t address;
   uint32_t pointers;
} tsl_origin;

/* The instruction at an address of the debug information. */
tsl_x86 tsl_instruction_at(tsl_debuginfo *d, Dwarf_Addr pc);

/* What leads to the memory where an instruction of a function stores; false if that is
   not a static variable, or depends on the way to the instruction. */
bool tsl_stored_through(tsl_debuginfo *d, Dwarf_Die *function, Dwarf_Addr pc, tsl_origin *origin);

#endif
