/*--------------------------------------------------------------------*/
/*--- tslmap: the stream to a collector.         tsl_sink_socket.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_sinks.h"

#include "pub_tool_libcproc.h"

#include "tsl_budget.h"
#include "tsl_buffer.h"
#include "tsl_channel.h"
#include "tsl_code.h"
#include "tsl_definitions.h"
#include "tsl_options.h"
#include "tsl_process.h"
#include "tsl_run.h"
#include "tsl_sampling.h"

static ULong sent_words; /* event words in frames so far */

/*------------------------------------------------------------*/
/*--- The connection                                       ---*/
/*------------------------------------------------------------*/

static SizeT list_bytes(XArray *list)
{
   SizeT n = 0;
   Word i;
   for (i = 0; i < VG_(sizeXA)(list); i++)
      n += 4 + VG_(strlen)(tsl_text_at(list, i));
   return n;
}

static void put_list(tsl_frame *f, XArray *list)
{
   Word i;
   tsl_put32(f, (UInt)VG_(sizeXA)(list));
   for (i = 0; i < VG_(sizeXA)(list); i++)
      tsl_put_str(f, tsl_text_at(list, i));
}

static void send_hello(Bool forked)
{
   const HChar *source, *directory = tsl_directory();
   const Int rank = tsl_rank(&source);
   XArray *args = tsl_arguments();
   tsl_frame f = tsl_channel_begin(TSL_FRAME_HELLO,
                             256 + VG_(strlen)(directory) + VG_(strlen)(tsl_executable())
                                + list_bytes(args) + list_bytes(tsl_opt.given));
   tsl_put32(&f, TSL_WIRE_MAGIC);
   tsl_put16(&f, TSL_WIRE_VERSION);
   tsl_put16(&f, forked ? TSL_HELLO_FORKED : 0);
   tsl_put32(&f, VG_(getpid)());
   tsl_put32(&f, VG_(getppid)());
   tsl_put32(&f, (UInt)rank);
   tsl_put64(&f, tsl_now());
   tsl_put_str(&f, tsl_host());
   tsl_put_str(&f, source);
   tsl_put_str(&f, tsl_executable());
   tsl_put_str(&f, directory);
   put_list(&f, args);
   put_list(&f, tsl_opt.given);
   tsl_channel_end(&f);
   tsl_channel_flush();
}

static void start(Bool forked)
{
   sent_words = 0;
   tsl_send_anew();
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
   tsl_frame f;
   if (!tsl_channel_is_open())
      return;
   tsl_send_definitions();
   tsl_channel_flush();
   f.bytes = (UChar *)(words - 2);
   f.capacity = 16;
   f.size = 0;
   f.overflow = 0;
   tsl_put_header(&f, TSL_FRAME_EVENTS, 8 * (n + 1));
   tsl_put64(&f, sent_words);
   tsl_channel_bytes(words - 2, 8 * (n + 2));
   sent_words += n;
}

static void thread(UInt t, UInt parent, Bool starts)
{
   tsl_frame f = tsl_channel_begin(TSL_FRAME_THREAD, 32);
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, t);
   tsl_put32(&f, starts ? 0 : 1);
   tsl_put32(&f, parent);
   tsl_put32(&f, 0);
   tsl_channel_end(&f);
}

static void thread_pointer(UInt t, Addr pointer)
{
   tsl_frame f = tsl_channel_begin(TSL_FRAME_THREAD_POINTER, 24);
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, t);
   tsl_put32(&f, 0);
   tsl_put64(&f, pointer);
   tsl_channel_end(&f);
}

static void thread_block(UInt t, UInt object, Addr start)
{
   tsl_frame f;
   tsl_send_objects();
   f = tsl_channel_begin(TSL_FRAME_THREAD_BLOCK, 24);
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, t);
   tsl_put32(&f, object);
   tsl_put64(&f, start);
   tsl_channel_end(&f);
}

static void mapping(Addr at, SizeT bytes, Bool mapped, UInt protection, ULong offset,
                    const HChar *path)
{
   tsl_frame f = tsl_channel_begin(TSL_FRAME_MAPPING, 64 + VG_(strlen)(path));
   tsl_put64(&f, tsl_buffer_position());
   tsl_put64(&f, at);
   tsl_put64(&f, bytes);
   tsl_put32(&f, mapped ? 0 : 1);
   tsl_put32(&f, protection);
   tsl_put64(&f, offset);
   tsl_put_str(&f, path);
   tsl_channel_end(&f);
   /* An object's variables are there from now on, not only when its code has run. */
   tsl_send_new_objects();
}

static void heap(tsl_heap_event event, UInt t, Addr address, SizeT bytes, Addr previous,
                 UInt function)
{
   tsl_frame f;
   tsl_send_function(function);
   f = tsl_channel_begin(TSL_FRAME_HEAP, 48);
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, t);
   tsl_put32(&f, event);
   tsl_put64(&f, address);
   tsl_put64(&f, bytes);
   tsl_put64(&f, previous);
   tsl_put32(&f, function);
   tsl_put32(&f, 0);
   tsl_channel_end(&f);
}

static void data_name(Addr address, SizeT bytes, const HChar *name)
{
   tsl_frame f = tsl_channel_begin(TSL_FRAME_NAME, 32 + VG_(strlen)(name));
   tsl_put64(&f, tsl_buffer_position());
   tsl_put64(&f, address);
   tsl_put64(&f, bytes);
   tsl_put_str(&f, name);
   tsl_channel_end(&f);
}

