/*--------------------------------------------------------------------*/
/*--- tslmap: what the program tells (tslmap.h).    tsl_requests.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

Bool tsl_request(ThreadId tid, UWord *args, UWord *result);
