/*--------------------------------------------------------------------*/
/*--- tslmap: filter files against the system's fnmatch. rules_check.c ---*/
/*--------------------------------------------------------------------*/

/* Patterns match what the system's fnmatch says in the C locale, on random patterns
   and names of few letters. Whole files of random rules exclude what a plain loop
   over them says. Patterns that are hard for others take no longer than others.
   Random texts are refused with a line, or are read and give all memory back. Built
   with AddressSanitizer and UBSan by the tests.

   usage: rules_check. Exit status 0: all holds; 1: what does not is printed. */

#include <fnmatch.h>
#include <string.h>

#include "check.h"
#include "tsl_rules.h"

static const tsl_env env = {map, unmap, fail, NULL};

static void check(int holds, const char *what, const char *text, const char *name)
{
   if (holds)
      return;
   printf("%s: \"%s\" and \"%s\"\n", what, text, name);
   exit(1);
}

static tsl_rules *rules_of(const char *text, size_t n)
{
   tsl_rules_error error;
   tsl_rules *r = tsl_rules_new(text, n, &env, &error);
   check(r != NULL || (error.line > 0 && error.message[0] != 0),
         "refused without a reason", text, "");
   return r;
}

static void random_text(char *to, size_t longest, const char *letters)
{
   size_t n = below(longest + 1);
   while (n-- > 0)
      *to++ = letters[below(strlen(letters))];
   *to = 0;
}

/*--------------------------------------------------------------------*/
/*--- Patterns                                                     ---*/
/*--------------------------------------------------------------------*/

/* Whether a text is one pattern of a file. A bracket that is not closed is a plain
   one, but the C libraries do not agree about such a one that ends within a range. */
static int one_pattern(const char *p)
{
   const size_t n = strlen(p);
   return n > 0 && p[n - 1] != '\\' && (p[n - 1] != '-' || strchr(p, '[') == NULL);
}

static void check_pattern(const char *pattern, const char *name)
{
   char text[256];
   tsl_rules *r;
   snprintf(text, sizeof text,
            "SCOREP_REGION_NAMES_BEGIN EXCLUDE %s SCOREP_REGION_NAMES_END",
            pattern);
   r = rules_of(text, strlen(text));
   check(r != NULL && tsl_rules_count(r) == 1, "not one rule", pattern, "");
   check(tsl_rules_ask(r, NULL, NULL, name).excluded
            == (fnmatch(pattern, name, 0) == 0),
         "not as fnmatch", pattern, name);
   tsl_rules_free(r);
}

static void check_patterns(void)
{
   static const char *const classes[] = {
      "alpha", "digit", "alnum", "upper", "lower", "space",
      "blank", "punct", "print", "graph", "cntrl", "xdigit"};
   char pattern[32], name[16];
   unsigned i, c;
   for (i = 0; i < 100000; i++) {
      random_text(pattern, 9, "aab]]*?[[!^-\\/");
      random_text(name, 6, "aab]-\\[!/");
      if (one_pattern(pattern))
         check_pattern(pattern, name);
   }
   for (i = 0; i < sizeof classes / sizeof classes[0]; i++)
      for (c = 1; c < 256; c++) {
         name[0] = (char)c;
         name[1] = 0;
         snprintf(pattern, sizeof pattern, "[[:%s:]]", classes[i]);
         check_pattern(pattern, name);
         snprintf(pattern, sizeof pattern, "[!x[:%s:]_-]", classes[i]);
         check_pattern(pattern, name);
      }
   for (c = 1; c < 256; c++) {
      name[0] = (char)c;
      check_pattern("[[=a=][.b.]-d]", name);
      check_pattern("[]-a]", name);
      check_pattern("[!]]", name);
      check_pattern("[\\]-\\^]", name);
      check_pattern("[a[:none:]]", name);
      check_pattern("[!a[:none:]]", name);
      check_pattern("[\xC3\xA4-\xFF]", name);
   }
}

/*--------------------------------------------------------------------*/
/*--- Files                                                        ---*/
/*--------------------------------------------------------------------*/

enum { RULES = 12 };

