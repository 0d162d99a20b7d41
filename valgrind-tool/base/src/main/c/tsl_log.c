/*--------------------------------------------------------------------*/
/*--- tslmap: where messages go.                         tsl_log.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_log.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_options.h"

#include "tsl_heirs.h"
#include "tsl_options.h"

/* Valgrind opens the file of --log-file again in every forked process, and ends the
   process when that fails. A process that has given up its user or changed its root
   cannot open it, and would not do what it does without a log file. So this file is
   opened once: forked processes write through the same descriptor, and a program
   that follows by exec is given it (tsl_heirs). */

/* In the core, without a header for tools: where messages are written to. */
typedef struct {
   Int fd;
   enum { TO_DESCRIPTOR, TO_FILE, TO_SOCKET } type;
   HChar *name;
} output_sink;
extern output_sink VG_(log_output_sink);
extern Int VG_(safe_fd)(Int oldfd);

static Int fd = -1;

#define APPEND 02000 /* O_APPEND: several processes write */

void tsl_log_start(void)
{
   fd = tsl_heirs_inherited(TSL_HEIR_LOG);
   if (fd < 0 && tsl_opt.log != NULL) {
      HChar *name = VG_(expand_file_name)("--tsl-log", tsl_opt.log);
      const SysRes r = VG_(open)(name, VKI_O_CREAT | VKI_O_WRONLY | APPEND, 0600);
      if (sr_isError(r) && !tsl_heirs_is_one())
         tsl_die("--tsl-log: cannot write %s (error %lu). Choose another place.", name, sr_Err(r));
      if (!sr_isError(r))
         fd = VG_(safe_fd)((Int)sr_Res(r));
      VG_(free)(name);
   }
   if (tsl_opt.log == NULL)
      return;
   /* A descriptor of -1 drops messages: they must not go among the program's own. */
   VG_(log_output_sink).fd = fd;
   VG_(log_output_sink).type = TO_DESCRIPTOR;
}

Int tsl_log_descriptor(void) { return fd; }

void tsl_log_hide(Int descriptor)
{
   if (descriptor == fd && fd >= 0) {
      fd = VG_(safe_fd)(fd);
      VG_(log_output_sink).fd = fd;
   }
}
