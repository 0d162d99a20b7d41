/*--------------------------------------------------------------------*/
/*--- tslmap: data that come and go, watched.          tsl_watch.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_watch.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"

#include "tsl_buffer.h"
#include "tsl_names.h"
#include "tsl_options.h"
#include "tsl_region.h"

/* What --tsl-watch names may be many ranges of memory and changes while the
   program runs. Code compares addresses with one range around all of them, the
   last of the regions; before the buffer goes out, each address that lies in it
   is looked up in a map of bytes. Whoever changes the map has the stages
   run first, so addresses are looked up in the map of their time. */

#define PAGE_BYTES 4096u

typedef struct {
   VgHashNode header; /* key: page number */
   UInt bytes;        /* watched ones */
   UChar bits[PAGE_BYTES / 8];
} watched_page;

static VgHashTable *pages;
static tsl_region *hull;

/* A variable that is watched. */
typedef struct {
   Addr start;
   SizeT bytes;
} variable;

static XArray *variables;

/* A pattern of --tsl-watch. */
typedef struct {
   const HChar *text;   /* as given */
   const HChar *caller; /* of the allocation (heap@CALLER), its file, or NULL */
   UInt line;           /* of the allocation (heap@FILE:LINE), 0: any of CALLER */
   Bool looked_up;      /* the variables are known by --tsl-watch-at */
   Bool found;
} watch;

static XArray *watches;
static Bool any_callers;

static XArray *places; /* of tsl_place */

/*------------------------------------------------------------*/
/*--- The map                                              ---*/
/*------------------------------------------------------------*/

static UInt set_bits(watched_page *p, UInt first, UInt end, Bool on)
{
   UInt i, changed = 0;
   for (i = first; i < end; i++) {
      const UChar bit = 1 << (i & 7);
      UChar *b = &p->bits[i >> 3];
      if ((i & 7) == 0 && end - i >= 8 && *b == (on ? 0 : 0xFF)) {
         *b = on ? 0xFF : 0;
         changed += 8;
         i += 7;
      } else if (((*b & bit) != 0) != on) {
         *b ^= bit;
         changed++;
      }
   }
   return changed;
}

static void change(Addr start, SizeT bytes, Bool on)
{
   Addr a = start;
   tsl_buffer_run_stages();
   while (a < start + bytes) {
      const UWord number = a / PAGE_BYTES;
      const UInt first = a % PAGE_BYTES;
      const SizeT left = start + bytes - a;
      const UInt end = left < PAGE_BYTES - first ? first + left : PAGE_BYTES;
      watched_page *p = VG_(HT_lookup)(pages, number);
      if (p == NULL && on) {
         p = VG_(calloc)("tsl.watch", 1, sizeof *p);
         p->header.key = number;
         VG_(HT_add_node)(pages, p);
      }
      if (p != NULL) {
         const UInt changed = set_bits(p, first, end, on);
         p->bytes = on ? p->bytes + changed : p->bytes - changed;
         if (p->bytes == 0)
            VG_(free)(VG_(HT_remove)(pages, number));
      }
      a += end - first;
   }
}

void tsl_watch_add(Addr start, SizeT bytes)
{
   if (bytes == 0)
      return;
   change(start, bytes, True);
   if (hull->bytes == 0) {
      hull->start = start;
      hull->bytes = bytes;
   } else {
      const Addr end = hull->start + hull->bytes;
      if (start < hull->start)
         hull->start = start;
      hull->bytes = (start + bytes > end ? start + bytes : end) - hull->start;
   }
}

void tsl_watch_remove(Addr start, SizeT bytes) { change(start, bytes, False); }

Bool tsl_watch_has(Addr a)
{
   const watched_page *p = VG_(HT_lookup)(pages, a / PAGE_BYTES);
   return p != NULL && (p->bits[a % PAGE_BYTES >> 3] >> (a & 7) & 1);
}

/*------------------------------------------------------------*/
/*--- The patterns                                         ---*/
/*------------------------------------------------------------*/

Bool tsl_watching(void) { return hull != NULL; }
Bool tsl_watch_allocations(void) { return any_callers; }

Bool tsl_watch_allocation(Addr caller, Addr address, SizeT bytes)
{
   const Addr at = caller - 1; /* in the call */
   Bool watched = False, named;
   const HChar *name, *raw;
   HChar *file;
   UInt line;
   Word i;
   if (!any_callers || caller == 0)
      return False;
   named = tsl_function_names(at, &name, &raw);
   file = tsl_source_of(at, &line);
   for (i = 0; i < VG_(sizeXA)(watches); i++) {
      watch *w = VG_(indexXA)(watches, i);
      if (w->caller != NULL
          && (w->line == 0 ? named && tsl_name_matches(w->caller, name, raw)
                           : line == w->line && tsl_path_matches(w->caller, file)))
         w->found = watched = True;
   }
   VG_(free)(file);
   if (watched)
      tsl_watch_add(address, bytes);
   return watched;
}

