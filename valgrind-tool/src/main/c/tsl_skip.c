/*--------------------------------------------------------------------*/
/*--- tslmap: code that is left out.                    tsl_skip.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_skip.h"

#include "pub_tool_libcfile.h"

#include "tsl_names.h"

typedef struct {
   tsl_skip_kind kind;
   const HChar *pattern;
   Bool used;
} skip;

static const HChar *const kind_names[] = {"obj", "file", "fn"};

static XArray *skips;

static XArray *list(void)
{
   if (skips == NULL)
      skips = tsl_list("tsl.skip", sizeof(skip));
   return skips;
}

void tsl_skip_add(tsl_skip_kind kind, const HChar *pattern)
{
   const skip s = {kind, pattern, False};
   VG_(addToXA)(list(), &s);
}

Bool tsl_skip_function(const HChar *object, const HChar *file, const HChar *name, const HChar *raw)
{
   Bool skipped = False;
   Word i;
   for (i = 0; i < tsl_count(skips); i++) {
      skip *s = VG_(indexXA)(skips, i);
      if (s->kind == TSL_SKIP_FUNCTION ? tsl_name_matches(s->pattern, name, raw)
                                       : tsl_path_matches(s->pattern, s->kind == TSL_SKIP_OBJECT
                                                                         ? object : file))
         s->used = skipped = True;
   }
   return skipped;
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
   HChar *pattern, *end = line + VG_(strlen)(line);
   UInt kind;
   while (end > line && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
      *--end = 0;
   line = skip_blanks(line);
   if (*line == 0 || *line == '#')
      return;
   for (kind = 0; kind < 3; kind++) {
      const SizeT n = VG_(strlen)(kind_names[kind]);
      if (VG_(strncmp)(line, kind_names[kind], n) != 0 || (line[n] != ' ' && line[n] != '\t'))
         continue;
      pattern = skip_blanks(line + n);
      tsl_skip_add((tsl_skip_kind)kind, VG_(strdup)("tsl.skip", pattern));
      return;
   }
   tsl_die("--tsl-skip=%s: line %u: expected `obj PATTERN`, `file PATTERN` or `fn PATTERN`, "
           "found `%s`.", file, number, line);
}

void tsl_skip_read(const HChar *file)
{
   const SysRes r = VG_(open)(file, VKI_O_RDONLY, 0);
   struct vg_stat st;
   HChar *text, *line;
   UInt number = 1;
   if (sr_isError(r) || VG_(fstat)(sr_Res(r), &st) != 0)
      tsl_die("--tsl-skip=%s: cannot read this file (error %lu).", file, sr_Err(r));
   list(); /* the run is narrowed, though it may leave nothing out */
   text = VG_(malloc)("tsl.skip", st.size + 1);
   if (VG_(read)(sr_Res(r), text, st.size) != st.size)
      tsl_die("--tsl-skip=%s: the file could not be read as a whole.", file);
   VG_(close)(sr_Res(r));
   text[st.size] = 0;
   for (line = text; line != NULL; number++) {
      HChar *next = VG_(strchr)(line, '\n');
      if (next != NULL)
         *next++ = 0;
      add_line(file, number, line);
      line = next;
   }
   VG_(free)(text);
}

Bool tsl_skipping(void) { return skips != NULL; }

void tsl_skip_report(void)
{
   Word i;
   for (i = 0; i < tsl_count(skips); i++) {
      const skip *s = VG_(indexXA)(skips, i);
      if (!s->used)
         VG_(umsg)("--tsl-skip-%s=%s: nothing that ran matches: nothing was left out for it.\n",
                   kind_names[s->kind], s->pattern);
   }
}
