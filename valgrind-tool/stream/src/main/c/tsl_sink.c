/*--------------------------------------------------------------------*/
/*--- tslmap: a stream that goes nowhere.               tsl_sink.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_sink.h"

static void start(Bool forked) { }
static void events(ULong *words, SizeT n) { }
static void end(tsl_how how, Int status) { }

const tsl_sink tsl_sink_null = {.start = start, .events = events, .end = end};
const tsl_sink *tsl_sink_now = &tsl_sink_null;
