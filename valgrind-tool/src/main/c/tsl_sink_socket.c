/*--------------------------------------------------------------------*/
/*--- tslmap: the stream to a collector.         tsl_sink_socket.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_sinks.h"

#include "pub_tool_libcproc.h"

#include "tsl_budget.h"
#include "tsl_buffer.h"
#include "tsl_channel.h"
#include "tsl_code.h"
#include "tsl_flow.h"
#include "tsl_options.h"
#include "tsl_process.h"
#include "tsl_run.h"
#include "tsl_sampling.h"

static ULong sent_words; /* event words in frames so far */
static UInt sent_objects, sent_functions, sent_sites, sent_blocks, sent_straights, sent_jumps;

/*------------------------------------------------------------*/
/*--- Definitions: each is sent once, before its first use ---*/
/*------------------------------------------------------------*/

#define SITES_PER_FRAME 1024

static void send_sites(void)
{
   const UInt count = tsl_sites() - sent_sites < SITES_PER_FRAME
                         ? tsl_sites() - sent_sites : SITES_PER_FRAME;
   UInt i;
   tsl_channel_begin(TSL_FRAME_SITES);
   tsl_channel_put("44", sent_sites, count);
   for (i = 0; i < count; i++) {
      const tsl_site *s = tsl_site_at(sent_sites + i);
      tsl_channel_put("8444112", s->instruction, s->function, s->line, s->size, s->kind, s->index, 0);
   }
   tsl_channel_end();
   sent_sites += count;
}

static void send_block(UInt id)
{
   const tsl_block *b = tsl_block_at(id);
   const tsl_access *a = tsl_block_accesses(b);
   UInt i;
   tsl_channel_begin(TSL_FRAME_BLOCK);
   tsl_channel_put("422817", id, b->words, b->accesses, b->guest, b->end, 0);
   for (i = 0; i < b->accesses; i++)
      tsl_channel_put("42118", a[i].site, a[i].word, a[i].flags, 0, a[i].offset);
   tsl_channel_end();
}

#define FLOW_PER_FRAME 65536

static void send_flow(void)
{
   const UInt straights = tsl_straights() - sent_straights < FLOW_PER_FRAME
                             ? tsl_straights() - sent_straights : FLOW_PER_FRAME;
   const UInt jumps = tsl_jumps() - sent_jumps < FLOW_PER_FRAME ? tsl_jumps() - sent_jumps
                                                                : FLOW_PER_FRAME;
   UInt i;
   tsl_channel_begin(TSL_FRAME_FLOW);
   tsl_channel_put("44", straights, jumps);
   for (i = 0; i < straights; i++) {
      const tsl_straight *s = tsl_straight_at(sent_straights++);
      tsl_channel_put("844", s->start, s->bytes, s->function);
   }
   for (i = 0; i < jumps; i++) {
      const tsl_jump *j = tsl_jump_at(sent_jumps++);
      tsl_channel_put("8844", j->behind, j->to, j->function, 0);
   }
   tsl_channel_end();
}

static void send_objects(void)
{
   for (; sent_objects < tsl_objects(); sent_objects++) {
      const tsl_object *o = tsl_object_at(sent_objects);
      tsl_channel_frame(TSL_FRAME_OBJECT, "448s", sent_objects, 0, o->bias, o->path);
   }
}

static void send_functions(void)
{
   for (; sent_functions < tsl_functions(); sent_functions++) {
      const tsl_function *f = tsl_function_at(sent_functions);
      tsl_channel_frame(TSL_FRAME_FUNCTION, "44448ss", sent_functions, f->object, f->line, 0,
                        f->entry, f->name, f->file);
   }
}

static void send_function(UInt id)
{
   if (id < sent_functions)
      return;
   send_objects();
   send_functions();
}

static void send_code(void)
{
   send_functions();
   while (sent_sites < tsl_sites())
      send_sites();
   for (; sent_blocks < tsl_blocks(); sent_blocks++)
      send_block(sent_blocks);
   while (sent_straights < tsl_straights() || sent_jumps < tsl_jumps())
      send_flow();
}

