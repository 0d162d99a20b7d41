/*--------------------------------------------------------------------*/
/*--- tslmap: where the program's stack starts.        tsl_start.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_start.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"

/* A program starts with this on its stack, from the stack pointer upwards: the number of arguments,
   their addresses, those of the environment, the auxiliary vector; then all the texts. Valgrind, like
   the kernel, puts the texts at the stack's end and the rest below them. So the stack pointer, and with
   it the place of each frame within its cache line, follows from the length of the environment. Here
   everything is put anew:

      end of the stack
      texts of the auxiliary vector, then the arguments without gaps, as programs expect that overwrite
      them
      the environment's texts, the first one on top, each at the start of a slot, so that their places do
      not follow from the lengths of others either
      (free)
      number of arguments, and the vectors: at a fixed distance from the end, a multiple of it if there is
      much to put */

#define DISTANCE 0x10000 /* bytes from the stack's end to its start */
#define SLOT 256         /* bytes for a variable of the environment, or a multiple of it */
#define MOST_SLOTTED (4 * DISTANCE) /* a larger environment is put without gaps */

enum { AT_END = 0, AT_PLATFORM_TEXT = 15, AT_BASE_PLATFORM_TEXT = 24, AT_RANDOM_BYTES = 25, AT_FILE_TEXT = 31 };
#define RANDOM_BYTES 16

/* In the core, without headers for tools. */
extern Addr VG_(clstk_end); /* its last byte */
extern HChar **VG_(client_envp);
extern UWord *VG_(client_auxv);
extern Int VG_(cl_auxv_fd);
extern Bool VG_(extend_stack)(ThreadId tid, Addr a);

typedef struct {
   ULong *vectors; /* all of it */
   Word arguments, variables, entries; /* how many; entries with the last one, which ends them */
} start;

/* The vectors at an address. */
static start read_start(const Addr sp)
{
   start s = {(ULong *)sp, 0, 0, 1};
   const ULong *p;
   s.arguments = (Word)s.vectors[0];
   p = s.vectors + 1 + s.arguments + 1;
   while (p[s.variables] != 0)
      s.variables++;
   p += s.variables + 1;
   while (p[2 * (s.entries - 1)] != AT_END)
      s.entries++;
   return s;
}

static ULong *argument(const start *s, Word i) { return s->vectors + 1 + i; }
static ULong *variable(const start *s, Word i) { return argument(s, s->arguments) + 1 + i; }
static ULong *entry(const start *s, Word i) { return variable(s, s->variables) + 1 + 2 * i; }

static SizeT vector_bytes(const start *s)
{
   return (SizeT)(entry(s, s->entries) - s->vectors) * sizeof(ULong);
}

/* Bytes of what an entry of the auxiliary vector points to; 0: nothing. */
static SizeT pointed(const ULong *entry)
{
   switch (entry[0]) {
   case AT_PLATFORM_TEXT:
   case AT_BASE_PLATFORM_TEXT:
   case AT_FILE_TEXT:
      return VG_(strlen)((const HChar *)entry[1]) + 1;
   case AT_RANDOM_BYTES:
      return RANDOM_BYTES;
   default:
      return 0;
   }
}

static SizeT text_bytes(const ULong *text) { return VG_(strlen)((const HChar *)*text) + 1; }
static SizeT slot_bytes(const ULong *text, SizeT slot) { return VG_ROUNDUP(text_bytes(text), slot); }

/* Where everything goes. */
typedef struct {
   Addr arguments; /* the first one */
   Addr variables; /* just above the first one */
   Addr sp;
   SizeT slot;
} plan;

static plan make_plan(const start *s, Addr end)
{
   plan p = {end - sizeof(ULong), 0, 0, SLOT}; /* a word of zeroes ends a stack */
   SizeT bytes = 0;
   Word i;
   for (i = 0; i < s->entries; i++)
      p.arguments -= pointed(entry(s, i));
   for (i = 0; i < s->arguments; i++)
      p.arguments -= text_bytes(argument(s, i));
   p.variables = VG_ROUNDDN(p.arguments, SLOT);
   for (i = 0; i < s->variables; i++)
      bytes += slot_bytes(variable(s, i), SLOT);
   if (bytes > MOST_SLOTTED) {
      p.slot = 1;
      for (bytes = 0, i = 0; i < s->variables; i++)
         bytes += text_bytes(variable(s, i));
   }
   p.sp = end - VG_ROUNDUP(end - p.variables + bytes + vector_bytes(s), DISTANCE);
   return p;
}

