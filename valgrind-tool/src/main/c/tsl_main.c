/*--------------------------------------------------------------------*/
/*--- tslmap: Valgrind's callbacks.                     tsl_main.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl_heap.h"
#include "tsl_instrument.h"
#include "tsl_symbols.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_vkiscnums.h"

/* In the core, without headers for tools. */
extern Bool VG_(in_generated_code);
extern Bool VG_(is_exiting)(ThreadId tid);
extern Int VG_(count_living_threads)(void);

const tsl_sink *tsl_sink_now = &tsl_sink_null;

/*------------------------------------------------------------*/
/*--- Small things                                         ---*/
/*------------------------------------------------------------*/

Long tsl_syscall(Long number, Long a, Long b, Long c, Long d, Long e, Long f)
{
   register Long r10 __asm__("r10") = d;
   register Long r8 __asm__("r8") = e;
   register Long r9 __asm__("r9") = f;
   Long result;
   __asm__ volatile("syscall"
                    : "=a"(result)
                    : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                    : "rcx", "r11", "memory");
   return result;
}

#define HUGE_PAGE (2ul << 20)

void *tsl_host_map(SizeT bytes)
{
   void *p = VG_(am_shadow_alloc)(bytes);
   if (p == NULL)
      tsl_die("out of memory: %'lu bytes were needed to score the accesses. The engine takes "
              "about 8 bytes for each distinct word the program touches.", bytes);
   if (bytes >= HUGE_PAGE)
      tsl_syscall(__NR_madvise, (Long)p, bytes, 14 /* MADV_HUGEPAGE */, 0, 0, 0);
   return p;
}

void tsl_host_unmap(void *p, SizeT bytes)
{
   VG_(am_munmap_valgrind)((Addr)p, bytes);
}

const HChar *tsl_decimal(HChar *to, SizeT size, Double x, UInt decimals)
{
   ULong scale = 1, v;
   UInt i;
   for (i = 0; i < decimals; i++)
      scale *= 10;
   v = (ULong)(x * (Double)scale + 0.5);
   if (decimals == 0)
      VG_(snprintf)(to, size, "%llu", v);
   else
      VG_(snprintf)(to, size, "%llu.%0*llu", v / scale, (Int)decimals, v % scale);
   return to;
}

/*------------------------------------------------------------*/
/*--- Threads                                              ---*/
/*------------------------------------------------------------*/

/* Valgrind uses thread ids again; ours count the threads of the process. */
typedef struct {
   UInt number;  /* 0: has run no code yet */
   Addr pointer; /* the last one that was told */
   Bool handler; /* a signal's handler is about to begin */
} thread_state;

static thread_state *threads;
static UInt threads_size, last_number;

static thread_state *thread_at(ThreadId tid)
{
   if (tid >= threads_size) {
      const UInt size = 2 * tid + 16;
      threads = VG_(realloc)("tsl.threads", threads, size * sizeof *threads);
      VG_(memset)(threads + threads_size, 0, (size - threads_size) * sizeof *threads);
      threads_size = size;
   }
   return &threads[tid];
}

/* Thread pointers are set up by system calls, so they change between runs. */
static void tell_thread_pointer(ThreadId tid, thread_state *t)
{
   const Addr pointer = tsl_thread_pointer(tid);
   if (pointer != t->pointer) {
      t->pointer = pointer;
      tsl_buffer_settle();
      tsl_sink_now->thread_pointer(t->number, pointer);
      tsl_tls_pointer(t->number, pointer);
   }
}

/* Nobody calls a handler: its return address is put on the stack for it. */
static void tell_handler(ThreadId tid, thread_state *t)
{
   t->handler = False;
   if (tsl_sink_now->mark && t->number != 0 && !tsl_filter_narrowed() && !tsl_stretch_late()
       && tsl_stretch_phase == TSL_WITHIN) {
      tsl_buffer_settle();
      tsl_sink_now->mark(TSL_MARK_SIGNAL, VG_(get_SP)(tid), t->number, "");
   }
}

