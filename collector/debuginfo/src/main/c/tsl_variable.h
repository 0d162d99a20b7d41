/*--------------------------------------------------------------------*/
/*--- tslmap: variables by where they are.           tsl_variable.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_VARIABLE_H
#define TSL_VARIABLE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tsl_x86.h"

/* The numbers that debug information has for registers. */
extern const uint8_t tsl_dwarf_register[TSL_NO_REGISTER];

/* What a variable is looked for by. Places are those of the stack frame, in bytes from
   the canonical frame address. */
typedef enum {
   TSL_BY_REGISTER, /* its value is in one of these registers */
   TSL_BY_ADDRESS,  /* it has the byte at a displacement from the address in this register, which, if
                       `loaded`, was at the place */
   TSL_BY_PLACE,    /* it begins at the place */
   TSL_BY_PART,     /* it has the place */
   TSL_BY_TARGET    /* it points to what has the place, and is gone from the code */
} tsl_by;

typedef struct {
   tsl_by by;
   Dwarf_Addr pc;
   uint32_t registers; /* a bit each */
   bool loaded;
   int64_t place;
   int64_t displacement;
   uint64_t offset;    /* found: how far inside of the variable, or of its target; bytes */
} tsl_wanted;

/* Finds the innermost variable of a scope, without those of functions that are inlined
   there; false if there is none. */
bool tsl_find_variable(Dwarf_Die *scope, tsl_wanted *wanted, Dwarf_Die *found);

/* Where a variable is when an instruction runs; false if that is not told. */
bool tsl_location(Dwarf_Die *variable, Dwarf_Addr pc, Dwarf_Op **ops, size_t *n);

#endif
