/*--------------------------------------------------------------------*/
/*--- tslmap: the stream to a collector.         tsl_sink_socket.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_sampling.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

static Int fd = -1;
static ULong sent_words; /* event words in frames so far */
static ULong sent_bytes;
static UInt sent_objects, sent_functions, sent_sites, sent_blocks;

/* Frames of definitions are collected here and sent together. */
static UChar *pending;
static SizeT pending_size, pending_used;

/*------------------------------------------------------------*/
/*--- Bytes                                                ---*/
/*------------------------------------------------------------*/

static void lost(Long error)
{
   VG_(umsg)("The connection to the collector %s is lost (error %lld) after %'llu bytes: "
             "the program goes on untraced.\n", tsl_opt.connect, -error, sent_bytes);
   VG_(close)(fd);
   fd = -1;
}

/* Waits until everything is taken: this is what slows the program down to the
   speed of the collector. */
static void send_bytes(const void *bytes, SizeT n)
{
   const UChar *p = bytes;
   tsl_budget_waits();
   while (n > 0 && fd >= 0) {
      const Long r = tsl_syscall(__NR_sendto, fd, (Long)p, n, 0x4000 /* MSG_NOSIGNAL */, 0, 0);
      if (r == -VKI_EINTR || r == -VKI_EAGAIN)
         continue;
      if (r <= 0) {
         lost(r);
         return;
      }
      p += r;
      n -= r;
      sent_bytes += r;
   }
   tsl_budget_waited();
}

static void send_pending(void)
{
   send_bytes(pending, pending_used);
   pending_used = 0;
}

/* A frame of at most `payload` bytes behind those that are pending. */
static tsl_frame begin_frame(tsl_frame_type type, SizeT payload)
{
   tsl_frame f;
   if (pending_used + payload + 64 > pending_size) {
      send_pending();
      if (payload + 64 > pending_size) {
         pending_size = payload + 64 * 1024;
         pending = VG_(realloc)("tsl.pending", pending, pending_size);
      }
   }
   f.bytes = pending + pending_used;
   f.capacity = pending_size - pending_used;
   tsl_frame_begin(&f, type);
   return f;
}

static void end_frame(tsl_frame *f)
{
   tsl_frame_end(f);
   tl_assert(!f->overflow);
   pending_used += f->size;
}

/*------------------------------------------------------------*/
/*--- Definitions                                          ---*/
/*------------------------------------------------------------*/

#define SITES_PER_FRAME 1024

static void send_sites(void)
{
   const UInt count = tsl_sites() - sent_sites < SITES_PER_FRAME
                         ? tsl_sites() - sent_sites : SITES_PER_FRAME;
   tsl_frame f = begin_frame(TSL_FRAME_SITES, 16 + 24 * count);
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
   end_frame(&f);
   sent_sites += count;
}

static void send_block(UInt id)
{
   const tsl_block *b = tsl_block_at(id);
   const tsl_access *a = tsl_block_accesses(b);
   tsl_frame f = begin_frame(TSL_FRAME_BLOCK, 32 + 16 * b->accesses);
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
   end_frame(&f);
}

static void send_objects(void)
{
   for (; sent_objects < tsl_objects(); sent_objects++) {
      const tsl_object *o = tsl_object_at(sent_objects);
      tsl_frame f = begin_frame(TSL_FRAME_OBJECT, 32 + VG_(strlen)(o->path));
      tsl_put32(&f, sent_objects);
      tsl_put32(&f, 0);
      tsl_put64(&f, o->bias);
      tsl_put_str(&f, o->path);
      end_frame(&f);
   }
}

static void send_functions(void)
{
   for (; sent_functions < tsl_functions(); sent_functions++) {
      const tsl_function *x = tsl_function_at(sent_functions);
      tsl_frame f = begin_frame(TSL_FRAME_FUNCTION,
                                48 + VG_(strlen)(x->name) + VG_(strlen)(x->file));
      tsl_put32(&f, sent_functions);
      tsl_put32(&f, x->object);
      tsl_put32(&f, x->line);
      tsl_put32(&f, 0);
      tsl_put64(&f, x->entry);
      tsl_put_str(&f, x->name);
      tsl_put_str(&f, x->file);
      end_frame(&f);
   }
}

