/*--------------------------------------------------------------------*/
/*--- tslmap: memory whose accesses are traced.       tsl_region.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_options.h"

typedef struct {
   Addr start;
   SizeT bytes; /* 0: not found yet */
   const HChar *symbol;
} tsl_region;

/* Those of --tsl-region, and one around all that tsl_watch watches. Code reads their
   bounds when it runs. Without any, all accesses are traced. */
UInt tsl_region_count(void);
const tsl_region *tsl_region_at(UInt i);

void tsl_region_init(void);
/* One more, empty for now. */
tsl_region *tsl_region_add(void);
/* Looks for regions that are not found yet; called when the symbols of
   an object were read. */
void tsl_region_objects_changed(void);
/* After the program's own objects are known: errors for what cannot be. */
void tsl_region_check_start(void);
/* At the end: says which of them were not found. */
void tsl_region_report(void);
