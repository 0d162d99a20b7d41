/*--------------------------------------------------------------------*/
/*--- SP: scalar pentadiagonal systems.                       sp.c ---*/
/*--------------------------------------------------------------------*/

/* A step in time is factored into one factor per direction, as BT's is, and the
   blocks of each factor are made diagonal by going over to waves (Pulliam and
   Chaussee), so that it takes scalar systems; these include the damping, which
   makes them pentadiagonal. */

#include "sp/sp_solve.h"
#include "sp/sp_waves.h"

#include "cfd/cfd.h"

static const cfd_norms references[] = {
   {'S',
    {2.7470315451339479e-02, 1.0360746705285417e-02, 1.6235745065095532e-02,
     1.5840557224455615e-02, 3.4849040609362460e-02},
    {2.7289258557377227e-05, 1.0364446640837285e-05, 1.6154798287166471e-05,
     1.5750704994480102e-05, 3.4177666183390531e-05}},
   {'W',
    {1.893253733584e-03, 1.717075447775e-04, 2.778153350936e-04,
     2.887475409984e-04, 3.143611161242e-03},
    {7.542088599534e-05, 6.512852253086e-06, 1.049092285688e-05,
     1.128838671535e-05, 1.212845639773e-04}},
   {'A',
    {2.4799822399300195e+00, 1.1276337964368832e+00, 1.5028977888770491e+00,
     1.4217816211695179e+00, 2.1292113035138280e+00},
    {1.0900140297820550e-04, 3.7343951769282091e-05, 5.0092785406541633e-05,
     4.7671093939528255e-05, 1.3621613399213001e-04}},
   {'B',
    {6.903293579998e+01, 3.095134488084e+01, 4.103336647017e+01,
     3.864769009604e+01, 5.643482272596e+01},
    {9.810006190188e-03, 1.022827905670e-03, 1.720597911692e-03,
     1.694479428231e-03, 1.847456263981e-02}}};

static NPB_PHASE void adi(void)
{
   compute_rhs();
   scale_rhs(CFD_DT);
   txinvr();
   x_solve();
   ninvr();
   y_solve();
   pinvr();
   z_solve();
   tzetar();
   add(1.0);
}

/* Floating-point operations of a step, as NPB 3 counts them. */
static double operations(void)
{
   const double n = CFD_POINTS;
   return 881.174 * n * n * n - 4683.91 * n * n + 11484.5 * n - 19272.4;
}

int main(int argc, char **argv)
{
   double seconds;
   bool verified;
   npb_start(&argc, &argv, "SP");
   seconds = cfd_march(adi);
   verified = cfd_verify(references, sizeof references / sizeof references[0]);
   return cfd_finish("SP", seconds, operations(), verified);
}
