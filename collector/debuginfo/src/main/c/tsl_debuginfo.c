/*--------------------------------------------------------------------*/
/*--- tslmap: opening and closing an object.       tsl_debuginfo.c ---*/
/*--------------------------------------------------------------------*/

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tsl_name.h"
#include "tsl_unit.h"

/* A stream names any path: nobody waits for a pipe's other end, and a device is
   not read. */
static int open_regular(const char *path)
{
   struct stat about;
   const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
   if (file >= 0 && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))) {
      close(file);
      errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
      return -1;
   }
   return file;
}

tsl_debuginfo *tsl_debuginfo_open(const char *path, const char *directories,
                                  char reason[TSL_REASON_CAPACITY])
{
   tsl_debuginfo *d = calloc(1, sizeof *d);
   Dwarf_Addr bias;
   int file;
   if (d == NULL) {
      snprintf(reason, TSL_REASON_CAPACITY, "no memory");
      return NULL;
   }
   file = open_regular(path);
   if (file < 0) {
      snprintf(reason, TSL_REASON_CAPACITY, "%s", strerror(errno));
      free(d);
      return NULL;
   }
   /* "+" asks for the checksum of files that .gnu_debuglink names, the empty
      entry is the object's own folder. */
   if (asprintf(&d->directories, "+:.debug:%s", directories) < 0)
      d->directories = NULL;
   d->callbacks.find_elf = dwfl_build_id_find_elf;
   d->callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
   d->callbacks.section_address = dwfl_offline_section_address;
   d->callbacks.debuginfo_path = &d->directories;
   d->dwfl = dwfl_begin(&d->callbacks);
   if (d->dwfl != NULL) {
      dwfl_report_begin(d->dwfl);
      /* The file is closed with dwfl if this succeeds. */
      d->module = dwfl_report_elf(d->dwfl, "object", path, file, 0, true);
      if (d->module != NULL) {
         file = -1;
         if (dwfl_report_end(d->dwfl, NULL, NULL) == 0)
            d->elf = dwfl_module_getelf(d->module, &bias);
      }
   }
   if (d->elf == NULL) {
      const char *error = dwfl_errmsg(-1);
      snprintf(reason, TSL_REASON_CAPACITY, "%s", error == NULL ? "?" : error);
      if (file >= 0)
         close(file);
      tsl_debuginfo_close(d);
      return NULL;
   }
   d->dwarf = dwfl_module_getdwarf(d->module, &d->bias);
   return d;
}

void tsl_debuginfo_close(tsl_debuginfo *d)
{
   size_t u;
   for (u = 0; u < d->n_units; u++) {
      free(d->units[u].functions.dies);
      free(d->units[u].code.code);
   }
   free(d->units);
   free(d->unit_code.code);
   free(d->missing);
   free(d->code.symbols);
   free(d->data.symbols);
   free(d->thread_data.symbols);
   free(d->types.dies);
   tdestroy(d->type_tree, free);
   tsl_scopes_free(d);
   if (d->dwfl != NULL)
      dwfl_end(d->dwfl);
   free(d->directories);
   free(d);
}

void tsl_debuginfo_summary(tsl_debuginfo *d, tsl_answer *a)
{
   const char *debug_file = NULL;
   uint64_t address, bytes, alignment;
   tsl_units_find(d);
   dwfl_module_info(d->module, NULL, NULL, NULL, NULL, NULL, NULL, &debug_file);
   tsl_answer_flag(a, d->n_units > 0);
   tsl_answer_text(a, debug_file);
   tsl_answer_number(a, (uint32_t)d->n_units);
   tsl_answer_number(a, (uint32_t)d->n_missing);
   tsl_answer_text(a, d->missing);
   if (tsl_thread_block(d, &address, &bytes, &alignment)) {
      tsl_answer_long(a, address);
      tsl_answer_long(a, bytes);
      tsl_answer_long(a, alignment);
   }
}
