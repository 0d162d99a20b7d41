/*--------------------------------------------------------------------*/
/*--- tslmap: definitions before their first use. tsl_definitions.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"
#include "tsl_wire.h"

/* A stream has each object, function, site and block before what refers to it. A
   program's first process sends all of them, in the order of their numbers here.
   A forked process has those of the processes before, some thousands, of which it
   mostly uses some tens: it sends what it uses, under numbers of its own. */

/* A stream begins. */
void tsl_definitions_begin(Bool forked);
/* Objects so far. */
void tsl_definitions_objects(void);
/* All that event words refer to, which come next. */
void tsl_definitions_words(const ULong *words, SizeT n);
/* Objects that were loaded just now, behind the code that ran before: that it has
   run tells that they were not there at the start. */
void tsl_definitions_loaded(void);
/* The number in the stream of a function or site, which is defined from now on. */
UInt tsl_definitions_function(UInt id);
UInt tsl_definitions_site(UInt id);
/* The function with this number in the stream; False: none was defined. */
Bool tsl_definitions_function_at(UInt number, UInt *id);
/* From here on a function is recorded or counted. */
void tsl_definitions_state(UInt number, tsl_function_state state, const HChar *reason);
/* Gives the headers of defined words the numbers of the stream. */
void tsl_definitions_number(ULong *words, SizeT n);
