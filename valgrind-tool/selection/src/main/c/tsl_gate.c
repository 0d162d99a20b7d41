/*--------------------------------------------------------------------*/
/*--- tslmap: recording, switched on and off.           tsl_gate.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_gate.h"

#include "tsl_buffer.h"
#include "tsl_options.h"

static Bool gated, on_now = True, ever_on;

void tsl_gate_init(void)
{
   on_now = ever_on = tsl_opt.toggle == NULL && tsl_opt.at_start;
   gated = tsl_opt.inclusive || !on_now;
}

Bool tsl_gated(void) { return gated; }
void tsl_gate_needed(void) { gated = True; }
Bool tsl_gate_is_on(void) { return on_now; }

void tsl_gate_switch(Bool on)
{
   tsl_buffer_flush();
   on_now = on;
   ever_on |= on;
   if (tsl_sink_now->mark)
      tsl_sink_now->mark(on ? TSL_MARK_ON : TSL_MARK_OFF, 0, 0, "");
}

ULong tsl_gate_of(ULong frame)
{
   const Bool inside = !tsl_opt.inclusive || frame != ~0ull;
   return inside && on_now ? ~0ull : 0;
}

void tsl_gate_report(void)
{
   if (!tsl_opt.at_start && !ever_on)
      VG_(umsg)("--tsl-atstart=no: the program never said TSLMAP_ON(): nothing was traced.\n");
}