static void send_definitions(void)
{
   send_objects();
   send_code();
}

/* Objects that were loaded just now, behind the code that ran before: that it has
   run tells that they were not there at the start. */
static void send_new_objects(void)
{
   UInt i;
   if (sent_objects == tsl_objects())
      return;
   for (i = sent_functions; i < tsl_functions(); i++)
      if (tsl_function_at(i)->object >= sent_objects)
         break;
   if (i == tsl_functions())
      send_code();
   send_objects();
}

/*------------------------------------------------------------*/
/*--- The connection                                       ---*/
/*------------------------------------------------------------*/

static void put_list(XArray *list)
{
   Word i;
   tsl_channel_put("4", (UInt)tsl_count(list));
   for (i = 0; i < tsl_count(list); i++)
      tsl_channel_put("s", tsl_text_at(list, i));
}

static void send_hello(Bool forked)
{
   const HChar *source;
   const Int rank = tsl_rank(&source);
   tsl_channel_begin(TSL_FRAME_HELLO);
   tsl_channel_put("422444", TSL_WIRE_MAGIC, TSL_WIRE_VERSION, forked ? TSL_HELLO_FORKED : 0,
                   VG_(getpid)(), VG_(getppid)(), rank);
   tsl_channel_put("8ssss", tsl_now(), tsl_host(), source, tsl_executable(), tsl_directory());
   put_list(tsl_arguments());
   put_list(tsl_opt.given);
   tsl_channel_end();
   tsl_channel_flush();
}

static void start(Bool forked)
{
   sent_words = 0;
   sent_objects = sent_functions = sent_sites = sent_blocks = sent_straights = sent_jumps = 0;
   if (tsl_opt.sampled)
      tsl_sampling_start_stream();
   tsl_channel_open(forked);
   if (tsl_channel_is_open())
      send_hello(forked);
}

/*------------------------------------------------------------*/
/*--- The stream                                           ---*/
/*------------------------------------------------------------*/

static void events(ULong *words, SizeT n)
{
   if (!tsl_channel_is_open())
      return;
   send_definitions();
   tsl_channel_events(words, n, sent_words);
   sent_words += n;
}

static void thread(UInt t, UInt parent, Bool starts)
{
   tsl_channel_frame(TSL_FRAME_THREAD, "84444", tsl_buffer_position(), t, !starts, parent, 0);
}

static void thread_pointer(UInt t, Addr pointer)
{
   tsl_channel_frame(TSL_FRAME_THREAD_POINTER, "8448", tsl_buffer_position(), t, 0, pointer);
}

static void thread_block(UInt t, UInt object, Addr start)
{
   send_objects();
   tsl_channel_frame(TSL_FRAME_THREAD_BLOCK, "8448", tsl_buffer_position(), t, object, start);
}

static void mapping(Addr at, SizeT bytes, Bool mapped, UInt protection, ULong offset,
                    const HChar *path)
{
   tsl_channel_frame(TSL_FRAME_MAPPING, "888448s", tsl_buffer_position(), at, bytes, !mapped,
                     protection, offset, path);
   /* An object's variables are there from now on, not only when its code has run. */
   send_new_objects();
}

static void heap(tsl_heap_event event, UInt t, Addr address, SizeT bytes, Addr previous,
                 UInt function)
{
   send_function(function);
   tsl_channel_frame(TSL_FRAME_HEAP, "84488844", tsl_buffer_position(), t, event, address, bytes,
                     previous, function, 0);
}

static void data_name(Addr address, SizeT bytes, const HChar *name)
{
   tsl_channel_frame(TSL_FRAME_NAME, "888s", tsl_buffer_position(), address, bytes, name);
}

static void watched_variable(Addr address, SizeT bytes, UInt object, Addr function, Long offset,
                             const HChar *name)
{
   send_objects();
   tsl_channel_frame(TSL_FRAME_WATCHED_VARIABLE, "8888844s", tsl_buffer_position(), address, bytes,
                     function, offset, object, 0, name);
}

