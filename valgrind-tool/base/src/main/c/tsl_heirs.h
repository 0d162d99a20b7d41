/*--------------------------------------------------------------------*/
/*--- tslmap: what a process hands on.                 tsl_heirs.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Descriptors that the program after an exec needs; it may not have the right to
   open them itself. */
typedef enum {
   TSL_HEIR_LOG,
   TSL_HEIR_KINDS
} tsl_heir;

/* Reads the value of --tsl-inherited. */
Bool tsl_heirs_read(const HChar *text);
/* Whether this program follows another one by exec under --trace-children=yes. */
Bool tsl_heirs_is_one(void);
/* The descriptor it was given, or -1. */
Int tsl_heirs_inherited(tsl_heir kind);

/* Before an exec: hands the descriptors on if Valgrind follows. A descriptor is -1
   where there is none. */
void tsl_heirs_before_exec(Addr path, Addr argv, const Int *descriptors);
void tsl_heirs_exec_failed(const Int *descriptors);
