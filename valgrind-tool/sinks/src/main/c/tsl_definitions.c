/*--------------------------------------------------------------------*/
/*--- tslmap: definitions before their first use. tsl_definitions.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_definitions.h"

#include "tsl_buffer.h"
#include "tsl_channel.h"
#include "tsl_code.h"
#include "tsl_flow.h"
#include "tsl_held.h"
#include "tsl_passages.h"

/* What was defined of a kind. */
typedef struct {
   UInt count;
   /* Where numbers are the stream's own: */
   UInt *number; /* by id: 1 + the number, or 0 */
   UInt size;
   UInt *id; /* by number */
   UInt capacity;
} defined;

static Bool own_numbers;
static UInt objects;
static defined functions, sites, blocks;

/* Pieces of one kind of a FLOW frame: which are looked through, and which of them are
   to be sent. */
typedef struct {
   UInt seen;
   UInt *id;
   UInt count, capacity;
} flow;

static flow straights, jumps;
static UInt passages; /* that were sent */
static UInt flow_functions; /* functions before have had the flow that was seen */

static void forget(defined *d)
{
   d->count = 0;
   if (d->size > 0)
      VG_(memset)(d->number, 0, d->size * sizeof *d->number);
}

/* Gives something the next number, if it has none yet; whether it had none. */
static Bool number_next(defined *d, UInt id)
{
   TSL_RESERVE("tsl.numbers", d->number, d->size, id + 1);
   if (d->number[id] != 0)
      return False;
   TSL_RESERVE("tsl.numbers", d->id, d->capacity, d->count + 1);
   d->id[d->count++] = id;
   d->number[id] = d->count;
   return True;
}

static UInt number_of(const defined *d, UInt id)
{
   return own_numbers ? d->number[id] - 1 : id;
}

static UInt id_of(const defined *d, UInt number)
{
   return own_numbers ? d->id[number] : number;
}

void tsl_definitions_begin(Bool forked)
{
   own_numbers = forked;
   objects = 0;
   forget(&functions);
   forget(&sites);
   forget(&blocks);
   straights.seen = jumps.seen = flow_functions = passages = 0;
}

/*------------------------------------------------------------*/
/*--- Frames                                               ---*/
/*------------------------------------------------------------*/

#define SITES_PER_FRAME 1024

void tsl_definitions_objects(void)
{
   for (; objects < tsl_objects(); objects++) {
      const tsl_object *o = tsl_object_at(objects);
      tsl_channel_frame(TSL_FRAME_OBJECT, "448s", objects, 0, o->bias, o->path);
   }
}

void tsl_definitions_state(UInt number, tsl_function_state state, const HChar *reason)
{
   tsl_channel_frame(TSL_FRAME_FILTER, "8413s", tsl_held_position(), number, state, 0, reason);
}

static void send_function(UInt number)
{
   const tsl_function *f = tsl_function_at(id_of(&functions, number));
   tsl_channel_frame(TSL_FRAME_FUNCTION, "44448sss", number, f->object, f->line, 0, f->entry,
                     f->name, f->file, f->raw);
   if (tsl_function_is_counted(f))
      tsl_definitions_state(number, TSL_STATE_COUNTED, f->reason);
}

/* Sites between two numbers. */
static void send_sites(UInt from, UInt to)
{
   while (from < to) {
      const UInt count = to - from < SITES_PER_FRAME ? to - from : SITES_PER_FRAME;
      UInt i;
      tsl_channel_begin(TSL_FRAME_SITES);
      tsl_channel_put("44", from, count);
      for (i = from; i < from + count; i++) {
         const tsl_site *s = tsl_site_at(id_of(&sites, i));
         tsl_channel_put("8444112", s->instruction, number_of(&functions, s->function), s->line,
                         s->size, s->kind, s->index, 0);
      }
      tsl_channel_end();
      from += count;
   }
}

