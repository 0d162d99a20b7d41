/*--------------------------------------------------------------------*/
/*--- tslmap: objects, functions, sites, descriptors.   tsl_code.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_code.h"

#include "pub_tool_debuginfo.h"

#include "tsl_options.h"

/* A hash table of ids with open addressing; 0 is an empty place, id + 1 a full
   one. The tables themselves are arrays that only grow. */
typedef struct {
   UInt *place;
   UInt places; /* a power of two */
   UInt used;
} tsl_index;

static XArray *objects, *functions, *sites, *blocks;
static tsl_access *accesses;
static UInt accesses_used, accesses_size;
static tsl_value *values;
static UInt values_used, values_size;
static tsl_index function_index, site_index;
static Bool some_counted; /* a function was, once */

static UInt hash(ULong a, ULong b)
{
   ULong h = a * 0x9E3779B97F4A7C15ull ^ (b + 0x7F4A7C15ull) * 0xC2B2AE3D27D4EB4Full;
   return (UInt)(h >> 32) ^ (UInt)h;
}

static UInt hash_function(UInt id)
{
   const tsl_function *f = tsl_function_at(id);
   return hash(f->entry, f->object);
}

static UInt hash_of(const tsl_site *s)
{
   return hash(s->instruction, ((ULong)s->size << 16) | (s->kind << 8) | s->index);
}

static UInt hash_site(UInt id) { return hash_of(tsl_site_at(id)); }

static void index_put(tsl_index *x, UInt id, UInt h)
{
   UInt i = h & (x->places - 1);
   while (x->place[i] != 0)
      i = (i + 1) & (x->places - 1);
   x->place[i] = id + 1;
}

static void index_add(tsl_index *x, UInt id, UInt (*hash_id)(UInt))
{
   if (2 * (x->used + 1) > x->places) {
      UInt i;
      VG_(free)(x->place);
      x->places = x->places == 0 ? 1024 : 2 * x->places;
      x->place = VG_(calloc)("tsl.index", x->places, sizeof *x->place);
      for (i = 0; i < id; i++)
         index_put(x, i, hash_id(i));
   }
   index_put(x, id, hash_id(id));
   x->used++;
}

static ULong translated;

void tsl_code_translates(void) { translated++; }
ULong tsl_code_translated(void) { return translated; }

void tsl_code_init(void)
{
   objects = tsl_list("tsl.objects", sizeof(tsl_object));
   functions = tsl_list("tsl.functions", sizeof(tsl_function));
   sites = tsl_list("tsl.sites", sizeof(tsl_site));
   blocks = tsl_list("tsl.blocks", sizeof(tsl_block));
}

UInt tsl_objects(void) { return VG_(sizeXA)(objects); }
UInt tsl_functions(void) { return VG_(sizeXA)(functions); }
UInt tsl_sites(void) { return VG_(sizeXA)(sites); }
UInt tsl_blocks(void) { return VG_(sizeXA)(blocks); }
const tsl_object *tsl_object_at(UInt id) { return VG_(indexXA)(objects, id); }
const tsl_function *tsl_function_at(UInt id) { return VG_(indexXA)(functions, id); }
const tsl_site *tsl_site_at(UInt id) { return VG_(indexXA)(sites, id); }
tsl_block *tsl_block_at(UInt id) { return VG_(indexXA)(blocks, id); }
const tsl_access *tsl_block_accesses(const tsl_block *b) { return accesses + b->first; }
const tsl_value *tsl_values_of(const tsl_block *b) { return values + b->first_value; }

/*------------------------------------------------------------*/
/*--- Objects and functions                                ---*/
/*------------------------------------------------------------*/

UInt tsl_object_id(const HChar *path, ULong bias)
{
   tsl_object o;
   UInt i;
   for (i = tsl_objects(); i-- > 0;)
      if (tsl_object_at(i)->bias == bias && VG_(strcmp)(tsl_object_at(i)->path, path) == 0)
         return i;
   o.path = VG_(strdup)("tsl.object", path);
   o.bias = bias;
   return (UInt)VG_(addToXA)(objects, &o);
}

Bool tsl_function_find(const tsl_function *f, UInt *id)
{
   UInt i;
   if (function_index.places == 0)
      return False;
   for (i = hash(f->entry, f->object) & (function_index.places - 1); function_index.place[i] != 0;
        i = (i + 1) & (function_index.places - 1)) {
      const tsl_function *g = tsl_function_at(function_index.place[i] - 1);
      if (g->entry == f->entry && g->object == f->object && VG_(strcmp)(g->name, f->name) == 0) {
         *id = function_index.place[i] - 1;
         return True;
      }
   }
   return False;
}

UInt tsl_function_add(const tsl_function *f)
{
   const UInt id = (UInt)VG_(addToXA)(functions, f);
   some_counted |= f->reason != NULL;
   index_add(&function_index, id, hash_function);
   return id;
}

void tsl_function_count(UInt id, const HChar *reason)
{
   ((tsl_function *)VG_(indexXA)(functions, id))->reason = reason;
   some_counted |= reason != NULL;
}

Bool tsl_functions_are_counted(void) { return some_counted && !tsl_options_by_address(); }

Bool tsl_function_is_counted(const tsl_function *f)
{
   return f->reason != NULL && !tsl_options_by_address();
}

UInt tsl_function_named(const HChar *name)
{
   tsl_function f = {.object = tsl_object_id("", 0), .name = (HChar *)name};
   UInt id;
   if (tsl_function_find(&f, &id))
      return id;
   f.name = VG_(strdup)("tsl.function", name);
   f.raw = VG_(strdup)("tsl.function", "");
   f.file = VG_(strdup)("tsl.source", "");
   return tsl_function_add(&f);
}

