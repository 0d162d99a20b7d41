/*--------------------------------------------------------------------*/
/*--- tslmap: what every part of the tool uses.         tsl_base.h ---*/
/*--------------------------------------------------------------------*/

/*
   This file is part of tslmap, a Valgrind tool that measures temporal and
   spatial locality.

   Copyright (C) 2026 the tslmap authors

   This program is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the Free
   Software Foundation; either version 2 of the License, or (at your option)
   any later version.  The text is in the file LICENSE of this folder.

   SPDX-License-Identifier: GPL-2.0-or-later
*/

/* Messages, memory, numbers, lists of texts. Nothing here knows of any other part. */

#pragma once

#include "pub_tool_basics.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "tsl_engine.h"

#define TSL_VERSION "0.1.0"
#define TSL_FILE_NAME "tslmap-amd64-linux"

/* Prints one line to the user and ends with exit status 1. */
__attribute__((noreturn)) void tsl_die(const HChar *format, ...);
/* Text that comes from the program, without what a terminal obeys: control characters and marks of
   writing direction become \n, \t or \u001b. What does not fit ends in three dots. */
const HChar *tsl_printable(HChar *to, SizeT size, const HChar *text);
#define TSL_PRINTABLE 2000 /* a usual size for it */
/* A system call; the result or -errno. */
Long tsl_syscall(Long number, Long a, Long b, Long c, Long d, Long e, Long f);
/* Unix time in microseconds. */
ULong tsl_now(void);
/* Memory and failure for the engine. */
tsl_env tsl_engine_env(void);
/* Makes a table of `size` elements longer if it has not n, with zeroes behind those that it had. */
#define TSL_RESERVE(who, table, size, n)                                    \
   do                                                                       \
      if ((n) > (size))                                                     \
         (table) = tsl_larger(who, table, &(size), n, sizeof *(table));     \
   while (0)
void *tsl_larger(const HChar *who, void *table, UInt *size, UInt least, SizeT each);
/* x in the form 0.1234 with the given number of decimals, 0 <= x. */
const HChar *tsl_decimal(HChar *to, SizeT size, Double x, UInt decimals);
/* A string of the program's, as far as it can be read; good until the next. */
const HChar *tsl_client_text(Addr a);

/* A list that only its owner knows the type of. */
XArray *tsl_list(const HChar *who, SizeT each);
/* The number of elements; a list that was never made has none. */
static inline Word tsl_count(XArray *list) { return list == NULL ? 0 : VG_(sizeXA)(list); }
/* Of a list of const HChar*. */
static inline const HChar *tsl_text_at(XArray *list, Word i)
{
   return *(const HChar **)VG_(indexXA)(list, i);
}
