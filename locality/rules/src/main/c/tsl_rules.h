/*--------------------------------------------------------------------*/
/*--- tslmap: files that say which functions are counted. tsl_rules.h ---*/
/*--------------------------------------------------------------------*/

/* Filter files in the syntax of Score-P (its manual, "Filtering"), read and applied
   as Score-P does it, so that one file serves both:

      SCOREP_FILE_NAMES_BEGIN     # any number of blocks, in any order
         EXCLUDE *                # patterns up to the next keyword
         INCLUDE *kernel.c
      SCOREP_FILE_NAMES_END
      SCOREP_REGION_NAMES_BEGIN
         EXCLUDE get_* MANGLED _ZN3Set3putEi DEMANGLED Set::get(int,\ int)
      SCOREP_REGION_NAMES_END

   Each pattern is a rule. Rules work in their order, the last one that matches
   wins, and functions of an excluded file stay excluded. A pattern must match the
   whole name, as fnmatch(pattern, name, 0) has it in the C locale: '*' and '?' also
   match a slash, brackets have ranges, '!' or '^', and classes such as [:digit:];
   a backslash quotes. What stands behind a backslash never ends a pattern or begins
   a comment, even if that backslash is quoted itself.

   No libc; memory comes from a tsl_env. One of these is used by one caller at a
   time, since rules remember whether they have matched. */

#ifndef TSL_RULES_H
#define TSL_RULES_H

#include "tsl_memory.h"

#define TSL_RULES_LARGEST (16u << 20) /* bytes of a file */

typedef struct tsl_rules tsl_rules;

typedef enum { TSL_RULE_FILE, TSL_RULE_DEMANGLED, TSL_RULE_MANGLED } tsl_rule_of;

typedef struct {
   uint32_t line;    /* from 1 */
   const char *text; /* the pattern as it is written, not ended by a zero */
   uint32_t length;
   tsl_rule_of of; /* what it is compared with */
   int excludes;
   int matched; /* something that was asked for */
} tsl_rule;

/* Why a text is no filter file. */
typedef struct {
   uint32_t line;
   char message[240]; /* "expected ..., but found ...", ended by a zero */
} tsl_rules_error;

/* NULL when the text is not right; *error then says why. */
tsl_rules *tsl_rules_new(const char *text, size_t bytes, const tsl_env *env,
                         tsl_rules_error *error);
void tsl_rules_free(tsl_rules *r);

typedef struct {
   int excluded;
   uint32_t by; /* number of the rule that decided, from 0; TSL_RULES_NONE */
} tsl_rules_answer;

#define TSL_RULES_NONE 0xFFFFFFFFu

/* Whether a function is excluded. Each may be NULL: file rules say nothing about an
   unknown file, and region rules nothing about an unknown name. Without a mangled
   name, rules for it are compared with the other one. Paths are simplified before
   ("a/../b", "a/./b", "a//b"). */
tsl_rules_answer tsl_rules_ask(tsl_rules *r, const char *file,
                               const char *mangled, const char *demangled);

uint32_t tsl_rules_count(const tsl_rules *r);
tsl_rule tsl_rules_get(const tsl_rules *r, uint32_t number);

/* For lists of rules that have not matched: how many of them, from this one on, look
   like the parts of one name whose blanks were not escaped, as "void foo(int, int)"
   is three patterns; at least 1. If it is more, `to` gets the name as it should
   stand, "void\ foo(int,\ int)", ended by a zero, or nothing if it does not fit. */
uint32_t tsl_rules_parts(const tsl_rules *r, uint32_t number, char *to,
                         size_t room);

#endif /* TSL_RULES_H */
