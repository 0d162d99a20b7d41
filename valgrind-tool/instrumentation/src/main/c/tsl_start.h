/*--------------------------------------------------------------------*/
/*--- tslmap: where the program's stack starts.        tsl_start.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Moves what the main thread finds on its stack, before its first instruction, so that its place does
   not depend on the lengths of the environment and of paths. */
void tsl_start_fix(ThreadId tid);
