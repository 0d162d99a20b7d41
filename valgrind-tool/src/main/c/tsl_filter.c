/*--------------------------------------------------------------------*/
/*--- tslmap: what is traced.                         tsl_filter.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl.h"

#include "pub_tool_seqmatch.h"

/* In the core, without a header for tools. */
typedef struct {
   Addr main;
} SymAVMAs;
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *di);
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *di, Int index,
                                       SymAVMAs *address, UInt *size,
                                       const HChar **name,
                                       const HChar ***other_names, Bool *is_text,
                                       Bool *is_ifunc, Bool *is_global);

tsl_region tsl_regions[TSL_MAX_REGIONS];
UInt tsl_region_count;
Bool tsl_toggle_on = True;

static HChar *toggle_start, *toggle_stop; /* stop NULL: start flips */
static Bool *pattern_used;                /* by --tsl-fn pattern */
static Bool toggle_used;

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* Where what may follow a name begins: parameters, or a version
   (pthread_create@@GLIBC_2.34). Other parentheses belong to the name:
   "(anonymous namespace)::f(int)", "A::operator()(int)". */
static SizeT name_length(const HChar *demangled)
{
   static const HChar *const inside[] = {"(anonymous namespace)", "operator()"};
   const HChar *p = demangled;
   while (*p != 0) {
      UInt i;
      SizeT skip = 0;
      for (i = 0; i < 2; i++)
         if (VG_(strncmp)(p, inside[i], VG_(strlen)(inside[i])) == 0)
            skip = VG_(strlen)(inside[i]);
      if (skip == 0 && (*p == '(' || *p == '@'))
         break;
      p += skip == 0 ? 1 : skip;
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
   return tsl_opt.inclusive || tsl_opt.toggle != NULL;
}

/*------------------------------------------------------------*/
/*--- Regions                                              ---*/
/*------------------------------------------------------------*/

/* Whether a symbol has this name, whatever version follows it (stdout@@GLIBC_2.2.5). */
static Bool symbol_is(const HChar *symbol, const HChar *name)
{
   const SizeT n = VG_(strlen)(name);
   return VG_(strncmp)(symbol, name, n) == 0 && (symbol[n] == 0 || symbol[n] == '@');
}

/* Looks for a data symbol in one object. */
static Bool find_region(const DebugInfo *di, tsl_region *r)
{
   const Int n = VG_(DebugInfo_syms_howmany)(di);
   Int i, k;
   for (i = 0; i < n; i++) {
      SymAVMAs address;
      UInt size;
      const HChar *name, **others;
      Bool text, ifunc, global, same;
      VG_(DebugInfo_syms_getidx)(di, i, &address, &size, &name, &others, &text,
                                 &ifunc, &global);
      if (text || size == 0)
         continue;
      same = symbol_is(name, r->symbol);
      for (k = 0; !same && others != NULL && others[k] != NULL; k++)
         same = symbol_is(others[k], r->symbol);
      if (same) {
         r->start = address.main;
         r->bytes = size;
         return True;
      }
   }
   return False;
}

static void report_region(const tsl_region *r)
{
   if (VG_(clo_verbosity) > 1)
      VG_(umsg)("region %s: %'lu bytes at 0x%lx\n", r->symbol, r->bytes, r->start);
   if (tsl_sink_now->mark)
      tsl_sink_now->mark(TSL_MARK_REGION, r->start, r->bytes, r->symbol);
}

void tsl_filter_objects_changed(void)
{
   UInt i;
   for (i = 0; i < tsl_region_count; i++) {
      tsl_region *r = &tsl_regions[i];
      const DebugInfo *di = NULL;
      while (r->bytes == 0 && (di = VG_(next_DebugInfo)(di)) != NULL)
         if (find_region(di, r))
            report_region(r);
   }
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
   if (n > TSL_MAX_REGIONS)
      tsl_die("--tsl-region: at most %d regions can be traced at once, %ld were given.",
              TSL_MAX_REGIONS, n);
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
      if (tsl_regions[i].bytes == 0 && !loads_objects())
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
      if (tsl_regions[i].bytes == 0)
         VG_(umsg)("--tsl-region=%s: there is no global data symbol of that name in the "
                   "program or the shared objects it loaded: nothing was traced for it.\n",
                   tsl_regions[i].symbol);
   if (toggle_start != NULL && !toggle_used)
      VG_(umsg)("--tsl-toggle=%s: the function %s was never called: nothing was traced.\n",
                tsl_opt.toggle, toggle_start);
}
