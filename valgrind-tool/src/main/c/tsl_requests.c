/*--------------------------------------------------------------------*/
/*--- tslmap: what the program tells (tslmap.h).    tsl_requests.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_heap.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_transtab.h"

#include "../include/tslmap.h"

#define MAX_TEXT 1024
#define PAGE_BYTES 4096u

const HChar *tsl_client_text(Addr a)
{
   static HChar copy[MAX_TEXT];
   UInt n = 0;
   while (n + 1 < MAX_TEXT) {
      if ((n == 0 || (a + n) % PAGE_BYTES == 0)
          && !VG_(am_is_valid_for_client)(a + n, 1, VKI_PROT_READ))
         break;
      if (*(const HChar *)(a + n) == 0)
         break;
      copy[n] = *(const HChar *)(a + n);
      n++;
   }
   copy[n] = 0;
   return copy;
}

/* Recording goes on or stops. A run without a gate gets one: code is translated
   anew with it. */
static void record(Bool on)
{
   if (on == tsl_toggle_on)
      return;
   if (!tsl_filter_gated()) {
      if (!tsl_filter_narrowed())
         tsl_buffer_narrowed();
      tsl_filter_set_gated();
      VG_(discard_translations_safely)((Addr)0x1000, ~(SizeT)0xfff, "tslmap.h");
   }
   tsl_filter_toggled(on);
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
      tsl_buffer_settle();
      if (tsl_sink_now->mark)
         tsl_sink_now->mark(TSL_MARK_PHASE, 0, 0, tsl_client_text(args[1]));
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
