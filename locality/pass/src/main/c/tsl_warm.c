/*--------------------------------------------------------------------*/
/*--- tslmap: accesses that warm up histories.          tsl_warm.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_warm.h"

void tsl_warm_init(tsl_warm *w, tsl_memory *m)
{
   tsl_fill(w, 0, sizeof *w);
   w->memory = m;
}

void tsl_warm_free(tsl_warm *w)
{
   uint32_t i;
   for (i = 0; i < w->threads; i++)
      tsl_release(w->memory, w->thread[i].of, w->thread[i].sites * sizeof(uint64_t));
   tsl_release(w->memory, w->thread, w->capacity * sizeof *w->thread);
   tsl_release(w->memory, w->is, w->functions);
}

void tsl_warm_set(tsl_warm *w, uint32_t function, int is)
{
   w->is = tsl_room(w->memory, w->is, &w->functions, function + 1, sizeof *w->is);
   w->now += (uint32_t)(is != 0) - w->is[function];
   w->is[function] = is != 0;
}

static tsl_warm_thread *thread_of(tsl_warm *w, uint32_t number)
{
   uint32_t i;
   for (i = 0; i < w->threads; i++)
      if (w->thread[i].thread == number)
         return &w->thread[i];
   w->thread = tsl_room(w->memory, w->thread, &w->capacity, w->threads + 1, sizeof *w->thread);
   w->thread[w->threads].thread = number;
   return &w->thread[w->threads++];
}

void tsl_warm_count(tsl_warm *w, uint32_t thread, const uint32_t *site, uint32_t n)
{
   tsl_warm_thread *t = thread_of(w, thread);
   uint32_t i;
   for (i = 0; i < n; i++) {
      if (site[i] >= t->sites)
         t->of = tsl_room(w->memory, t->of, &t->sites, site[i] + 1, sizeof *t->of);
      t->of[site[i]]++;
   }
}
