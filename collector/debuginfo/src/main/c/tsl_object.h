/*--------------------------------------------------------------------*/
/*--- tslmap: an object as libdw sees it.             tsl_object.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_OBJECT_H
#define TSL_OBJECT_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "tsl_debuginfo.h"

/* The object and what its parts (symbols, units, types, names) have read of it.
   Everything but the module itself is read when it is first asked for. */

typedef struct {
   uint64_t address;
   uint64_t bytes;
   const char *name; /* in the object's string table, mangled */
   uint8_t binding;
} tsl_symbol;

typedef struct {
   tsl_symbol *symbols; /* ascending, one for each address */
   size_t n, capacity;
} tsl_symbols;

/* Code from start up to end belongs to number `index` of a unit or function. */
typedef struct {
   uint64_t start, end;
   size_t index;
} tsl_code;

typedef struct {
   tsl_code *code; /* ascending */
   size_t n, capacity;
} tsl_codes;

typedef struct {
   Dwarf_Die *dies;
   size_t n, capacity;
} tsl_dies;

/* A compile unit. Its functions are found when the first of them is asked for. */
typedef struct {
   Dwarf_Die die;
   bool known;
   tsl_dies functions;
   tsl_codes code; /* of functions */
} tsl_unit;

struct tsl_debuginfo {
   Dwfl_Callbacks callbacks;
   char *directories;
   Dwfl *dwfl;
   Dwfl_Module *module;
   Elf *elf;
   Dwarf *dwarf;    /* NULL without debug information */
   Dwarf_Addr bias; /* of the object over its debug information */

   bool symbols_known;
   tsl_symbols code, data, thread_data;

   bool units_known;
   int language;     /* of the first unit that says so, -1 if none does */
   size_t n_missing; /* units that go on in a file that is not there */
   char *missing;    /* the first of these files */
   tsl_unit *units;
   size_t n_units, units_capacity;
   tsl_codes unit_code;

   tsl_dies types;   /* by the number that Java has of them */
   void *type_tree;  /* tsearch: numbers of types, by where they are */
   void *scope_tree; /* tsearch: tsl_scopes by unit, see tsl_name.c */
};

/* Reserves capacity for one more element; false without memory. */
bool tsl_reserve(void **array, size_t n, size_t *capacity, size_t size);

/* Whether there is code, or data, at an address. What the linker has left out has
   addresses near 0, where neither is. */
bool tsl_is_loaded(tsl_debuginfo *d, uint64_t address, bool code);

/* The segment that threads' blocks are made from; false if there is none. */
bool tsl_thread_block(tsl_debuginfo *d, uint64_t *address, uint64_t *bytes,
                      uint64_t *alignment);

#endif
