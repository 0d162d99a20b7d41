/*--------------------------------------------------------------------*/
/*--- tslmap: what an x86-64 instruction does to values. tsl_x86.c ---*/
/*--------------------------------------------------------------------*/

#include <string.h>

#include "tsl_x86.h"

/* Opcodes are those of the AMD64 Architecture Programmer's Manual, volume 3,
   appendix A. What compilers do not generate, or what changes registers in ways
   that are not told here, ends the decoding: TSL_X86_END with length 0. */

enum { MAP_ONE = 0, MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3, LONGEST = 15 };

typedef struct {
   const uint8_t *code;
   size_t size, at;
   uint8_t prefix; /* 66, f2, f3, or 0 */
   bool wide;      /* REX.W */
   bool vex;
   bool thread_local;
   unsigned rex_r, rex_x, rex_b, vvvv;
   uint8_t opcode;
   unsigned mod, reg, rm; /* rm only of registers */
   tsl_x86 found;
} tsl_decoder;

/* What is beyond the end makes the instruction unknown. */
static uint8_t next(tsl_decoder *x)
{
   if (x->at < x->size)
      return x->code[x->at++];
   x->at = LONGEST + 1;
   return 0;
}

static int64_t number(tsl_decoder *x, size_t bytes)
{
   int32_t value = 0;
   if (x->size < bytes || x->at > x->size - bytes) {
      x->at = LONGEST + 1;
      return 0;
   }
   memcpy(&value, x->code + x->at, bytes);
   x->at += bytes;
   return bytes == 1 ? (int8_t)value : bytes == 2 ? (int16_t)value : value;
}

static bool in(uint8_t opcode, unsigned first, unsigned last)
{
   return opcode >= first && opcode <= last;
}

/* --- Operands. -------------------------------------------------------------- */

static void modrm(tsl_decoder *x)
{
   const uint8_t byte = next(x);
   unsigned low = byte & 7;
   x->mod = byte >> 6;
   x->reg = (byte >> 3 & 7) | x->rex_r;
   x->rm = low | x->rex_b;
   x->found.base = x->rm;
   if (x->mod == 3)
      return;
   if (low == 4) {
      const uint8_t sib = next(x);
      low = sib & 7;
      x->found.base = low | x->rex_b;
      x->found.indexed = ((sib >> 3 & 7) | x->rex_x) != TSL_RSP;
      if (low == 5 && x->mod == 0) {
         x->found.base = TSL_NO_REGISTER;
         x->found.displacement = number(x, 4);
      }
   } else if (low == 5 && x->mod == 0) {
      x->found.base = TSL_NO_REGISTER;
      x->found.relative = true;
      x->found.displacement = number(x, 4);
   }
   if (x->mod == 1)
      x->found.displacement = number(x, 1);
   else if (x->mod == 2)
      x->found.displacement = number(x, 4);
}

static void changes(tsl_decoder *x, unsigned reg)
{
   x->found.changed |= 1u << reg;
}

/* The operand that may be memory, if it is a register. */
static void changes_rm(tsl_decoder *x)
{
   if (x->mod == 3)
      changes(x, x->rm);
}

static void skip_immediate(tsl_decoder *x)
{
   number(x, x->prefix == 0x66 ? 2 : 4);
}

static void end(tsl_decoder *x)
{
   x->found.kind = TSL_X86_END;
   x->at = LONGEST + 1;
}

/* Ends the way, with an instruction whose length is known. */
static void leave(tsl_decoder *x) { x->found.kind = TSL_X86_END; }

static void transfer(tsl_decoder *x, tsl_x86_kind kind, size_t bytes)
{
   x->found.target = number(x, bytes);
   x->found.kind = kind;
}

/* --- Opcodes of one byte. ------------------------------------------------------ */

static void advances(tsl_decoder *x, unsigned reg)
{
   if (x->wide) {
      x->found.kind = TSL_X86_ADVANCE;
      x->found.to = reg;
   }
}

