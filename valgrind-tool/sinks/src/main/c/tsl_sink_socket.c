/*--------------------------------------------------------------------*/
/*--- tslmap: the stream to a collector.         tsl_sink_socket.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_sinks.h"

#include "pub_tool_libcproc.h"

#include "tsl_budget.h"
#include "tsl_buffer.h"
#include "tsl_channel.h"
#include "tsl_code.h"
#include "tsl_counted.h"
#include "tsl_definitions.h"
#include "tsl_held.h"
#include "tsl_options.h"
#include "tsl_process.h"
#include "tsl_run.h"
#include "tsl_sampling.h"
#include "tsl_stacks.h"

static ULong sent_words; /* event words in frames so far */

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

/* A stack; of one that names what is allocated, the sites that call, too. */
static void send_stack(ULong position, UInt t, UInt id, const tsl_caller *callers, UInt n, tsl_stack_of of)
{
   UInt sites[TSL_NAMING_CALLERS];
   UInt i;
   for (i = 0; i < n; i++)
      tsl_definitions_function(callers[i].function);
   for (i = 0; of == TSL_STACK_NAMES && i < n; i++)
      sites[i] = i + 1 < n && tsl_site_of_call(callers[i + 1].returns_to, callers[i].function, &sites[i])
                    ? tsl_definitions_site(sites[i])
                    : TSL_NO_SITE;
   tsl_channel_begin(TSL_FRAME_STACK);
   tsl_channel_put("84444", position, t, of, n, id);
   for (i = 0; i < n; i++)
      tsl_channel_put("8844", callers[i].cfa, callers[i].returns_to,
                      tsl_definitions_function(callers[i].function),
                      of == TSL_STACK_NAMES ? sites[i] : 0);
   tsl_channel_end();
}

static void send_heap(const tsl_heap_change *c, ULong position)
{
   const UInt function = tsl_definitions_function(c->function);
   if (c->n > 0) {
      Bool known;
      const UInt id = tsl_stacks_number(c->callers, c->n, &known);
      send_stack(position, c->thread, id, c->callers, known ? 0 : c->n, TSL_STACK_NAMES);
   }
   tsl_channel_frame(TSL_FRAME_HEAP, "84488844", position, c->thread, c->event, c->address, c->bytes,
                     c->previous, function, 0);
}

static void start(Bool forked)
{
   sent_words = 0;
   tsl_held_begin(send_heap);
   tsl_stacks_start();
   tsl_definitions_begin(forked);
   if (tsl_opt.sampled)
      tsl_sampling_start_stream();
   tsl_channel_open(forked);
   if (tsl_channel_is_open())
      send_hello(forked);
}

/*------------------------------------------------------------*/
/*--- The stream                                           ---*/
/*------------------------------------------------------------*/

/* Where a frame is in the stream; what happened before it has been told then. */
static ULong here(void)
{
   tsl_held_release();
   return tsl_buffer_position();
}

static void events(ULong *words, SizeT n)
{
   tsl_held_release();
   if (!tsl_channel_is_open())
      return;
   tsl_definitions_words(words, n);
   tsl_definitions_number(words, n);
   tsl_channel_events(words, n, sent_words);
   sent_words += n;
}

static void thread(UInt t, UInt parent, Bool starts)
{
   tsl_channel_frame(TSL_FRAME_THREAD, "84444", here(), t, !starts, parent, 0);
}

static void thread_pointer(UInt t, Addr pointer)
{
   tsl_channel_frame(TSL_FRAME_THREAD_POINTER, "8448", here(), t, 0, pointer);
}

static void thread_block(UInt t, UInt object, Addr start)
{
   tsl_definitions_objects();
   tsl_channel_frame(TSL_FRAME_THREAD_BLOCK, "8448", here(), t, object, start);
}

static void mapping(Addr at, SizeT bytes, Bool mapped, UInt protection, ULong offset,
                    const HChar *path)
{
   tsl_channel_frame(TSL_FRAME_MAPPING, "888448s", here(), at, bytes, !mapped,
                     protection, offset, path);
   /* An object's variables are there from now on, not only when its code has run. */
   tsl_definitions_loaded();
}

static void heap(tsl_heap_event event, UInt t, Addr address, SizeT bytes, Addr previous,
                 UInt function, const tsl_caller *callers, UInt n)
{
   const tsl_heap_change change = {event, t, address, bytes, previous, function, callers, n};
   if (!tsl_sampling_scores_all()) /* accesses to picked lines have their addresses in no event words */
      send_heap(&change, tsl_buffer_position());
   else
      tsl_held_heap(change);
}

static void data_name(Addr address, SizeT bytes, const HChar *name)
{
   tsl_channel_frame(TSL_FRAME_NAME, "888s", here(), address, bytes, name);
}

static void watched_variable(Addr address, SizeT bytes, UInt object, Addr function, Long offset,
                             const HChar *name)
{
   tsl_definitions_objects();
   tsl_channel_frame(TSL_FRAME_WATCHED_VARIABLE, "8888844s", here(), address, bytes,
                     function, offset, object, 0, name);
}

