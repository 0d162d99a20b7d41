/*--------------------------------------------------------------------*/
/*--- tslmap: what is traced.                         tsl_filter.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_symbols.h"

#include "pub_tool_seqmatch.h"

tsl_region tsl_regions[TSL_MAX_REGIONS];
UInt tsl_region_count;
Bool tsl_toggle_on = True;
static Bool gated, ever_on;

static HChar *toggle_start, *toggle_stop; /* stop NULL: start flips */
static Bool *pattern_used;                /* by --tsl-fn pattern */
static Bool toggle_used;

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* Length of "operator" and the signs after it; 0 for any other text. */
static SizeT operator_length(const HChar *text)
{
   SizeT n = 8;
   if (VG_(strncmp)(text, "operator", n) != 0)
      return 0;
   if (VG_(strncmp)(text + n, "()", 2) == 0)
      return n + 2;
   while (text[n] != 0 && VG_(strchr)("-+*/%^&|~!=<>,", text[n]) != NULL)
      n++;
   return n;
}

/* Behind the parenthesis that closes the first one. */
static const HChar *closing(const HChar *p)
{
   Int depth = 0;
   for (; *p != 0; p++) {
      depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
      if (depth == 0)
         return p + 1;
   }
   return p;
}

/* Whether something inside of a function follows its parameters, as in
   "f(int) const::{lambda()#1}", or inside of "(anonymous namespace)". */
static Bool names_inside(const HChar *after)
{
   if (VG_(strncmp)(after, " const", 6) == 0)
      after += 6;
   return after[0] == ':' && after[1] == ':';
}

/* Where what may follow a name begins: parameters, or a version
   (pthread_create@@GLIBC_2.34). Other parentheses belong to the name:
   "(anonymous namespace)::f(int)", "A::operator()(int)", "f<void (int)>()". */
static SizeT name_length(const HChar *demangled)
{
   const HChar *p = demangled;
   Int depth = 0;
   while (*p != 0) {
      const SizeT skip = operator_length(p);
      if (skip > 0) {
         p += skip;
         continue;
      }
      if (depth == 0 && *p == '(' && names_inside(closing(p))) {
         p = closing(p);
         continue;
      }
      if (depth == 0 && (*p == '(' || *p == '@'))
         break;
      if (VG_(strchr)("<{[(", *p) != NULL)
         depth++;
      else if (VG_(strchr)(">}])", *p) != NULL)
         depth--;
      p++;
   }
   return p - demangled;
}

Bool tsl_name_matches(const HChar *pattern, const HChar *demangled,
                      const HChar *raw)
{
   const SizeT length = name_length(demangled);
   if (VG_(string_match)(pattern, demangled) || VG_(string_match)(pattern, raw))
      return True;
   if (length > 0 && demangled[length] != 0) {
      HChar *name = VG_(strdup)("tsl.name", demangled);
      Bool matches;
      name[length] = 0;
      matches = VG_(string_match)(pattern, name);
      VG_(free)(name);
      return matches;
   }
   return False;
}

Bool tsl_filter_selects(const HChar *demangled, const HChar *raw)
{
   const Word n = VG_(sizeXA)(tsl_opt.functions);
   Bool selected = n == 0;
   Word i;
   for (i = 0; i < n; i++)
      if (tsl_name_matches(*(const HChar **)VG_(indexXA)(tsl_opt.functions, i),
                           demangled, raw)) {
         pattern_used[i] = True;
         selected = True;
      }
   return selected;
}

tsl_toggle tsl_filter_toggle(const HChar *demangled, const HChar *raw)
{
   tsl_toggle t = TSL_TOGGLE_NONE;
   if (toggle_start == NULL)
      return t;
   if (tsl_name_matches(toggle_start, demangled, raw)) {
      t = toggle_stop == NULL ? TSL_TOGGLE_FLIP : TSL_TOGGLE_START;
      toggle_used = True;
   } else if (toggle_stop != NULL && tsl_name_matches(toggle_stop, demangled, raw)) {
      t = TSL_TOGGLE_STOP;
   }
   return t;
}

ULong tsl_filter_gate(ULong frame)
{
   const Bool inside = !tsl_opt.inclusive || frame != ~0ull;
   return inside && tsl_toggle_on ? ~0ull : 0;
}

Bool tsl_filter_gated(void)
{
   return gated;
}

void tsl_filter_set_gated(void) { gated = True; }

Bool tsl_filter_narrowed(void)
{
   return gated || VG_(sizeXA)(tsl_opt.functions) > 0 || tsl_region_count > 0 || tsl_skipping();
}

void tsl_filter_toggled(Bool on)
{
   tsl_buffer_flush();
   tsl_toggle_on = on;
   ever_on |= on;
   if (tsl_sink_now->mark)
      tsl_sink_now->mark(on ? TSL_MARK_ON : TSL_MARK_OFF, 0, 0, "");
}

/*------------------------------------------------------------*/
/*--- Regions                                              ---*/
/*------------------------------------------------------------*/

/* Looks for a data symbol in one object. */
static Bool find_region(const DebugInfo *di, tsl_region *r)
{
   const Int n = VG_(DebugInfo_syms_howmany)(di);
   Int i, k;
   for (i = 0; i < n; i++) {
      tsl_symbol s;
      Bool same;
      tsl_symbol_get(di, i, &s);
      if (s.text || s.bytes == 0)
         continue;
      same = tsl_symbol_is(s.name, r->symbol);
      for (k = 0; !same && s.others != NULL && s.others[k] != NULL; k++)
         same = tsl_symbol_is(s.others[k], r->symbol);
      if (same) {
         r->start = s.address;
         r->bytes = s.bytes;
         return True;
      }
   }
   return False;
}

