/*--------------------------------------------------------------------*/
/*--- tslmap: counters that code adds to.             tsl_counter.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_counter.h"

#define CHUNK 1024
static ULong **chunk;
static UInt chunks, used;

static void add_chunk(UInt number)
{
   TSL_RESERVE("tsl.counters", chunk, chunks, number + 1);
   if (chunk[number] == NULL)
      chunk[number] = VG_(calloc)("tsl.counters", CHUNK, sizeof(ULong));
}

void tsl_counters_init(void) { add_chunk(0); }
Addr tsl_counters_start(void) { return (Addr)chunk[0]; }

ULong *tsl_counter_new(UInt *id)
{
   add_chunk(used / CHUNK);
   *id = used;
   used++;
   return &chunk[*id / CHUNK][*id % CHUNK];
}

ULong tsl_counter_value(UInt id) { return chunk[id / CHUNK][id % CHUNK]; }

void tsl_counters_reset(void)
{
   UInt i;
   for (i = 0; i < chunks && chunk[i] != NULL; i++)
      VG_(memset)(chunk[i], 0, CHUNK * sizeof *chunk[i]);
}