static void send_values(UInt number, const tsl_block *b)
{
   const tsl_value *v = tsl_values_of(b);
   UInt i;
   if (b->values == 0)
      return;
   tsl_channel_begin(TSL_FRAME_VALUES);
   tsl_channel_put("422", number, b->values, 1);
   for (i = 0; i < b->values; i++)
      tsl_channel_put("11248", v[i].what, 0, v[i].which, v[i].registers, v[i].loads);
   tsl_channel_end();
}

static void send_block(UInt number)
{
   const tsl_block *b = tsl_block_at(id_of(&blocks, number));
   const tsl_access *a = tsl_block_accesses(b);
   UInt i;
   tsl_channel_begin(TSL_FRAME_BLOCK);
   tsl_channel_put("422817", number, b->words, b->accesses, b->guest, b->end, 0);
   for (i = 0; i < b->accesses; i++)
      tsl_channel_put("42118", number_of(&sites, a[i].site), a[i].word, a[i].flags, 0, a[i].offset);
   tsl_channel_end();
   send_values(number, b);
}

#define FLOW_PER_FRAME 65536

static UInt at_most(UInt n) { return n < FLOW_PER_FRAME ? n : FLOW_PER_FRAME; }

/* Chooses what was not seen, of functions that are defined, and what was seen before its
   function was. */
static void choose(flow *f, UInt all, UInt (*function_of)(UInt))
{
   UInt i;
   f->count = 0;
   for (i = own_numbers && flow_functions < functions.count ? 0 : f->seen; i < all; i++) {
      if (own_numbers) {
         const UInt function = function_of(i);
         const UInt number = function < functions.size ? functions.number[function] : 0;
         if (number == 0 || (i < f->seen && number <= flow_functions))
            continue;
      }
      TSL_RESERVE("tsl.flow", f->id, f->capacity, f->count + 1);
      f->id[f->count++] = i;
   }
   f->seen = all;
}

static UInt function_of_straight(UInt i) { return tsl_straight_at(i)->function; }
static UInt function_of_jump(UInt i) { return tsl_jump_at(i)->function; }

static void send_flow(void)
{
   UInt s = 0, j = 0, i;
   if (straights.seen == tsl_straights() && jumps.seen == tsl_jumps()
       && (!own_numbers || flow_functions == functions.count))
      return;
   choose(&straights, tsl_straights(), function_of_straight);
   choose(&jumps, tsl_jumps(), function_of_jump);
   flow_functions = functions.count;
   while (s < straights.count || j < jumps.count) {
      const UInt to_s = s + at_most(straights.count - s), to_j = j + at_most(jumps.count - j);
      tsl_channel_begin(TSL_FRAME_FLOW);
      tsl_channel_put("44", to_s - s, to_j - j);
      for (i = s; i < to_s; i++) {
         const tsl_straight *a = tsl_straight_at(straights.id[i]);
         tsl_channel_put("844", a->start, a->bytes, number_of(&functions, a->function));
      }
      for (i = j; i < to_j; i++) {
         const tsl_jump *a = tsl_jump_at(jumps.id[i]);
         tsl_channel_put("8844", a->behind, a->to, number_of(&functions, a->function), a->pauses);
      }
      tsl_channel_end();
      s = to_s;
      j = to_j;
   }
}

#define PASSAGE_BYTES (64 * 1024) /* of a frame, about */

static void send_passages(void)
{
   UInt bytes = 0, i;
   for (; passages < tsl_passages(); passages++) {
      const tsl_passage *p = tsl_passage_at(passages);
      const tsl_move *m = tsl_passage_moves(p);
      if (bytes == 0)
         tsl_channel_begin(TSL_FRAME_PASSAGES);
      tsl_channel_put("8844", p->start, p->to, p->moves, 0);
      for (i = 0; i < p->moves; i++)
         tsl_channel_put("44", m[i].reg, m[i].registers);
      bytes += 24 + 8 * p->moves;
      if (bytes >= PASSAGE_BYTES) {
         tsl_channel_end();
         bytes = 0;
      }
   }
   if (bytes > 0)
      tsl_channel_end();
}

