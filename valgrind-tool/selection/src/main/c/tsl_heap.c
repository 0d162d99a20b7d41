/*--------------------------------------------------------------------*/
/*--- tslmap: blocks of the heap, and named data.       tsl_heap.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_heap.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"

#include "tsl_budget.h"
#include "tsl_buffer.h"
#include "tsl_function.h"
#include "tsl_options.h"
#include "tsl_sampling.h"
#include "tsl_slots.h"
#include "tsl_tls.h"
#include "tsl_watch.h"

/* The program keeps its own allocator, its addresses, and its stack: calls are
   watched where they happen. A block of code that begins an allocator's function
   calls tsl_heap_enter, which notes the arguments and the stack pointer in the
   thread's slots. Every return compares the stack pointer with that slot, and
   the one that ends the noted call, or leaves it behind, calls tsl_heap_leave.

   Only one call is noted at a time: what happens below it, on the same stack, is
   the allocator's own affair. So operator new that calls malloc is one
   allocation, called operator new. An exception or a longjmp that leaves the
   noted call is found by the next return at a higher stack pointer or, should
   there be an allocation before, by the return address, which is no longer
   where it was. A signal handler has the slots for itself: Valgrind saves and
   restores them with the registers. */

/* Slots of the noted call. */
#define SP slots[(TSL_SLOT_HEAP_SP) / 8]
#define RETURNS_TO slots[(TSL_SLOT_HEAP_RETURN) / 8]
#define ENTRY slots[(TSL_SLOT_HEAP_ENTRY) / 8]
#define BYTES slots[(TSL_SLOT_HEAP_BYTES) / 8]
#define ARGUMENT slots[(TSL_SLOT_HEAP_ARGUMENT) / 8] /* realloc, posix_memalign */

/*------------------------------------------------------------*/
/*--- Live blocks                                          ---*/
/*------------------------------------------------------------*/

typedef struct {
   Addr address; /* 0: an empty place */
   SizeT bytes;
   UInt function;
   Bool watched;
} live_block;

/* A hash table with open addressing; places behind a freed one move up. */
typedef struct {
   live_block *place;
   SizeT places; /* a power of two */
   SizeT used;
} live_table;

static live_table heap, custom;
static ULong allocations, releases, reallocations;

static SizeT home(const live_table *t, Addr a)
{
   return ((a >> 4) * 0x9E3779B97F4A7C15ull >> 20) & (t->places - 1);
}

static live_block *find(const live_table *t, Addr a)
{
   SizeT i;
   if (t->places == 0)
      return NULL;
   for (i = home(t, a); t->place[i].address != 0; i = (i + 1) & (t->places - 1))
      if (t->place[i].address == a)
         return &t->place[i];
   return NULL;
}

static void put(live_table *t, const live_block *b);

static void grow(live_table *t)
{
   live_block *const old = t->place;
   const SizeT n = t->places;
   SizeT i;
   t->places = n == 0 ? 1024 : 2 * n;
   t->place = VG_(calloc)("tsl.heap", t->places, sizeof *t->place);
   t->used = 0;
   for (i = 0; i < n; i++)
      if (old[i].address != 0)
         put(t, &old[i]);
   VG_(free)(old);
}

static void put(live_table *t, const live_block *b)
{
   SizeT i;
   if (2 * (t->used + 1) > t->places)
      grow(t);
   for (i = home(t, b->address); t->place[i].address != 0 && t->place[i].address != b->address;
        i = (i + 1) & (t->places - 1))
      ;
   t->used += t->place[i].address == 0;
   t->place[i] = *b;
}

static void take_out(live_table *t, live_block *b)
{
   const SizeT mask = t->places - 1;
   SizeT hole = b - t->place, i = hole;
   for (;;) {
      i = (i + 1) & mask;
      if (t->place[i].address == 0)
         break;
      /* May the block at i live in the hole? Only if its home is not behind it. */
      if (((i - home(t, t->place[i].address)) & mask) >= ((i - hole) & mask)) {
         t->place[hole] = t->place[i];
         hole = i;
      }
   }
   t->place[hole].address = 0;
   t->used--;
}

/*------------------------------------------------------------*/
/*--- What is told                                         ---*/
/*------------------------------------------------------------*/

/* Names end with the block they lie in. */
static void remove_names(Addr start, SizeT bytes);

