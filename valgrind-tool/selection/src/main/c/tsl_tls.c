/*--------------------------------------------------------------------*/
/*--- tslmap: places of thread-local variables.          tsl_tls.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_tls.h"

#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_elf.h"

/* The objects that a program starts with have their thread-local variables at
   distances from the thread pointer that follow from the objects alone; the
   collector knows them. Those that are loaded later have them in one of two ways:
   in blocks that each thread gets when it first asks __tls_get_addr for one (whose
   calls tsl_heap follows), or in room that all threads have kept below the thread
   pointer, at a distance that the dynamic linker writes into the object
   (tsl_elf). Code that runs has been linked, so that is when distances are
   looked at. */

typedef struct {
   UInt thread;
   ULong module;
} known_block;

typedef struct {
   UInt thread;
   Addr pointer;
} thread_pointer;

typedef struct {
   UInt object;
   ULong distance;
} placed_object;

static XArray *known_blocks, *pointers, *placed, *waiting; /* waiting: UInt */
static known_block asked[256]; /* some of them, by hash: most calls ask again */

static UInt first_object, seen_objects;
static Bool started; /* a second object runs: the program has all it starts with */

static XArray *array(XArray **a, SizeT bytes)
{
   if (*a == NULL)
      *a = tsl_list("tsl.tls", bytes);
   return *a;
}

/*------------------------------------------------------------*/
/*--- At a distance from the thread pointer                ---*/
/*------------------------------------------------------------*/

/* What a list of a thread's pointers or blocks, which begin with it, has of this one. */
static void forget(XArray *list, UInt thread)
{
   Word i;
   for (i = tsl_count(list); i-- > 0;)
      if (*(const UInt *)VG_(indexXA)(list, i) == thread)
         VG_(removeIndexXA)(list, i);
}

void tsl_tls_pointer(UInt thread, Addr pointer)
{
   const thread_pointer p = {thread, pointer};
   Word i;
   forget(pointers, thread);
   VG_(addToXA)(array(&pointers, sizeof p), &p);
   for (i = 0; i < tsl_count(placed); i++) {
      const placed_object *o = VG_(indexXA)(placed, i);
      TSL_TELL(thread_block, thread, o->object, pointer - o->distance);
   }
}

/* Whether more is to be learnt of an object. */
static Bool look_at(UInt object)
{
   placed_object o = {object, 0};
   const tsl_distance found = tsl_elf_thread_distance(object, &o.distance);
   Word i;
   if (found != TSL_DISTANCE_KNOWN)
      return found == TSL_DISTANCE_LATER;
   VG_(addToXA)(array(&placed, sizeof o), &o);
   for (i = 0; i < tsl_count(pointers); i++) {
      const thread_pointer *p = VG_(indexXA)(pointers, i);
      TSL_TELL(thread_block, p->thread, object, p->pointer - o.distance);
   }
   return False;
}

void tsl_tls_runs(UInt object)
{
   Word i;
   if (tsl_sink_now->thread_block == NULL)
      return;
   if (!started) {
      if (seen_objects == 0)
         first_object = object;
      started = object != first_object;
      seen_objects = tsl_objects();
      return;
   }
   for (; seen_objects < tsl_objects(); seen_objects++)
      VG_(addToXA)(array(&waiting, sizeof seen_objects), &seen_objects);
   for (i = tsl_count(waiting); i-- > 0;)
      if (!look_at(*(const UInt *)VG_(indexXA)(waiting, i)))
         VG_(removeIndexXA)(waiting, i);
}

/*------------------------------------------------------------*/
/*--- In blocks of their own                               ---*/
/*------------------------------------------------------------*/

Bool tsl_tls_is_known(UInt thread, ULong module)
{
   known_block *a = &asked[(31 * thread + module) % 256];
   Word i;
   if (a->thread == thread && a->module == module)
      return True;
   for (i = tsl_count(known_blocks); i-- > 0;) {
      const known_block *k = VG_(indexXA)(known_blocks, i);
      if (k->thread == thread && k->module == module) {
         *a = *k;
         return True;
      }
   }
   return False;
}

void tsl_tls_asked(UInt thread, ULong module, Addr start)
{
   const known_block k = {thread, module};
   UInt object;
   VG_(addToXA)(array(&known_blocks, sizeof k), &k);
   if (tsl_sink_now->thread_block && tsl_elf_object_of_module(module, &object))
      TSL_TELL(thread_block, thread, object, start);
}

/*------------------------------------------------------------*/
/*--- Ends                                                 ---*/
/*------------------------------------------------------------*/

void tsl_tls_thread_ends(UInt thread)
{
   forget(pointers, thread);
   forget(known_blocks, thread);
}

void tsl_tls_begin_again(void)
{
   Word i;
   VG_(memset)(asked, 0, sizeof asked);
   if (known_blocks != NULL)
      VG_(dropTailXA)(known_blocks, tsl_count(known_blocks));
   for (i = tsl_count(placed); i-- > 0;) {
      VG_(addToXA)(array(&waiting, sizeof(UInt)),
                   &((const placed_object *)VG_(indexXA)(placed, i))->object);
      VG_(removeIndexXA)(placed, i);
   }
}

void tsl_tls_forked(void)
{
   tsl_tls_begin_again();
   if (pointers != NULL)
      VG_(dropTailXA)(pointers, tsl_count(pointers));
}