/*------------------------------------------------------------*/
/*--- Sites                                                ---*/
/*------------------------------------------------------------*/

/* The number of the site that is like s, but for its line. */
static Bool find_site(const tsl_site *s, UInt *id)
{
   UInt i;
   if (site_index.places == 0)
      return False;
   for (i = hash_of(s) & (site_index.places - 1); site_index.place[i] != 0; i = (i + 1) & (site_index.places - 1)) {
      const tsl_site *t = tsl_site_at(site_index.place[i] - 1);
      if (t->instruction == s->instruction && t->function == s->function && t->kind == s->kind
          && t->size == s->size && t->index == s->index) {
         *id = site_index.place[i] - 1;
         return True;
      }
   }
   return False;
}

UInt tsl_site_of(Addr instruction, UInt function, tsl_kind kind, UInt size,
                 UInt index)
{
   tsl_site s;
   const HChar *file, *directory;
   UInt i;
   s.instruction = instruction;
   s.function = function;
   s.kind = (UChar)kind;
   s.size = size;
   s.index = (UChar)(index > 255 ? 255 : index);
   if (find_site(&s, &i))
      return i;
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), instruction, &file,
                                  &directory, &s.line))
      s.line = 0;
   i = (UInt)VG_(addToXA)(sites, &s);
   index_add(&site_index, i, hash_site);
   return i;
}

/* Calls are the last instructions before their return addresses; an indirect one has loads before. */
Bool tsl_site_of_call(Addr returns_to, UInt function, UInt *id)
{
   enum { SHORTEST = 2, LONGEST = 9, MOST_LOADS = 2 };
   tsl_site s = {.function = function, .kind = TSL_STORE, .size = sizeof(Addr)};
   for (s.instruction = returns_to - SHORTEST; s.instruction >= returns_to - LONGEST; s.instruction--)
      for (s.index = 0; s.index <= MOST_LOADS; s.index++)
         if (find_site(&s, id))
            return True;
   return False;
}

/*------------------------------------------------------------*/
/*--- Descriptors                                          ---*/
/*------------------------------------------------------------*/

UInt tsl_block_new(Addr guest, UInt words, const tsl_access *list, UInt n,
                   tsl_block_end end)
{
   tsl_block b;
   UInt i;
   tl_assert(n <= 0xFFFF && words <= TSL_MAX_BLOCK_WORDS);
   TSL_RESERVE("tsl.accesses", accesses, accesses_size, accesses_used + n);
   b.guest = guest;
   b.first = accesses_used;
   b.accesses = (UShort)n;
   b.words = (UShort)words;
   b.loads = b.stores = 0;
   b.first_value = b.values = 0;
   b.end = (UChar)end;
   b.guarded = False;
   for (i = 0; i < n; i++) {
      accesses[accesses_used++] = list[i];
      if (list[i].flags & TSL_ACCESS_GUARDED)
         b.guarded = True;
      else if (tsl_site_at(list[i].site)->kind == TSL_LOAD)
         b.loads++;
      else
         b.stores++;
   }
   return (UInt)VG_(addToXA)(blocks, &b);
}

void tsl_block_values(const tsl_value *list, UInt n)
{
   tsl_block *b = tsl_block_at(tsl_blocks() - 1);
   TSL_RESERVE("tsl.values", values, values_size, values_used + n);
   b->first_value = values_used;
   b->values = n;
   VG_(memcpy)(values + values_used, list, n * sizeof *list);
   values_used += n;
}

void tsl_block_count_guarded(const tsl_block *b, const ULong *words, ULong *loads, ULong *stores)
{
   const tsl_access *a = tsl_block_accesses(b);
   UInt i;
   for (i = 0; i < b->accesses; i++)
      if ((a[i].flags & TSL_ACCESS_GUARDED) && words[a[i].word] != 0)
         (*(tsl_site_at(a[i].site)->kind == TSL_LOAD ? loads : stores))++;
}

UInt tsl_block_made(UInt id, const ULong *words)
{
   const tsl_block *b = tsl_block_at(id);
   ULong loads = b->loads, stores = b->stores;
   if (b->guarded)
      tsl_block_count_guarded(b, words, &loads, &stores);
   return (UInt)(loads + stores);
}

/*------------------------------------------------------------*/
/*--- From words to accesses                               ---*/
/*------------------------------------------------------------*/

void tsl_decode(const ULong *w, SizeT n, UInt *current, tsl_access_fn f)
{
   static ULong addr[TSL_DECODED_RUN];
   static UInt site[TSL_DECODED_RUN];
   SizeT i = 0, used = 0;
   while (i < n) {
      const ULong h = w[i++];
      const tsl_block *b;
      const tsl_access *a;
      UInt k;
      if (TSL_WORD_IS_THREAD(h)) {
         if (used > 0)
            f(*current, addr, site, used);
         used = 0;
         *current = TSL_WORD_ID(h);
         continue;
      }
      b = tsl_block_at(TSL_WORD_ID(h));
      a = tsl_block_accesses(b);
      for (k = 0; k < b->accesses; k++) {
         const ULong base = a[k].word == TSL_NO_WORD ? 0 : w[i + a[k].word];
         if ((a[k].flags & TSL_ACCESS_GUARDED) && base == 0)
            continue;
         if (used == TSL_DECODED_RUN) {
            f(*current, addr, site, used);
            used = 0;
         }
         addr[used] = base + (ULong)a[k].offset;
         site[used++] = a[k].site;
      }
      i += b->words;
   }
   if (used > 0)
      f(*current, addr, site, used);
}