/* ADD, OR, ADC, SBB, AND, SUB, XOR, and CMP, which changes nothing. */
static void arithmetic(tsl_decoder *x)
{
   const bool compares = x->opcode >= 0x38;
   const unsigned form = x->opcode & 7;
   if (form < 4)
      modrm(x);
   else if (form == 4)
      number(x, 1);
   else if (form == 5)
      skip_immediate(x);
   if (compares)
      return;
   if (form < 2)
      changes_rm(x);
   else
      changes(x, form < 4 ? x->reg : TSL_RAX);
   if (x->opcode == 0x03 || (x->opcode == 0x01 && x->mod == 3))
      advances(x, x->opcode == 0x03 ? x->reg : x->rm);
}

static void move(tsl_decoder *x)
{
   const bool loads = x->opcode == 0x8b;
   modrm(x);
   if (x->mod != 3) {
      if (loads)
         changes(x, x->reg);
      if (x->wide) {
         x->found.kind = loads ? TSL_X86_LOAD : TSL_X86_STORE;
         x->found.from = x->found.to = x->reg;
      }
      return;
   }
   x->found.from = loads ? x->rm : x->reg;
   x->found.to = loads ? x->reg : x->rm;
   changes(x, x->found.to);
   if (x->wide)
      x->found.kind = TSL_X86_MOVE;
}

/* TEST, NOT, NEG, MUL, IMUL, DIV, IDIV */
static void group3(tsl_decoder *x)
{
   unsigned operation;
   modrm(x);
   operation = x->reg & 7;
   if (operation < 2 && x->opcode == 0xf6)
      number(x, 1);
   else if (operation < 2)
      skip_immediate(x);
   else if (operation < 4)
      changes_rm(x);
   else
      x->found.changed |= 1u << TSL_RAX | 1u << 2;
}

/* INC, DEC, CALL, JMP, PUSH */
static void group5(tsl_decoder *x)
{
   unsigned operation;
   modrm(x);
   operation = x->reg & 7;
   if (operation < 2)
      changes_rm(x);
   else if (operation == 2)
      x->found.kind = TSL_X86_CALL;
   else if (operation == 4)
      leave(x);
   else if (operation != 6)
      end(x);
}

