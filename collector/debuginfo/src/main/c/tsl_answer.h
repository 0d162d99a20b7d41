/*--------------------------------------------------------------------*/
/*--- tslmap: bytes for Java.                         tsl_answer.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_ANSWER_H
#define TSL_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values one after the other, little-endian and without gaps; a text is its
   length in 4 bytes, then UTF-8. In this notation (f one byte, n four bytes, l
   eight bytes, t text, * a count in four bytes and so many of what follows, + as
   many as there are):

     type       n id, t text, l bytes, l element's bytes, * (l dimension)
     function   t name, l entry, l bytes, t file, n line
     functions  + function
     symbols    + (t symbol, t its name demangled), of C++ only
     variable   t name, l address, l bytes, type, t function, t unit, t file,
                n line, f thread-local
     local      t name, t function, l offset, l bytes, type, f parameter,
                t file, n line, * (l start, l end)
     frame      function, + local
     signature  f gives a pointer, f that may point to anything, f that is a
                reference, f takes an integer, f takes a place for a pointer,
                f is called on an object, f that is a container, f instance of
                a template with any number of parameters
     inlined    + (t function, t file, n line, t call's file, n call's line,
                n call's column, signature)
     line       t file, n line, n column
     assigned   t name, l place, f whether that is an offset in the frame and
                not an address, l address of the code that follows; the place
                counts only without a name; n through how many pointers that
                leads to it, 0 if it is there; f whether it is an element of that
     member     t path, t type, l offset, l bytes
     summary    f has DWARF, t debug file, n units, n of them that go on in a
                file that is not there, t the first such file, and with a
                thread-local block l address, l bytes, l alignment
*/
typedef struct {
   uint8_t *bytes;
   size_t size;
   size_t capacity;
   bool failed; /* no memory; what is added no longer counts */
} tsl_answer;

void tsl_answer_init(tsl_answer *a);
void tsl_answer_free(tsl_answer *a);

void tsl_answer_flag(tsl_answer *a, bool value);
void tsl_answer_number(tsl_answer *a, uint32_t value);
void tsl_answer_long(tsl_answer *a, uint64_t value);
/* NULL counts as an empty text. */
void tsl_answer_text(tsl_answer *a, const char *text);
/* Adds all of another answer. */
void tsl_answer_append(tsl_answer *a, const tsl_answer *other);

/* Reserves space for a number that is known later, and sets it. */
size_t tsl_answer_reserve(tsl_answer *a);
void tsl_answer_set(tsl_answer *a, size_t where, uint32_t value);

#endif
