/*--------------------------------------------------------------------*/
/*--- tslmap: what a collector is told of code.  tsl_definitions.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_definitions.h"

#include "tsl_channel.h"
#include "tsl_code.h"

static UInt sent_objects, sent_functions, sent_sites, sent_blocks;

void tsl_send_anew(void) { sent_objects = sent_functions = sent_sites = sent_blocks = 0; }

#define SITES_PER_FRAME 1024

static void send_sites(void)
{
   const UInt count = tsl_sites() - sent_sites < SITES_PER_FRAME
                         ? tsl_sites() - sent_sites : SITES_PER_FRAME;
   tsl_frame f = tsl_channel_begin(TSL_FRAME_SITES, 16 + 24 * count);
   UInt i;
   tsl_put32(&f, sent_sites);
   tsl_put32(&f, count);
   for (i = 0; i < count; i++) {
      const tsl_site *s = tsl_site_at(sent_sites + i);
      tsl_put64(&f, s->instruction);
      tsl_put32(&f, s->function);
      tsl_put32(&f, s->line);
      tsl_put32(&f, s->size);
      tsl_put8(&f, s->kind);
      tsl_put8(&f, s->index);
      tsl_put16(&f, 0);
   }
   tsl_channel_end(&f);
   sent_sites += count;
}

static void send_block(UInt id)
{
   const tsl_block *b = tsl_block_at(id);
   const tsl_access *a = tsl_block_accesses(b);
   tsl_frame f = tsl_channel_begin(TSL_FRAME_BLOCK, 32 + 16 * b->accesses);
   UInt i;
   tsl_put32(&f, id);
   tsl_put16(&f, b->words);
   tsl_put16(&f, b->accesses);
   tsl_put64(&f, b->guest);
   tsl_put8(&f, b->end);
   tsl_put(&f, 0, 7);
   for (i = 0; i < b->accesses; i++) {
      tsl_put32(&f, a[i].site);
      tsl_put16(&f, a[i].word);
      tsl_put8(&f, a[i].flags);
      tsl_put8(&f, 0);
      tsl_put64(&f, (ULong)a[i].offset);
   }
   tsl_channel_end(&f);
}

void tsl_send_objects(void)
{
   for (; sent_objects < tsl_objects(); sent_objects++) {
      const tsl_object *o = tsl_object_at(sent_objects);
      tsl_frame f = tsl_channel_begin(TSL_FRAME_OBJECT, 32 + VG_(strlen)(o->path));
      tsl_put32(&f, sent_objects);
      tsl_put32(&f, 0);
      tsl_put64(&f, o->bias);
      tsl_put_str(&f, o->path);
      tsl_channel_end(&f);
   }
}

static void send_functions(void)
{
   for (; sent_functions < tsl_functions(); sent_functions++) {
      const tsl_function *x = tsl_function_at(sent_functions);
      tsl_frame f = tsl_channel_begin(TSL_FRAME_FUNCTION,
                                48 + VG_(strlen)(x->name) + VG_(strlen)(x->file));
      tsl_put32(&f, sent_functions);
      tsl_put32(&f, x->object);
      tsl_put32(&f, x->line);
      tsl_put32(&f, 0);
      tsl_put64(&f, x->entry);
      tsl_put_str(&f, x->name);
      tsl_put_str(&f, x->file);
      tsl_channel_end(&f);
   }
}

void tsl_send_function(UInt id)
{
   if (id < sent_functions)
      return;
   tsl_send_objects();
   send_functions();
}

static void send_code(void)
{
   send_functions();
   while (sent_sites < tsl_sites())
      send_sites();
   for (; sent_blocks < tsl_blocks(); sent_blocks++)
      send_block(sent_blocks);
}

void tsl_send_definitions(void)
{
   tsl_send_objects();
   send_code();
}

void tsl_send_new_objects(void)
{
   UInt i;
   if (sent_objects == tsl_objects())
      return;
   for (i = sent_functions; i < tsl_functions(); i++)
      if (tsl_function_at(i)->object >= sent_objects)
         break;
   if (i == tsl_functions())
      send_code();
   tsl_send_objects();
}
