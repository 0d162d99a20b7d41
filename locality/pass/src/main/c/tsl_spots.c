/*--------------------------------------------------------------------*/
/*--- tslmap: what lies in stack frames.              tsl_spots.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_spots.h for the big picture. */

#include "tsl_spots.h"

#define KNOWN_BITS 13u

/* A spot is compared and hashed by parts. */
typedef uint64_t part __attribute__((may_alias));
#define PARTS (sizeof(tsl_spot) / sizeof(part))

void tsl_spots_init(tsl_spots *s, tsl_memory *m)
{
   s->memory = m;
   s->known = tsl_map(m, sizeof *s->known << KNOWN_BITS);
}

void tsl_spots_free(tsl_spots *s)
{
   tsl_unmap(s->memory, s->known, sizeof *s->known << KNOWN_BITS);
}

tsl_spot tsl_spot_at(const tsl_stack *stack, uint64_t address, int32_t site,
                     uint32_t *frame)
{
   const uint32_t number = tsl_stack_frame_at(stack, address);
   const tsl_frame *f = &stack->frame[number];
   tsl_spot spot = {f->function, site, (int64_t)(address - f->cfa),
                    TSL_NO_CALLEE, TSL_NONE, 0};
   if (number < stack->top) {
      spot.site = f[1].call_site;
      spot.callee = f[1].function;
      spot.callee_site = number + 1 < stack->top ? f[2].call_site : site;
      spot.callee_offset = (int64_t)(address - f[1].cfa);
   }
   /* A callee that has not run yet: what is below its frame is the caller's for
      now. */
   if (spot.function < 0 && number > 0)
      spot.function = f[-1].function;
   *frame = number;
   return spot;
}

tsl_spot_answer *tsl_spots_find(tsl_spots *s, const tsl_spot *spot)
{
   const part *key = (const part *)spot, *known;
   tsl_known_spot *k;
   uint64_t h = 0;
   unsigned i;
   int same = 1;
   for (i = 0; i < PARTS; i++) {
      h = (h ^ key[i]) * 0x9E3779B97F4A7C15ull;
      h ^= h >> 32;
   }
   k = &s->known[h & ((1u << KNOWN_BITS) - 1)];
   known = (const part *)&k->spot;
   for (i = 0; i < PARTS; i++)
      same &= known[i] == key[i];
   if (!same) {
      k->spot = *spot;
      k->answer.bytes = 0;
   }
   return &k->answer;
}
