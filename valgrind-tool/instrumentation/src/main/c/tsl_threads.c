/*--------------------------------------------------------------------*/
/*--- tslmap: threads start, stop, are interrupted.  tsl_threads.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_threads.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_counted.h"
#include "tsl_counter.h"
#include "tsl_filter.h"
#include "tsl_frames.h"
#include "tsl_gate.h"
#include "tsl_slots.h"
#include "tsl_stretch.h"
#include "tsl_tls.h"

/* In the core, without headers for tools. */
extern Bool VG_(in_generated_code);
extern Bool VG_(is_exiting)(ThreadId tid);

/* Between two runs of client code the truth about the buffer is with tsl_buffer;
   here it goes into a thread's shadow state and comes back. tsl_instrument.c says
   what the buffer holds when a block is interrupted. */

/*------------------------------------------------------------*/
/*--- Slots                                                ---*/
/*------------------------------------------------------------*/

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

/* The thread's slots before it runs. */
static void set_slots(ThreadId tid, Bool first)
{
   write_slot(tid, TSL_SLOT_NEXT, (ULong)tsl_buffer_next());
   if (first) {
      write_slot(tid, TSL_SLOT_COUNTERS, tsl_counters_start());
      write_slot(tid, TSL_SLOT_HEAP_SP, ~0ull);
      write_slot(tid, TSL_SLOT_WATCH, ~0ull);
   }
   if (tsl_gated()) {
      ULong frame = read_slot(tid, TSL_SLOT_FRAME);
      if (first) {
         frame = ~0ull;
         write_slot(tid, TSL_SLOT_FRAME, frame);
      }
      write_slot(tid, TSL_SLOT_GATE, tsl_gate_of(frame));
   }
}

/* Where the thread finds its thread-local variables; 0: not set up yet. */
static Addr thread_pointer(ThreadId tid)
{
   Addr v;
   VG_(get_shadow_regs_area)(tid, (UChar *)&v, 0, offsetof(VexGuestAMD64State, guest_FS_CONST),
                             sizeof v);
   return v;
}

/*------------------------------------------------------------*/
/*--- Interrupted blocks                                   ---*/
/*------------------------------------------------------------*/

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

/* A signal interrupts the block that the thread is in: keeps the accesses made
   before the instruction at ip. */
static void cut_at(ThreadId tid, Addr ip)
{
   ULong *next = (ULong *)read_slot(tid, TSL_SLOT_NEXT);
   ULong *p = tsl_buffer_first(), *last = NULL;
   if (tsl_stretch_phase() != TSL_WITHIN
       || (tsl_gated() && read_slot(tid, TSL_SLOT_GATE) == 0))
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

/*------------------------------------------------------------*/
/*--- Their lives                                          ---*/
/*------------------------------------------------------------*/

/* Valgrind uses thread ids again; ours count the threads of the process. */
typedef struct {
   UInt number;  /* 0: has run no code yet */
   Addr pointer; /* the last one that was told */
   Bool handler; /* a signal's handler is about to begin */
} thread_state;

static thread_state *threads;
static UInt threads_size, last_number;

static thread_state *thread_at(ThreadId tid)
{
   TSL_RESERVE("tsl.threads", threads, threads_size, tid + 1);
   return &threads[tid];
}

/* Thread pointers are set up by system calls, so they change between runs. */
static void tell_pointer(ThreadId tid, thread_state *t)
{
   const Addr pointer = thread_pointer(tid);
   if (pointer != t->pointer) {
      t->pointer = pointer;
      TSL_TELL(thread_pointer, t->number, pointer);
      tsl_tls_pointer(t->number, pointer);
   }
}

/* Nobody calls a handler: its return address is put on the stack for it. */
static void tell_handler(ThreadId tid, thread_state *t)
{
   t->handler = False;
   if (t->number != 0 && !tsl_filter_narrowed() && !tsl_stretch_late()
       && tsl_stretch_phase() == TSL_WITHIN)
      TSL_TELL(mark, TSL_MARK_SIGNAL, VG_(get_SP)(tid), t->number, "");
}

Bool tsl_threads_none_ran(void) { return last_number == 0; }

void tsl_thread_starts(ThreadId tid)
{
   thread_state *t = thread_at(tid);
   const Bool first = t->number == 0;
   if (first)
      t->number = ++last_number;
   if (tsl_sink_now->thread_pointer)
      tell_pointer(tid, t);
   if (t->handler)
      tell_handler(tid, t);
   tsl_buffer_thread(t->number);
   tsl_counted_thread(t->number);
   if (tsl_sink_now->mark && tsl_counted_due()) {
      tsl_buffer_run_stages();
      tsl_counted_tell();
   }
   set_slots(tid, first);
}

void tsl_thread_stops(ThreadId tid)
{
   tsl_buffer_set_next((ULong *)read_slot(tid, TSL_SLOT_NEXT));
   /* A fatal signal while client code ran has ended the thread already. */
   if (VG_(is_exiting)(tid))
      cut_at(tid, VG_(get_IP)(tid));
}

void tsl_thread_created(ThreadId parent, ThreadId child)
{
   VG_(memset)(thread_at(child), 0, sizeof(thread_state));
   TSL_TELL(thread, last_number + 1, parent == 0 ? 0 : thread_at(parent)->number, True);
}

void tsl_thread_ends(ThreadId tid)
{
   const UInt number = thread_at(tid)->number;
   tsl_frames_thread_ends(number);
   tsl_tls_thread_ends(number);
   TSL_TELL(thread, number, 0, False);
}

void tsl_thread_signalled(ThreadId tid, Int signal, Bool alt_stack)
{
   /* Only a signal that an instruction raised arrives in the middle of a block. */
   if (VG_(in_generated_code))
      cut_at(tid, VG_(get_IP)(tid));
   thread_at(tid)->handler = True;
}

UInt tsl_threads_forked(ThreadId tid)
{
   const UInt number = thread_at(tid)->number;
   last_number = 0;
   VG_(memset)(threads, 0, threads_size * sizeof *threads);
   return number;
}
