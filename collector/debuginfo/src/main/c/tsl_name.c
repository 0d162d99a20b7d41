/*--------------------------------------------------------------------*/
/*--- tslmap: full names of functions and variables.    tsl_name.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_name.h"
#include "tsl_symbol.h"

/* A declaration does not say where it stands: debug information has no way up.
   But its entries are in the order of a walk from the top, so whatever is inside
   of a namespace lies between the namespace's own offset and that of what comes
   after it. One walk through a unit's scopes finds these ranges, and a search in
   them finds what is around a declaration. */

typedef struct {
   Dwarf_Off start, end;
   ptrdiff_t parent; /* index of the scope around it, or -1 */
   Dwarf_Die die;
} tsl_scope_range;

typedef struct {
   const void *unit; /* Dwarf_CU *, the key */
   tsl_scope_range *scopes; /* ascending by start */
   size_t n, capacity;
} tsl_scopes;

enum { DEPTH_MAX = 64 };

extern char *__cxa_demangle(const char *name, char *buffer, size_t *capacity,
                            int *status);

/* gfortran's __MODULE_MOD_NAME as MODULE::NAME; NULL: it is no such name. */
static char *of_module(const char *name)
{
   const char *mark = strncmp(name, "__", 2) == 0 ? strstr(name, "_MOD_") : NULL;
   char *readable;
   if (mark == NULL || mark <= name + 2
       || asprintf(&readable, "%.*s::%s", (int)(mark - name - 2), name + 2, mark + 5) < 0)
      return NULL;
   return readable;
}

/* What stands for one character in names of Rust's, whose symbols look like those of
   C++; 0: `text` starts with none of them. */
static char rust_character(const char *text, size_t *length)
{
   static const struct {
      const char *code;
      char is;
   } codes[] = {{"$LT$", '<'}, {"$GT$", '>'}, {"$LP$", '('}, {"$RP$", ')'}, {"$C$", ','},
                {"$RF$", '&'}, {"$BP$", '*'}, {"$SP$", '@'}};
   unsigned number;
   int end = 0;
   size_t i;
   for (i = 0; i < sizeof codes / sizeof *codes; i++) {
      *length = strlen(codes[i].code);
      if (strncmp(text, codes[i].code, *length) == 0)
         return codes[i].is;
   }
   if (sscanf(text, "$u%2x$%n", &number, &end) == 1 && end > 0 && number >= ' ' && number < 127) {
      *length = (size_t)end;
      return (char)number;
   }
   return 0;
}

/* Rust's names as they are written, in place: without the hash at their end, which
   tells them from those of C++. */
static void write_rust(char *name)
{
   const char *from = name;
   char *to = name;
   size_t n = strlen(name), i;
   if (n < 20 || strncmp(name + n - 19, "::h", 3) != 0
       || strspn(name + n - 16, "0123456789abcdef") != 16)
      return;
   name[n - 19] = 0;
   while (*from != 0) {
      const char is = rust_character(from, &i);
      /* No part of a name may start with $. */
      if (*from == '_' && from[1] == '$' && (to == name || to[-1] == ':')) {
         from++;
      } else if (is != 0) {
         *to++ = is;
         from += i;
      } else if (strncmp(from, "..", 2) == 0) {
         *to++ = ':';
         *to++ = ':';
         from += 2;
      } else {
         *to++ = *from++;
      }
   }
   *to = 0;
}

char *tsl_demangled(const char *name)
{
   int status;
   /* GNU ld writes versions behind names: stdout@GLIBC_2.2.5. */
   char *plain = strndup(name, strcspn(name, "@"));
   char *readable;
   if (plain == NULL)
      return NULL;
   readable = strncmp(plain, "_Z", 2) == 0 ? __cxa_demangle(plain, NULL, NULL, &status)
                                           : of_module(plain);
   if (readable == NULL)
      return plain;
   free(plain);
   write_rust(readable);
   return readable;
}