Bool tsl_watch_name(const HChar *name)
{
   Bool watched = False;
   Word i;
   for (i = 0; i < VG_(sizeXA)(watches); i++) {
      watch *w = VG_(indexXA)(watches, i);
      if (w->caller == NULL && VG_(string_match)(w->text, name))
         w->found = watched = True;
   }
   return watched;
}

/* The name of a symbol without the number that tells function statics of C
   apart (count.0) and without a version. */
static HChar *plain_name(const HChar *symbol)
{
   HChar *name = VG_(strdup)("tsl.watch", symbol), *p = VG_(strchr)(name, '@');
   SizeT n;
   if (p != NULL)
      *p = 0;
   n = VG_(strlen)(name);
   while (n > 0 && VG_(isdigit)(name[n - 1]))
      n--;
   if (n > 1 && name[n] != 0 && name[n - 1] == '.')
      name[n - 1] = 0;
   return name;
}

static Bool symbol_matches(const HChar *symbol, const void *pattern)
{
   HChar *name = plain_name(symbol);
   const HChar *const demangled = tsl_demangled(name);
   const Bool matches = demangled == name ? VG_(string_match)(pattern, name)
                                          : tsl_name_matches(pattern, demangled, name);
   VG_(free)(name);
   return matches;
}

static void watch_variable(Addr start, SizeT bytes, const HChar *name)
{
   const variable v = {start, bytes};
   VG_(addToXA)(variables, &v);
   tsl_watch_add(start, bytes);
   if (VG_(clo_verbosity) > 1)
      VG_(umsg)("watched %s: %'lu bytes at 0x%lx\n", name, bytes, start);
   if (tsl_sink_now->mark)
      tsl_sink_now->mark(TSL_MARK_REGION, start, bytes, name);
}

void tsl_watch_object(const HChar *path, ULong bias)
{
   Word i;
   for (i = 0; i < tsl_watch_places(); i++) {
      const tsl_place *p = tsl_watch_place(i);
      if (!p->frame && VG_(strcmp)(p->object, path) == 0) {
         tsl_watch_found(p->watch);
         watch_variable(p->address + bias, p->bytes, p->name);
      }
   }
}

void tsl_watch_symbol(const tsl_symbol *s)
{
   Word i;
   if (s->bytes == 0 || !tsl_watching())
      return;
   for (i = 0; i < VG_(sizeXA)(watches); i++) {
      watch *w = VG_(indexXA)(watches, i);
      if (w->caller == NULL && tsl_symbol_any(s, symbol_matches, w->text)) {
         w->found = True;
         watch_variable(s->address, s->bytes, s->name);
      }
   }
}

void tsl_watch_unmapped(Addr start, SizeT bytes)
{
   Word i;
   for (i = VG_(sizeXA)(variables); i-- > 0;) {
      const variable v = *(const variable *)VG_(indexXA)(variables, i);
      if (v.start - start < bytes) {
         tsl_watch_remove(v.start, v.bytes);
         VG_(removeIndexXA)(variables, i);
      }
   }
}

/*------------------------------------------------------------*/
/*--- Start and end                                        ---*/
/*------------------------------------------------------------*/

/* The next part of a list with commas, which become ends; NULL behind the last. */
static HChar *next_part(HChar **list)
{
   HChar *part = *list, *comma = part == NULL ? NULL : VG_(strchr)(part, ',');
   if (comma != NULL)
      *comma++ = 0;
   *list = comma;
   return part;
}

static Bool number_part(HChar **list, Long *n)
{
   HChar *part = next_part(list), *end;
   if (part == NULL || *part == 0)
      return False;
   *n = VG_(strtoll10)(part, &end);
   return *end == 0;
}