/* Puts something and returns its address. */
static ULong put(Addr to, const ULong *from, SizeT bytes)
{
   VG_(memcpy)((void *)to, (const void *)*from, bytes);
   return to;
}

/* From a copy, whose addresses are those of the copy's texts. */
static void carry_out(const plan *p, const start *from)
{
   const start to = {(ULong *)p->sp, from->arguments, from->variables, from->entries};
   Addr next = p->arguments;
   Word i;
   to.vectors[0] = from->vectors[0];
   for (i = 0; i < from->arguments; i++) {
      *argument(&to, i) = put(next, argument(from, i), text_bytes(argument(from, i)));
      next += text_bytes(argument(from, i));
   }
   *argument(&to, i) = 0;
   for (i = 0; i < from->entries; i++) {
      const ULong *const e = entry(from, i);
      entry(&to, i)[0] = e[0];
      entry(&to, i)[1] = pointed(e) == 0 ? e[1] : put(next, e + 1, pointed(e));
      next += pointed(e);
   }
   next = p->variables;
   for (i = 0; i < from->variables; i++) {
      next -= slot_bytes(variable(from, i), p->slot);
      *variable(&to, i) = put(next, variable(from, i), text_bytes(variable(from, i)));
   }
   *variable(&to, i) = 0;
   VG_(client_envp) = (HChar **)variable(&to, 0);
   VG_(client_auxv) = (UWord *)entry(&to, 0);
}

/* What the program reads as /proc/self/auxv. */
static void tell_auxv(const start *s)
{
   if (VG_(cl_auxv_fd) >= 0 && VG_(lseek)(VG_(cl_auxv_fd), 0, VKI_SEEK_SET) == 0)
      VG_(write)(VG_(cl_auxv_fd), entry(s, 0), (Int)(s->entries * 2 * (Word)sizeof(ULong)));
}

/* A copy of what is from an address to the stack's end, with addresses of its own texts. */
static start copy_start(Addr sp, Addr end)
{
   UChar *const copy = VG_(malloc)("tsl.start", end - sp);
   const ULong moved = (ULong)(Addr)copy - sp;
   start s;
   ULong *p;
   Word i;
   VG_(memcpy)(copy, (const void *)sp, end - sp);
   s = read_start((Addr)copy);
   for (p = argument(&s, 0); p < entry(&s, 0); p++)
      *p += *p == 0 ? 0 : moved;
   for (i = 0; i < s.entries; i++) {
      ULong *const e = entry(&s, i);
      if (e[0] == AT_PLATFORM_TEXT || e[0] == AT_BASE_PLATFORM_TEXT || e[0] == AT_FILE_TEXT
          || e[0] == AT_RANDOM_BYTES)
         e[1] += moved;
   }
   return s;
}

/* Whether the stack can begin at an address; then it is extended so far. */
static Bool reaches(ThreadId tid, Addr sp)
{
   const Addr lowest = VG_PGROUNDDN(sp - VG_STACK_REDZONE_SZB);
   const NSegment *const stack = VG_(am_find_nsegment)(VG_(clstk_end));
   const NSegment *const found = VG_(am_find_nsegment)(lowest);
   if (found == NULL || stack == NULL)
      return False;
   if (found != stack && (found->kind != SkResvn || found->end + 1 != stack->start))
      return False;
   return VG_(extend_stack)(tid, lowest);
}

void tsl_start_fix(ThreadId tid)
{
   const Addr end = VG_(clstk_end) + 1;
   const Addr old = VG_(get_SP)(tid);
   const start s = copy_start(old, end);
   const plan p = make_plan(&s, end);
   if (reaches(tid, p.sp)) {
      const ULong sp = p.sp;
      VG_(memset)((void *)old, 0, end - old);
      carry_out(&p, &s);
      {
         const start now = read_start(p.sp);
         tell_auxv(&now);
      }
      VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, guest_RSP), sizeof sp,
                                (const UChar *)&sp);
   }
   VG_(free)(s.vectors);
}
