/*--------------------------------------------------------------------*/
/*--- tslmap: heap blocks that nobody can have used.    tsl_held.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

/* A block that comes and goes without a recorded access in between can be in no
   recorded access, so nothing is told of it: counted code may allocate millions of
   these. The newest blocks are therefore held, until they are gone or something else
   is to be told. All that are held came at one position of the stream. When there are too
   many of them, the oldest is told of. */

#include "tsl_held.h"

#include "tsl_buffer.h"
#include "tsl_code.h"

#define HELD 64 /* blocks; a power of two */

static tsl_heap_change held[HELD]; /* a ring; address 0: gone */
static tsl_caller callers[HELD][TSL_NAMING_CALLERS]; /* theirs */
static UInt first, last;           /* the oldest, and behind the newest */
static ULong position;
static Bool telling; /* of a held one */
static void (*told)(const tsl_heap_change *change, ULong position);

void tsl_held_begin(void (*send)(const tsl_heap_change *change, ULong position))
{
   told = send;
   first = last = 0;
}

static void tell_oldest(void)
{
   const tsl_heap_change *oldest = &held[first++ % HELD];
   if (oldest->address == 0)
      return;
   telling = True;
   told(oldest, position);
   telling = False;
}

ULong tsl_held_position(void) { return telling ? position : tsl_buffer_position(); }

void tsl_held_release(void)
{
   while (first != last)
      tell_oldest();
}

/* Allocators of the program's own have blocks within those of others. */
static Bool is_own(UInt function) { return tsl_function_at(function)->entry == 0; }

/* Whether the block at this address was held; it is gone now. */
static Bool drop(Addr address, UInt function)
{
   UInt i;
   for (i = last; i != first; i--) {
      tsl_heap_change *block = &held[(i - 1) % HELD];
      if (block->address == address && is_own(block->function) == is_own(function)) {
         block->address = 0;
         return True;
      }
   }
   return False;
}

static void hold(const tsl_heap_change *block)
{
   if (last - first == HELD)
      tell_oldest();
   held[last % HELD] = *block;
   held[last % HELD].callers = callers[last % HELD];
   VG_(memcpy)(callers[last % HELD], block->callers, block->n * sizeof *block->callers);
   last++;
}

void tsl_held_heap(tsl_heap_change change)
{
   const ULong now = tsl_buffer_position();
   if (now != position)
      tsl_held_release();
   position = now;
   if (change.event == TSL_HEAP_FREED && drop(change.address, change.function))
      return;
   if (change.event == TSL_HEAP_REALLOCATED
       && (change.previous == 0 || drop(change.previous, change.function))) {
      change.event = TSL_HEAP_ALLOCATED;
      change.previous = 0;
   }
   if (change.event == TSL_HEAP_ALLOCATED)
      hold(&change);
   else /* those that are held stay: it is of another block */
      told(&change, now);
}
