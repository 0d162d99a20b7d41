/*--------------------------------------------------------------------*/
/*--- tslmap: code without symbols.                      tsl_elf.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_elf.h"

#include <elf.h>

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"

#include "tsl_code.h"
#include "tsl_names.h"

/* Two kinds of functions have no symbols and are told apart nevertheless.

   Entries of procedure linkage tables (.plt, .plt.got, .plt.sec) jump by way of
   a word of the global offset table, whose relocation names the function: NAME@plt.
   Entries of tables that bind lazily may push the relocation's number instead. The
   first entry of such a table is called PLT0.

   Functions of stripped files: .eh_frame_hdr, which the dynamic linker and
   unwinders need and strip keeps, has a sorted table of where they begin. Their
   names are these addresses in the file. */

typedef struct {
   Addr start; /* in the file */
   SizeT bytes, entry_bytes;
} linkage_table;

#define MAX_TABLES 4

typedef struct {
   linkage_table table[MAX_TABLES];
   UInt tables;
   Elf64_Rela *slots, *lazy; /* relocations of interest; all of .rela.plt */
   SizeT slot_count, lazy_count;
   Elf64_Sym *symbols;
   SizeT symbol_count;
   HChar *strings;
   SizeT string_bytes;
   Addr unwind; /* .eh_frame_hdr in the file, 0: none */
   SizeT unwind_bytes;
   SizeT thread_bytes; /* of a thread's block of variables, 0: none */
} elf_file;

static XArray *files; /* of elf_file*, by object */

/*------------------------------------------------------------*/
/*--- Reading a file                                       ---*/
/*------------------------------------------------------------*/

/* A part of a file and a 0 byte; NULL if it is not there. */
static void *part(Int fd, ULong offset, ULong bytes)
{
   const SizeT most = 1ul << 30;
   UChar *p;
   if (bytes == 0 || bytes > most || VG_(lseek)(fd, (Off64T)offset, VKI_SEEK_SET) != (Off64T)offset)
      return NULL;
   p = VG_(malloc)("tsl.elf", bytes + 1);
   p[bytes] = 0;
   if (VG_(read)(fd, p, (Int)bytes) == (Int)bytes)
      return p;
   VG_(free)(p);
   return NULL;
}

static Bool is_of_interest(const Elf64_Rela *r)
{
   switch (ELF64_R_TYPE(r->r_info)) {
   case R_X86_64_JUMP_SLOT: case R_X86_64_GLOB_DAT: case R_X86_64_IRELATIVE:
   case R_X86_64_DTPMOD64: case R_X86_64_TPOFF64: case R_X86_64_TLSDESC: return True;
   default: return False;
   }
}

static void add_relocations(elf_file *f, Int fd, const Elf64_Shdr *s, Bool lazy)
{
   Elf64_Rela *r = part(fd, s->sh_offset, s->sh_size);
   const SizeT n = s->sh_size / sizeof *r;
   SizeT i;
   if (r == NULL)
      return;
   f->slots = VG_(realloc)("tsl.elf", f->slots, (f->slot_count + n + 1) * sizeof *r);
   for (i = 0; i < n; i++)
      if (is_of_interest(&r[i]))
         f->slots[f->slot_count++] = r[i];
   if (lazy && f->lazy == NULL) {
      f->lazy = r;
      f->lazy_count = n;
   } else {
      VG_(free)(r);
   }
}