static void send_code(void)
{
   send_functions();
   while (sent_sites < tsl_sites())
      send_sites();
   for (; sent_blocks < tsl_blocks(); sent_blocks++)
      send_block(sent_blocks);
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

static SizeT list_bytes(XArray *list)
{
   SizeT n = 0;
   Word i;
   for (i = 0; i < VG_(sizeXA)(list); i++)
      n += 4 + VG_(strlen)(*(const HChar **)VG_(indexXA)(list, i));
   return n;
}

static void put_list(tsl_frame *f, XArray *list)
{
   Word i;
   tsl_put32(f, (UInt)VG_(sizeXA)(list));
   for (i = 0; i < VG_(sizeXA)(list); i++)
      tsl_put_str(f, *(const HChar **)VG_(indexXA)(list, i));
}

static void send_hello(Bool forked)
{
   struct vki_timeval now;
   const HChar *source, *directory = VG_(get_startup_wd)();
   const Int rank = tsl_rank(&source);
   XArray *args = tsl_arguments();
   tsl_frame f;
   VG_(gettimeofday)(&now, NULL);
   if (directory == NULL)
      directory = "";
   f = begin_frame(TSL_FRAME_HELLO,
                   256 + VG_(strlen)(directory) + VG_(strlen)(tsl_executable())
                      + list_bytes(args) + list_bytes(tsl_opt.given));
   tsl_put32(&f, TSL_WIRE_MAGIC);
   tsl_put16(&f, TSL_WIRE_VERSION);
   tsl_put16(&f, forked ? TSL_HELLO_FORKED : 0);
   tsl_put32(&f, VG_(getpid)());
   tsl_put32(&f, VG_(getppid)());
   tsl_put32(&f, (UInt)rank);
   tsl_put64(&f, now.tv_sec * 1000000ull + now.tv_usec);
   tsl_put_str(&f, tsl_host());
   tsl_put_str(&f, source);
   tsl_put_str(&f, tsl_executable());
   tsl_put_str(&f, directory);
   put_list(&f, args);
   put_list(&f, tsl_opt.given);
   end_frame(&f);
   send_pending();
}

static void start(Bool forked)
{
   const HChar *why;
   Long r;
   if (fd >= 0)
      VG_(close)(fd);
   fd = -1;
   sent_words = sent_bytes = 0;
   sent_objects = sent_functions = sent_sites = sent_blocks = 0;
   pending_used = 0;
   if (tsl_opt.sampled)
      tsl_sampling_start_stream();
   r = tsl_connect(&why);
   if (r < 0) {
      if (forked) {
         VG_(umsg)("process %d, forked from %d, cannot reach the collector %s (%s): it goes on "
                   "untraced.\n", VG_(getpid)(), VG_(getppid)(), tsl_opt.connect, why);
         return;
      }
      if (r == -VKI_EINVAL)
         tsl_die("--tsl-connect=%s: %s.", tsl_opt.connect, why);
      tsl_die("--tsl-connect=%s: %s (error %lld). Start a collector there with `tslmap collect "
              "--listen %s`, or let `tslmap run` do both.", tsl_opt.connect, why, -r,
              tsl_opt.connect);
   }
   fd = (Int)r;
   send_hello(forked);
}

/*------------------------------------------------------------*/
/*--- The stream                                           ---*/
/*------------------------------------------------------------*/

static void events(ULong *words, SizeT n)
{
   tsl_frame f;
   if (fd < 0)
      return;
   send_definitions();
   send_pending();
   f.bytes = (UChar *)(words - 2);
   f.capacity = 16;
   f.size = 0;
   f.overflow = 0;
   tsl_put_header(&f, TSL_FRAME_EVENTS, 8 * (n + 1));
   tsl_put64(&f, sent_words);
   send_bytes(words - 2, 8 * (n + 2));
   sent_words += n;
}

static void thread(UInt t, UInt parent, Bool starts)
{
   tsl_frame f = begin_frame(TSL_FRAME_THREAD, 32);
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, t);
   tsl_put32(&f, starts ? 0 : 1);
   tsl_put32(&f, parent);
   tsl_put32(&f, 0);
   end_frame(&f);
}

static void thread_pointer(UInt t, Addr pointer)
{
   tsl_frame f = begin_frame(TSL_FRAME_THREAD_POINTER, 24);
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, t);
   tsl_put32(&f, 0);
   tsl_put64(&f, pointer);
   end_frame(&f);
}

static void thread_block(UInt t, UInt object, Addr start)
{
   tsl_frame f;
   send_objects();
   f = begin_frame(TSL_FRAME_THREAD_BLOCK, 24);
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, t);
   tsl_put32(&f, object);
   tsl_put64(&f, start);
   end_frame(&f);
}

static void mapping(Addr at, SizeT bytes, Bool mapped, UInt protection, ULong offset,
                    const HChar *path)
{
   tsl_frame f = begin_frame(TSL_FRAME_MAPPING, 64 + VG_(strlen)(path));
   tsl_put64(&f, tsl_buffer_position());
   tsl_put64(&f, at);
   tsl_put64(&f, bytes);
   tsl_put32(&f, mapped ? 0 : 1);
   tsl_put32(&f, protection);
   tsl_put64(&f, offset);
   tsl_put_str(&f, path);
   end_frame(&f);
   /* An object's variables are there from now on, not only when its code has run. */
   send_new_objects();
}

