/*--------------------------------------------------------------------*/
/*--- tslmap: which process this is.                 tsl_process.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_process.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

/* In the core, without a header for tools. */
extern Int VG_(cl_exec_fd);

const HChar *tsl_executable(void)
{
   static HChar path[VKI_PATH_MAX];
   if (path[0] == 0) {
      HChar link[64];
      SSizeT n;
      VG_(sprintf)(link, "/proc/self/fd/%d", VG_(cl_exec_fd));
      n = VG_(readlink)(link, path, sizeof path - 1);
      if (n > 0)
         path[n] = 0;
      else
         VG_(strncpy)(path, VG_(args_the_exename), sizeof path - 1);
   }
   return path;
}

XArray *tsl_arguments(void)
{
   static XArray *all;
   if (all == NULL) {
      Word i;
      all = tsl_list("tsl.arguments", sizeof(const HChar *));
      VG_(addToXA)(all, &VG_(args_the_exename));
      for (i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++)
         VG_(addToXA)(all, VG_(indexXA)(VG_(args_for_client), i));
   }
   return all;
}

const HChar *tsl_host(void)
{
   static struct {
      HChar field[6][65];
   } names;
   tsl_syscall(__NR_uname, (Long)&names, 0, 0, 0, 0, 0);
   return names.field[1];
}

const HChar *tsl_directory(void)
{
   const HChar *directory = VG_(get_startup_wd)();
   return directory == NULL ? "" : directory;
}

/* An MPI launcher's environment variable that holds the rank. Slurm sets its own for every program of a
   job, also for the launchers of others, so theirs go first. */
Int tsl_rank(const HChar **source)
{
   static const HChar *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                                        "MV2_COMM_WORLD_RANK", "SLURM_PROCID", NULL};
   UInt i;
   for (i = 0; names[i] != NULL; i++) {
      const HChar *v = VG_(getenv)(names[i]);
      HChar *end;
      if (v != NULL && v[0] != 0) {
         const Long rank = VG_(strtoll10)(v, &end);
         if (*end == 0 && rank >= 0) {
            *source = names[i];
            return (Int)rank;
         }
      }
   }
   *source = "";
   return -1;
}
