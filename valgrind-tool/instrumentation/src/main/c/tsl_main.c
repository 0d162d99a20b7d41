/*--------------------------------------------------------------------*/
/*--- tslmap: Valgrind's callbacks.                     tsl_main.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_adapt.h"
#include "tsl_base.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vkiscnums.h"

#include "tsl_branch.h"
#include "tsl_buffer.h"
#include "tsl_code.h"
#include "tsl_counted.h"
#include "tsl_counter.h"
#include "tsl_filter.h"
#include "tsl_flow.h"
#include "tsl_frames.h"
#include "tsl_function.h"
#include "tsl_gate.h"
#include "tsl_heap.h"
#include "tsl_heirs.h"
#include "tsl_instrument.h"
#include "tsl_log.h"
#include "tsl_objects.h"
#include "tsl_operations.h"
#include "tsl_options.h"
#include "tsl_passages.h"
#include "tsl_pause.h"
#include "tsl_region.h"
#include "tsl_requests.h"
#include "tsl_select.h"
#include "tsl_sinks.h"
#include "tsl_skip.h"
#include "tsl_start.h"
#include "tsl_stretch.h"
#include "tsl_threads.h"
#include "tsl_tls.h"
#include "tsl_watch.h"

/* In the core, without headers for tools. */
extern Int VG_(count_living_threads)(void);
extern Bool VG_(clo_trace_children);

/*------------------------------------------------------------*/
/*--- Memory                                               ---*/
/*------------------------------------------------------------*/

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
   TSL_TELL(mapping, a, bytes, True, protection, offset, path);
}

static void new_mapping(Addr a, SizeT bytes, Bool r, Bool w, Bool x, ULong di)
{
   if (x)
      tsl_function_forget();
   /* Symbols have been read when both code and data of an object are mapped. */
   if (di != 0)
      tsl_objects_changed();
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
   tsl_objects_unmapped(a, bytes);
   TSL_TELL(mapping, a, bytes, False, 0, 0, "");
}

static void die_break(Addr a, SizeT bytes)
{
   break_end = a;
   die_mapping(a, bytes);
}

/* The program's first stack may reach further down then than it did when it was mapped. */
static void fix_stack(ThreadId tid)
{
   const NSegment *stack = VG_(am_find_nsegment)(VG_(get_SP)(tid));
   const Addr before = stack->start;
   tsl_start_fix(tid);
   stack = VG_(am_find_nsegment)(VG_(get_SP)(tid));
   if (stack->start < before && tsl_sink_now->mapping)
      tell_mapping(stack->start, stack->end + 1 - stack->start,
                   stack->hasR | (stack->hasW << 1) | (stack->hasX << 2));
}

/*------------------------------------------------------------*/
/*--- Threads                                              ---*/
/*------------------------------------------------------------*/

static void start_client_code(ThreadId tid, ULong blocks)
{
   static Bool started;
   if (!started && tsl_opt.fixed_stack)
      fix_stack(tid);
   started = True;
   /* The program's symbols are known by now, and none of its code has run. */
   if (tsl_threads_none_ran())
      tsl_region_check_start();
   tsl_thread_starts(tid);
   tsl_stretch_thread_starts(tid);
}

static void finish(void);
static Bool exiting;
static Int exit_status; /* 0 when the tool ends the program */

static void stop_client_code(ThreadId tid, ULong blocks)
{
   tsl_thread_stops(tid);
   if (tsl_stretch_thread_stopped(tid)) {
      exiting = True;
      finish();
      VG_(message_flush)();
      VG_(exit)(0);
   }
   tsl_adapt_thread_stopped(blocks);
   tsl_pause_thread_stopped(blocks);
}

/*------------------------------------------------------------*/
/*--- The process                                          ---*/
/*------------------------------------------------------------*/

static Bool ended_by_signal; /* and the sink is not told yet */
static ThreadId exec_thread; /* in an execve that has not failed yet */

static void before_fork(ThreadId tid)
{
   tsl_buffer_flush();
}

static void in_forked_child(ThreadId tid)
{
   const UInt thread = tsl_threads_forked(tid);
   tsl_buffer_reset();
   tsl_counters_reset();
   tsl_branches_reset();
   tsl_counted_reset();
   tsl_adapt_forked();
   tsl_pause_forked();
   tsl_stretch_forked();
   exiting = False;
   tsl_sink_now->start(True);
   if (tsl_sink_now->mapping)
      tell_mappings();
   tsl_tls_forked();
   tsl_heap_tell_all();
   tsl_frames_forked(thread);
}

/* What a program that follows by exec gets. */
static const Int *descriptors(void)
{
   static Int all[TSL_HEIR_KINDS];
   all[TSL_HEIR_LOG] = tsl_log_descriptor();
   return all;
}

