/*--------------------------------------------------------------------*/
/*--- LU: successive over-relaxation.                         lu.c ---*/
/*--------------------------------------------------------------------*/

/* A step is taken implicitly in all directions at once. Its matrix, which has a
   block for each point and its six neighbours, is replaced by the product of a
   lower and an upper triangular one; a sweep through the grid in order of its
   points solves the one, a sweep in reverse order the other. */

#include "lu/lu_integral.h"
#include "lu/lu_sweep.h"

#include "cfd/cfd.h"

static const cfd_norms references[] = {
   {'S',
    {1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03,
     1.5029584435994323e-03, 3.4264073155896461e-02},
    {6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05,
     5.8474222595157350e-05, 1.3103347914111294e-03}},
   {'W',
    {1.236511638192e+01, 1.317228477799e+00, 2.550120713095e+00,
     2.326187750252e+00, 2.826799444189e+01},
    {4.867877144216e-01, 5.064652880982e-02, 9.281818101960e-02,
     8.570126542733e-02, 1.084277417792e+00}},
   {'A',
    {7.7902107606689367e+02, 6.3402765259692870e+01, 1.9499249727292479e+02,
     1.7845301160418537e+02, 1.8384760349464247e+03},
    {2.9964085685471943e+01, 2.8194576365003349e+00, 7.3473412698774742e+00,
     6.7139225687777051e+00, 7.0715315688392578e+01}},
   {'B',
    {3.5532672969982736e+03, 2.6214750795310692e+02, 8.8333721850952190e+02,
     7.7812774739425265e+02, 7.3087969592545314e+03},
    {1.1401176380212709e+02, 8.1098963655421574e+00, 2.8480597317698308e+01,
     2.5905394567832939e+01, 2.6054907504857413e+02}}};

static const double integral = NPB_CLASS == 'S'   ? 7.8418928865937083e+00
                               : NPB_CLASS == 'W' ? 1.161399311023e+01
                               : NPB_CLASS == 'A' ? 2.6030925604886277e+01
                                                  : 4.7887162703308227e+01;

static NPB_PHASE void ssor(void)
{
   compute_rhs();
   scale_rhs(CFD_DT);
   lower_sweep();
   upper_sweep();
   add(1.0 / (LU_OMEGA * (2.0 - LU_OMEGA)));
}

/* Floating-point operations of a step, as NPB 3 counts them. */
static double operations(void)
{
   const double n = CFD_POINTS;
   return 1984.77 * n * n * n - 10923.3 * n * n + 27770.9 * n - 144010.0;
}

int main(int argc, char **argv)
{
   double seconds;
   bool verified;
   npb_start(&argc, &argv, "LU");
   seconds = cfd_march(ssor);
   verified = cfd_verify(references, sizeof references / sizeof references[0]);
   verified &= cfd_close("integral", pintgr(), integral);
   return cfd_finish("LU", seconds, operations(), verified);
}
