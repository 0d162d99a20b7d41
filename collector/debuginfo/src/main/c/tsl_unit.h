/*--------------------------------------------------------------------*/
/*--- tslmap: units and their functions.                tsl_unit.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_UNIT_H
#define TSL_UNIT_H

#include "tsl_object.h"

/* Finds all units. */
void tsl_units_find(tsl_debuginfo *d);
/* A code's index, or -1. */
ptrdiff_t tsl_code_at(const tsl_codes *c, uint64_t pc);
/* The unit and function whose code is at an address; NULL if there is none. */
tsl_unit *tsl_unit_at(tsl_debuginfo *d, uint64_t pc);
Dwarf_Die *tsl_function_at(tsl_debuginfo *d, uint64_t pc);
/* Finds a unit's functions. */
void tsl_unit_functions(tsl_debuginfo *d, tsl_unit *unit);
/* Whether a die is the type of a C++ lambda, or another class without a name: its
   functions are in it, and not where those of other classes are. */
bool tsl_is_closure(Dwarf_Die *die);

/* Whether a die says where its code is. */
bool tsl_has_code(Dwarf_Die *die);

#endif