static void mark(tsl_mark kind, ULong value, ULong value2, const HChar *text)
{
   tsl_channel_frame(TSL_FRAME_MARK, "84488s", here(), kind, 0, value, value2, text);
}

/*------------------------------------------------------------*/
/*--- Parts of the stream                                  ---*/
/*------------------------------------------------------------*/

static void burst(ULong weight)
{
   tsl_channel_frame(TSL_FRAME_BURST, "88", sent_words, weight);
}

static void paused(ULong accesses)
{
   tsl_channel_frame(TSL_FRAME_PAUSE, "88", sent_words, accesses);
}

static void stack(UInt t, UInt id, const tsl_caller *callers, UInt n, Bool returned)
{
   if (tsl_channel_is_open())
      send_stack(sent_words, t, id, callers, n, returned ? TSL_STACK_ALLOCATES : TSL_STACK_RUNS);
}

static void picks(const tsl_picked *p, UInt n)
{
   UInt i;
   if (!tsl_channel_is_open())
      return;
   for (i = 0; i < n; i++)
      tsl_definitions_site(p[i].site);
   tsl_channel_begin(TSL_FRAME_PICKS);
   tsl_channel_put("844", sent_words, n, 0);
   for (i = 0; i < n; i++) {
      UInt runs;
      VG_(memcpy)(&runs, &p[i].runs, sizeof runs);
      tsl_channel_put("8444444", p[i].address, p[i].thread, tsl_definitions_site(p[i].site),
                      p[i].distance[0], p[i].distance[1],
                      p[i].is_long | (UInt)__builtin_ctz(p[i].stands_for) << 8, runs);
   }
   tsl_channel_end();
}

#define PER_FRAME 65536 /* counts, functions */
#define EXECUTED_BYTES (64 * 1024) /* of a frame, about */

static UInt at_most(UInt n) { return n < PER_FRAME ? n : PER_FRAME; }

static void put_counts(const tsl_count_of *c, UInt n, UInt (*number)(UInt id))
{
   UInt i;
   for (i = 0; i < n; i++)
      tsl_channel_put("448", number(c[i].id), 0, c[i].count);
}

