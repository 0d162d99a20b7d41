/*--------------------------------------------------------------------*/
/*--- tslmap: functions, inlined calls, lines.      tsl_function.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_FUNCTION_H
#define TSL_FUNCTION_H

#include "tsl_object.h"

/* Name, entry, size, file, line of a function. */
void tsl_answer_function(tsl_debuginfo *d, Dwarf_Die *function, uint64_t pc,
                         tsl_answer *a);

#endif
