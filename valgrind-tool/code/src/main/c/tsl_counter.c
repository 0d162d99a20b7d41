/*--------------------------------------------------------------------*/
/*--- tslmap: counters that code adds to.             tsl_counter.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_counter.h"

#define CHUNK 1024
static ULong **chunk;
static UInt chunks, used;

ULong *tsl_counter_new(UInt *id)
{
   TSL_RESERVE("tsl.counters", chunk, chunks, used / CHUNK + 1);
   if (chunk[used / CHUNK] == NULL)
      chunk[used / CHUNK] = VG_(calloc)("tsl.counters", CHUNK, sizeof(ULong));
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
