/*--------------------------------------------------------------------*/
/*--- tslmap: functions that are not recorded.          tsl_skip.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_skip.h"

#include "pub_tool_libcfile.h"

#include "tsl_names.h"
#include "tsl_options.h"
#include "tsl_rules.h"

typedef enum { OBJECT, SOURCE, FUNCTION, KINDS } skip_kind;

typedef struct {
   skip_kind kind;
   const HChar *pattern;
   const HChar *reason; /* the option with its pattern */
   Bool used;
} skip;

static const HChar *const kind_names[KINDS] = {"obj", "file", "fn"};

static XArray *skips;

/* A filter file, see tsl_rules.h, and the reason each of its rules gives. */
static tsl_rules *rules;
static const HChar *rules_file;
static const HChar **rule_reasons;

/* The option, "--tsl-skip-KIND=PATTERN", is the reason, too. */
static void add(const HChar *option)
{
   const HChar *kind = option + VG_(strlen)("--tsl-skip-");
   skip s = {OBJECT, VG_(strchr)(option, '=') + 1, option, False};
   while (VG_(strncmp)(kind, kind_names[s.kind], s.pattern - 1 - kind) != 0)
      s.kind++;
   VG_(addToXA)(skips, &s);
}

/* A rule's pattern, to be freed. */
static HChar *pattern_of(const tsl_rule *r)
{
   HChar *pattern = VG_(malloc)("tsl.skip", r->length + 1);
   VG_(memcpy)(pattern, r->text, r->length);
   pattern[r->length] = 0;
   return pattern;
}

/* Such as "--tsl-filter=FILE, line 3: EXCLUDE get_*". */
static const HChar *rule_reason(UInt number)
{
   const tsl_rule r = tsl_rules_get(rules, number);
   HChar *text, *pattern;
   if (rule_reasons[number] != NULL)
      return rule_reasons[number];
   pattern = pattern_of(&r);
   text = VG_(malloc)("tsl.skip", VG_(strlen)(rules_file) + r.length + 64);
   VG_(sprintf)(text, "--tsl-filter=%s, line %u: EXCLUDE %s", rules_file, r.line, pattern);
   VG_(free)(pattern);
   return rule_reasons[number] = text;
}

const HChar *tsl_skip_function(const HChar *object, const HChar *file, const HChar *name,
                               const HChar *raw)
{
   const HChar *reason = NULL;
   Word i;
   for (i = 0; i < tsl_count(skips); i++) {
      skip *s = VG_(indexXA)(skips, i);
      if (s->kind == FUNCTION ? tsl_name_matches(s->pattern, name, raw)
                                       : tsl_path_matches(s->pattern, s->kind == OBJECT
                                                                         ? object : file)) {
         s->used = True;
         if (reason == NULL)
            reason = s->reason;
      }
   }
   if (rules != NULL) {
      const tsl_rules_answer a = tsl_rules_ask(rules, file, raw, name);
      if (a.excluded && reason == NULL)
         reason = rule_reason(a.by);
   }
   return reason;
}

/*------------------------------------------------------------*/
/*--- The file                                             ---*/
/*------------------------------------------------------------*/

static HChar *skip_blanks(HChar *p)
{
   while (*p == ' ' || *p == '\t')
      p++;
   return p;
}

