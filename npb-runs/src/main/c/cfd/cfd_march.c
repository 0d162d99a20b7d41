/*--------------------------------------------------------------------*/
/*--- Steps, verification, and the result.             cfd_march.c ---*/
/*--------------------------------------------------------------------*/

#include "cfd/cfd.h"

#include <stdio.h>

/* A step is made and thrown away, so that memory is there when time counts. */
static void prepare(void (*step)(void))
{
#pragma omp parallel
   {
      compute_forcing();
      initialize();
      step();
      initialize();
   }
}

static void progress(int step)
{
#pragma omp master
   if (step == 1 || step % 20 == 0)
      printf(" Time step %4d\n", step);
}

double cfd_march(void (*step)(void))
{
   double start;
   prepare(step);
   start = npb_seconds();
#pragma omp parallel
   for (int s = 1; s <= CFD_STEPS; s++) {
      progress(s);
      step();
   }
   return npb_seconds() - start;
}

bool cfd_close(const char *what, double value, double reference)
{
   return npb_close(what, value, reference, 1e-8);
}

static bool close_norms(const char *what, const cfd_state norm,
                        const cfd_state reference)
{
   bool close = true;
   for (int m = 0; m < 5; m++) {
      char name[32];
      snprintf(name, sizeof name, "%s %d", what, m + 1);
      close &= cfd_close(name, norm[m], reference[m]);
   }
   return close;
}

bool cfd_verify(const cfd_norms references[], int count)
{
   cfd_state residual, error;
   compute_rhs();
   rhs_norm(residual);
   error_norm(error);
   for (int c = 0; c < count; c++)
      if (references[c].class == NPB_CLASS) {
         const bool close =
            close_norms("residual", residual, references[c].residual);
         return close_norms("error", error, references[c].error) && close;
      }
   npb_fail("expected reference values of class %c, found none", NPB_CLASS);
}

int cfd_finish(const char *name, double seconds, double operations,
               bool verified)
{
   const npb_result result = {.name = name,
                              .size = {CFD_POINTS, CFD_POINTS, CFD_POINTS},
                              .iterations = CFD_STEPS,
                              .operation = "floating point",
                              .operations = CFD_STEPS * operations,
                              .seconds = seconds,
                              .verified = verified};
   return npb_finish(&result);
}
