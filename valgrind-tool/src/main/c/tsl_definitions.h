/*--------------------------------------------------------------------*/
/*--- tslmap: what a collector is told of code.  tsl_definitions.h ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TSL_DEFINITIONS_H
#define TSL_DEFINITIONS_H

#include "tsl_base.h"

/* Each object, function, site and descriptor is sent once, before anything refers to it. */

/* Nothing has been sent yet. */
void tsl_send_anew(void);
/* All that were not sent. */
void tsl_send_objects(void);
void tsl_send_function(UInt id); /* and those before */
void tsl_send_definitions(void);
/* Objects that were loaded just now, behind the code that ran before: that it has
   run tells that they were not there at the start. */
void tsl_send_new_objects(void);

#endif /* TSL_DEFINITIONS_H */