static void start_client_code(ThreadId tid, ULong blocks)
{
   thread_state *t = thread_at(tid);
   Bool first = False;
   /* The program's symbols are known by now, and none of its code has run. */
   if (last_number == 0)
      tsl_filter_check_start();
   if (t->number == 0) {
      t->number = ++last_number;
      first = True;
   }
   if (tsl_sink_now->thread_pointer)
      tell_thread_pointer(tid, t);
   if (t->handler)
      tell_handler(tid, t);
   tsl_buffer_thread(t->number);
   tsl_thread_start(tid, first);
   tsl_stretch_thread_starts(tid);
}

static void finish(void);
static Bool exiting;
static Int exit_status; /* 0 when the tool ends the program */

static void stop_client_code(ThreadId tid, ULong blocks)
{
   tsl_thread_stop(tid);
   /* A fatal signal while client code ran has ended the thread already. */
   if (VG_(is_exiting)(tid))
      tsl_thread_fault(tid, VG_(get_IP)(tid));
   if (tsl_stretch_thread_stopped(tid)) {
      exiting = True;
      finish();
      VG_(message_flush)();
      VG_(exit)(0);
   }
}

static void pre_thread_create(ThreadId parent, ThreadId child)
{
   VG_(memset)(thread_at(child), 0, sizeof(thread_state));
   if (tsl_sink_now->thread) {
      tsl_buffer_settle();
      tsl_sink_now->thread(last_number + 1, parent == 0 ? 0 : thread_at(parent)->number, True);
   }
}

static void pre_thread_exit(ThreadId tid)
{
   tsl_frames_thread_ends(thread_at(tid)->number);
   tsl_tls_thread_ends(thread_at(tid)->number);
   if (tsl_sink_now->thread) {
      tsl_buffer_settle();
      tsl_sink_now->thread(thread_at(tid)->number, 0, False);
   }
}

static void pre_deliver_signal(ThreadId tid, Int signal, Bool alt_stack)
{
   /* Only a signal that an instruction raised arrives in the middle of a block. */
   if (VG_(in_generated_code))
      tsl_thread_fault(tid, VG_(get_IP)(tid));
   thread_at(tid)->handler = True;
}

/*------------------------------------------------------------*/
/*--- Memory                                               ---*/
/*------------------------------------------------------------*/

static void objects_changed(void)
{
   tsl_code_objects_changed();
   tsl_symbols_objects_changed();
   tsl_filter_objects_changed();
}

/* What brk has added to the program's data, named as in /proc/self/maps. */
static Addr break_start, break_end;

static void tell_mapping(Addr a, SizeT bytes, UInt protection)
{
   const NSegment *s = VG_(am_find_nsegment)(a);
   const HChar *path = s == NULL ? NULL : VG_(am_get_filename)(s);
   const ULong offset = path == NULL ? 0 : (ULong)s->offset + (a - s->start);
   if (path == NULL)
      path = a >= break_start && a < break_end ? "[heap]" : "";
   else if (VG_(strcmp)(VG_(basename)(path), TSL_FILE_NAME) == 0)
      path = "[valgrind]"; /* a page of the tool that the program may run */
   tsl_buffer_settle();
   tsl_sink_now->mapping(a, bytes, True, protection, offset, path);
}

static void new_mapping(Addr a, SizeT bytes, Bool r, Bool w, Bool x, ULong di)
{
   /* Symbols have been read when both code and data of an object are mapped. */
   if (di != 0)
      objects_changed();
   if (tsl_sink_now->mapping)
      tell_mapping(a, bytes, r | (w << 1) | (x << 2));
}

static void new_break(Addr a, SizeT bytes, ThreadId tid)
{
   if (break_start == 0 || a < break_start)
      break_start = a;
   if (a + bytes > break_end)
      break_end = a + bytes;
   if (tsl_sink_now->mapping)
      tell_mapping(a, bytes, 3);
}