static void add_section(elf_file *f, Int fd, const Elf64_Shdr *s, const Elf64_Shdr *all, UInt n,
                        const HChar *name)
{
   if (s->sh_type == SHT_PROGBITS && (s->sh_flags & SHF_EXECINSTR)
       && VG_(strncmp)(name, ".plt", 4) == 0 && f->tables < MAX_TABLES) {
      const linkage_table t = {s->sh_addr, s->sh_size,
                               s->sh_entsize >= 8 ? s->sh_entsize : 16};
      f->table[f->tables++] = t;
   } else if (s->sh_type == SHT_RELA && (s->sh_flags & SHF_ALLOC)) {
      add_relocations(f, fd, s, VG_(strcmp)(name, ".rela.plt") == 0);
   } else if (s->sh_type == SHT_DYNSYM && f->symbols == NULL && s->sh_link < n) {
      f->symbols = part(fd, s->sh_offset, s->sh_size);
      f->symbol_count = f->symbols == NULL ? 0 : s->sh_size / sizeof *f->symbols;
      f->strings = part(fd, all[s->sh_link].sh_offset, all[s->sh_link].sh_size);
      f->string_bytes = f->strings == NULL ? 0 : all[s->sh_link].sh_size;
   }
}

static void read_sections(elf_file *f, Int fd, const Elf64_Ehdr *h)
{
   Elf64_Shdr *s = part(fd, h->e_shoff, (ULong)h->e_shnum * sizeof *s);
   HChar *names = NULL;
   UInt i;
   if (s == NULL)
      return;
   if (h->e_shstrndx < h->e_shnum)
      names = part(fd, s[h->e_shstrndx].sh_offset, s[h->e_shstrndx].sh_size);
   for (i = 0; names != NULL && i < h->e_shnum; i++)
      if (s[i].sh_name < s[h->e_shstrndx].sh_size)
         add_section(f, fd, &s[i], s, h->e_shnum, names + s[i].sh_name);
   VG_(free)(names);
   VG_(free)(s);
}

static void read_file(elf_file *f, const HChar *path)
{
   const SysRes r = VG_(open)(path, VKI_O_RDONLY, 0);
   Elf64_Ehdr *h;
   Elf64_Phdr *p = NULL;
   UInt i;
   if (sr_isError(r))
      return;
   h = part((Int)sr_Res(r), 0, sizeof *h);
   if (h != NULL && VG_(memcmp)(h->e_ident, ELFMAG, SELFMAG) == 0
       && h->e_ident[EI_CLASS] == ELFCLASS64 && h->e_phentsize == sizeof *p) {
      p = part((Int)sr_Res(r), h->e_phoff, (ULong)h->e_phnum * sizeof *p);
      for (i = 0; p != NULL && i < h->e_phnum; i++)
         if (p[i].p_type == PT_GNU_EH_FRAME) {
            f->unwind = p[i].p_vaddr;
            f->unwind_bytes = p[i].p_memsz;
         } else if (p[i].p_type == PT_TLS) {
            f->thread_bytes = p[i].p_memsz;
         }
      if (h->e_shentsize == sizeof(Elf64_Shdr))
         read_sections(f, (Int)sr_Res(r), h);
   }
   VG_(free)(p);
   VG_(free)(h);
   VG_(close)((Int)sr_Res(r));
}

static const elf_file *file_of(UInt object)
{
   elf_file **place;
   if (files == NULL)
      files = tsl_list("tsl.elf", sizeof(elf_file *));
   while (VG_(sizeXA)(files) <= object) {
      elf_file *none = NULL;
      VG_(addToXA)(files, &none);
   }
   place = VG_(indexXA)(files, object);
   if (*place == NULL) {
      *place = VG_(calloc)("tsl.elf", 1, sizeof **place);
      read_file(*place, tsl_object_at(object)->path);
   }
   return *place;
}

/*------------------------------------------------------------*/
/*--- Procedure linkage tables                             ---*/
/*------------------------------------------------------------*/

static Bool readable(Addr a, SizeT bytes)
{
   return VG_(am_is_valid_for_client)(a, bytes, VKI_PROT_READ);
}

static Int signed_word(Addr a)
{
   Int v;
   VG_(memcpy)(&v, (const void *)a, sizeof v);
   return v;
}

