/*--------------------------------------------------------------------*/
/*--- tslmap: waiting for the collector.                tsl_wait.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_wait.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_vkiscnums.h"

/* A collector may take its time: when it is slow, or stopped for a while, the program
   waits, and nothing is lost. Two things end a wait:

      the other end is gone     the kernel says so, at once on this machine. A machine
                                that is off or cut off says nothing: then TCP has asked
                                PROBES times without an answer, within two minutes.
                                (A stopped collector's kernel answers.)
      a signal is to end the    Valgrind holds back signals while the tool works. If the
      program                   program would get one that people stop programs by, and
                                there is no progress for SIGNAL_MS, it is worth more
                                than the rest of the stream. A collector that has much
                                to work off, on a machine with much to do, reads
                                nothing for seconds: that must not cost the stream.

   So calls on the socket return after LOOK_MS without progress. */

#define LOOK_MS 200
#define SIGNAL_MS 30000
#define PROBES 8

/* In the core, without headers for tools. */
extern SysRes VG_(do_sys_sigaction)(Int signal, const vki_sigaction_toK_t *set,
                                    vki_sigaction_fromK_t *old);
extern SysRes VG_(do_sys_sigprocmask)(ThreadId tid, Int how, vki_sigset_t *set,
                                      vki_sigset_t *old);

void tsl_wait_prepare(Int socket)
{
   struct vki_timeval look = {0, 1000 * LOOK_MS};
   const Int options[][3] = {{1 /* SOL_SOCKET */, 9 /* SO_KEEPALIVE */, 1},
                             {6 /* IPPROTO_TCP */, 4 /* TCP_KEEPIDLE */, 30},
                             {6, 5 /* TCP_KEEPINTVL */, 10},
                             {6, 6 /* TCP_KEEPCNT */, PROBES}};
   UInt i;
   tsl_syscall(__NR_setsockopt, socket, 1 /* SOL_SOCKET */, 20 /* SO_RCVTIMEO */, (Long)&look,
               sizeof look, 0);
   tsl_syscall(__NR_setsockopt, socket, 1, 21 /* SO_SNDTIMEO */, (Long)&look, sizeof look, 0);
   /* TCP asks while nothing is on its way, too. */
   for (i = 0; i < sizeof options / sizeof *options; i++)
      tsl_syscall(__NR_setsockopt, socket, options[i][0], options[i][1], (Long)&options[i][2],
                  sizeof options[i][2], 0);
}

tsl_wait tsl_wait_begin(Int socket, Bool asks) { return (tsl_wait){socket, asks, 0}; }

void tsl_wait_progress(tsl_wait *wait) { wait->signalled = 0; }

/* Whether a thread would take the signal: its handler runs, or the process ends. */
static Bool is_wanted(Int signal)
{
   vki_sigaction_fromK_t action;
   ThreadId tid;
   Addr low, high;
   if (sr_isError(VG_(do_sys_sigaction)(signal, NULL, &action))
       || action.ksa_handler == VKI_SIG_IGN)
      return False;
   VG_(thread_stack_reset_iter)(&tid);
   while (VG_(thread_stack_next)(&tid, &low, &high)) {
      vki_sigset_t blocked;
      if (!sr_isError(VG_(do_sys_sigprocmask)(tid, 0, NULL, &blocked))
          && !(blocked.sig[0] >> (signal - 1) & 1))
         return True;
   }
   return False;
}

static Bool signal_waits(void)
{
   static const Int ends[] = {VKI_SIGHUP, VKI_SIGINT, VKI_SIGQUIT, VKI_SIGTERM};
   ULong pending = 0;
   UInt i;
   tsl_syscall(__NR_rt_sigpending, (Long)&pending, sizeof pending, 0, 0, 0, 0);
   for (i = 0; i < sizeof ends / sizeof *ends; i++)
      if (pending >> (ends[i] - 1) & 1 && is_wanted(ends[i]))
         return True;
   return False;
}

/* TCP asks again and again and hears nothing. */
static Bool is_cut_off(Int socket)
{
   UChar info[104] = {0};
   Int size = sizeof info;
   const UInt retransmits = 2, probes = 3; /* places in struct tcp_info */
   return tsl_syscall(__NR_getsockopt, socket, 6 /* IPPROTO_TCP */, 11 /* TCP_INFO */, (Long)info,
                      (Long)&size, 0) == 0
          && (info[retransmits] >= PROBES || info[probes] >= PROBES);
}

Bool tsl_wait_goes_on(tsl_wait *wait, Long *error)
{
   const UInt now = VG_(read_millisecond_timer)();
   switch (-*error) {
   case VKI_EINTR:
   case VKI_EAGAIN:
   case 114 /* EALREADY */:
   case 115 /* EINPROGRESS */: break;
   default: return False;
   }
   if (!signal_waits())
      wait->signalled = 0;
   else if (wait->signalled == 0)
      wait->signalled = now | 1;
   if (wait->signalled != 0 && now - wait->signalled + 1 > SIGNAL_MS)
      *error = -VKI_EINTR;
   else if (wait->asks && is_cut_off(wait->socket))
      *error = -TSL_NO_ANSWER;
   else
      return True;
   return False;
}

Long tsl_wait_receive(Int socket, void *to, SizeT n)
{
   tsl_wait wait = tsl_wait_begin(socket, True);
   UChar *p = to;
   while (n > 0) {
      Long r = tsl_syscall(__NR_recvfrom, socket, (Long)p, n, 0, 0, 0);
      if (r > 0) {
         tsl_wait_progress(&wait);
         p += r;
         n -= r;
      } else if (r == 0) {
         return -104; /* ECONNRESET */
      } else if (!tsl_wait_goes_on(&wait, &r)) {
         return r;
      }
   }
   return 0;
}