/* One --tsl-watch-at. */
static void add_place(const HChar *text)
{
   HChar *rest = VG_(strdup)("tsl.watch", text);
   Long number = -1, address = 0, offset = 0, bytes = 0;
   const Bool numbered = number_part(&rest, &number);
   const HChar *kind = next_part(&rest);
   const Bool complete = numbered && number_part(&rest, &address) && number_part(&rest, &offset)
                         && number_part(&rest, &bytes);
   tsl_place p = {.address = (ULong)address, .offset = offset, .bytes = (SizeT)bytes,
                  .watch = (UInt)number};
   p.name = next_part(&rest);
   p.object = rest;
   p.frame = complete && VG_(strcmp)(kind, "frame") == 0;
   if (!complete || rest == NULL || number < 0 || number >= VG_(sizeXA)(watches) || bytes <= 0
       || (!p.frame && VG_(strcmp)(kind, "static") != 0))
      tsl_die("--tsl-watch-at=%s: expected N,static|frame,ADDRESS,OFFSET,BYTES,NAME,OBJECT with "
              "N less than the number of --tsl-watch given, %ld.", text, VG_(sizeXA)(watches));
   ((watch *)VG_(indexXA)(watches, number))->looked_up = True;
   VG_(addToXA)(places, &p);
}

Word tsl_watch_places(void) { return VG_(sizeXA)(places); }
const tsl_place *tsl_watch_place(Word i) { return VG_(indexXA)(places, i); }

/* FILE:LINE becomes FILE; the line, or 0 for a function's name. */
static UInt split_line(HChar *place)
{
   HChar *colon = VG_(strrchr)(place, ':'), *end;
   Long line;
   if (colon == NULL || colon == place || colon[1] == 0)
      return 0;
   line = VG_(strtoll10)(colon + 1, &end);
   if (*end != 0 || line <= 0 || line > 0x7FFFFFFF)
      return 0;
   *colon = 0;
   return (UInt)line;
}

static void add_watch(const HChar *text)
{
   watch w = {text, NULL, 0, False, False};
   const HChar *at = VG_(strchr)(text, '@');
   if (at != NULL && (at == text || at[1] == 0))
      tsl_die("--tsl-watch=%s: expected NAME of a variable, NAME@FUNCTION, NAME@FILE:LINE, or "
              "heap@FUNCTION, heap@FILE:LINE for the blocks allocated there.", text);
   if (VG_(strncmp)(text, "heap@", 5) == 0) {
      HChar *caller = VG_(strdup)("tsl.watch", at + 1);
      w.line = split_line(caller);
      w.caller = caller;
      any_callers = True;
   }
   VG_(addToXA)(watches, &w);
}

void tsl_watch_init(void)
{
   Word i;
   variables = tsl_list("tsl.watch", sizeof(variable));
   watches = tsl_list("tsl.watch", sizeof(watch));
   places = tsl_list("tsl.watch", sizeof(tsl_place));
   for (i = 0; i < tsl_count(tsl_opt.watches); i++)
      add_watch(tsl_text_at(tsl_opt.watches, i));
   for (i = 0; i < tsl_count(tsl_opt.places); i++)
      add_place(tsl_text_at(tsl_opt.places, i));
   for (i = 0; i < VG_(sizeXA)(watches); i++) {
      const watch *w = VG_(indexXA)(watches, i);
      if (w->caller == NULL && !w->looked_up && VG_(strchr)(w->text, '@') != NULL)
         tsl_die("--tsl-watch=%s: this needs debug information, which `tslmap run --watch %s` "
                 "reads. Statics of functions are also found by their plain names.",
                 w->text, w->text);
   }
   if (VG_(sizeXA)(watches) == 0)
      return;
   if (any_callers && !tsl_opt.heap)
      tsl_die("--tsl-watch=heap@... needs --tsl-heap=yes.");
   pages = VG_(HT_construct)("tsl.watch");
   hull = tsl_region_add();
}

void tsl_watch_found(UInt watch_number)
{
   ((watch *)VG_(indexXA)(watches, watch_number))->found = True;
}

void tsl_watch_report(void)
{
   Word i;
   for (i = 0; i < VG_(sizeXA)(watches); i++) {
      const watch *w = VG_(indexXA)(watches, i);
      if (w->found)
         continue;
      if (w->line != 0)
         VG_(umsg)("--tsl-watch=%s: nothing called malloc, operator new or one of their kind at "
                   "that line: nothing was traced for it.\n", w->text);
      else if (w->caller != NULL)
         VG_(umsg)("--tsl-watch=%s: no function of that name called malloc, operator new or one "
                   "of their kind itself: nothing was traced for it. If it was inlined, name "
                   "the line of the call: heap@FILE:LINE.\n", w->text);
      else if (w->looked_up)
         VG_(umsg)("--tsl-watch=%s: the function that has this variable never ran, or was not "
                   "loaded: nothing was traced for it.\n", w->text);
      else
         VG_(umsg)("--tsl-watch=%s: no variable has that name, and the program gave it to "
                   "nothing: nothing was traced for it.\n", w->text);
   }
}
