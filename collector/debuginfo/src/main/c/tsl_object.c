/*--------------------------------------------------------------------*/
/*--- tslmap: an object as libdw sees it.             tsl_object.c ---*/
/*--------------------------------------------------------------------*/

#include <gelf.h>
#include <stdlib.h>

#include "tsl_object.h"

bool tsl_reserve(void **array, size_t n, size_t *capacity, size_t size)
{
   if (n == *capacity) {
      const size_t more = 2 * n + 16;
      void *bigger = reallocarray(*array, more, size);
      if (bigger == NULL)
         return false;
      *array = bigger;
      *capacity = more;
   }
   return true;
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
