/*--------------------------------------------------------------------*/
/*--- tslmap: names of data and code.              tsl_debuginfo.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_DEBUGINFO_H
#define TSL_DEBUGINFO_H

#include <stdbool.h>
#include <stdint.h>

#include "tsl_answer.h"

/* A program or shared object with its debug information, through elfutils'
   libdw. Addresses are link-time addresses of the object. libdw checks every
   offset it follows; a part of the debug information that is damaged is as if it
   were not there. No function may be called by two threads at a time for one
   object. */
typedef struct tsl_debuginfo tsl_debuginfo;

enum { TSL_REASON_CAPACITY = 256 };

/* NULL, and why, if it cannot be read. Directories of debug files are separated
   by colons. */
tsl_debuginfo *tsl_debuginfo_open(const char *path, const char *directories,
                                  char reason[TSL_REASON_CAPACITY]);
void tsl_debuginfo_close(tsl_debuginfo *d);

/* These add to an answer, in the form that tsl_answer.h describes, and add
   nothing when nothing is known. */
void tsl_debuginfo_summary(tsl_debuginfo *d, tsl_answer *a);
void tsl_debuginfo_statics(tsl_debuginfo *d, tsl_answer *a);
void tsl_debuginfo_functions(tsl_debuginfo *d, tsl_answer *a);
void tsl_debuginfo_symbols(tsl_debuginfo *d, tsl_answer *a);
void tsl_debuginfo_function(tsl_debuginfo *d, uint64_t pc, tsl_answer *a);
void tsl_debuginfo_frame(tsl_debuginfo *d, uint64_t pc, tsl_answer *a);
void tsl_debuginfo_inlined(tsl_debuginfo *d, uint64_t pc, tsl_answer *a);
void tsl_debuginfo_signature(tsl_debuginfo *d, uint64_t pc, tsl_answer *a);
void tsl_debuginfo_line(tsl_debuginfo *d, uint64_t pc, tsl_answer *a);
/* What becomes of the result of the call at an address, or what object it is a
   member function of; of variables, those of the function at a level: 0 for the
   innermost one inlined there, and so on. Names of parts end at a class called `whole`;
   "" if they should not end early. */
void tsl_debuginfo_assigned(tsl_debuginfo *d, uint64_t pc, uint32_t level,
                            bool object, const char *whole, tsl_answer *a);
/* The part of a type that has a byte. */
void tsl_debuginfo_member(tsl_debuginfo *d, uint32_t type, uint64_t offset,
                          const char *whole, tsl_answer *a);

#endif