/* The function that a relocation is about; NULL: not known. */
static const HChar *function_of(const elf_file *f, const Elf64_Rela *r, ULong bias)
{
   const ULong number = ELF64_R_SYM(r->r_info);
   if (ELF64_R_TYPE(r->r_info) == R_X86_64_IRELATIVE) {
      const HChar *name;
      return VG_(get_fnname)(VG_(current_DiEpoch)(), r->r_addend + bias, &name) ? name : NULL;
   }
   if (number == 0 || number >= f->symbol_count || f->symbols[number].st_name >= f->string_bytes)
      return NULL;
   return f->strings + f->symbols[number].st_name;
}

static const HChar *function_by_slot(const elf_file *f, Addr slot, ULong bias)
{
   SizeT i;
   for (i = 0; i < f->slot_count; i++)
      if (f->slots[i].r_offset == slot - bias)
         return function_of(f, &f->slots[i], bias);
   return NULL;
}

/* What an entry of a linkage table jumps to; NULL: not known. */
static const HChar *target(const elf_file *f, Addr entry, SizeT bytes, ULong bias)
{
   const UChar *code = (const UChar *)entry;
   SizeT i;
   for (i = 0; i + 6 <= bytes; i++)
      if (code[i] == 0xFF && code[i + 1] == 0x25) /* jmp *offset(%rip) */
         return function_by_slot(f, entry + i + 6 + signed_word(entry + i + 2), bias);
   i = code[0] == 0xF3 ? 4 : 0; /* endbr64 */
   if (code[i] == 0x68) {       /* push $number */
      const Int number = signed_word(entry + i + 1);
      if (number >= 0 && (SizeT)number < f->lazy_count)
         return function_of(f, &f->lazy[number], bias);
   }
   return NULL;
}

static Bool linkage_entry(const elf_file *f, Addr a, ULong bias, Addr *entry, HChar **name)
{
   UInt i;
   for (i = 0; i < f->tables; i++) {
      const linkage_table *t = &f->table[i];
      const SizeT offset = a - bias - t->start;
      const SizeT number = offset / t->entry_bytes;
      const HChar *function;
      if (offset >= t->bytes)
         continue;
      *entry = t->start + bias + number * t->entry_bytes;
      if (!readable(*entry, t->entry_bytes))
         return False;
      function = target(f, *entry, t->entry_bytes, bias);
      if (function == NULL && number > 0)
         return False;
      if (function != NULL)
         function = tsl_demangled(function);
      *name = VG_(malloc)("tsl.function", function == NULL ? 5 : VG_(strlen)(function) + 5);
      VG_(sprintf)(*name, function == NULL ? "PLT0" : "%s@plt", function);
      return True;
   }
   return False;
}

/*------------------------------------------------------------*/
/*--- Functions of stripped files                          ---*/
/*------------------------------------------------------------*/

/* The usual encodings of .eh_frame_hdr, which all linkers use: 4 bytes each, of
   the table relative to the header, of other pointers relative to themselves. */
#define RELATIVE_TO_SELF 0x1B
#define RELATIVE_TO_HEADER 0x3B
#define COUNT_OF_4_BYTES 0x03

/* Where the function that has an instruction begins. */
static Bool function_entry(const elf_file *f, Addr a, ULong bias, Addr *entry)
{
   const Addr header = f->unwind + bias, table = header + 12;
   const UChar *encoding = (const UChar *)header;
   UInt low = 0, high;
   Addr description;
   if (f->unwind == 0 || f->unwind_bytes < 12 || !readable(header, f->unwind_bytes)
       || encoding[0] != 1 || encoding[1] != RELATIVE_TO_SELF || encoding[2] != COUNT_OF_4_BYTES
       || encoding[3] != RELATIVE_TO_HEADER)
      return False;
   high = (UInt)signed_word(header + 8);
   if (high > (f->unwind_bytes - 12) / 8)
      return False;
   while (low < high) {
      const UInt middle = low + (high - low) / 2;
      if (header + signed_word(table + 8ul * middle) <= a)
         low = middle + 1;
      else
         high = middle;
   }
   if (low == 0)
      return False;
   *entry = header + signed_word(table + 8ul * (low - 1));
   /* Its description: length, number, address relative to itself, size. */
   description = header + signed_word(table + 8ul * (low - 1) + 4);
   return readable(description, 16)
          && description + 8 + signed_word(description + 8) == *entry
          && a - *entry < (UInt)signed_word(description + 12);
}

