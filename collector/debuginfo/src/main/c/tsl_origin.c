/*--------------------------------------------------------------------*/
/*--- tslmap: where a register's value comes from.      tsl_origin.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_origin.h"

#include <gelf.h>
#include <stdlib.h>

/* Optimised code keeps the address of an element in a register that debug information
   has no variable for, as in rows[i] = malloc(n) where rows is static. So the code before
   the instruction is searched backward for what was loaded into that register.

   All addresses here are those of the debug information. */

enum {
   BYTES_MAX = 1 << 15, /* of a function's piece of code; larger ones take too long */
   DEPTH_MAX = 8,       /* registers that lead from one to the next */
   LOOKS_MAX = 256
};

tsl_x86 tsl_instruction_at(tsl_debuginfo *d, Dwarf_Addr pc)
{
   const uint64_t address = pc + d->bias;
   const tsl_x86 nothing = {.kind = TSL_X86_END};
   Elf_Scn *section = NULL;
   GElf_Shdr header;
   while ((section = elf_nextscn(d->elf, section)) != NULL) {
      Elf_Data *data;
      uint64_t offset;
      if (gelf_getshdr(section, &header) == NULL
          || (header.sh_flags & SHF_EXECINSTR) == 0
          || header.sh_type == SHT_NOBITS
          || address - header.sh_addr >= header.sh_size)
         continue;
      offset = address - header.sh_addr;
      data = elf_rawdata(section, NULL);
      if (data == NULL || data->d_buf == NULL || offset >= data->d_size)
         break;
      return tsl_x86_decode((const uint8_t *)data->d_buf + offset,
                            data->d_size - offset);
   }
   return nothing;
}

typedef struct {
   Dwarf_Addr pc;
   tsl_x86 x;
} tsl_spot;

/* A function's piece of code, one instruction after the other. */
typedef struct {
   tsl_spot *spots;
   size_t n;
   uint64_t bias;
   bool is_placed;  /* has the addresses in memory that it has in the object */
   unsigned looked; /* how often a register was looked for */
} tsl_piece;

static Dwarf_Addr end_of(const tsl_spot *spot) { return spot->pc + spot->x.length; }

static bool decode(tsl_debuginfo *d, Dwarf_Addr start, Dwarf_Addr end, tsl_piece *piece)
{
   Dwarf_Addr pc = start;
   GElf_Ehdr header;
   piece->is_placed = gelf_getehdr(d->elf, &header) != NULL && header.e_type == ET_EXEC;
   piece->bias = d->bias;
   piece->looked = 0;
   piece->n = 0;
   piece->spots = end - start > BYTES_MAX ? NULL : malloc((end - start) * sizeof *piece->spots);
   if (piece->spots == NULL)
      return false;
   while (pc < end) {
      tsl_spot *spot = &piece->spots[piece->n];
      spot->pc = pc;
      spot->x = tsl_instruction_at(d, pc);
      if (spot->x.length == 0)
         break;
      piece->n++;
      pc += spot->x.length;
   }
   return true;
}

static bool changes(const tsl_spot *spot, unsigned reg) { return (spot->x.changed & 1u << reg) != 0; }

/* Whether memory has a fixed address, which is then that in the object. */
static bool is_fixed(const tsl_piece *p, const tsl_spot *spot, uint64_t *address)
{
   const tsl_x86 *x = &spot->x;
   if (x->base != TSL_NO_REGISTER || (!x->relative && !p->is_placed))
      return false;
   *address = (uint64_t)x->displacement + (x->relative ? end_of(spot) + p->bias : 0);
   return true;
}

/* The variable that is given the result of a call, which is a pointer, in the code behind. */
static bool given(const tsl_piece *p, size_t call, tsl_origin *o)
{
   size_t i;
   for (i = call + 1; i < p->n; i++) {
      const tsl_x86 *x = &p->spots[i].x;
      if (x->kind == TSL_X86_STORE && x->from == TSL_RAX && is_fixed(p, &p->spots[i], &o->address)) {
         o->pointers++;
         return true;
      }
      if (changes(&p->spots[i], TSL_RAX) || x->kind == TSL_X86_CALL || x->kind == TSL_X86_JUMP
          || x->kind == TSL_X86_END)
         return false;
   }
   return false;
}

static bool reach(tsl_piece *p, size_t at, unsigned reg, int depth, tsl_origin *o);