static void one_byte(tsl_decoder *x)
{
   const uint8_t o = x->opcode;
   const unsigned low = (o & 7) | x->rex_b;
   if (o < 0x40 && (o & 7) < 6) {
      arithmetic(x);
   } else if (in(o, 0x50, 0x57) || o == 0x90) {
      if (o == 0x90 && x->rex_b != 0) /* XCHG with rax */
         x->found.changed |= 1u << TSL_RAX | 1u << low;
   } else if (in(o, 0x58, 0x5f)) {
      changes(x, low);
   } else if (o == 0x63 || o == 0x8a || o == 0x8d) {
      modrm(x);
      changes(x, x->reg);
      if (o == 0x8d && x->wide) {
         x->found.kind = TSL_X86_ADDRESS;
         x->found.to = x->reg;
      }
   } else if (o == 0x68) {
      skip_immediate(x);
   } else if (o == 0x6a || o == 0xa8) {
      number(x, 1);
   } else if (o == 0x69 || o == 0x6b) {
      modrm(x);
      changes(x, x->reg);
      if (o == 0x69)
         skip_immediate(x);
      else
         number(x, 1);
   } else if (in(o, 0x70, 0x7f)) {
      transfer(x, TSL_X86_BRANCH, 1);
      x->found.if_zero = o == 0x74;
   } else if (in(o, 0x80, 0x83) && o != 0x82) {
      modrm(x);
      if (o == 0x81)
         skip_immediate(x);
      else
         number(x, 1);
      if ((x->reg & 7) != 7)
         changes_rm(x);
      if ((x->reg & 7) == 0 && x->mod == 3 && o != 0x80)
         advances(x, x->rm);
   } else if (o == 0x84 || o == 0x85) {
      modrm(x);
      if (o == 0x85 && x->wide && x->mod == 3 && x->reg == x->rm) {
         x->found.kind = TSL_X86_TEST;
         x->found.from = x->reg;
      }
   } else if (o == 0x86 || o == 0x87) {
      modrm(x);
      changes(x, x->reg);
      changes_rm(x);
   } else if (o == 0x88 || o == 0x8f || in(o, 0xd0, 0xd3)) {
      modrm(x);
      changes_rm(x);
   } else if (o == 0x89 || o == 0x8b) {
      move(x);
   } else if (o == 0x98) {
      changes(x, TSL_RAX);
   } else if (o == 0x99) {
      changes(x, 2);
   } else if (o == 0xa9) {
      skip_immediate(x);
   } else if (in(o, 0xb0, 0xb7)) {
      number(x, 1);
      changes(x, low);
   } else if (in(o, 0xb8, 0xbf)) {
      x->found.displacement = number(x, x->prefix == 0x66 ? 2 : 4);
      if (x->wide)
         number(x, 4);
      else if (x->prefix != 0x66)
         x->found.kind = TSL_X86_ADDRESS; /* of code that is not moved */
      x->found.to = low;
      changes(x, low);
   } else if (o == 0xc0 || o == 0xc1 || o == 0xc6) {
      modrm(x);
      number(x, 1);
      changes_rm(x);
   } else if (o == 0xc7) {
      modrm(x);
      skip_immediate(x);
      changes_rm(x);
   } else if (in(o, 0xd8, 0xdf)) {
      modrm(x);
      changes(x, TSL_RAX); /* FNSTSW */
   } else if (in(o, 0xa4, 0xa7) || in(o, 0xaa, 0xaf)) { /* of strings */
      x->found.changed |= 1u << TSL_RAX | 1u << TSL_RCX | 1u << TSL_RSI | 1u << TSL_RDI;
   } else if (o == 0xc2) { /* RET */
      number(x, 2);
      leave(x);
   } else if (o == 0xc3 || o == 0xc9 || o == 0xcc || o == 0xf4) { /* RET, LEAVE, INT3, HLT */
      leave(x);
   } else if (o == 0xe8) {
      transfer(x, TSL_X86_CALL, 4);
   } else if (o == 0xe9) {
      transfer(x, TSL_X86_JUMP, 4);
   } else if (o == 0xeb) {
      transfer(x, TSL_X86_JUMP, 1);
   } else if (o == 0xf6 || o == 0xf7) {
      group3(x);
   } else if (o == 0xfe || o == 0xff) {
      group5(x);
   } else {
      end(x);
   }
}

/* --- Opcodes of several bytes. --------------------------------------------------- */

static bool has_immediate_0f(uint8_t o)
{
   return in(o, 0x70, 0x73) || o == 0xa4 || o == 0xac || o == 0xba || o == 0xc2
          || in(o, 0xc4, 0xc6);
}

/* Moves from vector registers, and others that have a result in a register. */
static bool changes_reg_0f(uint8_t o)
{
   return in(o, 0x40, 0x4f) || o == 0x2c || o == 0x2d || o == 0x50 || o == 0xaf
          || o == 0xb6 || o == 0xb7 || in(o, 0xbc, 0xbf) || o == 0xb8
          || o == 0xc0 || o == 0xc1 || o == 0xc5 || o == 0xd7;
}

static bool changes_rm_0f(uint8_t o)
{
   return in(o, 0x90, 0x9f) || o == 0xa4 || o == 0xa5 || o == 0xab
          || o == 0xac || o == 0xad || in(o, 0xb0, 0xb3) || o == 0xba
          || o == 0xbb || o == 0xc0 || o == 0xc1;
}

/* --- Vector registers. ------------------------------------------------------------ */

