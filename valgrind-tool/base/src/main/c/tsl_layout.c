/*--------------------------------------------------------------------*/
/*--- tslmap: where Valgrind's own code lies.         tsl_layout.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

/* The Makefile links this first and then Valgrind's libraries, so that these lie at the same
   places whatever changes in the tool. Their speed depends on that: programs with fused
   multiply-adds, also those that call exp, log or pow of the C library, spend half of their time
   in h_generic_calc_MAddF64. At the start of a line of the cache it takes 1.4 times as long as 16
   bytes further (Zen 5, Valgrind 3.19), which is where this puts it. */
__asm__(".text\n.p2align 4\n.skip 16, 0x90");
