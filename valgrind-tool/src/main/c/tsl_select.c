/*--------------------------------------------------------------------*/
/*--- tslmap: which functions are traced.             tsl_select.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_select.h"

#include "tsl_names.h"
#include "tsl_options.h"

static HChar *toggle_start, *toggle_stop; /* stop NULL: start flips */
static Bool *pattern_used;                /* by --tsl-fn pattern */
static Bool toggle_used;

void tsl_select_init(void)
{
   HChar *comma;
   pattern_used = VG_(calloc)("tsl.select", tsl_count(tsl_opt.functions) + 1, sizeof(Bool));
   if (tsl_opt.toggle == NULL)
      return;
   toggle_start = VG_(strdup)("tsl.select", tsl_opt.toggle);
   comma = VG_(strchr)(toggle_start, ',');
   if (comma != NULL) {
      *comma = 0;
      toggle_stop = comma + 1;
   }
   if (toggle_start[0] == 0 || (toggle_stop != NULL && toggle_stop[0] == 0))
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

/* A piece of a function that toggles does not toggle again. */
static Bool toggles(const HChar *pattern, const HChar *demangled, const HChar *raw)
{
   return pattern != NULL && tsl_name_matches(pattern, demangled, raw)
          && !tsl_names_piece(pattern, demangled);
}

tsl_toggle tsl_select_toggle(const HChar *demangled, const HChar *raw)
{
   if (toggles(toggle_start, demangled, raw)) {
      toggle_used = True;
      return toggle_stop == NULL ? TSL_TOGGLE_FLIP : TSL_TOGGLE_START;
   }
   return toggles(toggle_stop, demangled, raw) ? TSL_TOGGLE_STOP : TSL_TOGGLE_NONE;
}

void tsl_select_report(void)
{
   Word i;
   for (i = 0; i < tsl_count(tsl_opt.functions); i++)
      if (!pattern_used[i])
         VG_(umsg)("--tsl-fn=%s: no function of that name ran. C++ names are whole "
                   "(space::Class::f; *f* finds them all). Inlined functions have no code of "
                   "their own; compile with -fno-inline or mark the function noinline.\n",
                   tsl_text_at(tsl_opt.functions, i));
   if (toggle_start != NULL && !toggle_used) {
      HChar name[TSL_PRINTABLE];
      VG_(umsg)("--tsl-toggle=%s: the function %s was never called: nothing was traced.\n",
                tsl_opt.toggle, tsl_printable(name, sizeof name, toggle_start));
   }
}