/* A move of the lowest 64 bits, between registers or from or to memory. */
static void move_vector(tsl_decoder *x, unsigned reg, unsigned rm, bool stores)
{
   x->found.from = stores ? reg : rm;
   x->found.to = stores ? rm : reg;
   if (x->mod == 3) {
      changes(x, x->found.to);
      x->found.kind = TSL_X86_MOVE;
   } else if (stores) {
      x->found.kind = TSL_X86_STORE;
   } else {
      changes(x, reg);
   }
}

/* What keeps the lowest 64 bits of its first operand, and changes the others. */
static void keep_lowest(tsl_decoder *x)
{
   const unsigned to = TSL_VECTORS + x->reg;
   if (!x->vex || x->vvvv == x->reg)
      return;
   x->found.kind = TSL_X86_MOVE;
   x->found.from = TSL_VECTORS + x->vvvv;
   x->found.to = to;
   changes(x, to);
}

static bool is_vector_0f(uint8_t o)
{
   return in(o, 0x10, 0x17) || in(o, 0x28, 0x2b) || in(o, 0x51, 0x7f) || o == 0xc2
          || o == 0xc4 || o == 0xc6 || in(o, 0xd0, 0xd6) || in(o, 0xd8, 0xfe);
}

/* Others than moves change the registers that they name, or are taken to. */
static void vector_0f(tsl_decoder *x)
{
   const uint8_t o = x->opcode;
   const unsigned reg = TSL_VECTORS + x->reg, rm = TSL_VECTORS + x->rm;
   const bool packed = x->prefix == 0 || x->prefix == 0x66;
   const bool integers = x->prefix == 0xf3 || x->prefix == 0x66;
   if (o == 0x7e && x->prefix != 0xf3 && !x->wide)
      changes_rm(x);
   else if (x->prefix == 0x66 && (o == 0x6e || o == 0x7e) && x->wide)
      move_vector(x, reg, x->rm, o == 0x7e); /* MOVQ */
   else if ((packed && (o == 0x10 || o == 0x28)) || (integers && o == 0x6f)
            || (o == 0x7e && x->prefix == 0xf3))
      move_vector(x, reg, rm, false);
   else if ((packed && (o == 0x11 || o == 0x13 || o == 0x29))
            || (integers && o == 0x7f) || (o == 0xd6 && x->prefix == 0x66))
      move_vector(x, reg, rm, true);
   else if ((packed && o == 0x16) /* MOVHPS, MOVLHPS, UNPCKLPD, PUNPCKLQDQ */
            || (x->prefix == 0x66 && (o == 0x14 || o == 0x6c))) {
      keep_lowest(x);
   } else {
      changes(x, reg);
      if (x->mod == 3)
         changes(x, rm);
   }
}

static void two_bytes(tsl_decoder *x)
{
   const uint8_t o = x->opcode;
   if (in(o, 0x80, 0x8f)) {
      transfer(x, TSL_X86_BRANCH, 4);
      x->found.if_zero = o == 0x84;
      return;
   }
   if (in(o, 0xc8, 0xcf)) {
      changes(x, (o & 7) | x->rex_b);
      return;
   }
   if (o < 0x10 || in(o, 0x20, 0x27) || in(o, 0x30, 0x3f) || in(o, 0xa0, 0xa2)
       || in(o, 0xa8, 0xaa) || o == 0x77 || o == 0xae || o == 0xc7) {
      if (o == 0x0b) /* UD2 */
         leave(x);
      else if (o != 0x77) /* VZEROUPPER, EMMS */
         end(x);
      return;
   }
   modrm(x);
   if (has_immediate_0f(o))
      number(x, 1);
   if (is_vector_0f(o))
      vector_0f(x);
   else if (changes_reg_0f(o))
      changes(x, x->reg);
   if (changes_rm_0f(o))
      changes_rm(x);
   if (o == 0xb0 || o == 0xb1)
      changes(x, TSL_RAX);
}

