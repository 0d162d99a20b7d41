/*--------------------------------------------------------------------*/
/*--- tslmap: files that say which functions are counted. tsl_rules.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_rules.h for the big picture. */

#include "tsl_patterns.h"
#include "tsl_rules.h"

typedef struct {
   tsl_rule shown;
   tsl_pattern pattern;
   uint32_t group; /* rules that one keyword has begun */
} rule;

#define LONGEST_PATH 4096u

struct tsl_rules {
   tsl_memory memory;
   uint32_t bytes;
   char *text;
   tsl_patterns patterns;
   tsl_list rules;
   char path[LONGEST_PATH];
};

TSL_INLINE const rule *rule_at(const tsl_rules *r, uint32_t number)
{
   return (const rule *)r->rules.at + number;
}

static size_t length_of(const char *text)
{
   size_t n = 0;
   while (text[n] != 0)
      n++;
   return n;
}

/*--------------------------------------------------------------------*/
/*--- Errors                                                       ---*/
/*--------------------------------------------------------------------*/

static void say(tsl_rules_error *e, const char *text, size_t n)
{
   size_t at = length_of(e->message), i;
   for (i = 0; i < n && at + 1 < sizeof e->message; i++) {
      const uint8_t c = (uint8_t)text[i];
      e->message[at++] = c < ' ' || c == 127 ? '?' : text[i];
   }
   e->message[at] = 0;
}

static void say_text(tsl_rules_error *e, const char *text)
{
   say(e, text, length_of(text));
}

static void say_number(tsl_rules_error *e, uint32_t number)
{
   char digits[10];
   size_t i = sizeof digits;
   do {
      digits[--i] = (char)('0' + number % 10);
      number /= 10;
   } while (number > 0);
   say(e, digits + i, sizeof digits - i);
}

#define SHOWN 60u /* bytes of what was found */

static void say_quoted(tsl_rules_error *e, const char *text, size_t n)
{
   size_t shown = n < SHOWN ? n : SHOWN;
   /* Not within a character. */
   while (shown < n && shown > 0 && ((uint8_t)text[shown] & 0xC0) == 0x80)
      shown--;
   say_text(e, "\"");
   say(e, text, shown);
   say_text(e, shown < n ? "...\"" : "\"");
}

/*--------------------------------------------------------------------*/
/*--- Reading                                                      ---*/
/*--------------------------------------------------------------------*/

enum { OUTSIDE, FILES, REGIONS };

static const char *const begin_of[] = {"", "SCOREP_FILE_NAMES_BEGIN",
                                       "SCOREP_REGION_NAMES_BEGIN"};
static const char *const end_of[] = {"", "SCOREP_FILE_NAMES_END",
                                     "SCOREP_REGION_NAMES_END"};

typedef struct {
   tsl_rules *r;
   tsl_rules_error *error;
   uint8_t *passed;
   const char *text;
   uint32_t n, at, line;
   uint32_t block, block_line;
   uint32_t word_line, word_at, word_length; /* of what is like an end */
   int in_rule, excludes, mangled;
   uint32_t group;
} reader;

/* What may stand here. */
static void say_expected(reader *d)
{
   tsl_rules_error *e = d->error;
   say_text(e, "expected ");
   if (d->block == OUTSIDE) {
      say_text(e, begin_of[FILES]);
      say_text(e, " or ");
      say_text(e, begin_of[REGIONS]);
   } else {
      say_text(e, d->in_rule ? "a pattern, EXCLUDE, INCLUDE or "
                             : "EXCLUDE, INCLUDE or ");
      say_text(e, end_of[d->block]);
   }
   say_text(e, ", but found ");
}

static int refuse(reader *d, const char *word, uint32_t n)
{
   d->error->line = d->line;
   say_expected(d);
   say_quoted(d->error, word, n);
   if (d->block == FILES
       && (tsl_same(word, n, "MANGLED") || tsl_same(word, n, "DEMANGLED")))
      say_text(d->error, ", which only names of regions have");
   else if (d->block != OUTSIDE && !d->in_rule
            && !(n > 7 && tsl_same(word, 7, "SCOREP_")))
      say_text(d->error, "; patterns stand behind EXCLUDE or INCLUDE");
   return 0;
}

