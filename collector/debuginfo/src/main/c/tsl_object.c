/*--------------------------------------------------------------------*/
/*--- tslmap: opening an object, its symbols.         tsl_object.c ---*/
/*--------------------------------------------------------------------*/

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tsl_object.h"

bool tsl_room(void **array, size_t n, size_t *room, size_t size)
{
   if (n == *room) {
      const size_t more = 2 * n + 16;
      void *bigger = reallocarray(*array, more, size);
      if (bigger == NULL)
         return false;
      *array = bigger;
      *room = more;
   }
   return true;
}

/* --- Opening and closing. --------------------------------------------- */

tsl_debuginfo *tsl_debuginfo_open(const char *path, const char *directories,
                                  char reason[TSL_REASON_ROOM])
{
   tsl_debuginfo *d = calloc(1, sizeof *d);
   Dwarf_Addr bias;
   int file;
   if (d == NULL) {
      snprintf(reason, TSL_REASON_ROOM, "no memory");
      return NULL;
   }
   file = open(path, O_RDONLY | O_CLOEXEC);
   if (file < 0) {
      snprintf(reason, TSL_REASON_ROOM, "%s", strerror(errno));
      free(d);
      return NULL;
   }
   /* "+" asks for the checksum of files that .gnu_debuglink names, the empty
      entry is the object's own folder. */
   if (asprintf(&d->directories, "+:.debug:%s", directories) < 0)
      d->directories = NULL;
   d->callbacks.find_elf = dwfl_build_id_find_elf;
   d->callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
   d->callbacks.section_address = dwfl_offline_section_address;
   d->callbacks.debuginfo_path = &d->directories;
   d->dwfl = dwfl_begin(&d->callbacks);
   if (d->dwfl != NULL) {
      dwfl_report_begin(d->dwfl);
      /* The file is closed with dwfl if this succeeds. */
      d->module = dwfl_report_elf(d->dwfl, "object", path, file, 0, true);
      if (d->module != NULL) {
         file = -1;
         if (dwfl_report_end(d->dwfl, NULL, NULL) == 0)
            d->elf = dwfl_module_getelf(d->module, &bias);
      }
   }
   if (d->elf == NULL) {
      const char *error = dwfl_errmsg(-1);
      snprintf(reason, TSL_REASON_ROOM, "%s", error == NULL ? "?" : error);
      if (file >= 0)
         close(file);
      tsl_debuginfo_close(d);
      return NULL;
   }
   d->dwarf = dwfl_module_getdwarf(d->module, &d->bias);
   return d;
}

void tsl_debuginfo_close(tsl_debuginfo *d)
{
   size_t u;
   for (u = 0; u < d->n_units; u++) {
      free(d->units[u].functions.dies);
      free(d->units[u].code.code);
   }
   free(d->units);
   free(d->unit_code.code);
   free(d->missing);
   free(d->code.symbols);
   free(d->data.symbols);
   free(d->thread_data.symbols);
   free(d->types.dies);
   tdestroy(d->type_tree, free);
   tsl_scopes_free(d);
   if (d->dwfl != NULL)
      dwfl_end(d->dwfl);
   free(d->directories);
   free(d);
}

bool tsl_thread_block(tsl_debuginfo *d, uint64_t *address, uint64_t *bytes,
                      uint64_t *alignment)
{
   size_t n = 0, i;
   if (elf_getphdrnum(d->elf, &n) != 0)
      return false;
   for (i = 0; i < n; i++) {
      GElf_Phdr segment;
      if (gelf_getphdr(d->elf, (int)i, &segment) != NULL
          && segment.p_type == PT_TLS) {
         /* No alignment is an alignment of 1; others are powers of two. */
         const uint64_t align = segment.p_align;
         *address = segment.p_vaddr;
         *bytes = segment.p_memsz;
         *alignment = align != 0 && (align & (align - 1)) == 0 ? align : 1;
         return true;
      }
   }
   return false;
}

void tsl_debuginfo_summary(tsl_debuginfo *d, tsl_answer *a)
{
   const char *debug_file = NULL;
   uint64_t address, bytes, alignment;
   tsl_units_find(d);
   dwfl_module_info(d->module, NULL, NULL, NULL, NULL, NULL, NULL, &debug_file);
   tsl_answer_flag(a, d->n_units > 0);
   tsl_answer_text(a, debug_file);
   tsl_answer_number(a, (uint32_t)d->n_units);
   tsl_answer_number(a, (uint32_t)d->n_missing);
   tsl_answer_text(a, d->missing);
   if (tsl_thread_block(d, &address, &bytes, &alignment)) {
      tsl_answer_long(a, address);
      tsl_answer_long(a, bytes);
      tsl_answer_long(a, alignment);
   }
}

bool tsl_is_loaded(tsl_debuginfo *d, uint64_t address, bool code)
{
   Elf_Scn *section = NULL;
   GElf_Shdr header;
   while ((section = elf_nextscn(d->elf, section)) != NULL)
      if (gelf_getshdr(section, &header) != NULL
          && (header.sh_flags & SHF_ALLOC) != 0
          && address - header.sh_addr < header.sh_size)
         return code == ((header.sh_flags & SHF_EXECINSTR) != 0);
   return false;
}

/* --- Symbols. ---------------------------------------------------------- */

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
          || !tsl_room((void **)&s->symbols, s->n, &s->room,
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

/* --- Functions. --------------------------------------------------------- */

void tsl_debuginfo_function(tsl_debuginfo *d, uint64_t pc, tsl_answer *a)
{
   Dwarf_Die *function = tsl_function_at(d, pc);
   const tsl_symbol *symbol;
   if (function != NULL) {
      tsl_answer_function(d, function, pc, a);
      return;
   }
   tsl_symbols_find(d);
   symbol = tsl_symbol_at(&d->code, pc);
   if (symbol != NULL) {
      char *name = tsl_demangled(symbol->name);
      tsl_answer_text(a, name);
      tsl_answer_long(a, symbol->address);
      tsl_answer_long(a, symbol->bytes);
      tsl_answer_text(a, "");
      tsl_answer_number(a, 0);
      free(name);
   }
}
