/*--------------------------------------------------------------------*/
/*--- tslmap: functions, inlined calls, lines.      tsl_function.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_FUNCTION_H
#define TSL_FUNCTION_H

#include "tsl_object.h"

/* Name, entry, size, file, line of a function. */
void tsl_answer_function(tsl_debuginfo *d, Dwarf_Die *function, uint64_t pc,
                         tsl_answer *a);

/* The function inlined at an address of the debug information with a number, from
   the inside out from 0 on; the function that has the code comes after the last.
   False if there is none of that number. */
bool tsl_inlined_scope(Dwarf_Die *function, Dwarf_Addr pc, uint32_t level,
                       Dwarf_Die *scope);

/* Where register + offset lies at an address of the debug information, relative to
   the canonical frame address; false if that is not known. (tsl_frame.c) */
bool tsl_frame_place(tsl_debuginfo *d, Dwarf_Addr pc, unsigned reg,
                     int64_t offset, int64_t *place);

#endif
