/*--------------------------------------------------------------------*/
/*--- tslmap: an object as libdw sees it.             tsl_object.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_OBJECT_H
#define TSL_OBJECT_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "tsl_debuginfo.h"

/* What the parts of this library share. Everything but the module itself is read
   when it is first asked for. */

typedef struct {
   uint64_t address;
   uint64_t bytes;
   const char *name; /* in the object's string table, mangled */
   uint8_t binding;
} tsl_symbol;

typedef struct {
   tsl_symbol *symbols; /* ascending, one for each address */
   size_t n, room;
} tsl_symbols;

/* Code from start up to end belongs to number `index` of a unit or function. */
typedef struct {
   uint64_t start, end;
   size_t index;
} tsl_code;

typedef struct {
   tsl_code *code; /* ascending */
   size_t n, room;
} tsl_codes;

typedef struct {
   Dwarf_Die *dies;
   size_t n, room;
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
   size_t n_units, room_units;
   tsl_codes unit_code;

   tsl_dies types;   /* by the number that Java has of them */
   void *type_tree;  /* tsearch: numbers of types, by where they are */
   void *scope_tree; /* tsearch: tsl_scopes by unit, see tsl_name.c */
};

/* Makes room for one more element; false without memory. */
bool tsl_room(void **array, size_t n, size_t *room, size_t size);

/* Whether there is code, or data, at an address. What the linker has left out has
   addresses near 0, where neither is. */
bool tsl_is_loaded(tsl_debuginfo *d, uint64_t address, bool code);

/* The segment that threads' blocks are made from; false if there is none. */
bool tsl_thread_block(tsl_debuginfo *d, uint64_t *address, uint64_t *bytes,
                      uint64_t *alignment);

void tsl_symbols_find(tsl_debuginfo *d);
/* The symbol whose range has an address, or NULL. */
const tsl_symbol *tsl_symbol_at(const tsl_symbols *s, uint64_t address);

/* Finds all units. */
void tsl_units_find(tsl_debuginfo *d);
/* A code's index, or -1. */
ptrdiff_t tsl_code_at(const tsl_codes *c, uint64_t pc);
/* The unit and function whose code is at an address; NULL if there is none. */
tsl_unit *tsl_unit_at(tsl_debuginfo *d, uint64_t pc);
Dwarf_Die *tsl_function_at(tsl_debuginfo *d, uint64_t pc);
/* Whether a die is the type of a C++ lambda, or another class without a name: its
   functions are in it, and not where those of other classes are. */
bool tsl_is_closure(Dwarf_Die *die);

/* Whether a die says where its code is. */
bool tsl_has_code(Dwarf_Die *die);

/* Frees the names' tables. */
void tsl_scopes_free(tsl_debuginfo *d);
/* Demangled, or a copy; to be freed. */
char *tsl_demangled(const char *name);
/* A function's or variable's full name, or NULL; to be freed. */
char *tsl_full_name(tsl_debuginfo *d, Dwarf_Die *die);
/* Namespaces, classes and modules around a declaration, each with :: after it;
   NULL if there are none; to be freed. */
char *tsl_scope(tsl_debuginfo *d, Dwarf_Die *die);
/* The path of a file that an attribute (a DW_AT_..._file) numbers, or NULL. */
const char *tsl_file(Dwarf_Die *die, unsigned attribute);
/* An attribute's number, 0 if there is none. */
uint64_t tsl_number(Dwarf_Die *die, unsigned attribute);
bool tsl_is_fortran(Dwarf_Die *die);

/* A variable's type as Java gets it. `bytes` gets its size. */
void tsl_answer_type(tsl_debuginfo *d, Dwarf_Die *variable, uint64_t *bytes,
                     tsl_answer *a);

/* The type of a reference to a variable, or NULL; to be freed. */
char *tsl_reference_text(tsl_debuginfo *d, Dwarf_Die *variable);
/* For a variable of which only a symbol is known. */
void tsl_answer_no_type(tsl_answer *a);

/* Name, entry, size, file, line of a function. */
void tsl_answer_function(tsl_debuginfo *d, Dwarf_Die *function, uint64_t pc,
                         tsl_answer *a);

#endif
