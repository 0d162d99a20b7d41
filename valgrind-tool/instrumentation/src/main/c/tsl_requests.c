/*--------------------------------------------------------------------*/
/*--- tslmap: what the program tells (tslmap.h).    tsl_requests.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_requests.h"

#include "pub_tool_tooliface.h"
#include "pub_tool_transtab.h"

#include "tslmap.h"
#include "tsl_buffer.h"
#include "tsl_counted.h"
#include "tsl_filter.h"
#include "tsl_gate.h"
#include "tsl_heap.h"
#include "tsl_options.h"

/* Recording goes on or stops. A run without a gate gets one: code is translated
   anew with it. */
static void record(Bool on)
{
   if (on == tsl_gate_is_on())
      return;
   if (!tsl_gated()) {
      if (!tsl_filter_narrowed()) {
         tsl_buffer_narrowed();
         tsl_counted_tell();
         *tsl_buffer_made() += tsl_counted_loads() + tsl_counted_stores();
      }
      tsl_gate_needed();
      VG_(discard_translations_safely)((Addr)0x1000, ~(SizeT)0xfff, "tslmap.h");
   }
   tsl_gate_switch(on);
}

Bool tsl_request(ThreadId tid, UWord *args, UWord *result)
{
   const UInt thread = tsl_buffer_current_thread();
   if (!VG_IS_TOOL_USERREQ('T', 'S', args[0]))
      return False;
   *result = 0;
   switch (args[0]) {
   case TSLMAP_REQUEST_NAME:
      tsl_heap_name(args[1], args[2], tsl_client_text(args[3]));
      return True;
   case TSLMAP_REQUEST_PHASE:
      if (tsl_sink_now->mark) {
         tsl_buffer_run_stages();
         tsl_counted_tell(); /* which belongs to the phase before */
      }
      TSL_TELL(mark, TSL_MARK_PHASE, 0, 0, tsl_client_text(args[1]));
      return True;
   case TSLMAP_REQUEST_ALLOCATED:
      if (tsl_opt.heap)
         tsl_heap_custom_allocated(thread, args[1], args[2], tsl_client_text(args[3]));
      return True;
   case TSLMAP_REQUEST_FREED:
      tsl_heap_custom_freed(thread, args[1]);
      return True;
   case TSLMAP_REQUEST_RECORD:
      record(args[1] != 0);
      return True;
   default:
      return False;
   }
}