static void check_file(void)
{
   char text[1024] = "", pattern[RULES][8], file[8], mangled[8], demangled[8];
   int kind[RULES], excludes[RULES], matched[RULES];
   unsigned n = (unsigned)below(RULES + 1), i, round;
   int out[3] = {0, 0, 0};
   tsl_rules *r;
   for (i = 0; i < n; i++) {
      kind[i] = (int)below(3);
      excludes[i] = (int)below(2);
      matched[i] = 0;
      random_text(pattern[i], 3, "ab*?");
      strcat(pattern[i], "a*" + below(2));
      snprintf(text + strlen(text), sizeof text - strlen(text),
               "%s %s%s %s # %s\n%s\n",
               kind[i] == 0 ? "SCOREP_FILE_NAMES_BEGIN"
                            : "SCOREP_REGION_NAMES_BEGIN",
               excludes[i] ? "EXCLUDE" : "INCLUDE", kind[i] == 2 ? " MANGLED" : "",
               pattern[i], "EXCLUDE *",
               kind[i] == 0 ? "SCOREP_FILE_NAMES_END" : "SCOREP_REGION_NAMES_END");
   }
   r = rules_of(text, strlen(text));
   check(r != NULL && tsl_rules_count(r) == n, "not all rules were read", text, "");
   for (round = 0; round < 20; round++) {
      const char *of[3] = {file, demangled, mangled};
      tsl_rules_answer answer;
      random_text(file, 4, "ab");
      random_text(mangled, 4, "ab");
      random_text(demangled, 4, "ab");
      out[0] = out[1] = 0;
      for (i = 0; i < n; i++)
         if (fnmatch(pattern[i], of[kind[i]], 0) == 0) {
            matched[i] = 1;
            out[kind[i] != 0] = excludes[i];
         }
      answer = tsl_rules_ask(r, file, mangled, demangled);
      check(answer.excluded == (out[0] || out[1]), "wrong answer", text, demangled);
      check(answer.by == TSL_RULES_NONE
               || tsl_rules_get(r, answer.by).excludes == answer.excluded,
            "wrong rule", text, demangled);
   }
   for (i = 0; i < n; i++) {
      const tsl_rule t = tsl_rules_get(r, i);
      check(t.matched == matched[i] && t.line == 2 * i + 1
               && t.of == (kind[i] == 0   ? TSL_RULE_FILE
                           : kind[i] == 1 ? TSL_RULE_DEMANGLED
                                          : TSL_RULE_MANGLED),
            "wrong about a rule", text, pattern[i]);
   }
   tsl_rules_free(r);
}

/*--------------------------------------------------------------------*/
/*--- Hostile and random texts                                     ---*/
/*--------------------------------------------------------------------*/

enum { LONG = 200000 };

/* A file with one pattern: a unit again and again, and an end. */
static void check_long(const char *unit, const char *end)
{
   static char text[LONG + 200], name[20001];
   static const char begin[] = "SCOREP_REGION_NAMES_BEGIN EXCLUDE ";
   size_t n = sizeof begin - 1;
   tsl_rules *r;
   memcpy(text, begin, n);
   while (n + strlen(unit) < LONG) {
      memcpy(text + n, unit, strlen(unit));
      n += strlen(unit);
   }
   n += (size_t)sprintf(text + n, "%s\nSCOREP_REGION_NAMES_END", end);
   memset(name, 'a', sizeof name - 1);
   r = rules_of(text, n);
   check(r != NULL && !tsl_rules_ask(r, name, name, name).excluded,
         "wrong about a long pattern", unit, end);
   tsl_rules_free(r);
}

static void check_texts(void)
{
   static const char *const words[] = {"SCOREP_FILE_NAMES_BEGIN ",
                                       "SCOREP_FILE_NAMES_END\n",
                                       "SCOREP_REGION_NAMES_BEGIN\n",
                                       "SCOREP_REGION_NAMES_END ",
                                       "EXCLUDE ",
                                       "INCLUDE ",
                                       "MANGLED ",
                                       "DEMANGLED\t",
                                       "foo(int, ",
                                       "[a-z]* ",
                                       "# ",
                                       "\n",
                                       "\r\n",
                                       "\\ ",
                                       "\\",
                                       "[",
                                       "void ",
                                       "\xC3\xA4",
                                       "SCOREP_X_END "};
   char text[512], joined[64];
   unsigned i, k, read = 0;
   for (i = 0; i < 50000; i++) {
      tsl_rules *r;
      strcpy(text, below(2) ? "SCOREP_REGION_NAMES_BEGIN\n" : "");
      for (k = (unsigned)below(12); k > 0; k--)
         strcat(text, words[below(sizeof words / sizeof words[0])]);
      strcat(text, below(2) ? "\nSCOREP_REGION_NAMES_END" : "");
      r = rules_of(text, strlen(text));
      if (r == NULL)
         continue;
      read++;
      tsl_rules_ask(r, "a/./b/..//c", "_Z3foo", "foo(int, int)");
      for (k = 0; k < tsl_rules_count(r);) {
         const uint32_t parts = tsl_rules_parts(r, k, joined, below(sizeof joined));
         check(parts >= 1 && k + parts <= tsl_rules_count(r), "wrong parts", text,
               joined);
         k += parts;
      }
      tsl_rules_free(r);
   }
   check(read > 1000, "hardly any text was read", "", "");
}

int main(void)
{
   unsigned i;
   state = 20260101;
   check_patterns();
   for (i = 0; i < 5000; i++)
      check_file();
   check_long("*", "b");
   check_long("*a", "b");
   check_long("?*", "b");
   check_long("[", "b");
   check_long("[", "[:alpha:]");
   check_long("[a", "\\]");
   check_long("[!", "b");
   check_long("[]", "b");
   check_texts();
   check(mapped == 0, "memory was not given back", "", "");
   return 0;
}