static Bool restricted; /* the program may have given up system calls */

/* Valgrind keeps programs from reading, writing and closing descriptors that are not
   theirs, but not from all else that one can do to a number that was guessed. */
static void hide_descriptors(Int tried)
{
   if (restricted)
      return;
   tsl_log_hide(tried);
   if (tsl_sink_now->hide)
      tsl_sink_now->hide(tried);
}

static void pre_syscall(ThreadId tid, UInt number, UWord *args, UInt n)
{
   hide_descriptors((Int)args[0]);
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
   case __NR_prctl:
      if (args[0] != 22 /* PR_SET_SECCOMP */)
         break;
      /* fallthrough */
   case __NR_seccomp:
      restricted = True;
      if (tsl_sink_now->restrict_calls)
         tsl_sink_now->restrict_calls();
      break;
   case __NR_execve:
   case __NR_execveat: {
      /* Valgrind is replaced as well, without a word, if this works. */
      const UInt first = number == __NR_execve ? 0 : 1;
      const HChar *path = (const HChar *)args[first];
      exec_thread = tid;
      tsl_buffer_flush();
      if (!tsl_sink_now->ends_once) {
         if (tsl_sink_now->mark)
            tsl_sink_now->mark(TSL_MARK_EXEC, 0, 0, tsl_client_text((Addr)path));
         tsl_sink_now->end(TSL_HOW_EXEC, 0);
      } else if (number == __NR_execve
                 && VG_(am_is_valid_for_client)((Addr)path, 1, VKI_PROT_READ)
                 && tsl_syscall(__NR_access, (Long)path, 1 /* X_OK */, 0, 0, 0, 0) == 0) {
         tsl_sink_now->end(TSL_HOW_EXEC, 0);
         if (!VG_(clo_trace_children)) {
            HChar name[TSL_PRINTABLE];
            VG_(umsg)("%s takes the place of this program and is not measured; with "
                      "--trace-children=yes it is, too.\n",
                      tsl_printable(name, sizeof name, tsl_client_text((Addr)path)));
         }
      }
      tsl_heirs_before_exec((Addr)path, args[first + 1], descriptors());
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
      tsl_heirs_exec_failed(descriptors());
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
   tsl_select_report();
   tsl_region_report();
   tsl_gate_report();
   tsl_stretch_report();
   tsl_skip_report();
   tsl_watch_report();
   tsl_objects_report();
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
   tsl_log_start();
   tsl_options_check();
   tsl_skip_init();
   tsl_select_init();
   tsl_gate_init();
   tsl_region_init();
   tsl_watch_init();
   tsl_frames_init();
   tsl_filter_init();
   tsl_heap_init();
   tsl_code_init();
   tsl_flow_init();
   tsl_executed_init();
   tsl_passages_init();
   tsl_counters_init();
   tsl_counted_init();
   tsl_adapt_init();
   tsl_pause_init();
   plain = VG_(clo_vex_control);
   if (plain.iropt_unroll_thresh == UNROLL)
      plain.iropt_unroll_thresh = plain_unroll;
   /* A call ends its block: descriptors say so, and functions start blocks. */
   VG_(clo_vex_control).guest_chase = False;
   tsl_sink_now = tsl_opt.out == TSL_OUT_SCORE && tsl_opt.sampled ? &tsl_sink_sample
                                                                  : sinks[tsl_opt.out];
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

   /* Longer unrolled loops: fewer blocks, so fewer capacity checks and headers. */
   plain_unroll = VG_(clo_vex_control).iropt_unroll_thresh;
   VG_(clo_vex_control).iropt_unroll_thresh = UNROLL;

   VG_(basic_tool_funcs)(post_clo_init, tsl_instrument, fini);
   VG_(needs_command_line_options)(tsl_options_process, tsl_options_usage,
                                   tsl_options_debug_usage);
   VG_(needs_client_requests)(tsl_request);
   VG_(needs_syscall_wrapper)(pre_syscall, post_syscall);
   VG_(track_start_client_code)(start_client_code);
   VG_(track_stop_client_code)(stop_client_code);
   VG_(track_pre_thread_ll_create)(tsl_thread_created);
   VG_(track_pre_thread_ll_exit)(tsl_thread_ends);
   VG_(track_pre_deliver_signal)(tsl_thread_signalled);
   VG_(track_new_mem_startup)(new_mapping);
   VG_(track_new_mem_mmap)(new_mapping);
   VG_(track_die_mem_munmap)(die_mapping);
   VG_(track_new_mem_brk)(new_break);
   VG_(track_die_mem_brk)(die_break);
   VG_(atfork)(before_fork, NULL, in_forked_child);
   tsl_options_init();
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
