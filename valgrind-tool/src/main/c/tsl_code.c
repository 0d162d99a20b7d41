/*--------------------------------------------------------------------*/
/*--- tslmap: objects, functions, sites, descriptors.   tsl_code.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_symbols.h"

#include "pub_tool_libcfile.h"

/* In the core, without a header for tools. */
extern Bool VG_(get_fnname_raw)(DiEpoch ep, Addr a, const HChar **buf);
extern Bool VG_(get_inst_offset_in_function)(DiEpoch ep, Addr a,
                                             /*OUT*/ PtrdiffT *offset);

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
static tsl_index function_index, site_index;

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

static UInt hash_site(UInt id)
{
   const tsl_site *s = tsl_site_at(id);
   return hash(s->instruction, ((ULong)s->size << 16) | (s->kind << 8) | s->index);
}

static void index_put(tsl_index *x, UInt id, UInt h)
{
   UInt i = h & (x->places - 1);
   while (x->place[i] != 0)
      i = (i + 1) & (x->places - 1);
   x->place[i] = id + 1;
}

static void index_add(tsl_index *x, UInt id, UInt (*hash_of)(UInt))
{
   if (2 * (x->used + 1) > x->places) {
      UInt i;
      if (x->place != NULL)
         VG_(free)(x->place);
      x->places = x->places == 0 ? 1024 : 2 * x->places;
      x->place = VG_(calloc)("tsl.index", x->places, sizeof *x->place);
      for (i = 0; i < id; i++)
         index_put(x, i, hash_of(i));
   }
   index_put(x, id, hash_of(id));
   x->used++;
}

void tsl_code_init(void)
{
   objects = VG_(newXA)(VG_(malloc), "tsl.objects", VG_(free), sizeof(tsl_object));
   functions = VG_(newXA)(VG_(malloc), "tsl.functions", VG_(free), sizeof(tsl_function));
   sites = VG_(newXA)(VG_(malloc), "tsl.sites", VG_(free), sizeof(tsl_site));
   blocks = VG_(newXA)(VG_(malloc), "tsl.blocks", VG_(free), sizeof(tsl_block));
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
const tsl_access *tsl_all_accesses(void) { return accesses; }

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

/* Valgrind knows the object of a .text section's code at once. For other code (.plt,
   .init) it is the nearest one that was loaded from the same file. */
static ULong bias_of(Addr a, const HChar *path)
{
   const DebugInfo *di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), a), *near = di;
   Addr nearest = ~0ul;
   if (di != NULL)
      return (ULong)VG_(DebugInfo_get_text_bias)(di);
   while ((di = VG_(next_DebugInfo)(di)) != NULL) {
      const Addr text = VG_(DebugInfo_get_text_avma)(di);
      const Addr distance = text > a ? text - a : a - text;
      if (distance < nearest && VG_(strcmp)(VG_(DebugInfo_get_filename)(di), path) == 0) {
         nearest = distance;
         near = di;
      }
   }
   return near == NULL ? 0 : (ULong)VG_(DebugInfo_get_text_bias)(near);
}

static UInt object_of(Addr a)
{
   const HChar *path;
   if (!VG_(get_objname)(VG_(current_DiEpoch)(), a, &path))
      path = "";
   return tsl_object_id(path, bias_of(a, path));
}

void tsl_code_objects_changed(void)
{
   const DebugInfo *di = NULL;
   while ((di = VG_(next_DebugInfo)(di)) != NULL) {
      const HChar *path = VG_(DebugInfo_get_filename)(di);
      if (VG_(DebugInfo_get_text_size)(di) != 0
          && VG_(strcmp)(VG_(basename)(path), TSL_FILE_NAME) != 0)
         tsl_object_id(path, (ULong)VG_(DebugInfo_get_text_bias)(di));
   }
}

HChar *tsl_source_of(Addr a, UInt *line)
{
   const HChar *file, *directory;
   HChar *path;
   *line = 0;
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), a, &file, &directory, line))
      return VG_(strdup)("tsl.source", "");
   if (directory[0] == 0 || file[0] == '/')
      return VG_(strdup)("tsl.source", file);
   path = VG_(malloc)("tsl.source", VG_(strlen)(directory) + VG_(strlen)(file) + 2);
   VG_(sprintf)(path, "%s/%s", directory, file);
   return path;
}

static Bool is_fortran(Addr a)
{
   const HChar *file, *directory, *dot;
   UInt line;
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), a, &file, &directory, &line))
      return False;
   dot = VG_(strrchr)(file, '.');
   return dot != NULL && (dot[1] == 'f' || dot[1] == 'F');
}

/* gfortran calls a procedure of a module __MODULE_MOD_NAME, and another one NAME_.
   NULL: it is no such name. Otherwise MODULE::NAME or NAME, to be freed. */