static void watched_variable(Addr address, SizeT bytes, UInt object, Addr function, Long offset,
                             const HChar *name)
{
   tsl_frame f;
   tsl_send_objects();
   f = tsl_channel_begin(TSL_FRAME_WATCHED_VARIABLE, 64 + VG_(strlen)(name));
   tsl_put64(&f, tsl_buffer_position());
   tsl_put64(&f, address);
   tsl_put64(&f, bytes);
   tsl_put64(&f, function);
   tsl_put64(&f, offset);
   tsl_put32(&f, object);
   tsl_put32(&f, 0);
   tsl_put_str(&f, name);
   tsl_channel_end(&f);
}

static void mark(tsl_mark kind, ULong value, ULong value2, const HChar *text)
{
   tsl_frame f = tsl_channel_begin(TSL_FRAME_MARK, 64 + VG_(strlen)(text));
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, kind);
   tsl_put32(&f, 0);
   tsl_put64(&f, value);
   tsl_put64(&f, value2);
   tsl_put_str(&f, text);
   tsl_channel_end(&f);
}

/*------------------------------------------------------------*/
/*--- Parts of the stream                                  ---*/
/*------------------------------------------------------------*/

static void burst(ULong weight)
{
   tsl_frame f = tsl_channel_begin(TSL_FRAME_BURST, 16);
   tsl_put64(&f, sent_words);
   tsl_put64(&f, weight);
   tsl_channel_end(&f);
}

static void stack(UInt t, UInt id, const tsl_caller *callers, UInt n, Bool returned)
{
   tsl_frame f;
   UInt i;
   if (!tsl_channel_is_open())
      return;
   if (n > 0)
      tsl_send_definitions();
   f = tsl_channel_begin(TSL_FRAME_STACK, 24 + 24 * n);
   tsl_put64(&f, sent_words);
   tsl_put32(&f, t);
   tsl_put32(&f, returned);
   tsl_put32(&f, n);
   tsl_put32(&f, id);
   for (i = 0; i < n; i++) {
      tsl_put64(&f, callers[i].cfa);
      tsl_put64(&f, callers[i].returns_to);
      tsl_put32(&f, callers[i].function);
      tsl_put32(&f, 0);
   }
   tsl_channel_end(&f);
}

static void picks(const tsl_picked *p, UInt n)
{
   tsl_frame f;
   UInt i;
   if (!tsl_channel_is_open())
      return;
   tsl_send_definitions();
   f = tsl_channel_begin(TSL_FRAME_PICKS, 16 + 32 * n);
   tsl_put64(&f, sent_words);
   tsl_put32(&f, n);
   tsl_put32(&f, 0);
   for (i = 0; i < n; i++) {
      UInt runs;
      VG_(memcpy)(&runs, &p[i].runs, sizeof runs);
      tsl_put64(&f, p[i].address);
      tsl_put32(&f, p[i].thread);
      tsl_put32(&f, p[i].site);
      tsl_put32(&f, p[i].distance[0]);
      tsl_put32(&f, p[i].distance[1]);
      tsl_put32(&f, p[i].is_long);
      tsl_put32(&f, runs);
   }
   tsl_channel_end(&f);
}

#define COUNTS_PER_FRAME 65536

static void counts(UInt t, const tsl_site_count *c, UInt n, const ULong *footprint)
{
   UInt first = 0;
   tsl_send_definitions();
   do {
      const UInt part = n - first < COUNTS_PER_FRAME ? n - first : COUNTS_PER_FRAME;
      tsl_frame f = tsl_channel_begin(TSL_FRAME_COUNTS, 24 + 16 * part);
      UInt i;
      tsl_put32(&f, t);
      tsl_put32(&f, part);
      tsl_put64(&f, footprint[0]);
      tsl_put64(&f, footprint[1]);
      for (i = first; i < first + part; i++) {
         tsl_put32(&f, c[i].site);
         tsl_put32(&f, 0);
         tsl_put64(&f, c[i].accesses);
      }
      tsl_channel_end(&f);
      first += part;
   } while (first < n);
}

static void sampled(ULong exact, ULong scored, ULong made)
{
   tsl_frame f = tsl_channel_begin(TSL_FRAME_SAMPLED, 64);
   tsl_put64(&f, exact);
   tsl_put64(&f, scored);
   tsl_put64(&f, made);
   tsl_put64(&f, tsl_budget_given() ? (ULong)(1000 * tsl_budget_pace()) : 0);
   tsl_put64(&f, VG_(read_millisecond_timer)());
   tsl_put_str(&f, tsl_budget_given() ? tsl_opt.budget : tsl_opt.sample);
   tsl_channel_end(&f);
}

static void end(tsl_how how, Int status)
{
   const tsl_totals t = tsl_run_totals();
   tsl_frame f;
   if (!tsl_channel_is_open())
      return;
   if (tsl_opt.sampled)
      tsl_sampling_tell_end();
   f = tsl_channel_begin(TSL_FRAME_END, 64);
   tsl_put8(&f, how);
   tsl_put(&f, 0, 3);
   tsl_put32(&f, (UInt)status);
   tsl_put64(&f, t.blocks);
   tsl_put64(&f, t.words);
   tsl_put64(&f, t.loads);
   tsl_put64(&f, t.stores);
   tsl_put64(&f, t.thread_words);
   tsl_put64(&f, t.made);
   tsl_channel_end(&f);
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
                                  .mark = mark,
                                  .burst = burst,
                                  .stack = stack,
                                  .picks = picks,
                                  .counts = counts,
                                  .sampled = sampled,
                                  .end = end,
                                  .stats = stats};
