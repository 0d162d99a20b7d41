/*--------------------------------------------------------------------*/
/*--- tslmap: which process this is.                 tsl_process.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* The traced program's main file and arguments. */
const HChar *tsl_executable(void);
XArray *tsl_arguments(void); /* of const HChar*, with args[0] */
const HChar *tsl_host(void);
/* The folder it was started in, or "". */
const HChar *tsl_directory(void);
/* The MPI rank and the environment variable that says so, or -1 and "". */
Int tsl_rank(const HChar **source);
