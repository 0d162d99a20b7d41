/*--------------------------------------------------------------------*/
/*--- tslmap: threads start, stop, are interrupted.  tsl_threads.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

/* Between two runs of client code the truth about the buffer is with tsl_buffer;
   here it goes into a thread's shadow state and comes back. tsl_instrument.c says
   what the buffer holds when a block is interrupted. */

static ULong read_slot(ThreadId tid, Int offset)
{
   ULong v;
   VG_(get_shadow_regs_area)(tid, (UChar *)&v, 1, offset, sizeof v);
   return v;
}

static void write_slot(ThreadId tid, Int offset, ULong v)
{
   VG_(set_shadow_regs_area)(tid, 1, offset, sizeof v, (const UChar *)&v);
}

void tsl_thread_start(ThreadId tid, Bool first)
{
   write_slot(tid, TSL_SLOT_NEXT, (ULong)tsl_buffer_next());
   if (first) {
      write_slot(tid, TSL_SLOT_HEAP_SP, ~0ull);
      write_slot(tid, TSL_SLOT_WATCH, ~0ull);
   }
   if (tsl_filter_gated()) {
      ULong frame = read_slot(tid, TSL_SLOT_FRAME);
      if (first) {
         frame = ~0ull;
         write_slot(tid, TSL_SLOT_FRAME, frame);
      }
      write_slot(tid, TSL_SLOT_GATE, tsl_filter_gate(frame));
   }
}

void tsl_thread_stop(ThreadId tid)
{
   tsl_buffer_set_next((ULong *)read_slot(tid, TSL_SLOT_NEXT));
}

Addr tsl_thread_pointer(ThreadId tid)
{
   Addr v;
   VG_(get_shadow_regs_area)(tid, (UChar *)&v, 0, offsetof(VexGuestAMD64State, guest_FS_CONST),
                             sizeof v);
   return v;
}

/* Replaces the unfinished block at *header by a descriptor of its accesses up
   to, and without, the instruction at ip. Those before `done` have certainly
   been made. */
static void cut_block(ULong *header, Addr ip, UInt done)
{
   const tsl_block whole = *tsl_block_at(TSL_WORD_ID(*header));
   const tsl_access *a = tsl_block_accesses(&whole);
   UInt n = done, words = 0, i;
   while (n < whole.accesses && tsl_site_at(a[n].site)->instruction != ip)
      n++;
   if (n == whole.accesses) {
      /* The instruction makes no accesses of its own here (a trap): all those at
         lower addresses of straight-line code have been made. */
      for (n = done; n < whole.accesses && tsl_site_at(a[n].site)->instruction < ip; n++)
         ;
   }
   for (i = 0; i < n; i++)
      if (a[i].word != TSL_NO_WORD && a[i].word + 1u > words)
         words = a[i].word + 1u;
   if (n == 0) {
      VG_(memset)(header, 0, 8 * (1 + whole.words));
      tsl_buffer_set_next(header);
      return;
   }
   {
      tsl_access *copy = VG_(malloc)("tsl.cut", n * sizeof *copy);
      UInt id;
      VG_(memcpy)(copy, a, n * sizeof *copy);
      id = tsl_block_new(whole.guest, words, copy, n, TSL_END_SIDE_EXIT);
      VG_(free)(copy);
      *header = TSL_WORD_MAKE(id, words);
   }
   VG_(memset)(header + 1 + words, 0, 8 * (whole.words - words));
   tsl_buffer_set_next(header + 1 + words);
}

/* Whether ip is at or before one of the block's accesses from the given one. */
static Bool could_fault_at(const tsl_block *b, UInt from, Addr ip)
{
   const tsl_access *a = tsl_block_accesses(b);
   UInt i;
   if (ip < b->guest)
      return False;
   for (i = from; i < b->accesses; i++)
      if (ip <= tsl_site_at(a[i].site)->instruction)
         return True;
   return False;
}

void tsl_thread_fault(ThreadId tid, Addr ip)
{
   ULong *next = (ULong *)read_slot(tid, TSL_SLOT_NEXT);
   ULong *p = tsl_buffer_first(), *last = NULL;
   if (tsl_stretch_phase != TSL_WITHIN
       || (tsl_filter_gated() && read_slot(tid, TSL_SLOT_GATE) == 0))
      return;
   tsl_buffer_set_next(next);
   if (next < (ULong *)tsl_buffer_end() && TSL_WORD_IS_HEADER(*next)
       && !TSL_WORD_IS_THREAD(*next)) {
      cut_block(next, ip, 0); /* before its first side exit */
   } else {
      while (p < next) {
         last = p;
         p += 1 + (TSL_WORD_IS_THREAD(*p) ? 0 : TSL_WORD_COUNT(*p));
      }
      if (last != NULL && !TSL_WORD_IS_THREAD(*last) && TSL_WORD_ID(*last) > 0) {
         /* Behind a side exit, whose descriptor is the one before: the header
            is the next exit's already. */
         const tsl_block *now = tsl_block_at(TSL_WORD_ID(*last));
         const tsl_block *passed = now - 1;
         if (passed->guest == now->guest && passed->end == TSL_END_SIDE_EXIT
             && passed->words == (UInt)(next - last) - 1
             && (p > next || could_fault_at(now, passed->accesses, ip)))
            cut_block(last, ip, passed->accesses);
      }
   }
   write_slot(tid, TSL_SLOT_NEXT, (ULong)tsl_buffer_next());
}
