/*--------------------------------------------------------------------*/
/*--- tslmap: where Valgrind's versions differ.     tsl_valgrind.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

/* All that the tool must know of the differences, found by the types in Valgrind's headers. */

#pragma once

#include "pub_tool_basics.h"

#include "config.h" /* PACKAGE_VERSION */
#include "pub_tool_aspacemgr.h"

static inline void *tsl_pointer_itself(void *p) { return p; }
static inline void *tsl_pointer_of(SysRes r) { return sr_isError(r) ? NULL : (void *)sr_Res(r); }

/* Memory for the tool's own tables, zeroed; NULL if there is none. Newer versions return a SysRes. */
static inline void *tsl_shadow_alloc(SizeT bytes)
{
   return _Generic(VG_(am_shadow_alloc)(bytes), SysRes : tsl_pointer_of, default : tsl_pointer_itself)(
      VG_(am_shadow_alloc)(bytes));
}