static void freed(live_table *t, UInt thread, Addr address, UInt function)
{
   live_block *b = find(t, address);
   if (b == NULL)
      return;
   remove_names(address, b->bytes);
   if (t == &heap && find(&custom, address) != NULL)
      freed(&custom, thread, address, find(&custom, address)->function);
   TSL_TELL(heap, TSL_HEAP_FREED, thread, address, 0, 0, function, NULL, 0);
   if (b->watched)
      tsl_watch_remove(address, b->bytes);
   take_out(t, b);
   releases++;
}

/* A block begins where a call of an allocator, which has returned, was made. */
static void tell_new(tsl_heap_event event, UInt thread, Addr address, SizeT bytes, Addr previous,
                     UInt function, const tsl_return *r)
{
   const tsl_caller *callers = NULL;
   UInt n = 0;
   tsl_buffer_run_stages();
   tsl_budget_tells();
   if (r != NULL && !tsl_sampling_allocated(thread, function, r))
      n = tsl_stacks_naming(function, r, &callers);
   TSL_TELL(heap, event, thread, address, bytes, previous, function, callers, n);
   tsl_budget_told();
}

/* r: of the call; NULL if the program tells of it. */
static void allocated(live_table *t, UInt thread, Addr address, SizeT bytes, UInt function,
                      const tsl_return *r)
{
   live_block b = {address, bytes, function, False};
   freed(t, thread, address, function); /* by a way that was not seen */
   b.watched = tsl_watch_allocation(r == NULL ? 0 : r->to, address, bytes);
   put(t, &b);
   allocations++;
   tell_new(TSL_HEAP_ALLOCATED, thread, address, bytes, 0, function, r);
}