static void report_region(const tsl_region *r)
{
   if (VG_(clo_verbosity) > 1)
      VG_(umsg)("region %s: %'lu bytes at 0x%lx\n", r->symbol, r->bytes, r->start);
   tsl_buffer_settle();
   if (tsl_sink_now->mark)
      tsl_sink_now->mark(TSL_MARK_REGION, r->start, r->bytes, r->symbol);
}

void tsl_filter_objects_changed(void)
{
   UInt i;
   for (i = 0; i < tsl_region_count; i++) {
      tsl_region *r = &tsl_regions[i];
      const DebugInfo *di = NULL;
      while (r->symbol != NULL && r->bytes == 0 && (di = VG_(next_DebugInfo)(di)) != NULL)
         if (find_region(di, r))
            report_region(r);
   }
}

/* Regions hold what is named for the whole run, the last one all watched data
   and what lies between. */
static Bool in_any_region(Addr a)
{
   UInt i;
   for (i = 0; i + 1 < tsl_region_count; i++)
      if (a - tsl_regions[i].start < tsl_regions[i].bytes)
         return True;
   return a != 0 && tsl_watch_has(a);
}

/* Drops blocks none of whose accesses happened in a region. In such runs every
   access is guarded and has a word of its own. */
SizeT tsl_filter_compact(ULong *words, SizeT n)
{
   SizeT from = 0, to = 0;
   while (from < n) {
      const ULong h = words[from];
      const SizeT size = 1 + (TSL_WORD_IS_THREAD(h) ? 0 : TSL_WORD_COUNT(h));
      Bool keep = TSL_WORD_IS_THREAD(h);
      SizeT i;
      if (tsl_watching())
         for (i = 1; i < size; i++)
            if (!in_any_region(words[from + i]))
               words[from + i] = 0;
      for (i = 1; i < size && !keep; i++)
         keep = words[from + i] != 0;
      if (keep) {
         for (i = 0; i < size; i++)
            words[to + i] = words[from + i];
         to += size;
      }
      from += size;
   }
   return to;
}

/*------------------------------------------------------------*/
/*--- Start and end                                        ---*/
/*------------------------------------------------------------*/

void tsl_filter_init(void)
{
   const Word n = VG_(sizeXA)(tsl_opt.regions);
   Word i;
   pattern_used = VG_(calloc)("tsl.filter", VG_(sizeXA)(tsl_opt.functions) + 1, sizeof(Bool));
   if (n > TSL_MAX_REGIONS - 1)
      tsl_die("--tsl-region: at most %d regions can be traced at once, %ld were given.",
              TSL_MAX_REGIONS - 1, n);
   for (i = 0; i < n; i++)
      tsl_regions[i].symbol = *(const HChar **)VG_(indexXA)(tsl_opt.regions, i);
   tsl_region_count = (UInt)n;
   if (tsl_opt.toggle != NULL) {
      HChar *comma;
      toggle_start = VG_(strdup)("tsl.filter", tsl_opt.toggle);
      comma = VG_(strchr)(toggle_start, ',');
      if (comma != NULL) {
         *comma = 0;
         toggle_stop = comma + 1;
      }
      if (toggle_start[0] == 0 || (toggle_stop != NULL && toggle_stop[0] == 0))
         tsl_die("--tsl-toggle=%s: expected START or START,STOP, both names of functions.",
                 tsl_opt.toggle);
      tsl_toggle_on = False;
   }
   if (!tsl_opt.at_start)
      tsl_toggle_on = False;
   gated = tsl_opt.inclusive || tsl_opt.toggle != NULL || !tsl_opt.at_start;
   ever_on = tsl_toggle_on;
}

/* Whether the program has a dynamic linker that may still load objects. */
static Bool loads_objects(void)
{
   const DebugInfo *di = NULL;
   while ((di = VG_(next_DebugInfo)(di)) != NULL) {
      const HChar *name = VG_(DebugInfo_get_soname)(di);
      if (name != NULL && VG_(string_match)("ld*.so*", name))
         return True;
   }
   return False;
}

void tsl_filter_check_start(void)
{
   UInt i;
   tsl_filter_objects_changed();
   for (i = 0; i < tsl_region_count; i++)
      if (tsl_regions[i].symbol != NULL && tsl_regions[i].bytes == 0 && !loads_objects())
         tsl_die("--tsl-region=%s: there is no global data symbol of that name in %s. "
                 "`nm -S --defined-only` lists the program's symbols (types B, D, R); a "
                 "stripped program has none.",
                 tsl_regions[i].symbol, tsl_executable());
}

void tsl_filter_report(void)
{
   Word i;
   for (i = 0; i < VG_(sizeXA)(tsl_opt.functions); i++)
      if (!pattern_used[i])
         VG_(umsg)("--tsl-fn=%s: no function of that name ran. C++ names are whole "
                   "(space::Class::f; *f* finds them all). Inlined functions have no code of "
                   "their own; compile with -fno-inline or mark the function noinline.\n",
                   *(const HChar **)VG_(indexXA)(tsl_opt.functions, i));
   for (i = 0; i < tsl_region_count; i++)
      if (tsl_regions[i].symbol != NULL && tsl_regions[i].bytes == 0)
         VG_(umsg)("--tsl-region=%s: there is no global data symbol of that name in the "
                   "program or the shared objects it loaded: nothing was traced for it.\n",
                   tsl_regions[i].symbol);
   if (!tsl_opt.at_start && !ever_on)
      VG_(umsg)("--tsl-atstart=no: the program never said TSLMAP_ON(): nothing was traced.\n");
   if (toggle_start != NULL && !toggle_used)
      VG_(umsg)("--tsl-toggle=%s: the function %s was never called: nothing was traced.\n",
                tsl_opt.toggle, toggle_start);
}
