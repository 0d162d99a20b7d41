/*--------------------------------------------------------------------*/
/*--- tslmap: an object's symbols.                    tsl_symbol.c ---*/
/*--------------------------------------------------------------------*/

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_symbol.h"

/* Of several names for one address the one with the fewest underscores in front
   is what people call it (environ, not __environ), then what others may use. */
static int compare_symbols(const void *left, const void *right)
{
   const tsl_symbol *a = left, *b = right;
   size_t score_a, score_b;
   if (a->address != b->address)
      return a->address < b->address ? -1 : 1;
   score_a = strspn(a->name, "_");
   score_b = strspn(b->name, "_");
   if (score_a != score_b)
      return score_a < score_b ? -1 : 1;
   if (a->binding != b->binding)
      return a->binding == STB_LOCAL   ? 1
             : b->binding == STB_LOCAL ? -1
                                       : (int)a->binding - (int)b->binding;
   if (a->bytes != b->bytes)
      return a->bytes > b->bytes ? -1 : 1;
   return strcmp(a->name, b->name);
}

static void sort_symbols(tsl_symbols *s)
{
   size_t i, kept = 0;
   if (s->n == 0)
      return;
   qsort(s->symbols, s->n, sizeof *s->symbols, compare_symbols);
   for (i = 1; i < s->n; i++)
      if (s->symbols[i].address != s->symbols[kept].address)
         s->symbols[++kept] = s->symbols[i];
   s->n = kept + 1;
}

static tsl_symbols *symbols_of_type(tsl_debuginfo *d, unsigned char type)
{
   switch (type) {
   case STT_FUNC:
   case STT_GNU_IFUNC:
      return &d->code;
   case STT_OBJECT:
   case STT_COMMON:
      return &d->data;
   case STT_TLS:
      return &d->thread_data;
   default:
      return NULL;
   }
}

void tsl_symbols_find(tsl_debuginfo *d)
{
   int n, i;
   if (d->symbols_known)
      return;
   d->symbols_known = true;
   n = dwfl_module_getsymtab(d->module);
   for (i = 1; i < n; i++) {
      GElf_Sym symbol;
      GElf_Addr address;
      GElf_Word section;
      tsl_symbols *s;
      const char *name = dwfl_module_getsym_info(
         d->module, i, &symbol, &address, &section, NULL, NULL);
      if (name == NULL || *name == '\0' || section == SHN_UNDEF
          || section == SHN_ABS)
         continue;
      s = symbols_of_type(d, GELF_ST_TYPE(symbol.st_info));
      if (s == NULL || (s != &d->code && symbol.st_size == 0)
          || symbol.st_size > UINT64_MAX - address
          || !tsl_reserve((void **)&s->symbols, s->n, &s->capacity,
                          sizeof *s->symbols))
         continue;
      s->symbols[s->n++] = (tsl_symbol){
         .address = s == &d->thread_data ? symbol.st_value : address,
         .bytes = symbol.st_size,
         .name = name,
         .binding = GELF_ST_BIND(symbol.st_info)};
   }
   sort_symbols(&d->code);
   sort_symbols(&d->data);
   sort_symbols(&d->thread_data);
}

const tsl_symbol *tsl_symbol_at(const tsl_symbols *s, uint64_t address)
{
   size_t low = 0, high = s->n;
   while (low < high) {
      const size_t middle = (low + high) / 2;
      if (s->symbols[middle].address <= address)
         low = middle + 1;
      else
         high = middle;
   }
   if (low == 0)
      return NULL;
   return address - s->symbols[low - 1].address < s->symbols[low - 1].bytes
             ? &s->symbols[low - 1]
             : NULL;
}
