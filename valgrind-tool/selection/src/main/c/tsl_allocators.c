/*--------------------------------------------------------------------*/
/*--- tslmap: which functions allocate.           tsl_allocators.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_allocators.h"

/* The allocator is whatever the program uses: functions are known by their
   names in any object's symbol tables, be it the C library, another allocator
   that takes its place, or one linked into the program. */

static const struct {
   const HChar *name;
   tsl_allocator_kind kind;
} known[] = {
   {"malloc", TSL_MALLOC},
   {"calloc", TSL_CALLOC},
   {"realloc", TSL_REALLOC},
   {"reallocarray", TSL_REALLOCARRAY},
   {"memalign", TSL_MEMALIGN},
   {"aligned_alloc", TSL_MEMALIGN},
   {"posix_memalign", TSL_POSIX_MEMALIGN},
   {"valloc", TSL_MALLOC},
   {"pvalloc", TSL_MALLOC},
   {"free", TSL_FREE},
   {"cfree", TSL_FREE},
   {"free_sized", TSL_FREE},
   {"free_aligned_sized", TSL_FREE},
   /* makes the block of an object's thread-local variables when it is first asked for one */
   {"__tls_get_addr", TSL_THREAD_LOCAL},
   /* operator new, new[]: plain, nothrow, aligned, both */
   {"_Znwm", TSL_MALLOC},
   {"_ZnwmRKSt9nothrow_t", TSL_MALLOC},
   {"_ZnwmSt11align_val_t", TSL_MALLOC},
   {"_ZnwmSt11align_val_tRKSt9nothrow_t", TSL_MALLOC},
   {"_Znam", TSL_MALLOC},
   {"_ZnamRKSt9nothrow_t", TSL_MALLOC},
   {"_ZnamSt11align_val_t", TSL_MALLOC},
   {"_ZnamSt11align_val_tRKSt9nothrow_t", TSL_MALLOC},
   /* operator delete, delete[]: plain, sized, nothrow, aligned */
   {"_ZdlPv", TSL_FREE},
   {"_ZdlPvm", TSL_FREE},
   {"_ZdlPvRKSt9nothrow_t", TSL_FREE},
   {"_ZdlPvSt11align_val_t", TSL_FREE},
   {"_ZdlPvmSt11align_val_t", TSL_FREE},
   {"_ZdlPvSt11align_val_tRKSt9nothrow_t", TSL_FREE},
   {"_ZdaPv", TSL_FREE},
   {"_ZdaPvm", TSL_FREE},
   {"_ZdaPvRKSt9nothrow_t", TSL_FREE},
   {"_ZdaPvSt11align_val_t", TSL_FREE},
   {"_ZdaPvmSt11align_val_t", TSL_FREE},
   {"_ZdaPvSt11align_val_tRKSt9nothrow_t", TSL_FREE},
};

#define KNOWN (sizeof known / sizeof known[0])

typedef struct {
   Addr entry;
   UInt known;
} allocator;

static XArray *allocators;

/* Finds what a symbol's name says, without its version. */
static Bool is_known(const HChar *symbol, const void *to)
{
   UInt i;
   for (i = 0; i < KNOWN; i++)
      if (known[i].name[0] == symbol[0] && tsl_symbol_is(symbol, known[i].name)) {
         *(UInt *)to = i;
         return True;
      }
   return False;
}

void tsl_allocators_symbol(const tsl_symbol *s)
{
   allocator a = {s->address, 0};
   if (!tsl_symbol_any(s, is_known, &a.known))
      return;
   if (allocators == NULL)
      allocators = tsl_list("tsl.allocators", sizeof a);
   VG_(addToXA)(allocators, &a);
}

void tsl_allocators_unmapped(Addr start, SizeT bytes)
{
   Word i;
   for (i = tsl_count(allocators); i-- > 0;)
      if (((allocator *)VG_(indexXA)(allocators, i))->entry - start < bytes)
         VG_(removeIndexXA)(allocators, i);
}

Bool tsl_allocator_at(Addr entry, tsl_allocator_kind *kind)
{
   Word i;
   for (i = tsl_count(allocators); i-- > 0;) {
      const allocator *a = VG_(indexXA)(allocators, i);
      if (a->entry == entry) {
         *kind = known[a->known].kind;
         return True;
      }
   }
   return False;
}