static int refuse_text(reader *d, const char *message)
{
   d->error->line = d->line;
   say_text(d->error, message);
   return 0;
}

/* Whether a pattern was perhaps meant to be the end of its block. */
static int like_an_end(const char *word, uint32_t n)
{
   return n > 11 && tsl_same(word, 5, "SCORE") && tsl_same(word + n - 4, 4, "_END");
}

static void add_rule(reader *d, uint32_t from, uint32_t n)
{
   tsl_rules *r = d->r;
   rule *to = tsl_list_add(&r->memory, &r->rules, sizeof *to);
   to->shown.line = d->line;
   to->shown.text = r->text + from;
   to->shown.length = n;
   to->shown.of = d->block == FILES ? TSL_RULE_FILE
                  : d->mangled      ? TSL_RULE_MANGLED
                                    : TSL_RULE_DEMANGLED;
   to->shown.excludes = d->excludes;
   to->group = d->group;
   to->pattern = tsl_patterns_add(&r->patterns, to->shown.text, n, d->passed + from);
}

/* 0: it may not stand here. */
static int take_word(reader *d, uint32_t from)
{
   const char *word = d->text + from;
   const uint32_t n = d->at - from;
   const int excludes = tsl_same(word, n, "EXCLUDE");
   const int mangled = tsl_same(word, n, "MANGLED");
   uint32_t b;
   for (b = FILES; b <= REGIONS; b++) {
      const int begins = tsl_same(word, n, begin_of[b]);
      if (!begins && !tsl_same(word, n, end_of[b]))
         continue;
      if (d->block != (begins ? (uint32_t)OUTSIDE : b))
         return refuse(d, word, n);
      d->block = begins ? b : (uint32_t)OUTSIDE;
      d->block_line = d->line;
      d->in_rule = 0;
      d->word_line = 0;
      return 1;
   }
   if (excludes || tsl_same(word, n, "INCLUDE")) {
      if (d->block == OUTSIDE)
         return refuse(d, word, n);
      d->in_rule = 1;
      d->excludes = excludes;
      d->mangled = 0;
      d->group++;
      return 1;
   }
   if (mangled || tsl_same(word, n, "DEMANGLED")) {
      if (d->block != REGIONS || !d->in_rule)
         return refuse(d, word, n);
      d->mangled = mangled;
      d->group++;
      return 1;
   }
   if (!d->in_rule)
      return refuse(d, word, n);
   if (like_an_end(word, n)) {
      d->word_line = d->line;
      d->word_at = from;
      d->word_length = n;
   }
   add_rule(d, from, n);
   return 1;
}

/* A line ends here, with a carriage return or without. */
static int line_ends(const reader *d)
{
   const uint32_t i = d->at;
   return i == d->n || d->text[i] == '\n'
          || (d->text[i] == '\r' && (i + 1 == d->n || d->text[i + 1] == '\n'));
}

/* From one word to the next; 0: the text is not right. */
static int read_word(reader *d)
{
   const uint32_t from = d->at;
   for (; !line_ends(d); d->at++) {
      const char c = d->text[d->at];
      if (c == 0)
         return refuse_text(d, "expected text, but found a byte that is zero");
      if ((c == ' ' || c == '\t' || c == '#') && d->text[d->at - 1] != '\\')
         break;
   }
   if (line_ends(d) && d->text[d->at - 1] == '\\')
      return refuse_text(d, "expected the rest of a pattern behind a backslash, "
                            "but found the end of the line; line breaks cannot be "
                            "escaped, and a backslash at the end of a name is "
                            "written [\\\\]");
   return take_word(d, from);
}

static int read_all(reader *d)
{
   while (d->at < d->n) {
      const char c = d->text[d->at];
      if (c == '\n') {
         d->line++;
         d->at++;
      } else if (c == ' ' || c == '\t' || line_ends(d)) {
         d->at++;
      } else if (c == '#') {
         while (d->at < d->n && d->text[d->at] != '\n')
            d->at++;
      } else if (!read_word(d)) {
         return 0;
      }
   }
   if (d->block == OUTSIDE)
      return 1;
   d->error->line = d->line - (d->text[d->n - 1] == '\n');
   say_text(d->error, "expected ");
   say_text(d->error, end_of[d->block]);
   say_text(d->error, " of the block that begins in line ");
   say_number(d->error, d->block_line);
   say_text(d->error, ", but found the end of the file");
   if (d->word_line != 0) {
      say_text(d->error, "; line ");
      say_number(d->error, d->word_line);
      say_text(d->error, " has ");
      say_quoted(d->error, d->text + d->word_at, d->word_length);
   }
   return 0;
}

