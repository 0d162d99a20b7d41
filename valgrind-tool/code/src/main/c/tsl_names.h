/*--------------------------------------------------------------------*/
/*--- tslmap: what code is called.                     tsl_names.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Whether the pattern, with * and ?, is the function's demangled name, or its raw
   name; or the former without its parameters, what the compiler adds for a clone,
   the result, the arguments of templates. */
Bool tsl_name_matches(const HChar *pattern, const HChar *demangled, const HChar *raw);
/* Whether the function is a piece of another one that the pattern names, which calls
   it: part of it, the body of a parallel loop in it. */
Bool tsl_names_piece(const HChar *pattern, const HChar *demangled);
/* The first comma of a list of names that is not between brackets; NULL: none. */
const HChar *tsl_names_comma(const HChar *names);
/* Whether it is a path or its last parts. */
Bool tsl_path_matches(const HChar *pattern, const HChar *path);

/* A symbol's name as people write it, good until the next. */
const HChar *tsl_demangled(const HChar *name);

/* The source file of an instruction as directory/name, empty when it is not
   known, to be freed; and its line, or 0. */
HChar *tsl_source_of(Addr instruction, UInt *line);
/* The demangled and the raw name of its function, good until the next are asked
   for; False: none. */
Bool tsl_function_names(Addr instruction, const HChar **name, const HChar **raw);
/* MODULE::NAME or NAME of a Fortran procedure that the compiler calls `name`, to be
   freed; NULL: it is none. */
HChar *tsl_fortran_name(Addr instruction, const HChar *name);