static void three_bytes(tsl_decoder *x, unsigned map)
{
   const bool inserts = map == MAP_0F3A && x->opcode == 0x22; /* PINSRQ */
   const int64_t immediate = map == MAP_0F3A ? number(x, 1) : 0;
   if (map == MAP_0F3A && in(x->opcode, 0x14, 0x17))
      changes_rm(x);
   else if (inserts && x->wide && immediate == 1)
      keep_lowest(x);
   else
      changes(x, TSL_VECTORS + x->reg);
}

static void decode(tsl_decoder *x, unsigned map)
{
   x->opcode = next(x);
   if (map == MAP_ONE && x->opcode == 0x0f) {
      map = MAP_0F;
      x->opcode = next(x);
      if (x->opcode == 0x38 || x->opcode == 0x3a) {
         map = x->opcode == 0x38 ? MAP_0F38 : MAP_0F3A;
         x->opcode = next(x);
      }
   }
   switch (map) {
   case MAP_ONE:
      one_byte(x);
      break;
   case MAP_0F:
      two_bytes(x);
      break;
   case MAP_0F38:
   case MAP_0F3A:
      if (x->opcode >= 0xf0) { /* CRC32, MOVBE, BMI */
         end(x);
         break;
      }
      modrm(x);
      three_bytes(x, map);
      break;
   default:
      end(x);
   }
}

/* The prefix of AVX, which has that of REX inverted. */
static unsigned vex(tsl_decoder *x, bool three)
{
   static const uint8_t prefixes[] = {0, 0x66, 0xf3, 0xf2};
   const uint8_t first = next(x);
   uint8_t last = first;
   unsigned map = MAP_0F;
   x->vex = true;
   x->rex_r = (first & 0x80) != 0 ? 0 : 8;
   if (three) {
      x->rex_x = (first & 0x40) != 0 ? 0 : 8;
      x->rex_b = (first & 0x20) != 0 ? 0 : 8;
      map = first & 0x1f;
      last = next(x);
      x->wide = (last & 0x80) != 0;
   }
   x->vvvv = ~last >> 3 & 15;
   x->prefix = prefixes[last & 3];
   return map == MAP_ONE ? LONGEST : map;
}

tsl_x86 tsl_x86_decode(const uint8_t *code, size_t size)
{
   tsl_decoder x = {.code = code,
                    .size = size < LONGEST ? size : LONGEST,
                    .found = {.base = TSL_NO_REGISTER}};
   unsigned map = MAP_ONE;
   uint8_t prefix = next(&x);
   while (prefix == 0x66 || prefix == 0x67 || prefix == 0x2e || prefix == 0x3e
          || prefix == 0x64 || prefix == 0x65 || prefix == 0xf2 || prefix == 0xf3) {
      x.thread_local |= prefix == 0x64 || prefix == 0x65;
      if (x.prefix == 0 || x.prefix == 0x66)
         x.prefix = prefix == 0x66 || prefix >= 0xf2 ? prefix : x.prefix;
      prefix = next(&x);
   }
   if (prefix == 0xc5 || prefix == 0xc4) {
      map = vex(&x, prefix == 0xc4);
   } else if ((prefix & 0xf0) == 0x40) {
      x.wide = (prefix & 8) != 0;
      x.rex_r = (prefix & 4) << 1;
      x.rex_x = (prefix & 2) << 2;
      x.rex_b = (prefix & 1) << 3;
   } else if (x.at <= x.size) {
      x.at--;
   }
   if (x.at <= x.size)
      decode(&x, map);
   if (x.thread_local && x.found.kind != TSL_X86_END)
      x.found.kind = x.found.kind == TSL_X86_STORE ? TSL_X86_END : TSL_X86_OTHER;
   if (x.at > x.size) {
      x.found.kind = TSL_X86_END;
      x.found.length = 0;
   } else {
      x.found.length = x.at;
   }
   return x.found;
}