static void heap(tsl_heap_event event, UInt t, Addr address, SizeT bytes, Addr previous,
                 UInt function)
{
   tsl_frame f;
   if (function >= sent_functions) {
      send_objects();
      send_functions();
   }
   f = begin_frame(TSL_FRAME_HEAP, 48);
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, t);
   tsl_put32(&f, event);
   tsl_put64(&f, address);
   tsl_put64(&f, bytes);
   tsl_put64(&f, previous);
   tsl_put32(&f, function);
   tsl_put32(&f, 0);
   end_frame(&f);
}

static void data_name(Addr address, SizeT bytes, const HChar *name)
{
   tsl_frame f = begin_frame(TSL_FRAME_NAME, 32 + VG_(strlen)(name));
   tsl_put64(&f, tsl_buffer_position());
   tsl_put64(&f, address);
   tsl_put64(&f, bytes);
   tsl_put_str(&f, name);
   end_frame(&f);
}

static void watched_variable(Addr address, SizeT bytes, UInt object, Addr function, Long offset,
                             const HChar *name)
{
   tsl_frame f;
   send_objects();
   f = begin_frame(TSL_FRAME_WATCHED_VARIABLE, 64 + VG_(strlen)(name));
   tsl_put64(&f, tsl_buffer_position());
   tsl_put64(&f, address);
   tsl_put64(&f, bytes);
   tsl_put64(&f, function);
   tsl_put64(&f, offset);
   tsl_put32(&f, object);
   tsl_put32(&f, 0);
   tsl_put_str(&f, name);
   end_frame(&f);
}

static void mark(tsl_mark kind, ULong value, ULong value2, const HChar *text)
{
   tsl_frame f = begin_frame(TSL_FRAME_MARK, 64 + VG_(strlen)(text));
   tsl_put64(&f, tsl_buffer_position());
   tsl_put32(&f, kind);
   tsl_put32(&f, 0);
   tsl_put64(&f, value);
   tsl_put64(&f, value2);
   tsl_put_str(&f, text);
   end_frame(&f);
}

/*------------------------------------------------------------*/
/*--- Parts of the stream                                  ---*/
/*------------------------------------------------------------*/

static void burst(ULong weight)
{
   tsl_frame f = begin_frame(TSL_FRAME_BURST, 16);
   tsl_put64(&f, sent_words);
   tsl_put64(&f, weight);
   end_frame(&f);
}

static void stack(UInt t, UInt id, const tsl_caller *callers, UInt n, Bool returned)
{
   tsl_frame f;
   UInt i;
   if (fd < 0)
      return;
   if (n > 0)
      send_definitions();
   f = begin_frame(TSL_FRAME_STACK, 24 + 24 * n);
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
   end_frame(&f);
}

static void picks(const tsl_picked *p, UInt n)
{
   tsl_frame f;
   UInt i;
   if (fd < 0)
      return;
   send_definitions();
   f = begin_frame(TSL_FRAME_PICKS, 16 + 32 * n);
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
   end_frame(&f);
}

#define COUNTS_PER_FRAME 65536

static void counts(UInt t, const tsl_site_count *c, UInt n, const ULong *footprint)
{
   UInt first = 0;
   send_definitions();
   do {
      const UInt part = n - first < COUNTS_PER_FRAME ? n - first : COUNTS_PER_FRAME;
      tsl_frame f = begin_frame(TSL_FRAME_COUNTS, 24 + 16 * part);
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
      end_frame(&f);
      first += part;
   } while (first < n);
}

static void sampled(ULong exact, ULong scored, ULong made)
{
   tsl_frame f = begin_frame(TSL_FRAME_SAMPLED, 64);
   tsl_put64(&f, exact);
   tsl_put64(&f, scored);
   tsl_put64(&f, made);
   tsl_put64(&f, tsl_budget_given() ? (ULong)(1000 * tsl_budget_pace()) : 0);
   tsl_put64(&f, VG_(read_millisecond_timer)());
   tsl_put_str(&f, tsl_budget_given() ? tsl_opt.budget : tsl_opt.sample);
   end_frame(&f);
}

static void end(tsl_how how, Int status)
{
   const tsl_totals t = tsl_buffer_totals();
   tsl_frame f;
   if (fd < 0)
      return;
   if (tsl_opt.sampled)
      tsl_sampling_tell_end();
   f = begin_frame(TSL_FRAME_END, 64);
   tsl_put8(&f, how);
   tsl_put(&f, 0, 3);
   tsl_put32(&f, (UInt)status);
   tsl_put64(&f, t.blocks);
   tsl_put64(&f, t.words);
   tsl_put64(&f, t.loads);
   tsl_put64(&f, t.stores);
   tsl_put64(&f, t.thread_words);
   tsl_put64(&f, t.made);
   end_frame(&f);
   send_pending();
   if (how != TSL_HOW_EXEC && fd >= 0) {
      VG_(close)(fd);
      fd = -1;
   }
}

static void stats(void)
{
   VG_(umsg)("socket: %'llu bytes sent to %s\n", sent_bytes, tsl_opt.connect);
}

const tsl_sink tsl_sink_socket = {.name = "socket",
                                  .start = start,
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
