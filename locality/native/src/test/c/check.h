/*--------------------------------------------------------------------*/
/*--- tslmap: what the checks in C share.               check.h    ---*/
/*--------------------------------------------------------------------*/

#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Random numbers. */
extern uint64_t state;

uint64_t next_random(void);
uint64_t below(uint64_t n);

/* The surroundings of what is checked. A page that must not be touched is at both ends
   of what is mapped, so that overruns show. */
extern long mapped;

void *map(void *ctx, size_t bytes);
void unmap(void *ctx, void *p, size_t bytes);
void fail(void *ctx, const char *message);

#endif /* CHECK_H */
