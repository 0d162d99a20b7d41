/*--------------------------------------------------------------------*/
/*--- tslmap: the token a collector may ask for.       tsl_token.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

/* Reads the token from --tsl-token-file, or else from TSLMAP_TOKEN; it stays in
   memory for processes that are forked later. */
void tsl_token_read(void);
/* On a new connection: sends the token and waits for the answer; over TCP also
   when there is none. Gives what is wrong, or NULL. */
const HChar *tsl_token_present(Int socket);
/* Whether the collector has hung up because it asks for a token. */
Bool tsl_token_is_missed(Int socket);