static bool is_scope(int tag)
{
   switch (tag) {
   case DW_TAG_namespace:
   case DW_TAG_module:
   case DW_TAG_structure_type:
   case DW_TAG_class_type:
   case DW_TAG_union_type:
   case DW_TAG_interface_type:
      return true;
   default:
      return false;
   }
}

static void find_scopes(tsl_scopes *s, Dwarf_Die *parent, ptrdiff_t around,
                        Dwarf_Off end, int depth)
{
   Dwarf_Die child;
   bool open = false; /* whether the last scope's end is not known yet */
   size_t last = 0;
   int more = dwarf_child(parent, &child);
   for (; more == 0; more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      const Dwarf_Off start = dwarf_dieoffset(&child);
      if (open)
         s->scopes[last].end = start;
      open = false;
      /* Functions do not name what is in them, but scopes may be there. */
      if ((is_scope(tag) || tag == DW_TAG_subprogram)
          && dwarf_haschildren(&child) > 0 && depth < DEPTH_MAX
          && tsl_reserve((void **)&s->scopes, s->n, &s->capacity,
                         sizeof *s->scopes)) {
         last = s->n++;
         open = true;
         s->scopes[last] = (tsl_scope_range){start, end, around, child};
         if (tag != DW_TAG_subprogram)
            find_scopes(s, &child, (ptrdiff_t)last, end, depth + 1);
      }
   }
}

static int compare_scopes(const void *left, const void *right)
{
   const tsl_scopes *a = left, *b = right;
   return a->unit < b->unit ? -1 : a->unit > b->unit;
}

static void free_scopes(void *scopes)
{
   free(((tsl_scopes *)scopes)->scopes);
   free(scopes);
}

void tsl_scopes_free(tsl_debuginfo *d)
{
   tdestroy(d->scope_tree, free_scopes);
}

static tsl_scopes *scopes_of(tsl_debuginfo *d, Dwarf_Die *die)
{
   const tsl_scopes key = {.unit = die->cu};
   tsl_scopes **found = tfind(&key, &d->scope_tree, compare_scopes);
   tsl_scopes *s;
   Dwarf_Die unit;
   if (found != NULL)
      return *found;
   s = calloc(1, sizeof *s);
   if (s == NULL)
      return NULL;
   s->unit = die->cu;
   if (tsearch(s, &d->scope_tree, compare_scopes) == NULL) {
      free(s);
      return NULL;
   }
   if (dwarf_diecu(die, &unit, NULL, NULL) != NULL)
      find_scopes(s, &unit, -1, UINT64_MAX, 0);
   return s;
}

/* The innermost scope around an offset, or -1. */
static ptrdiff_t scope_around(const tsl_scopes *s, Dwarf_Off offset)
{
   size_t low = 0, high = s->n;
   ptrdiff_t i, innermost;
   while (low < high) {
      const size_t middle = (low + high) / 2;
      if (s->scopes[middle].start < offset)
         low = middle + 1;
      else
         high = middle;
   }
   /* The last scope within another has no end of its own, so all must have it. */
   innermost = (ptrdiff_t)low - 1;
   for (i = innermost; i >= 0; i = s->scopes[i].parent)
      if (s->scopes[i].end <= offset)
         innermost = s->scopes[i].parent;
   return innermost;
}

Dwarf_Die tsl_declaration(Dwarf_Die die)
{
   int depth;
   for (depth = 0; depth < DEPTH_MAX; depth++) {
      Dwarf_Attribute attribute;
      Dwarf_Die origin;
      if (dwarf_attr(&die, DW_AT_abstract_origin, &attribute) == NULL
          && dwarf_attr(&die, DW_AT_specification, &attribute) == NULL)
         break;
      if (dwarf_formref_die(&attribute, &origin) == NULL)
         break;
      die = origin;
   }
   return die;
}