Bool tsl_elf_function(UInt object, Addr a, Addr *entry, HChar **name)
{
   const tsl_object *o = tsl_object_at(object);
   const elf_file *f;
   const HChar *base;
   if (o->path[0] != '/')
      return False;
   f = file_of(object);
   if (linkage_entry(f, a, o->bias, entry, name))
      return True;
   if (!function_entry(f, a, o->bias, entry))
      return False;
   base = VG_(basename)(o->path);
   *name = VG_(malloc)("tsl.function", VG_(strlen)(base) + 24);
   VG_(sprintf)(*name, "0x%lx [%s]", *entry - (Addr)o->bias, base);
   return True;
}

/*------------------------------------------------------------*/
/*--- Thread-local variables                               ---*/
/*------------------------------------------------------------*/

/* An object finds its own variables, and those of others, by relocations; its own
   are those without a symbol or with a symbol of its own. */
static Bool is_own(const elf_file *f, const Elf64_Rela *r)
{
   const ULong symbol = ELF64_R_SYM(r->r_info);
   return symbol == 0
          || (symbol < f->symbol_count && f->symbols[symbol].st_shndx != SHN_UNDEF);
}

static Bool has_module(const elf_file *f, ULong bias, ULong module)
{
   SizeT i;
   for (i = 0; i < f->slot_count; i++) {
      const Addr at = f->slots[i].r_offset + bias;
      if (ELF64_R_TYPE(f->slots[i].r_info) == R_X86_64_DTPMOD64 && is_own(f, &f->slots[i])
          && readable(at, sizeof(ULong)) && *(const ULong *)at == module)
         return True;
   }
   return False;
}

Bool tsl_elf_object_of_module(ULong module, UInt *object)
{
   UInt i;
   for (i = tsl_objects(); i-- > 0;) {
      const tsl_object *o = tsl_object_at(i);
      if (o->path[0] == '/' && has_module(file_of(i), o->bias, module)) {
         *object = i;
         return True;
      }
   }
   return False;
}

/* The dynamic linker writes the distance from the thread pointer to a variable
   into a word of the global offset table (TPOFF64) or, if it has found room that
   all threads have, behind the address of a function that adds it (TLSDESC). What
   is there before, or instead, is no distance of a block below the pointer. */
tsl_distance tsl_elf_thread_distance(UInt object, ULong *distance)
{
   const ULong most = 1 << 24;
   const tsl_object *o = tsl_object_at(object);
   const elf_file *f;
   tsl_distance result = TSL_DISTANCE_NONE;
   SizeT i;
   if (o->path[0] != '/')
      return TSL_DISTANCE_NONE;
   f = file_of(object);
   for (i = 0; f->thread_bytes > 0 && i < f->slot_count; i++) {
      const Elf64_Rela *r = &f->slots[i];
      const ULong type = ELF64_R_TYPE(r->r_info), symbol = ELF64_R_SYM(r->r_info);
      const Addr at = r->r_offset + o->bias + (type == R_X86_64_TLSDESC ? sizeof(ULong) : 0);
      ULong offset = r->r_addend;
      if ((type != R_X86_64_TPOFF64 && type != R_X86_64_TLSDESC) || !is_own(f, r))
         continue;
      result = TSL_DISTANCE_LATER;
      if (symbol != 0)
         offset += f->symbols[symbol].st_value;
      if (!readable(at, sizeof(ULong)))
         continue;
      *distance = offset - *(const ULong *)at;
      if (*distance >= f->thread_bytes && *distance <= most)
         return TSL_DISTANCE_KNOWN;
   }
   return result;
}