static HChar *fortran_name(Addr a, const HChar *name)
{
   const HChar *mark = VG_(strncmp)(name, "__", 2) == 0 ? VG_(strstr)(name, "_MOD_") : NULL;
   const SizeT n = VG_(strlen)(name);
   HChar *readable;
   if (mark != NULL && mark > name + 2) {
      const SizeT module = mark - name - 2;
      readable = VG_(malloc)("tsl.function", n);
      VG_(memcpy)(readable, name + 2, module);
      VG_(sprintf)(readable + module, "::%s", mark + 5);
      return readable;
   }
   if (n < 2 || name[n - 1] != '_' || name[n - 2] == '_' || !is_fortran(a))
      return NULL;
   readable = VG_(strdup)("tsl.function", name);
   readable[n - 1] = 0;
   return readable;
}

UInt tsl_function_of(Addr a)
{
   /* Instructions come one after the other: most are in the function of the
      one before, whose extent is not known but whose entry is. */
   const DiEpoch ep = VG_(current_DiEpoch)();
   const HChar *name = NULL;
   HChar *made = NULL;
   PtrdiffT offset = 0;
   tsl_function f;
   Addr whole;
   UInt i, h;
   Bool named;

   f.object = object_of(a);
   tsl_tls_runs(f.object);
   named = VG_(get_inst_offset_in_function)(ep, a, &offset);
   f.entry = named ? a - offset : 0;
   named = VG_(get_fnname)(ep, a, &name);
   if (named && (whole = tsl_symbols_whole(f.object, f.entry, name)) != 0)
      return tsl_function_of(whole);
   if (named && (made = fortran_name(a, name)) != NULL)
      name = made;
   if (!named)
      name = tsl_elf_function(f.object, a, &f.entry, &made) ? made : "???";
   h = hash(f.entry, f.object);
   if (function_index.places > 0)
      for (i = h & (function_index.places - 1); function_index.place[i] != 0;
           i = (i + 1) & (function_index.places - 1)) {
         const tsl_function *g = tsl_function_at(function_index.place[i] - 1);
         if (g->entry == f.entry && g->object == f.object
             && VG_(strcmp)(g->name, name) == 0) {
            if (made != NULL)
               VG_(free)(made);
            return function_index.place[i] - 1;
         }
      }

   f.name = made != NULL ? made : VG_(strdup)("tsl.function", name);
   name = NULL;
   if (!VG_(get_fnname_raw)(ep, a, &name))
      name = f.name;
   f.selected = tsl_filter_selects(f.name, name);
   f.line = 0;
   f.file = named ? tsl_source_of(f.entry, &f.line) : VG_(strdup)("tsl.source", "");
   f.skipped = tsl_skip_function(tsl_object_at(f.object)->path, f.file, f.name, name);
   i = (UInt)VG_(addToXA)(functions, &f);
   index_add(&function_index, i, hash_function);
   return i;
}

Bool tsl_function_names(Addr a, const HChar **name, const HChar **raw)
{
   const DiEpoch ep = VG_(current_DiEpoch)();
   static HChar *copy, *readable; /* names are good until the next are asked for */
   if (!VG_(get_fnname_raw)(ep, a, raw))
      return False;
   if (copy != NULL)
      VG_(free)(copy);
   if (readable != NULL)
      VG_(free)(readable);
   copy = VG_(strdup)("tsl.name", *raw);
   *raw = copy;
   readable = fortran_name(a, copy);
   if (readable == NULL)
      return VG_(get_fnname)(ep, a, name);
   *name = readable;
   return True;
}

UInt tsl_function_named(const HChar *name)
{
   tsl_function f = {.object = tsl_object_id("", 0), .file = NULL};
   UInt i;
   for (i = tsl_functions(); i-- > 0;) {
      const tsl_function *g = tsl_function_at(i);
      if (g->entry == 0 && g->object == f.object && VG_(strcmp)(g->name, name) == 0)
         return i;
   }
   f.name = VG_(strdup)("tsl.function", name);
   f.file = VG_(strdup)("tsl.source", "");
   i = (UInt)VG_(addToXA)(functions, &f);
   index_add(&function_index, i, hash_function);
   return i;
}

/*------------------------------------------------------------*/
/*--- Sites                                                ---*/
/*------------------------------------------------------------*/

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
   if (site_index.places > 0) {
      const UInt h =
         hash(instruction, ((ULong)size << 16) | (s.kind << 8) | s.index);
      for (i = h & (site_index.places - 1); site_index.place[i] != 0;
           i = (i + 1) & (site_index.places - 1)) {
         const tsl_site *t = tsl_site_at(site_index.place[i] - 1);
         if (t->instruction == instruction && t->function == function
             && t->kind == s.kind && t->size == size && t->index == s.index)
            return site_index.place[i] - 1;
      }
   }
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), instruction, &file,
                                  &directory, &s.line))
      s.line = 0;
   i = (UInt)VG_(addToXA)(sites, &s);
   index_add(&site_index, i, hash_site);
   return i;
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
   if (accesses_used + n > accesses_size) {
      accesses_size = 2 * (accesses_used + n) + 1024;
      accesses = VG_(realloc)("tsl.accesses", accesses, accesses_size * sizeof *accesses);
   }
   b.guest = guest;
   b.first = accesses_used;
   b.accesses = (UShort)n;
   b.words = (UShort)words;
   b.loads = b.stores = 0;
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
