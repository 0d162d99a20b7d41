/*--------------------------------------------------------------------*/
/*--- tslmap: objects, functions, sites, descriptors.   tsl_code.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"
#include "tsl_wire.h"

/* Tables that only grow; what is in them is known by its number. */

typedef struct {
   HChar *path;
   ULong bias; /* address in memory less that in the file */
} tsl_object;

/* What begins or ends where the function is called (--tsl-toggle). */
enum { TSL_TOGGLE_START = 1, TSL_TOGGLE_STOP = 2 };

typedef struct {
   UInt object;
   UInt line;
   Addr entry;     /* 0 for code without a symbol */
   HChar *name;    /* demangled */
   HChar *raw;     /* as the object's symbol table has it; "": the same */
   HChar *file;
   Bool selected;  /* matches --tsl-fn (or there is none) */
   const HChar *reason; /* why it is only counted; NULL: it is recorded */
   const HChar *later; /* why it is only counted once it has been recorded for a while; NULL: it is not */
   UInt toggle;
} tsl_function;

/* Whether its accesses are counted: not where accesses are chosen by their addresses. */
Bool tsl_function_is_counted(const tsl_function *f);
/* Whether those of any function are, or were once. */
Bool tsl_functions_are_counted(void);

typedef struct {
   Addr instruction;
   UInt function;
   UInt line;
   UInt size;
   UChar kind;
   UChar index;
} tsl_site;

typedef struct {
   Addr guest;
   UInt first;      /* of its accesses */
   UShort accesses;
   UShort words;
   UShort loads;    /* unguarded ones */
   UShort stores;
   UInt first_value; /* where its values come from */
   UInt values;
   UChar end;
   Bool guarded;    /* has guarded accesses */
} tsl_block;

void tsl_code_init(void);
/* One more piece of code is translated; so many were. */
void tsl_code_translates(void);
ULong tsl_code_translated(void);

/* The object of this path, loaded this much above its addresses in the file. */
UInt tsl_object_id(const HChar *path, ULong bias);
/* Finds a function by its object, entry and name; adds it. */
Bool tsl_function_find(const tsl_function *f, UInt *id);
UInt tsl_function_add(const tsl_function *f);
/* Why its accesses are only counted from now on; NULL: they are recorded. */
void tsl_function_count(UInt id, const HChar *reason);
/* A function without code that only has a name. */
UInt tsl_function_named(const HChar *name);
UInt tsl_site_of(Addr instruction, UInt function, tsl_kind kind, UInt size, UInt index);
/* The site of a function that stores this return address, if it is known. */
Bool tsl_site_of_call(Addr returns_to, UInt function, UInt *id);
/* A new descriptor with the given accesses; its id. */
UInt tsl_block_new(Addr guest, UInt words, const tsl_access *accesses, UInt n, tsl_block_end end);

UInt tsl_objects(void);
UInt tsl_functions(void);
UInt tsl_sites(void);
UInt tsl_blocks(void);
const tsl_object *tsl_object_at(UInt id);
const tsl_function *tsl_function_at(UInt id);
const tsl_site *tsl_site_at(UInt id);
tsl_block *tsl_block_at(UInt id);
/* Says where values of the latest descriptor come from. */
void tsl_block_values(const tsl_value *list, UInt n);
const tsl_value *tsl_values_of(const tsl_block *b);
const tsl_access *tsl_block_accesses(const tsl_block *b);

/* All accesses of a block that wrote these words; adds the guarded ones that happened. */
UInt tsl_block_made(UInt block, const ULong *words);
void tsl_block_count_guarded(const tsl_block *b, const ULong *words, ULong *loads, ULong *stores);
/* Calls f for runs of accesses of one thread. The arrays are reused. */
#define TSL_DECODED_RUN 4096 /* the longest */
typedef void (*tsl_access_fn)(UInt thread, const ULong *addr, const UInt *site, SizeT n);
void tsl_decode(const ULong *words, SizeT n, UInt *thread, tsl_access_fn f);
