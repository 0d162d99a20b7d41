/*--------------------------------------------------------------------*/
/*--- tslmap: recording, switched on and off.           tsl_gate.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Reads the options that switch. */
void tsl_gate_init(void);
/* Blocks may run without being recorded (--tsl-inclusive, --tsl-toggle, tslmap.h). */
Bool tsl_gated(void);
void tsl_gate_needed(void);
/* Whether recording is on; it goes on or stops, and no event is being written. */
Bool tsl_gate_is_on(void);
void tsl_gate_switch(Bool on);
/* What slot GATE holds in a thread whose slot FRAME holds this. */
ULong tsl_gate_of(ULong frame);
/* At the end: says that it was never on. */
void tsl_gate_report(void);