static int starts_with_mark(const char *text, size_t bytes)
{
   return bytes >= 3 && tsl_same(text, 3, "\xEF\xBB\xBF");
}

tsl_rules *tsl_rules_new(const char *text, size_t bytes, const tsl_env *env,
                         tsl_rules_error *error)
{
   tsl_memory memory = {*env, 0};
   reader d = {.error = error, .line = 1};
   tsl_rules *r;
   uint32_t i;
   int right;
   error->line = 0;
   error->message[0] = 0;
   if (bytes > TSL_RULES_LARGEST) {
      say_text(error, "expected at most 16 MiB, but found more");
      return NULL;
   }
   r = tsl_map(&memory, sizeof *r);
   r->memory = memory;
   r->bytes = (uint32_t)bytes;
   r->text = tsl_map(&r->memory, bytes + 1);
   tsl_patterns_init(&r->patterns, &r->memory, bytes);
   d.passed = tsl_map(&r->memory, bytes + 1);
   for (i = 0; i < bytes; i++) {
      r->text[i] = text[i];
      TSL_KEEP_LOOP;
   }
   d.r = r;
   d.text = r->text;
   d.n = r->bytes;
   d.at = starts_with_mark(text, bytes) ? 3 : 0;
   right = read_all(&d);
   tsl_unmap(&r->memory, d.passed, bytes + 1);
   if (right)
      return r;
   tsl_rules_free(r);
   return NULL;
}

void tsl_rules_free(tsl_rules *r)
{
   tsl_memory memory;
   tsl_unmap(&r->memory, r->text, r->bytes + 1);
   tsl_patterns_free(&r->patterns);
   tsl_release(&r->memory, r->rules.at, r->rules.capacity * sizeof(rule));
   memory = r->memory;
   tsl_unmap(&memory, r, sizeof *r);
}

/*--------------------------------------------------------------------*/
/*--- Asking                                                       ---*/
/*--------------------------------------------------------------------*/

/* The end of a path's part. */
static const char *part_end(const char *p)
{
   while (*p != 0 && *p != '/')
      p++;
   return p;
}

/* Without "//", "/./" and "name/..": the path itself when it is too long. */
static const char *simplified(tsl_rules *r, const char *path)
{
   const size_t root = path[0] == '/';
   size_t n = root;
   size_t fixed = root; /* what ".." cannot take away */
   const char *p = path, *end;
   if (length_of(path) >= LONGEST_PATH || part_end(path)[0] == 0)
      return path;
   r->path[0] = '/';
   for (; *p != 0; p = *end == 0 ? end : end + 1) {
      int up;
      end = part_end(p);
      if (end == p || tsl_same(p, (size_t)(end - p), "."))
         continue;
      up = tsl_same(p, (size_t)(end - p), "..");
      if (up && n > fixed) {
         while (n > fixed && r->path[n - 1] != '/')
            n--;
         n -= n > fixed; /* the slash before it */
         continue;
      }
      if (n > root)
         r->path[n++] = '/';
      for (; p < end; p++)
         r->path[n++] = *p;
      if (up)
         fixed = n;
   }
   r->path[n] = 0;
   return r->path;
}

/* The last rule of a kind, or of two, that matches; all that match are marked. */
static uint32_t last_match(tsl_rules *r, tsl_rule_of first, tsl_rule_of last,
                           const char *const name[])
{
   uint32_t i, by = TSL_RULES_NONE;
   for (i = 0; i < r->rules.used; i++) {
      rule *of = (rule *)r->rules.at + i;
      if (of->shown.of < first || of->shown.of > last
          || !tsl_pattern_matches(&r->patterns, of->pattern, name[of->shown.of]))
         continue;
      of->shown.matched = 1;
      by = i;
   }
   return by;
}