static void print_scope(FILE *to, const tsl_scopes *s, ptrdiff_t i)
{
   const char *name;
   Dwarf_Die die;
   if (i < 0)
      return;
   print_scope(to, s, s->scopes[i].parent);
   die = s->scopes[i].die;
   name = dwarf_diename(&die);
   switch (dwarf_tag(&die)) {
   case DW_TAG_subprogram:
      return;
   case DW_TAG_namespace:
      /* As demanglers write it. */
      fprintf(to, "%s::", name == NULL ? "(anonymous namespace)" : name);
      return;
   default:
      fprintf(to, "%s::", name == NULL ? "(anonymous)" : name);
   }
}

char *tsl_scope(tsl_debuginfo *d, Dwarf_Die *die)
{
   Dwarf_Die declared = tsl_declaration(*die);
   const tsl_scopes *s = scopes_of(d, &declared);
   const ptrdiff_t i
      = s == NULL ? -1 : scope_around(s, dwarf_dieoffset(&declared));
   char *text = NULL;
   size_t size;
   FILE *to;
   if (i < 0)
      return NULL;
   to = open_memstream(&text, &size);
   if (to == NULL)
      return NULL;
   print_scope(to, s, i);
   if (fclose(to) != 0) {
      free(text);
      return NULL;
   }
   return text;
}

/* Of lambdas, and of what nobody outside of a file can call, only the symbol may
   have the name that demanglers print. */
static const tsl_symbol *symbol_of(tsl_debuginfo *d, Dwarf_Die *function)
{
   const tsl_symbol *symbol;
   Dwarf_Addr entry;
   if (dwarf_tag(function) != DW_TAG_subprogram
       || dwarf_entrypc(function, &entry) != 0)
      return NULL;
   tsl_symbols_find(d);
   symbol = tsl_symbol_at(&d->code, entry + d->bias);
   return symbol != NULL && symbol->address == entry + d->bias
                && strncmp(symbol->name, "_Z", 2) == 0
             ? symbol
             : NULL;
}

char *tsl_full_name(tsl_debuginfo *d, Dwarf_Die *die)
{
   Dwarf_Attribute attribute;
   const tsl_symbol *symbol;
   const char *name;
   char *scope, *full;
   if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) != NULL
       || dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute)
             != NULL) {
      name = dwarf_formstring(&attribute);
      if (name != NULL && strncmp(name, "_Z", 2) == 0)
         return tsl_demangled(name);
   }
   symbol = symbol_of(d, die);
   if (symbol != NULL)
      return tsl_demangled(symbol->name);
   name = dwarf_diename(die);
   if (name == NULL)
      return NULL;
   scope = tsl_scope(d, die);
   if (scope == NULL)
      return strdup(name);
   if (asprintf(&full, "%s%s", scope, name) < 0)
      full = NULL;
   free(scope);
   return full;
}

const char *tsl_file(Dwarf_Die *die, unsigned attribute)
{
   Dwarf_Attribute found;
   Dwarf_Word number;
   Dwarf_Files *files;
   Dwarf_Die unit;
   /* The number is one of the unit that has the attribute. */
   if (dwarf_attr_integrate(die, attribute, &found) == NULL
       || dwarf_formudata(&found, &number) != 0 || found.cu == NULL
       || dwarf_cu_die(found.cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL)
             == NULL
       || dwarf_getsrcfiles(&unit, &files, NULL) != 0)
      return NULL;
   return dwarf_filesrc(files, number, NULL, NULL);
}

uint64_t tsl_number(Dwarf_Die *die, unsigned attribute)
{
   Dwarf_Attribute found;
   Dwarf_Word number;
   if (dwarf_attr_integrate(die, attribute, &found) == NULL
       || dwarf_formudata(&found, &number) != 0)
      return 0;
   return number;
}

bool tsl_is_fortran(Dwarf_Die *die)
{
   Dwarf_Die unit;
   if (dwarf_diecu(die, &unit, NULL, NULL) == NULL)
      return false;
   switch (dwarf_srclang(&unit)) {
   case DW_LANG_Fortran77:
   case DW_LANG_Fortran90:
   case DW_LANG_Fortran95:
   case DW_LANG_Fortran03:
   case DW_LANG_Fortran08:
      return true;
   default:
      return false;
   }
}
