/*--------------------------------------------------------------------*/
/*--- tslmap: an object's symbols.                    tsl_symbol.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_SYMBOL_H
#define TSL_SYMBOL_H

#include "tsl_object.h"

void tsl_symbols_find(tsl_debuginfo *d);
/* The symbol whose range has an address, or NULL. */
const tsl_symbol *tsl_symbol_at(const tsl_symbols *s, uint64_t address);

#endif
