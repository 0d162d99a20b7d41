/*--------------------------------------------------------------------*/
/*--- tslmap: which functions are traced.             tsl_select.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_select.h"

#include "tsl_names.h"
#include "tsl_options.h"

/* Of --tsl-lines. */
typedef struct {
   const HChar *file;
   UInt first, last;
   Bool used;
} line_range;

typedef struct {
   HChar *name; /* NULL: none */
   ULong wanted; /* the number of the only call that counts, from 1; 0: all do */
   ULong calls;
} toggler;

static toggler start, stop; /* without a stop start flips */
static Bool *pattern_used; /* by --tsl-fn pattern */
static line_range *ranges; /* by --tsl-lines */
static Bool toggle_used;

/* NAME or NAME#N. */
static toggler toggler_of(HChar *text)
{
   toggler t = {text, 0, 0};
   HChar *mark = VG_(strrchr)(text, '#'), *end;
   if (mark == NULL || mark[1] < '0' || mark[1] > '9')
      return t;
   t.wanted = VG_(strtoull10)(mark + 1, &end);
   if (*end != 0) {
      t.wanted = 0; /* part of a name, as in {lambda()#1} */
      return t;
   }
   if (t.wanted == 0)
      tsl_die("--tsl-toggle=%s: expected the number of a call after #, from 1 on.",
              tsl_opt.toggle);
   *mark = 0;
   return t;
}

/* FILE:LINE or FILE:LINE-LINE. */
static line_range range_of(const HChar *text)
{
   HChar *file = VG_(strdup)("tsl.select", text), *colon = VG_(strrchr)(file, ':');
   HChar *end = file;
   ULong first = 0, last = 0;
   if (colon != NULL && VG_(isdigit)(colon[1])) {
      first = last = VG_(strtoull10)(colon + 1, &end);
      if (*end == '-' && VG_(isdigit)(end[1]))
         last = VG_(strtoull10)(end + 1, &end);
   }
   if (colon == NULL || colon == file || *end != 0 || first == 0 || last < first || last > 0x7FFFFFFF)
      tsl_die("--tsl-lines=%s: expected FILE:LINE or FILE:LINE-LINE, lines from 1 on and in order.",
              text);
   *colon = 0;
   return (line_range){file, (UInt)first, (UInt)last, False};
}

void tsl_select_init(void)
{
   const HChar *comma;
   HChar *names;
   Word i;
   pattern_used = VG_(calloc)("tsl.select", tsl_count(tsl_opt.functions) + 1, sizeof(Bool));
   ranges = VG_(calloc)("tsl.select", tsl_count(tsl_opt.lines) + 1, sizeof *ranges);
   for (i = 0; i < tsl_count(tsl_opt.lines); i++)
      ranges[i] = range_of(tsl_text_at(tsl_opt.lines, i));
   if (tsl_opt.toggle == NULL)
      return;
   names = VG_(strdup)("tsl.select", tsl_opt.toggle);
   comma = tsl_names_comma(names);
   if (comma != NULL) {
      names[comma - names] = 0;
      stop = toggler_of(names + (comma - names) + 1);
   }
   start = toggler_of(names);
   if (start.name[0] == 0 || (stop.name != NULL && stop.name[0] == 0))
      tsl_die("--tsl-toggle=%s: expected START or START,STOP, both names of functions.",
              tsl_opt.toggle);
}

Bool tsl_select_function(const HChar *demangled, const HChar *raw)
{
   const Word n = tsl_count(tsl_opt.functions);
   Bool selected = n == 0;
   Word i;
   for (i = 0; i < n; i++)
      if (tsl_name_matches(tsl_text_at(tsl_opt.functions, i), demangled, raw))
         pattern_used[i] = selected = True;
   return selected;
}

Bool tsl_select_instruction(Addr a)
{
   const Word n = tsl_count(tsl_opt.lines);
   Bool selected = n == 0;
   HChar *file;
   UInt line;
   Word i;
   if (selected)
      return True;
   file = tsl_source_of(a, &line);
   for (i = 0; i < n; i++)
      if (line >= ranges[i].first && line <= ranges[i].last && tsl_path_matches(ranges[i].file, file))
         ranges[i].used = selected = True;
   VG_(free)(file);
   return selected;
}

/* A piece of a function that toggles does not toggle again, nor does the entry of
   a procedure linkage table toggle before it. */
static Bool toggles(const HChar *pattern, const HChar *demangled, const HChar *raw)
{
   const HChar *version = VG_(strrchr)(demangled, '@');
   if (version != NULL && VG_(strcmp)(version, "@plt") == 0)
      return False;
   return pattern != NULL && tsl_name_matches(pattern, demangled, raw)
          && !tsl_names_piece(pattern, demangled);
}

UInt tsl_select_toggle(const HChar *demangled, const HChar *raw)
{
   UInt does = 0;
   if (toggles(start.name, demangled, raw)) {
      toggle_used = True;
      does |= TSL_TOGGLE_START;
   }
   if (toggles(stop.name, demangled, raw))
      does |= TSL_TOGGLE_STOP;
   return does;
}

/* Whether a call counts. */
static Bool called(toggler *t)
{
   t->calls++;
   return t->wanted == 0 || t->calls == t->wanted;
}

Bool tsl_select_called(UInt does, Bool was)
{
   const Bool starts = (does & TSL_TOGGLE_START) && called(&start);
   const Bool stops = (does & TSL_TOGGLE_STOP) && called(&stop);
   if (starts)
      return stop.name != NULL || !was;
   return was && !stops;
}

void tsl_select_report(void)
{
   Word i;
   for (i = 0; i < tsl_count(tsl_opt.functions); i++)
      if (!pattern_used[i])
         VG_(umsg)("--tsl-fn=%s: no function of that name ran. C++ names have their "
                   "namespaces and classes (space::Class::f; *f* finds them all). Inlined "
                   "functions have no code of their own; "
                   "compile with -fno-inline or mark the function noinline.\n",
                   tsl_text_at(tsl_opt.functions, i));
   for (i = 0; i < tsl_count(tsl_opt.lines); i++)
      if (!ranges[i].used)
         VG_(umsg)("--tsl-lines=%s: no code of these lines ran: nothing was traced for it. Compile "
                   "with -g; FILE is a path as the compiler saw it, or its last parts.\n",
                   tsl_text_at(tsl_opt.lines, i));
   if (start.name != NULL && !toggle_used) {
      HChar name[TSL_PRINTABLE];
      VG_(umsg)("--tsl-toggle=%s: the function %s was never called: nothing was traced.\n",
                tsl_opt.toggle, tsl_printable(name, sizeof name, start.name));
   } else if (start.calls < start.wanted) {
      HChar name[TSL_PRINTABLE];
      VG_(umsg)("--tsl-toggle=%s: the function %s was called %llu times: nothing was traced.\n",
                tsl_opt.toggle, tsl_printable(name, sizeof name, start.name), start.calls);
   }
}
