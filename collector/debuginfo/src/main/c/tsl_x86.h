/*--------------------------------------------------------------------*/
/*--- tslmap: what an x86-64 instruction does to values. tsl_x86.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_X86_H
#define TSL_X86_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As much of an instruction as it takes to follow one 64-bit value through
   straight code: how long it is, which registers it changes, and where it moves a
   register to. Registers are numbered as in machine code; those of vectors, of which
   the lowest 64 bits count, come behind the others. */

enum {
   TSL_RAX = 0,
   TSL_RCX = 1,
   TSL_RSP = 4,
   TSL_RSI = 6,
   TSL_RDI = 7,
   TSL_VECTORS = 16, /* xmm0 */
   TSL_NO_REGISTER = 32,
   /* rbx, rsp, rbp, r12 to r15: what a called function leaves as it is. */
   TSL_KEPT_BY_CALLS = 1 << 3 | 1 << 4 | 1 << 5 | 0xf << 12
};

typedef enum {
   TSL_X86_OTHER,
   TSL_X86_MOVE,   /* all of register `from` to register `to` */
   TSL_X86_STORE,  /* all of register `from` to memory */
   TSL_X86_LOAD,   /* all of register `to` from memory */
   TSL_X86_ADDRESS, /* register `to` is the address of memory */
   TSL_X86_ADVANCE, /* adds to all of register `to` */
   TSL_X86_TEST,   /* compares register `from` with 0 */
   TSL_X86_BRANCH, /* to `target`, if a condition holds */
   TSL_X86_JUMP,   /* to `target` */
   TSL_X86_CALL,
   TSL_X86_END     /* control goes elsewhere, or nothing is known of it */
} tsl_x86_kind;

typedef struct {
   tsl_x86_kind kind;
   size_t length;    /* bytes; 0 if it is not known */
   unsigned from, to;
   uint32_t changed; /* registers, a bit each */
   bool if_zero;     /* a branch is taken if the result before was 0 */
   int64_t target;   /* bytes from its end */
   /* The memory of a store, load, address, or of what is added: base + displacement, without a base relative to the
      end of the instruction or an address. */
   unsigned base;
   bool relative, indexed;
   int64_t displacement;
} tsl_x86;

/* Decodes the instruction at the beginning of some bytes. */
tsl_x86 tsl_x86_decode(const uint8_t *code, size_t size);

#endif
