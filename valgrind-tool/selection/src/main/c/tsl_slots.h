/*--------------------------------------------------------------------*/
/*--- tslmap: a thread's shadow state.                 tsl_slots.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

/* Offsets into the first shadow of a thread's guest state, where blocks of code keep
   what is the thread's own. */
#define TSL_SLOT_NEXT 16  /* where the next event word goes */
#define TSL_SLOT_GATE 24  /* ~0: record, 0: do not (gated runs only) */
#define TSL_SLOT_FRAME 32 /* stack pointer at entry of the traced function,
                             ~0 outside (--tsl-inclusive) */
#define TSL_SLOT_HEAP_SP 40 /* stack pointer at entry of an allocator, ~0 outside */
#define TSL_SLOT_HEAP_RETURN 48
#define TSL_SLOT_HEAP_ENTRY 56
#define TSL_SLOT_HEAP_BYTES 64
#define TSL_SLOT_HEAP_ARGUMENT 72
#define TSL_SLOT_WATCH 80 /* stack pointer at entry of the innermost function with
                             watched variables, ~0 outside (tsl_frames) */
#define TSL_SLOT_COUNTERS 88 /* where counters begin (tsl_counter) */
#define TSL_SLOT_END 96