static void add_line(const HChar *file, UInt number, HChar *line)
{
   HChar *pattern, *option, *end = line + VG_(strlen)(line);
   UInt kind;
   while (end > line && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
      *--end = 0;
   line = skip_blanks(line);
   if (*line == 0 || *line == '#')
      return;
   for (kind = 0; kind < KINDS; kind++) {
      const SizeT n = VG_(strlen)(kind_names[kind]);
      if (VG_(strncmp)(line, kind_names[kind], n) != 0 || (line[n] != ' ' && line[n] != '\t'))
         continue;
      pattern = skip_blanks(line + n);
      option = VG_(malloc)("tsl.skip", 32 + VG_(strlen)(pattern));
      VG_(sprintf)(option, "--tsl-skip-%s=%s", kind_names[kind], pattern);
      add(option);
      return;
   }
   tsl_die("--tsl-skip=%s: line %u: expected `obj PATTERN`, `file PATTERN` or `fn PATTERN`, "
           "found `%s`.", file, number, line);
}

/* A whole file, ended by a zero. */
static HChar *read_file(const HChar *option, const HChar *file, SizeT *size)
{
   const SysRes r = VG_(open)(file, VKI_O_RDONLY, 0);
   struct vg_stat st;
   HChar *text;
   if (sr_isError(r) || VG_(fstat)(sr_Res(r), &st) != 0)
      tsl_die("%s=%s: cannot read this file (error %lu).", option, file, sr_Err(r));
   if (st.size > TSL_RULES_LARGEST)
      tsl_die("%s=%s: expected a file of at most %u bytes, found %lld.", option, file,
              TSL_RULES_LARGEST, (Long)st.size);
   text = VG_(malloc)("tsl.skip", st.size + 1);
   if (VG_(read)(sr_Res(r), text, st.size) != st.size)
      tsl_die("%s=%s: the file could not be read as a whole.", option, file);
   VG_(close)(sr_Res(r));
   text[st.size] = 0;
   *size = st.size;
   return text;
}

static void read_patterns(const HChar *file)
{
   SizeT size;
   HChar *text = read_file("--tsl-skip", file, &size), *line;
   UInt number = 1;
   for (line = text; line != NULL; number++) {
      HChar *next = VG_(strchr)(line, '\n');
      if (next != NULL)
         *next++ = 0;
      add_line(file, number, line);
      line = next;
   }
   VG_(free)(text);
}

static void read_rules(const HChar *file)
{
   const tsl_env env = tsl_engine_env();
   tsl_rules_error error;
   SizeT size;
   HChar *text = read_file("--tsl-filter", file, &size);
   rules_file = file;
   rules = tsl_rules_new(text, size, &env, &error);
   if (rules == NULL)
      tsl_die("--tsl-filter=%s: line %u: %s.", file, error.line, error.message);
   rule_reasons = VG_(calloc)("tsl.skip", tsl_rules_count(rules) + 1, sizeof *rule_reasons);
   VG_(free)(text);
}

void tsl_skip_init(void)
{
   Word i;
   skips = tsl_list("tsl.skip", sizeof(skip));
   for (i = 0; i < tsl_count(tsl_opt.skips); i++)
      add(tsl_text_at(tsl_opt.skips, i));
   if (tsl_opt.skip != NULL)
      read_patterns(tsl_opt.skip);
   if (tsl_opt.filter != NULL)
      read_rules(tsl_opt.filter);
}

/* Rules that matched nothing; the parts of a name whose blanks were not escaped are one. */
static void report_rules(void)
{
   const UInt n = rules == NULL ? 0 : tsl_rules_count(rules);
   UInt i = 0;
   while (i < n) {
      const tsl_rule r = tsl_rules_get(rules, i);
      HChar pattern[TSL_PRINTABLE], whole[TSL_PRINTABLE], name[TSL_PRINTABLE];
      HChar *written;
      UInt parts = 1;
      if (!r.matched) {
         parts = tsl_rules_parts(rules, i, whole, sizeof whole);
         written = pattern_of(&r);
         tsl_printable(pattern, sizeof pattern, written);
         VG_(free)(written);
         if (parts > 1)
            VG_(umsg)("--tsl-filter=%s: line %u: nothing that ran matches %s; if it is a part of a name, "
                      "escape the blanks of the name: %s\n",
                      rules_file, r.line, pattern, tsl_printable(name, sizeof name, whole));
         else
            VG_(umsg)("--tsl-filter=%s: line %u: nothing that ran matches %s\n", rules_file, r.line, pattern);
      }
      i += parts;
   }
}

void tsl_skip_report(void)
{
   Word i;
   report_rules();
   for (i = 0; i < tsl_count(skips); i++) {
      const skip *s = VG_(indexXA)(skips, i);
      if (!s->used)
         VG_(umsg)("%s: nothing that ran matches: all of it was recorded.\n", s->reason);
   }
}
