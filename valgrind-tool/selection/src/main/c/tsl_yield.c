/*--------------------------------------------------------------------*/
/*--- tslmap: the scheduler takes over soon.            tsl_yield.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_yield.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

/* In the core, without headers for tools. */
extern void VG_(discard_translations)(Addr start, ULong bytes, const HChar *who);
extern Bool VG_(in_generated_code);

void tsl_yield_after(ThreadId tid, UInt blocks)
{
   VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, host_EvC_COUNTER), sizeof blocks,
                             (const UChar *)&blocks);
}

void tsl_yield(void)
{
   if (VG_(in_generated_code))
      tsl_yield_after(VG_(get_running_tid)(), 0);
}

void tsl_yield_discard(Addr start, ULong bytes)
{
   VG_(discard_translations)(start, bytes, "tslmap");
}
