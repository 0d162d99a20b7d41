/*--------------------------------------------------------------------*/
/*--- tslmap: what is shared about types.               tsl_type.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_TYPE_H
#define TSL_TYPE_H

#include "tsl_object.h"

enum {
   TSL_DEPTH_MAX = 32,     /* of types in types; broken ones may be endless */
   TSL_DIMENSIONS_MAX = 32
};

/* An array's shape. Dimensions in the order of the declaration; `length` is 0
   and `first` the language's usual bound if they are not constant. */
typedef struct {
   Dwarf_Die element;
   bool is_array;
   bool fortran; /* the first dimension is the one that runs along memory */
   bool descriptor; /* the variable itself is only Fortran's descriptor of it */
   size_t n;
   uint64_t length[TSL_DIMENSIONS_MAX];
   int64_t first[TSL_DIMENSIONS_MAX];
} tsl_shape;

/* The type of a variable, member, pointer's target, array's element. */
bool tsl_type_of(Dwarf_Die *die, Dwarf_Die *type);

/* Without typedefs and qualifiers. */
bool tsl_peel(Dwarf_Die *type, Dwarf_Die *peeled);

/* Whether a type is a pointer or a reference. */
bool tsl_is_pointer(Dwarf_Die *type);

/* What something that has a type points to, if that is a pointer. */
bool tsl_points_to(Dwarf_Die *die, Dwarf_Die *target, bool *to_anything);

/* Whether something that has a type is an integer. */
bool tsl_is_integer(Dwarf_Die *die);

/* Whether something that has a type is true or false. */
bool tsl_is_flag(Dwarf_Die *die);

/* An attribute that is a constant number; false if it is not. */
bool tsl_constant(Dwarf_Die *die, unsigned name, int64_t *value);

/* Bytes of a type that is no array, 0 when not known. */
uint64_t tsl_size_of(Dwarf_Die *type);

/* The shape of an array of arrays, down to what is no array. */
tsl_shape tsl_shape_of(Dwarf_Die *type);

/* Bytes of any type of that shape, 0 when not known. */
uint64_t tsl_bytes_of(Dwarf_Die *type, const tsl_shape *s);

/* As the language writes it, with what comes after it; for free(), NULL without
   memory. */
char *tsl_type_text(tsl_debuginfo *d, Dwarf_Die *type, const char *after);

/* A variable's type as Java gets it. `bytes` gets its size. */
void tsl_answer_type(tsl_debuginfo *d, Dwarf_Die *variable, uint64_t *bytes,
                     tsl_answer *a);

/* The type of a reference to a variable, or NULL; to be freed. */
char *tsl_reference_text(tsl_debuginfo *d, Dwarf_Die *variable);
/* For a variable of which only a symbol is known. */
void tsl_answer_no_type(tsl_answer *a);

#endif /* TSL_TYPE_H */
