/*--------------------------------------------------------------------*/
/*--- tslmap: what a process hands on.                 tsl_heirs.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_heirs.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_options.h"

/* In the core, without headers for tools. */
extern XArray *VG_(args_for_valgrind); /* of HChar*; what Valgrind follows an exec with */
extern Bool VG_(should_we_trace_this_child)(const HChar *path, const HChar **argv);
extern Int VG_(safe_fd)(Int oldfd);
extern Int VG_(fcntl)(Int fd, Int command, Addr argument);

#define OPTION "--tsl-inherited="

static Bool heir;
static Int inherited[TSL_HEIR_KINDS];

/* Numbers between commas, -1 for none. */
Bool tsl_heirs_read(const HChar *text)
{
   UInt i;
   for (i = 0; i < TSL_HEIR_KINDS; i++) {
      HChar *end;
      const Long fd = VG_(strtoll10)(text, &end);
      if (end == text || fd < -1 || fd > 1 << 30 || *end != (i + 1 < TSL_HEIR_KINDS ? ',' : 0))
         return False;
      inherited[i] = (Int)fd;
      text = end + 1;
   }
   heir = True;
   return True;
}

Bool tsl_heirs_is_one(void) { return heir; }

/* Moved to where the program cannot see it. */
Int tsl_heirs_inherited(tsl_heir kind)
{
   const Int fd = inherited[kind];
   inherited[kind] = -1;
   if (!heir || fd < 0 || VG_(fcntl)(fd, VKI_F_GETFD, 0) < 0)
      return -1;
   return VG_(safe_fd)(fd);
}

static void close_on_exec(const Int *descriptors, Bool on)
{
   UInt i;
   for (i = 0; i < TSL_HEIR_KINDS; i++)
      if (descriptors[i] >= 0)
         VG_(fcntl)(descriptors[i], VKI_F_SETFD, on ? VKI_FD_CLOEXEC : 0);
}

/* The option that names the descriptors: the last one, in place of an earlier one. */
static void set_option(const Int *descriptors)
{
   XArray *const all = VG_(args_for_valgrind);
   const Word last = VG_(sizeXA)(all) - 1;
   HChar *text = VG_(malloc)("tsl.heirs", sizeof OPTION + 16 * TSL_HEIR_KINDS);
   SizeT n = VG_(sprintf)(text, OPTION);
   UInt i;
   for (i = 0; i < TSL_HEIR_KINDS; i++)
      n += VG_(sprintf)(text + n, "%s%d", i > 0 ? "," : "", descriptors[i]);
   if (last >= 0
       && VG_(strncmp)(*(HChar **)VG_(indexXA)(all, last), OPTION, sizeof OPTION - 1) == 0)
      VG_(dropTailXA)(all, 1);
   VG_(addToXA)(all, &text);
}

void tsl_heirs_before_exec(Addr path, Addr argv, const Int *descriptors)
{
   if (!VG_(am_is_valid_for_client)(path, 1, VKI_PROT_READ)
       || !VG_(am_is_valid_for_client)(argv, sizeof(Addr), VKI_PROT_READ)
       || !VG_(should_we_trace_this_child)((const HChar *)path, (const HChar **)argv))
      return;
   close_on_exec(descriptors, False);
   set_option(descriptors);
}

void tsl_heirs_exec_failed(const Int *descriptors) { close_on_exec(descriptors, True); }
