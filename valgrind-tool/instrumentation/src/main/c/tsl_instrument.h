/*--------------------------------------------------------------------*/
/*--- tslmap: rewriting blocks of code.           tsl_instrument.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

IRSB *tsl_instrument(VgCallbackClosure *closure, IRSB *in,
                     const VexGuestLayout *layout, const VexGuestExtents *vge,
                     const VexArchInfo *host, IRType guest_word,
                     IRType host_word);
void tsl_instrument_stats(void);
