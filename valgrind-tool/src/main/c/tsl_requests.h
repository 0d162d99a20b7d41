/*--------------------------------------------------------------------*/
/*--- tslmap: what the program tells (tslmap.h).    tsl_requests.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#ifndef TSL_REQUESTS_H
#define TSL_REQUESTS_H

#include "tsl_base.h"

Bool tsl_request(ThreadId tid, UWord *args, UWord *result);

#endif /* TSL_REQUESTS_H */