/* In a forked child, what its parent has told. */
static void tell_mappings(void)
{
   const UInt kinds = SkFileC | SkAnonC | SkShmC;
   Addr *starts = NULL;
   Int n = 0, i = -1;
   while (i < 0) {
      n = n == 0 ? 256 : 2 * n;
      starts = VG_(realloc)("tsl.mappings", starts, n * sizeof *starts);
      i = VG_(am_get_segment_starts)(kinds, starts, n);
   }
   for (n = i, i = 0; i < n; i++) {
      const NSegment *s = VG_(am_find_nsegment)(starts[i]);
      tell_mapping(s->start, s->end + 1 - s->start, s->hasR | (s->hasW << 1) | (s->hasX << 2));
   }
   VG_(free)(starts);
}

static void die_mapping(Addr a, SizeT bytes)
{
   tsl_symbols_unmapped(a, bytes);
   if (tsl_sink_now->mapping) {
      tsl_buffer_settle();
      tsl_sink_now->mapping(a, bytes, False, 0, 0, "");
   }
}

static void die_break(Addr a, SizeT bytes)
{
   break_end = a;
   die_mapping(a, bytes);
}

/*------------------------------------------------------------*/
/*--- The process                                          ---*/
/*------------------------------------------------------------*/

static Bool ended_by_signal; /* and the sink is not told yet */
extern Bool VG_(clo_trace_children);
static ThreadId exec_thread; /* in an execve that has not failed yet */

static void before_fork(ThreadId tid)
{
   tsl_buffer_flush();
}

static void in_forked_child(ThreadId tid)
{
   const UInt thread = thread_at(tid)->number;
   tsl_buffer_reset();
   tsl_stretch_forked();
   exiting = False;
   last_number = 0;
   VG_(memset)(threads, 0, threads_size * sizeof *threads);
   tsl_sink_now->start(True);
   if (tsl_sink_now->mapping)
      tell_mappings();
   tsl_tls_forked();
   tsl_heap_tell_all();
   tsl_frames_forked(thread);
}

static void pre_syscall(ThreadId tid, UInt number, UWord *args, UInt n)
{
   switch (number) {
   case __NR_exit:
      /* The end of one thread is that of the process only if no other is left. */
      if (VG_(count_living_threads)() > 1)
         break;
      /* fallthrough */
   case __NR_exit_group:
      exiting = True;
      exit_status = (Int)args[0] & 0xFF;
      break;
   case __NR_execve:
   case __NR_execveat: {
      /* Valgrind is replaced as well, without a word, if this works. */
      const HChar *path = (const HChar *)args[number == __NR_execve ? 0 : 1];
      exec_thread = tid;
      tsl_buffer_flush();
      if (tsl_sink_now != &tsl_sink_score) {
         if (tsl_sink_now->mark)
            tsl_sink_now->mark(TSL_MARK_EXEC, 0, 0, tsl_client_text((Addr)path));
         tsl_sink_now->end(TSL_HOW_EXEC, 0);
      } else if (number == __NR_execve
                 && VG_(am_is_valid_for_client)((Addr)path, 1, VKI_PROT_READ)
                 && tsl_syscall(__NR_access, (Long)path, 1 /* X_OK */, 0, 0, 0, 0) == 0) {
         tsl_sink_now->end(TSL_HOW_EXEC, 0);
         if (!VG_(clo_trace_children))
            VG_(umsg)("%s takes the place of this program and is not measured; with "
                      "--trace-children=yes it is, too.\n",
                      tsl_client_text((Addr)path));
      }
      break;
   }
   default:
      break;
   }
}

static void post_syscall(ThreadId tid, UInt number, UWord *args, UInt n, SysRes result)
{
   if (exec_thread == tid && (number == __NR_execve || number == __NR_execveat)) {
      exec_thread = 0;
      if (tsl_sink_now->mark)
         tsl_sink_now->mark(TSL_MARK_EXEC_FAILED, 0, 0, "");
   }
}

