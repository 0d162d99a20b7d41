/*--------------------------------------------------------------------*/
/*--- tslmap: variables in stack frames.               tsl_frame.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_object.h"

void tsl_debuginfo_frame(tsl_debuginfo *d, uint64_t pc, tsl_answer *a)
{
   (void)d, (void)pc, (void)a;
}
