/*--------------------------------------------------------------------*/
/*--- tslmap: what blocks of code call.              tsl_helpers.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_helpers.h"

#include "libvex_guest_amd64.h"

#include "tsl_allocators.h"
#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_frames.h"
#include "tsl_gate.h"
#include "tsl_select.h"
#include "tsl_heap.h"
#include "tsl_slots.h"

static ULong *slot(void *guest, Int offset)
{
   return (ULong *)((UChar *)guest + sizeof(VexGuestAMD64State) + offset);
}

/* The truth about NEXT goes to the buffer, and comes back. */
static void take_next(void *guest) { tsl_buffer_set_next((ULong *)*slot(guest, TSL_SLOT_NEXT)); }
static void give_next(void *guest) { *slot(guest, TSL_SLOT_NEXT) = (ULong)tsl_buffer_next(); }

void tsl_helper_flush(void *guest)
{
   take_next(guest);
   tsl_buffer_flush_at_block();
   give_next(guest);
}

static void set_gate(void *guest)
{
   *slot(guest, TSL_SLOT_GATE) = tsl_gate_of(*slot(guest, TSL_SLOT_FRAME));
}

void tsl_helper_enter(void *guest, ULong sp)
{
   if (*slot(guest, TSL_SLOT_FRAME) == ~0ull) {
      *slot(guest, TSL_SLOT_FRAME) = sp;
      set_gate(guest);
   }
}

void tsl_helper_leave(void *guest)
{
   *slot(guest, TSL_SLOT_FRAME) = ~0ull;
   set_gate(guest);
}

void tsl_helper_toggle(void *guest, ULong does)
{
   const Bool was = tsl_gate_is_on();
   const Bool on = tsl_select_called((UInt)does, was);
   if (on == was)
      return;
   take_next(guest);
   tsl_gate_switch(on);
   give_next(guest);
   set_gate(guest);
}

void tsl_helper_heap_enter(void *guest, ULong entry, ULong kind)
{
   take_next(guest);
   tsl_heap_enter(guest, slot(guest, 0), entry, (tsl_allocator_kind)kind);
   give_next(guest);
}

void tsl_helper_heap_leave(void *guest, ULong to)
{
   take_next(guest);
   tsl_heap_leave(guest, slot(guest, 0), to);
   give_next(guest);
}

void tsl_helper_frame_enter(void *guest, ULong sp, ULong entry)
{
   take_next(guest);
   tsl_frames_enter(slot(guest, 0), sp, entry);
   give_next(guest);
}

void tsl_helper_frame_leave(void *guest, ULong bound)
{
   take_next(guest);
   tsl_frames_leave(slot(guest, 0), bound);
   give_next(guest);
}
