/*--------------------------------------------------------------------*/
/*--- tslmap: variables in stack frames, watched.     tsl_frames.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_frames.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_slots.h"
#include "tsl_watch.h"

/* A local variable lies at an offset from its frame's canonical frame address,
   which is 8 more than the stack pointer when the function's first instruction
   runs. There the variable begins to be watched, in this activation of the
   function; it ends when a block begins at a higher stack pointer, or another
   function at the same one (a tail call). So returns, longjmp and exceptions all
   end it. Each thread's slot holds the stack pointer of its innermost such
   activation, and only if a block finds more than that there is something to
   do. A signal's handler on a stack of its own ends nothing. */

/* What begins with a function that is loaded. */
typedef struct {
   Addr entry;
   UInt object;
   const tsl_place *variable;
} watched_entry;

typedef struct {
   UInt thread;
   Addr sp; /* at the function's first instruction */
   watched_entry function;
} activation;

static XArray *entries, *activations; /* NULL: no such variables */

#define SLOT slots[TSL_SLOT_WATCH / 8]

void tsl_frames_init(void)
{
   Word i;
   for (i = 0; i < tsl_watch_places() && entries == NULL; i++)
      if (tsl_watch_place(i)->frame) {
         entries = tsl_list("tsl.frames", sizeof(watched_entry));
         activations = tsl_list("tsl.frames", sizeof(activation));
      }
}

Bool tsl_frames_watched(void) { return entries != NULL; }

void tsl_frames_object(const HChar *path, ULong bias)
{
   Word i;
   for (i = 0; i < tsl_watch_places(); i++) {
      const tsl_place *p = tsl_watch_place(i);
      if (p->frame && VG_(strcmp)(p->object, path) == 0) {
         const watched_entry e = {p->address + bias, tsl_object_id(path, bias), p};
         VG_(addToXA)(entries, &e);
      }
   }
}

void tsl_frames_unmapped(Addr start, SizeT bytes)
{
   Word i;
   for (i = tsl_count(entries); i-- > 0;)
      if (((const watched_entry *)VG_(indexXA)(entries, i))->entry - start < bytes)
         VG_(removeIndexXA)(entries, i);
}

Bool tsl_frames_begin_at(Addr entry)
{
   Word i;
   for (i = VG_(sizeXA)(entries); i-- > 0;)
      if (((const watched_entry *)VG_(indexXA)(entries, i))->entry == entry)
         return True;
   return False;
}

static Addr start_of(const activation *a) { return a->sp + 8 + a->function.variable->offset; }

static void tell(const activation *a)
{
   const tsl_place *v = a->function.variable;
   TSL_TELL(watched_variable, start_of(a), v->bytes, a->function.object, a->function.entry,
            v->offset, v->name);
}

static void watch_no_longer(const activation *a)
{
   tsl_watch_remove(start_of(a), a->function.variable->bytes);
}

void tsl_frames_enter(ULong *slots, Addr sp, Addr entry)
{
   Word i;
   for (i = 0; i < VG_(sizeXA)(entries); i++) {
      const watched_entry *e = VG_(indexXA)(entries, i);
      if (e->entry == entry) {
         const activation a = {tsl_buffer_current_thread(), sp, *e};
         VG_(addToXA)(activations, &a);
         tsl_watch_found(e->variable->watch);
         tsl_watch_add(start_of(&a), e->variable->bytes);
         tell(&a);
      }
   }
   SLOT = sp;
}

static void end_activation(Word i)
{
   const activation a = *(const activation *)VG_(indexXA)(activations, i);
   watch_no_longer(&a);
   TSL_TELL(data_name, start_of(&a), 0, "");
   VG_(removeIndexXA)(activations, i);
}

void tsl_frames_leave(ULong *slots, Addr bound)
{
   const ThreadId tid = VG_(get_running_tid)();
   const UInt thread = tsl_buffer_current_thread();
   const Addr other = VG_(thread_get_altstack_min)(tid);
   const SizeT bytes = VG_(thread_get_altstack_size)(tid);
   const Bool there = bound - other < bytes;
   Word i;
   SLOT = ~0ull;
   for (i = VG_(sizeXA)(activations); i-- > 0;) {
      const activation *a = VG_(indexXA)(activations, i);
      if (a->thread != thread)
         continue;
      if (a->sp < bound && (a->sp - other < bytes) == there)
         end_activation(i);
      else if (a->sp < SLOT)
         SLOT = a->sp;
   }
}

void tsl_frames_thread_ends(UInt thread)
{
   Word i;
   for (i = tsl_count(activations); i-- > 0;)
      if (((const activation *)VG_(indexXA)(activations, i))->thread == thread)
         end_activation(i);
}

void tsl_frames_forked(UInt thread)
{
   Word i;
   for (i = tsl_count(activations); i-- > 0;) {
      activation *a = VG_(indexXA)(activations, i);
      if (a->thread == thread) {
         a->thread = 1;
         tell(a);
      } else {
         watch_no_longer(a);
         VG_(removeIndexXA)(activations, i);
      }
   }
}
