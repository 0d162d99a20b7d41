/*--------------------------------------------------------------------*/
/*--- tslmap: any bytes as a program.                    object.c  ---*/
/*--------------------------------------------------------------------*/

/* Opens an input as an ELF file and asks all there is to ask of it. */

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tsl_debuginfo.h"

enum { ASKED = 24 };

static void ask_all(tsl_debuginfo *d)
{
   /* Where the code of a small program usually lies, and where it begins. */
   static const uint64_t bases[] = {0x401000, 0x1000, 0};
   tsl_answer a;
   size_t b;
   uint64_t i;
   tsl_answer_init(&a);
   tsl_debuginfo_summary(d, &a);
   tsl_debuginfo_statics(d, &a);
   tsl_debuginfo_functions(d, &a);
   tsl_debuginfo_symbols(d, &a);
   for (b = 0; b < sizeof bases / sizeof *bases; b++)
      for (i = 0; i < ASKED; i++) {
         const uint64_t pc = bases[b] + i * 11;
         tsl_debuginfo_function(d, pc, &a);
         tsl_debuginfo_frame(d, pc, &a);
         tsl_debuginfo_inlined(d, pc, &a);
         tsl_debuginfo_signature(d, pc, &a);
         tsl_debuginfo_line(d, pc, &a);
         tsl_debuginfo_assigned(d, pc, (uint32_t)(i % 3), i % 2 == 0, i % 2 ? "" : "list", &a);
      }
   for (i = 0; i < ASKED; i++)
      tsl_debuginfo_member(d, (uint32_t)i, i * 3, i % 2 ? "list" : "", &a);
   tsl_answer_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   char path[64], reason[TSL_REASON_CAPACITY];
   tsl_debuginfo *d;
   static int file = -1;
   if (file < 0)
      file = memfd_create("object", 0);
   snprintf(path, sizeof path, "/proc/self/fd/%d", file);
   if (ftruncate(file, 0) != 0
       || pwrite(file, data, size, 0) != (ssize_t)size)
      abort();
   d = tsl_debuginfo_open(path, "/nowhere", reason);
   if (d != NULL) {
      ask_all(d);
      tsl_debuginfo_close(d);
   }
   return 0;
}
