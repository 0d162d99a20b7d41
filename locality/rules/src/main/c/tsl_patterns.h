/*--------------------------------------------------------------------*/
/*--- tslmap: patterns of names.                 tsl_patterns.h ---*/
/*--------------------------------------------------------------------*/

/* Patterns as fnmatch(pattern, name, 0) has them, see tsl_rules.h.

   They are translated once: each element becomes a number, sets become bits of
   bytes, so that a match takes no more than (length of name) * (elements) steps,
   whatever the pattern; a '*' that fails is never entered again from an earlier one. */

#ifndef TSL_PATTERNS_H
#define TSL_PATTERNS_H

#include "tsl_memory.h"

typedef struct {
   void *at;
   uint32_t used, capacity;
} tsl_list;

/* One more, zeroed. */
void *tsl_list_add(tsl_memory *m, tsl_list *l, size_t size);

/* Whether a text is this word. */
int tsl_same(const char *text, size_t n, const char *word);

typedef struct {
   tsl_memory *memory;
   size_t bytes;
   uint32_t *element; /* as many as bytes at most */
   uint32_t elements;
   tsl_list sets;
} tsl_patterns;

typedef struct {
   uint32_t first, elements;
} tsl_pattern;

/* `bytes`: of all patterns together, at most. */
void tsl_patterns_init(tsl_patterns *p, tsl_memory *m, size_t bytes);
void tsl_patterns_free(tsl_patterns *p);

/* `passed` has a zeroed byte for each of the text. */
tsl_pattern tsl_patterns_add(tsl_patterns *p, const char *text, uint32_t n,
                             uint8_t *passed);
int tsl_pattern_matches(const tsl_patterns *p, tsl_pattern of, const char *name);

#endif /* TSL_PATTERNS_H */
