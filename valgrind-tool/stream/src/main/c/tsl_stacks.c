/*--------------------------------------------------------------------*/
/*--- tslmap: stacks where the stream has gaps.       tsl_stacks.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_stacks.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"

#include "tsl_function.h"

/* A collector follows calls and returns in the stream. Where a part of it is left out,
   it has to be told who is on the stack: when a burst begins, when something is
   allocated between bursts, and when counted code allocates something. */

#define CALLERS 256
static tsl_caller callers[CALLERS + 1];
/* Stacks that were sent, by what they hash to; allocations come from few. */
#define STACKS_LOG2 16
static struct {
   ULong hash; /* 0: none */
   UInt id;
} *sent_stacks;
static UInt stacks_sent;

void tsl_stacks_start(void)
{
   stacks_sent = 0;
   if (sent_stacks != NULL)
      VG_(memset)(sent_stacks, 0, sizeof *sent_stacks << STACKS_LOG2);
}

/* How many of the functions found by unwinding are there: behind the first one of a thread, an unwinder
   that finds no rule takes what lies on the stack for return addresses. */
static UInt count_callers(const Addr *ips, UInt n)
{
   UInt i = 1;
   while (i < n && VG_(am_is_valid_for_client)(ips[i], 1, VKI_PROT_EXEC))
      i++;
   return i < n ? i : n;
}

/* Fills callers with the innermost ones, at most so many; gives their number. */
static UInt find_callers(ThreadId tid, UInt most, Word ip_delta)
{
   Addr ips[CALLERS], sps[CALLERS];
   const UInt n = count_callers(ips, VG_(get_StackTrace)(tid, ips, most, sps, NULL, ip_delta));
   UInt i;
   for (i = 0; i < n; i++) {
      const UInt from = n - 1 - i;
      callers[i].cfa = i == 0 ? 0 : sps[from + 1];
      callers[i].returns_to = i == 0 ? 0 : ips[from + 1] + 1;
      callers[i].function = tsl_function_of(ips[from]);
   }
   return n;
}

/* Where there are too many stacks, one takes the place of another. */
UInt tsl_stacks_number(const tsl_caller *c, UInt n, Bool *known)
{
   ULong h = n + 1;
   SizeT at;
   UInt i;
   for (i = 0; i < n; i++) {
      h = (h ^ c[i].cfa) * 0x9E3779B97F4A7C15ull;
      h = (h ^ (h >> 29) ^ c[i].returns_to) * 0xBF58476D1CE4E5B9ull;
      h ^= h >> 32 ^ c[i].function;
   }
   h |= 1;
   if (sent_stacks == NULL)
      sent_stacks = VG_(calloc)("tsl.stacks", 1u << STACKS_LOG2, sizeof *sent_stacks);
   at = h >> (64 - STACKS_LOG2);
   *known = sent_stacks[at].hash == h;
   if (!*known) {
      sent_stacks[at].hash = h;
      sent_stacks[at].id = stacks_sent++;
   }
   return sent_stacks[at].id;
}

void tsl_stacks_tell(UInt thread)
{
   const UInt n = find_callers(VG_(get_running_tid)(), CALLERS, 0);
   tsl_sink_now->stack(thread, 0, callers, n, False);
}

/* The callers of an allocator that is returning, and it. The stack pointer is the caller's again, so its
   code has to be taken for what runs. */
static UInt find_allocation(UInt allocator, const tsl_return *r, UInt most)
{
   const ThreadId tid = VG_(get_running_tid)();
   const tsl_caller called = {r->cfa, r->to, allocator};
   UInt n = find_callers(tid, most, (Word)(r->to - 1 - VG_(get_IP)(tid)));
   callers[n++] = called;
   return n;
}

void tsl_stacks_tell_allocation(UInt thread, UInt allocator, const tsl_return *r)
{
   const UInt n = find_allocation(allocator, r, CALLERS);
   Bool known;
   const UInt id = tsl_stacks_number(callers, n, &known);
   tsl_sink_now->stack(thread, id, callers, known ? 0 : n, True);
}

/* Names do not depend on where the stack is. */
UInt tsl_stacks_naming(UInt allocator, const tsl_return *r, const tsl_caller **to)
{
   Bool counted = False;
   UInt n, i;
   if (!tsl_functions_are_counted())
      return 0;
   n = find_allocation(allocator, r, TSL_NAMING_CALLERS - 1);
   for (i = 0; i < n; i++) {
      counted |= i + 1 < n && tsl_function_is_counted(tsl_function_at(callers[i].function));
      callers[i].cfa = 0;
   }
   *to = callers;
   return counted ? n : 0;
}
