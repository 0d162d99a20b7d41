/*--------------------------------------------------------------------*/
/*--- tslmap: programs and shared objects come and go. tsl_objects.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Tells all who look for something in them about objects that were loaded since. */
void tsl_objects_changed(void);
/* Memory is no longer mapped: what was found there is gone. */
void tsl_objects_unmapped(Addr start, SizeT bytes);
/* At the end: says when heap blocks could not be seen. */
void tsl_objects_report(void);