static void counts(UInt t, const tsl_count_of *c, UInt n, const ULong *footprint)
{
   UInt first = 0, i;
   for (i = 0; i < n; i++)
      tsl_definitions_site(c[i].id);
   do {
      const UInt part = at_most(n - first);
      tsl_channel_begin(TSL_FRAME_COUNTS);
      tsl_channel_put("4488", t, part, footprint[0], footprint[1]);
      put_counts(c + first, part, tsl_definitions_site);
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

/* Functions are defined first, and then told of. */
static UInt operations_left, operations_in_frame;

static void define_function(UInt function, const ULong *numbers)
{
   tsl_definitions_function(function);
   operations_left++;
}

static void put_operations(UInt function, const ULong *numbers)
{
   UInt i;
   if (operations_in_frame == 0) {
      operations_in_frame = at_most(operations_left);
      tsl_channel_begin(TSL_FRAME_OPERATIONS);
      tsl_channel_put("44", operations_in_frame, TSL_OPERATION_NUMBERS);
   }
   tsl_channel_put("44", tsl_definitions_function(function), 0);
   for (i = 0; i < TSL_OPERATION_NUMBERS; i++)
      tsl_channel_put("8", numbers[i]);
   operations_left--;
   if (--operations_in_frame == 0)
      tsl_channel_end();
}

static UInt bytes_in_frame;

static void put_executed(const tsl_executed *c, void *unused)
{
   const UInt link_bytes = 4 + 2 * TSL_LINK_KINDS;
   UInt i, k, packed = c->links * link_bytes;
   if (bytes_in_frame == 0)
      tsl_channel_begin(TSL_FRAME_EXECUTED);
   tsl_channel_put("88224", c->executions, c->mispredictions, c->stretches, c->links, c->anew);
   for (i = 0; i < c->stretches; i++) {
      const tsl_stretch_of *s = &c->stretch[i];
      tsl_channel_put("844", s->start, tsl_definitions_function(s->function), s->instructions);
      packed += s->instructions;
   }
   for (i = 0; i < c->links; i++) {
      tsl_channel_put("22", c->link[i].reg, TSL_LINK_KINDS);
      for (k = 0; k < TSL_LINK_KINDS; k++)
         tsl_channel_put("2", c->link[i].count[k]);
   }
   for (i = 0; i < c->stretches; i++)
      for (k = 0; k < c->stretch[i].instructions; k++)
         tsl_channel_put("1", c->stretch[i].instruction[k]);
   for (k = packed; k % 8 != 0; k++)
      tsl_channel_put("1", 0);
   bytes_in_frame += 24 + 16 * c->stretches + packed;
   if (bytes_in_frame >= EXECUTED_BYTES) {
      tsl_channel_end();
      bytes_in_frame = 0;
   }
}

static void send_operations(void)
{
   operations_left = operations_in_frame = bytes_in_frame = 0;
   tsl_run_operations(define_function);
   tsl_run_executed(put_executed);
   if (bytes_in_frame > 0)
      tsl_channel_end();
   tsl_run_operations(put_operations);
}

static void counted_code(UInt t, const tsl_count_of *sites, UInt n, const tsl_count_of *calls, UInt m)
{
   const ULong position = here();
   UInt i;
   if (!tsl_channel_is_open())
      return;
   for (i = 0; i < n; i++)
      tsl_definitions_site(sites[i].id);
   for (i = 0; i < m; i++)
      tsl_definitions_function(calls[i].id);
   while (n + m > 0) {
      const UInt s = at_most(n), f = n > s ? 0 : at_most(m);
      tsl_channel_begin(TSL_FRAME_COUNTED);
      tsl_channel_put("84444", position, t, s, f, 0);
      put_counts(sites, s, tsl_definitions_site);
      put_counts(calls, f, tsl_definitions_function);
      tsl_channel_end();
      sites += s;
      n -= s;
      calls += f;
      m -= f;
   }
}

/* A field of an answer; False: it is not there. */
static Bool take(const UChar **from, const UChar *end, void *to, SizeT n)
{
   if ((SizeT)(end - *from) < n)
      return False;
   VG_(memcpy)(to, *from, n);
   *from += n;
   return True;
}

static Bool take_change(const UChar **from, const UChar *end, tsl_change *c)
{
   UInt number, state, length;
   HChar *reason;
   if (!take(from, end, &number, 4) || !take(from, end, &state, 4) || !take(from, end, &length, 4)
       || (SizeT)(end - *from) < length || state > TSL_STATE_COUNTED
       || !tsl_definitions_function_at(number, &c->function))
      return False;
   reason = VG_(malloc)("tsl.reason", length + 1);
   take(from, end, reason, length);
   reason[length] = 0;
   c->state = state;
   c->reason = reason;
   return True;
}

static Bool take_answer(const UChar *from, const UChar *end, ULong number, tsl_answer *a)
{
   static tsl_change *changes;
   ULong answered;
   UInt i;
   if (!take(&from, end, &answered, 8) || answered != number || !take(&from, end, &a->next, 8)
       || a->next == 0 || !take(&from, end, &a->count, 4) || a->count > tsl_functions())
      return False;
   a->changes = changes = VG_(realloc)("tsl.changes", changes, (a->count + 1) * sizeof *changes);
   for (i = 0; i < a->count; i++)
      if (!take_change(&from, end, &changes[i]))
         return False;
   return True;
}

static void changes(const tsl_change *list, UInt n)
{
   tsl_held_release();
   for (; n > 0; n--, list++)
      tsl_definitions_state(tsl_definitions_function(list->function), list->state, list->reason);
}

static Bool epoch(ULong number, ULong made, tsl_answer *answer)
{
   const UChar *from;
   UInt bytes;
   if (!tsl_channel_answers())
      return False;
   tsl_channel_frame(TSL_FRAME_EPOCH, "888", here(), number, made);
   from = tsl_channel_answer(TSL_FRAME_EPOCH, &bytes);
   if (from == NULL)
      return False;
   if (!take_answer(from, from + bytes, number, answer)) {
      tsl_channel_misunderstood();
      return False;
   }
   changes(answer->changes, answer->count);
   return True;
}

static ULong cost(void)
{
   const UChar *from;
   UInt bytes;
   ULong ns;
   if (!tsl_channel_answers())
      return 0;
   tsl_channel_frame(TSL_FRAME_COST, "8", sent_words);
   from = tsl_channel_answer(TSL_FRAME_COST, &bytes);
   if (from == NULL)
      return 0;
   if (!take(&from, from + bytes, &ns, 8)) {
      tsl_channel_misunderstood();
      return 0;
   }
   return ns;
}

static void end(tsl_how how, Int status)
{
   tsl_totals t;
   tsl_held_release();
   if (!tsl_channel_is_open())
      return;
   tsl_counted_tell();
   t = tsl_run_totals();
   if (tsl_opt.sampled)
      tsl_sampling_tell_end();
   send_operations();
   tsl_channel_frame(TSL_FRAME_END, "13488888888", how, 0, status, t.blocks, t.words, t.loads,
                     t.stores, t.thread_words, t.made, t.counted_loads, t.counted_stores);
   tsl_channel_flush();
   if (how != TSL_HOW_EXEC)
      tsl_channel_close();
}

static void stats(void)
{
   VG_(umsg)("socket: %'llu bytes sent to %s\n", tsl_channel_sent(), tsl_opt.connect);
   if (tsl_budget_given())
      tsl_budget_stats();
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
                                  .hide = tsl_channel_hide,
                                  .mark = mark,
                                  .burst = burst,
                                  .paused = paused,
                                  .stack = stack,
                                  .picks = picks,
                                  .counts = counts,
                                  .sampled = sampled,
                                  .counted_code = counted_code,
                                  .epoch = epoch,
                                  .changes = changes,
                                  .cost = cost,
                                  .end = end,
                                  .stats = stats};
