/*--------------------------------------------------------------------*/
/*--- tslmap: the function of an instruction.       tsl_function.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_code.h"

/* Defines objects that were loaded since. */
void tsl_function_objects_changed(void);
/* The function that holds the instruction. */
UInt tsl_function_of(Addr instruction);
/* Code was mapped or unmapped. */
void tsl_function_forget(void);
