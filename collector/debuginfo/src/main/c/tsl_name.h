/*--------------------------------------------------------------------*/
/*--- tslmap: full names of functions and variables.    tsl_name.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_NAME_H
#define TSL_NAME_H

#include "tsl_object.h"

/* Frees the names' tables. */
void tsl_scopes_free(tsl_debuginfo *d);
/* Demangled, or a copy; to be freed. */
char *tsl_demangled(const char *name);
/* The entry that declares what another is an instance or the definition of. */
Dwarf_Die tsl_declaration(Dwarf_Die die);
/* A function's or variable's full name, or NULL; to be freed. */
char *tsl_full_name(tsl_debuginfo *d, Dwarf_Die *die);
/* Namespaces, classes and modules around a declaration, each with :: after it;
   NULL if there are none; to be freed. */
char *tsl_scope(tsl_debuginfo *d, Dwarf_Die *die);
/* The path of a file that an attribute (a DW_AT_..._file) numbers, or NULL. */
const char *tsl_file(Dwarf_Die *die, unsigned attribute);
/* An attribute's number, 0 if there is none. */
uint64_t tsl_number(Dwarf_Die *die, unsigned attribute);
bool tsl_is_fortran(Dwarf_Die *die);

#endif