static void mark(tsl_mark kind, ULong value, ULong value2, const HChar *text)
{
   tsl_channel_frame(TSL_FRAME_MARK, "84488s", tsl_buffer_position(), kind, 0, value, value2, text);
}

/*------------------------------------------------------------*/
/*--- Parts of the stream                                  ---*/
/*------------------------------------------------------------*/

static void burst(ULong weight)
{
   tsl_channel_frame(TSL_FRAME_BURST, "88", sent_words, weight);
}

static void stack(UInt t, UInt id, const tsl_caller *callers, UInt n, Bool returned)
{
   UInt i;
   if (!tsl_channel_is_open())
      return;
   if (n > 0)
      send_definitions();
   tsl_channel_begin(TSL_FRAME_STACK);
   tsl_channel_put("84444", sent_words, t, returned, n, id);
   for (i = 0; i < n; i++)
      tsl_channel_put("8844", callers[i].cfa, callers[i].returns_to, callers[i].function, 0);
   tsl_channel_end();
}

static void picks(const tsl_picked *p, UInt n)
{
   UInt i;
   if (!tsl_channel_is_open())
      return;
   send_definitions();
   tsl_channel_begin(TSL_FRAME_PICKS);
   tsl_channel_put("844", sent_words, n, 0);
   for (i = 0; i < n; i++) {
      UInt runs;
      VG_(memcpy)(&runs, &p[i].runs, sizeof runs);
      tsl_channel_put("8444444", p[i].address, p[i].thread, p[i].site, p[i].distance[0],
                      p[i].distance[1], p[i].is_long, runs);
   }
   tsl_channel_end();
}

#define COUNTS_PER_FRAME 65536

static void counts(UInt t, const tsl_site_count *c, UInt n, const ULong *footprint)
{
   UInt first = 0;
   send_definitions();
   do {
      const UInt part = n - first < COUNTS_PER_FRAME ? n - first : COUNTS_PER_FRAME;
      UInt i;
      tsl_channel_begin(TSL_FRAME_COUNTS);
      tsl_channel_put("4488", t, part, footprint[0], footprint[1]);
      for (i = first; i < first + part; i++)
         tsl_channel_put("448", c[i].site, 0, c[i].accesses);
      tsl_channel_end();
      first += part;
   } while (first < n);
}

static void sampled(ULong exact, ULong scored, ULong made)
{
   const Bool budget = tsl_budget_given();
   tsl_channel_frame(TSL_FRAME_SAMPLED, "88888s", exact, scored, made,
                     budget ? (ULong)(1000 * tsl_budget_pace()) : 0ull,
                     (ULong)VG_(read_millisecond_timer)(), budget ? tsl_opt.budget : tsl_opt.sample);
}

static void end(tsl_how how, Int status)
{
   const tsl_totals t = tsl_run_totals();
   if (!tsl_channel_is_open())
      return;
   if (tsl_opt.sampled)
      tsl_sampling_tell_end();
   tsl_channel_frame(TSL_FRAME_END, "134888888", how, 0, status, t.blocks, t.words, t.loads, t.stores,
                     t.thread_words, t.made);
   tsl_channel_flush();
   if (how != TSL_HOW_EXEC)
      tsl_channel_close();
}

static void stats(void)
{
   VG_(umsg)("socket: %'llu bytes sent to %s\n", tsl_channel_sent(), tsl_opt.connect);
}

const tsl_sink tsl_sink_socket = {.start = start,
                                  .events = events,
                                  .counted = True,
                                  .thread = thread,
                                  .thread_pointer = thread_pointer,
                                  .thread_block = thread_block,
                                  .heap = heap,
                                  .data_name = data_name,
                                  .watched_variable = watched_variable,
                                  .mapping = mapping,
                                  .restrict_calls = tsl_channel_restrict,
                                  .mark = mark,
                                  .burst = burst,
                                  .stack = stack,
                                  .picks = picks,
                                  .counts = counts,
                                  .sampled = sampled,
                                  .end = end,
                                  .stats = stats};