/* What leads to the memory of an instruction. */
static bool lead(tsl_piece *p, size_t at, int depth, tsl_origin *o)
{
   const tsl_x86 *x = &p->spots[at].x;
   tsl_origin array = {(uint64_t)x->displacement, o->pointers + 1};
   if (is_fixed(p, &p->spots[at], &o->address)) {
      o->pointers += x->indexed; /* an array */
      return true;
   }
   if (x->base < TSL_VECTORS && reach(p, at, x->base, depth, o))
      return true;
   /* An array at a fixed address, with the index as the base. */
   *o = array;
   return p->is_placed && x->base != TSL_NO_REGISTER && x->displacement > 0;
}

/* Whether what a register leads to, which was given to it at one instruction, is the same at
   a later one, although control comes to the code between them from elsewhere, too. In rounds
   of loops it may advance. */
static bool agrees(tsl_piece *p, size_t given_at, size_t at, unsigned reg, int depth,
                   uint32_t pointers, const tsl_origin *o)
{
   size_t from, i;
   for (from = 0; from < p->n; from++) {
      const tsl_spot *jump = &p->spots[from];
      const Dwarf_Addr to = end_of(jump) + (uint64_t)jump->x.target;
      tsl_origin other = {0, pointers};
      if ((jump->x.kind != TSL_X86_BRANCH && jump->x.kind != TSL_X86_JUMP)
          || to <= p->spots[given_at].pc || to > p->spots[at].pc)
         continue;
      if (from < given_at
          && (!reach(p, from, reg, depth + 1, &other) || other.address != o->address
              || other.pointers != o->pointers))
         return false;
      for (i = at; i <= from; i++)
         if (changes(&p->spots[i], reg) && p->spots[i].x.kind != TSL_X86_ADVANCE)
            return false;
   }
   return true;
}

/* What a register leads to that an instruction gives it; of a call, its result. */
static bool reach_given(tsl_piece *p, size_t at, int depth, tsl_origin *o)
{
   const tsl_spot *spot = &p->spots[at];
   switch (spot->x.kind) {
   case TSL_X86_CALL:
      return given(p, at, o);
   case TSL_X86_MOVE:
      return reach(p, at, spot->x.from, depth + 1, o);
   case TSL_X86_LOAD:
      /* From a variable comes the pointer that it is, from an array an element. */
      o->pointers++;
      return lead(p, at, depth + 1, o);
   case TSL_X86_ADDRESS:
      if (!is_fixed(p, spot, &o->address))
         return lead(p, at, depth + 1, o);
      o->pointers++; /* as of an array */
      return true;
   case TSL_X86_ADVANCE: /* the pointer is added to an index */
      o->pointers++;
      return true;
   default:
      return false;
   }
}

/* What a register leads to when an instruction begins. */
static bool reach(tsl_piece *p, size_t at, unsigned reg, int depth, tsl_origin *o)
{
   const uint32_t pointers = o->pointers;
   size_t i = at;
   if (depth == DEPTH_MAX || reg == TSL_RSP || p->looked++ == LOOKS_MAX)
      return false;
   while (i-- > 0) {
      const tsl_spot *spot = &p->spots[i];
      bool gives = changes(spot, reg);
      if (spot->x.kind == TSL_X86_JUMP || spot->x.kind == TSL_X86_END)
         return false;
      if (spot->x.kind == TSL_X86_CALL)
         gives = (TSL_KEPT_BY_CALLS & 1u << reg) == 0;
      if (!gives || (spot->x.kind == TSL_X86_ADVANCE && !is_fixed(p, spot, &o->address)))
         continue;
      return (spot->x.kind != TSL_X86_CALL || reg == TSL_RAX) && reach_given(p, i, depth, o)
             && agrees(p, i, at, reg, depth, pointers, o);
   }
   return false;
}

bool tsl_stored_through(tsl_debuginfo *d, Dwarf_Die *function, Dwarf_Addr pc, tsl_origin *origin)
{
   Dwarf_Addr base, start, end;
   ptrdiff_t next = 0;
   bool found = false;
   origin->pointers = 0;
   while (!found && (next = dwarf_ranges(function, next, &base, &start, &end)) > 0) {
      tsl_piece piece;
      size_t at = 0;
      if (pc < start || pc >= end || !decode(d, start, end, &piece))
         continue;
      while (at < piece.n && piece.spots[at].pc != pc)
         at++;
      found = at < piece.n && lead(&piece, at, 0, origin);
      free(piece.spots);
   }
   return found;
}