tsl_rules_answer tsl_rules_ask(tsl_rules *r, const char *file,
                               const char *mangled, const char *demangled)
{
   const char *const name[] = {file == NULL ? NULL : simplified(r, file),
                               demangled,
                               mangled == NULL ? demangled : mangled};
   tsl_rules_answer answer = {0, TSL_RULES_NONE};
   uint32_t of_file = TSL_RULES_NONE;
   if (file != NULL)
      of_file = last_match(r, TSL_RULE_FILE, TSL_RULE_FILE, name);
   if (demangled != NULL)
      answer.by = last_match(r, TSL_RULE_DEMANGLED, TSL_RULE_MANGLED, name);
   if (of_file != TSL_RULES_NONE && rule_at(r, of_file)->shown.excludes)
      answer.by = of_file;
   answer.excluded =
      answer.by != TSL_RULES_NONE && rule_at(r, answer.by)->shown.excludes;
   return answer;
}

uint32_t tsl_rules_count(const tsl_rules *r)
{
   return r->rules.used;
}

tsl_rule tsl_rules_get(const tsl_rules *r, uint32_t number)
{
   return rule_at(r, number)->shown;
}

/*--------------------------------------------------------------------*/
/*--- Parts of names                                               ---*/
/*--------------------------------------------------------------------*/

/* What stands before a name, or behind one, but is none. */
static int is_word(const tsl_rule *t)
{
   static const char *const words[] = {
      "void",   "bool",  "char",   "short",    "int",   "long",
      "float",  "double", "signed", "unsigned", "const", "volatile",
      "struct", "class", "union",  "enum",     "auto",  "static",
      "virtual", "operator", "&",  "&&"};
   size_t i;
   for (i = 0; i < sizeof words / sizeof words[0]; i++)
      if (tsl_same(t->text, t->length, words[i]))
         return 1;
   return 0;
}

static int is_behind(const tsl_rule *t)
{
   return tsl_same(t->text, t->length, "const") || tsl_same(t->text, t->length, "volatile")
          || tsl_same(t->text, t->length, "&") || tsl_same(t->text, t->length, "&&");
}

/* Parentheses and angle brackets that are open behind a pattern. */
static int32_t open_behind(const tsl_rule *t, int32_t open)
{
   uint32_t i;
   for (i = 0; i < t->length; i++) {
      const char c = t->text[i];
      if (c == '\\' && i + 1 < t->length)
         i++;
      else if (c == '(' || c == '<')
         open++;
      else if ((c == ')' || c == '>') && open > 0)
         open--;
   }
   return open;
}

/* A rule that may belong to the same name as the one before it. */
static int goes_on(const tsl_rules *r, uint32_t first, uint32_t number)
{
   return number < r->rules.used && !rule_at(r, number)->shown.matched
          && rule_at(r, number)->group == rule_at(r, first)->group
          && rule_at(r, number)->shown.line == rule_at(r, first)->shown.line;
}

uint32_t tsl_rules_parts(const tsl_rules *r, uint32_t number, char *to,
                         size_t room)
{
   uint32_t i = number, k;
   size_t used = 0;
   int32_t open = 0;
   if (room > 0)
      to[0] = 0;
   while (goes_on(r, number, i) && is_word(&rule_at(r, i)->shown))
      i++;
   do {
      if (!goes_on(r, number, i))
         break;
      open = open_behind(&rule_at(r, i)->shown, open);
      i++;
   } while (open > 0);
   while (i > number && goes_on(r, number, i)
          && is_behind(&rule_at(r, i)->shown))
      i++;
   if (i <= number + 1)
      return 1;
   for (k = number; k < i; k++) {
      const tsl_rule *t = &rule_at(r, k)->shown;
      uint32_t j;
      if (used + t->length + 3 > room) {
         if (room > 0)
            to[0] = 0;
         break;
      }
      if (k > number) {
         to[used++] = '\\';
         to[used++] = ' ';
      }
      for (j = 0; j < t->length; j++) {
         to[used++] = t->text[j];
         TSL_KEEP_LOOP;
      }
      to[used] = 0;
   }
   return i - number;
}