/*------------------------------------------------------------*/
/*--- All, in order                                        ---*/
/*------------------------------------------------------------*/

static void send_functions(void)
{
   for (; functions.count < tsl_functions(); functions.count++)
      send_function(functions.count);
}

static void send_code(void)
{
   send_functions();
   send_sites(sites.count, tsl_sites());
   sites.count = tsl_sites();
   for (; blocks.count < tsl_blocks(); blocks.count++)
      send_block(blocks.count);
   send_flow();
   send_passages();
}

/*------------------------------------------------------------*/
/*--- What is used                                         ---*/
/*------------------------------------------------------------*/

static void use_function(UInt id)
{
   if (number_next(&functions, id)) {
      tsl_definitions_objects();
      send_function(functions.count - 1);
   }
}

static void use_site(UInt id)
{
   if (number_next(&sites, id))
      use_function(tsl_site_at(id)->function);
}

static void use_block(UInt id)
{
   const tsl_block *b = tsl_block_at(id);
   const tsl_access *a = tsl_block_accesses(b);
   UInt i;
   if (!number_next(&blocks, id))
      return;
   for (i = 0; i < b->accesses; i++)
      use_site(a[i].site);
}

static void use_words(const ULong *words, SizeT n)
{
   const UInt first_site = sites.count;
   UInt block = blocks.count;
   SizeT i;
   for (i = 0; i < n; i += 1 + (TSL_WORD_IS_THREAD(words[i]) ? 0 : TSL_WORD_COUNT(words[i])))
      if (!TSL_WORD_IS_THREAD(words[i]))
         use_block(TSL_WORD_ID(words[i]));
   send_sites(first_site, sites.count);
   for (; block < blocks.count; block++)
      send_block(block);
   send_flow();
   send_passages();
}

/*------------------------------------------------------------*/
/*--- Either                                               ---*/
/*------------------------------------------------------------*/

void tsl_definitions_words(const ULong *words, SizeT n)
{
   tsl_definitions_objects();
   if (own_numbers)
      use_words(words, n);
   else
      send_code();
}

void tsl_definitions_loaded(void)
{
   UInt i;
   if (objects == tsl_objects())
      return;
   if (own_numbers) {
      use_words(tsl_buffer_first(), (SizeT)(tsl_buffer_next() - tsl_buffer_first()));
   } else {
      for (i = functions.count; i < tsl_functions(); i++)
         if (tsl_function_at(i)->object >= objects)
            break;
      if (i == tsl_functions())
         send_code();
   }
   tsl_definitions_objects();
}

UInt tsl_definitions_function(UInt id)
{
   if (own_numbers) {
      use_function(id);
   } else if (id >= functions.count) {
      tsl_definitions_objects();
      send_functions();
   }
   return number_of(&functions, id);
}

UInt tsl_definitions_site(UInt id)
{
   const UInt first = sites.count;
   if (own_numbers) {
      use_site(id);
      send_sites(first, sites.count);
   } else if (id >= sites.count) {
      tsl_definitions_objects();
      send_code();
   }
   return number_of(&sites, id);
}

Bool tsl_definitions_function_at(UInt number, UInt *id)
{
   if (number >= functions.count)
      return False;
   *id = id_of(&functions, number);
   return True;
}

void tsl_definitions_number(ULong *words, SizeT n)
{
   SizeT i = 0;
   if (!own_numbers)
      return;
   while (i < n) {
      const ULong w = words[i];
      if (TSL_WORD_IS_THREAD(w)) {
         i++;
         continue;
      }
      words[i] = TSL_WORD_MAKE(number_of(&blocks, TSL_WORD_ID(w)), TSL_WORD_COUNT(w));
      i += 1 + TSL_WORD_COUNT(w);
   }
}