static void reallocated(UInt thread, Addr address, SizeT bytes, Addr previous, UInt function,
                        const tsl_return *r)
{
   live_block *old = find(&heap, previous);
   live_block b = {address, bytes, function, False};
   if (old == NULL) {
      allocated(&heap, thread, address, bytes, function, r);
      return;
   }
   remove_names(previous, old->bytes);
   if (old->watched)
      tsl_watch_remove(previous, old->bytes);
   b.watched = old->watched;
   take_out(&heap, old);
   freed(&heap, thread, address, function); /* by a way that was not seen */
   b.watched |= tsl_watch_allocation(r->to, address, bytes);
   if (b.watched)
      tsl_watch_add(address, bytes);
   put(&heap, &b);
   reallocations++;
   tell_new(TSL_HEAP_REALLOCATED, thread, address, bytes, previous, function, r);
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

Bool tsl_heap_traced(void)
{
   return tsl_opt.heap && (tsl_sink_now->heap != NULL || tsl_watch_allocations());
}

static ULong word_at(Addr a) { return *(const ULong *)a; }

/* Whether the noted call has not ended at a stack pointer of this or less. */
static Bool inside_call(const ULong *slots, Addr sp, Addr entry)
{
   if (SP == ~0ull || SP < sp || (SP == sp && ENTRY == entry))
      return False;
   return VG_(am_is_valid_for_client)(SP, 8, VKI_PROT_READ) && word_at(SP) == RETURNS_TO;
}

static SizeT bytes_asked(const VexGuestAMD64State *g, tsl_allocator_kind kind)
{
   switch (kind) {
   case TSL_MALLOC: return g->guest_RDI;
   case TSL_CALLOC: return g->guest_RDI * g->guest_RSI;
   case TSL_REALLOC: case TSL_MEMALIGN: return g->guest_RSI;
   case TSL_REALLOCARRAY: return g->guest_RSI * g->guest_RDX;
   case TSL_POSIX_MEMALIGN: return g->guest_RDX;
   default: return 0;
   }
}

void tsl_heap_enter(void *guest, ULong *slots, Addr entry, tsl_allocator_kind kind)
{
   const VexGuestAMD64State *g = guest;
   const Addr sp = g->guest_RSP;
   if (inside_call(slots, sp, entry)
       || (kind == TSL_THREAD_LOCAL
           && tsl_tls_is_known(tsl_buffer_current_thread(), word_at(g->guest_RDI))))
      return;
   SP = sp;
   RETURNS_TO = word_at(sp);
   ENTRY = entry;
   BYTES = bytes_asked(g, kind);
   ARGUMENT = g->guest_RDI;
   if (kind == TSL_FREE && g->guest_RDI != 0)
      freed(&heap, tsl_buffer_current_thread(), g->guest_RDI, tsl_function_of(entry));
}

void tsl_heap_leave(void *guest, ULong *slots, Addr to)
{
   const VexGuestAMD64State *g = guest;
   const tsl_return r = {RETURNS_TO, SP + 8};
   const Addr result = g->guest_RAX;
   const UInt thread = tsl_buffer_current_thread();
   tsl_allocator_kind kind;
   SP = ~0ull;
   /* Jumped out of; an exception's handler may well have the stack pointer of a
      return, but lies elsewhere. */
   if (g->guest_RSP != r.cfa || to != r.to || !tsl_allocator_at(ENTRY, &kind))
      return;
   switch (kind) {
   case TSL_FREE:
      break;
   case TSL_THREAD_LOCAL:
      tsl_tls_asked(thread, word_at(ARGUMENT), result - word_at(ARGUMENT + 8));
      break;
   case TSL_REALLOC:
   case TSL_REALLOCARRAY:
      if (ARGUMENT == 0) {
         if (result != 0)
            allocated(&heap, thread, result, BYTES, tsl_function_of(ENTRY), &r);
      } else if (result != 0) {
         reallocated(thread, result, BYTES, ARGUMENT, tsl_function_of(ENTRY), &r);
      } else if (BYTES == 0) {
         freed(&heap, thread, ARGUMENT, tsl_function_of(ENTRY));
      }
      break;
   case TSL_POSIX_MEMALIGN:
      if ((UInt)result == 0)
         allocated(&heap, thread, word_at(ARGUMENT), BYTES, tsl_function_of(ENTRY), &r);
      break;
   default:
      if (result != 0)
         allocated(&heap, thread, result, BYTES, tsl_function_of(ENTRY), &r);
      break;
   }
}

/*------------------------------------------------------------*/
/*--- What the program tells (tslmap.h)                    ---*/
/*------------------------------------------------------------*/

typedef struct {
   Addr address;
   SizeT bytes;
   HChar *name;
} named_data;

static XArray *names;

void tsl_heap_custom_allocated(UInt thread, Addr address, SizeT bytes, const HChar *name)
{
   allocated(&custom, thread, address, bytes, tsl_function_named(name), NULL);
}

void tsl_heap_custom_freed(UInt thread, Addr address)
{
   const live_block *b = find(&custom, address);
   if (b != NULL)
      freed(&custom, thread, address, b->function);
}

static void remove_names(Addr start, SizeT bytes)
{
   Word i;
   for (i = VG_(sizeXA)(names); i-- > 0;) {
      named_data *n = VG_(indexXA)(names, i);
      if (n->address - start < bytes) {
         const Addr address = n->address;
         if (tsl_watch_name(n->name))
            tsl_watch_remove(address, n->bytes);
         VG_(free)(n->name);
         VG_(removeIndexXA)(names, i);
         TSL_TELL(data_name, address, 0, "");
      }
   }
}

void tsl_heap_name(Addr address, SizeT bytes, const HChar *name)
{
   named_data n = {address, bytes, NULL};
   remove_names(address, 1);
   if (bytes == 0)
      return;
   n.name = VG_(strdup)("tsl.name", name);
   VG_(addToXA)(names, &n);
   if (tsl_watch_name(name))
      tsl_watch_add(address, bytes);
   TSL_TELL(data_name, address, bytes, name);
}

/*------------------------------------------------------------*/
/*--- Start and end                                        ---*/
/*------------------------------------------------------------*/

void tsl_heap_init(void)
{
   names = tsl_list("tsl.names", sizeof(named_data));
}

static void forget(live_table *t)
{
   VG_(free)(t->place);
   t->place = NULL;
   t->places = t->used = 0;
}

void tsl_heap_forget(void) { forget(&heap); }

static void tell_live(const live_table *t, UInt thread)
{
   SizeT i;
   for (i = 0; i < t->places; i++)
      if (t->place[i].address != 0)
         TSL_TELL(heap, TSL_HEAP_ALLOCATED, thread, t->place[i].address, t->place[i].bytes, 0,
                  t->place[i].function, NULL, 0);
}

void tsl_heap_tell_all(void)
{
   Word i;
   tell_live(&heap, 1);
   tell_live(&custom, 1);
   for (i = 0; i < VG_(sizeXA)(names); i++) {
      const named_data *n = VG_(indexXA)(names, i);
      TSL_TELL(data_name, n->address, n->bytes, n->name);
   }
}

void tsl_heap_stats(void)
{
   if (tsl_heap_traced())
      VG_(umsg)("heap: %'llu blocks allocated, %'llu freed, %'llu reallocated, %'lu live\n",
                allocations, releases, reallocations, heap.used + custom.used);
}
