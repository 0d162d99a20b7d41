/*--------------------------------------------------------------------*/
/*--- tslmap: classes that keep elements of others. tsl_container.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_CONTAINER_H
#define TSL_CONTAINER_H

#include "tsl_object.h"

/* Whether a class is a container: an instance of a template that has nothing but
   pointers to its elements, at most three, integers and flags. Elements are of a
   type that the template was given, or nodes with such a member. */
bool tsl_is_container(Dwarf_Die *type);

#endif