/* Valgrind ends itself by the signal that ends the program, its last step. Only here
   a tool learns which one it is: the linker puts this function before Valgrind's. */
extern void __real_vgPlain_kill_self(Int signal);
extern void __wrap_vgPlain_kill_self(Int signal);

void __wrap_vgPlain_kill_self(Int signal)
{
   if (ended_by_signal) {
      ended_by_signal = False;
      tsl_sink_now->end(TSL_HOW_SIGNALLED, signal);
      VG_(message_flush)();
   }
   __real_vgPlain_kill_self(signal);
}

static void finish(void)
{
   tsl_buffer_flush();
   if (exiting)
      tsl_sink_now->end(TSL_HOW_EXITED, exit_status);
   else
      ended_by_signal = True;
   tsl_filter_report();
   tsl_stretch_report();
   tsl_skip_report();
   tsl_watch_report();
   tsl_heap_report();
   if (tsl_opt.stats) {
      tsl_instrument_stats();
      tsl_buffer_stats();
      tsl_heap_stats();
      if (tsl_sink_now->stats)
         tsl_sink_now->stats();
   }
}

static void fini(Int status) { finish(); }

/*------------------------------------------------------------*/
/*--- Start                                                ---*/
/*------------------------------------------------------------*/

#define UNROLL 400
static Int plain_unroll; /* without a tool */

static void post_clo_init(void)
{
   static const tsl_sink *const sinks[] = {
      [TSL_OUT_SCORE] = &tsl_sink_score,
      [TSL_OUT_LOG] = &tsl_sink_log,
      [TSL_OUT_SOCKET] = &tsl_sink_socket,
      [TSL_OUT_NULL] = &tsl_sink_null,
   };
   VexControl plain; /* how code is translated without a tool */
   tsl_options_check();
   tsl_filter_init();
   tsl_watch_init();
   tsl_heap_init();
   tsl_code_init();
   plain = VG_(clo_vex_control);
   if (plain.iropt_unroll_thresh == UNROLL)
      plain.iropt_unroll_thresh = plain_unroll;
   /* A call ends its block: descriptors say so, and functions start blocks. */
   VG_(clo_vex_control).guest_chase = False;
   tsl_sink_now = sinks[tsl_opt.out];
   tsl_sink_now->start(False);
   tsl_stretch_init(&plain);
}

static void pre_clo_init(void)
{
   VG_(details_name)("tslmap");
   VG_(details_version)(TSL_VERSION);
   VG_(details_description)("temporal and spatial locality of memory accesses");
   VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the tslmap authors.");
   VG_(details_bug_reports_to)("the tslmap authors");
   VG_(details_avg_translation_sizeB)(300);

   /* Longer unrolled loops: fewer blocks, so fewer room checks and headers. */
   plain_unroll = VG_(clo_vex_control).iropt_unroll_thresh;
   VG_(clo_vex_control).iropt_unroll_thresh = UNROLL;

   VG_(basic_tool_funcs)(post_clo_init, tsl_instrument, fini);
   VG_(needs_command_line_options)(tsl_options_process, tsl_options_usage,
                                   tsl_options_debug_usage);
   VG_(needs_client_requests)(tsl_request);
   VG_(needs_syscall_wrapper)(pre_syscall, post_syscall);
   VG_(track_start_client_code)(start_client_code);
   VG_(track_stop_client_code)(stop_client_code);
   VG_(track_pre_thread_ll_create)(pre_thread_create);
   VG_(track_pre_thread_ll_exit)(pre_thread_exit);
   VG_(track_pre_deliver_signal)(pre_deliver_signal);
   VG_(track_new_mem_startup)(new_mapping);
   VG_(track_new_mem_mmap)(new_mapping);
   VG_(track_die_mem_munmap)(die_mapping);
   VG_(track_new_mem_brk)(new_break);
   VG_(track_die_mem_brk)(die_break);
   VG_(atfork)(before_fork, NULL, in_forked_child);
   tsl_options_init();
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
