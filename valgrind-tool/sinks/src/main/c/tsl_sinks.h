/*--------------------------------------------------------------------*/
/*--- tslmap: the sinks there are.                     tsl_sinks.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_sink.h"

extern const tsl_sink tsl_sink_socket, tsl_sink_log;
/* All accesses are scored, or a part of them. */
extern const tsl_sink tsl_sink_score, tsl_sink_sample;
