/*--------------------------------------------------------------------*/
/*--- tslmap: code without symbols.                      tsl_elf.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* The function of an instruction without a symbol: where it begins and what it
   is to be called, to be freed; False: not known. */
Bool tsl_elf_function(UInt object, Addr instruction, Addr *entry, HChar **name);
/* The loaded object that the dynamic linker has given this number for its
   thread-local variables; False: none. */
Bool tsl_elf_object_of_module(ULong module, UInt *object);
/* How far below its thread pointer each thread has the thread-local variables of
   an object that reaches them by a constant distance (the model initial-exec). */
typedef enum {
   TSL_DISTANCE_NONE, /* it does not reach them so, or has none */
   TSL_DISTANCE_LATER, /* the dynamic linker has not placed them yet */
   TSL_DISTANCE_KNOWN
} tsl_distance;
tsl_distance tsl_elf_thread_distance(UInt object, ULong *distance);
