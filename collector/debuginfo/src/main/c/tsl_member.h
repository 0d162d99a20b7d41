/*--------------------------------------------------------------------*/
/*--- tslmap: what is inside of a variable.           tsl_member.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_MEMBER_H
#define TSL_MEMBER_H

#include "tsl_object.h"

/* What follows a variable's name for the part that has a byte, as ".tag[3]"; NULL
   if the byte lies outside; to be freed. The path ends at a class called `whole`; "" if
   it should not end early. */
char *tsl_member_path(Dwarf_Die *type, uint64_t offset, const char *whole);

#endif
