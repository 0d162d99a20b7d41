/*--------------------------------------------------------------------*/
/*--- BT: block-tridiagonal systems.                          bt.c ---*/
/*--------------------------------------------------------------------*/

/* A step in time is factored into one factor per direction (Beam and Warming),
   so that it takes a block-tridiagonal system for each line of the grid, first
   along x, then y, then z. */

#include "bt/bt_solve.h"

#include "cfd/cfd.h"

static const cfd_norms references[] = {
   {'S',
    {1.7034283709541311e-01, 1.2975252070034097e-02, 3.2527926989486055e-02,
     2.6436421275166801e-02, 1.9211784131744430e-01},
    {4.9976913345811579e-04, 4.5195666782961927e-05, 7.3973765172921357e-05,
     7.3821238632439731e-05, 8.9269630987491446e-04}},
   {'W',
    {1.125590409344e+02, 1.180007595731e+01, 2.710329767846e+01,
     2.469174937669e+01, 2.638427874317e+02},
    {4.419655736008e+00, 4.638531260002e-01, 1.011551749967e+00,
     9.235878729944e-01, 1.018045837718e+01}},
   {'A',
    {1.0806346714637264e+02, 1.1319730901220813e+01, 2.5974354511582465e+01,
     2.3665622544678910e+01, 2.5278963211748344e+02},
    {4.2348416040525025e+00, 4.4390282496995698e-01, 9.6692480136345650e-01,
     8.8302063039765474e-01, 9.7379901770829278e+00}},
   {'B',
    {1.4233597229287254e+03, 9.9330522590150238e+01, 3.5646025644535285e+02,
     3.2485447959084092e+02, 3.2707541254659363e+03},
    {5.2969847140936856e+01, 4.4632896115670668e+00, 1.3122573342210174e+01,
     1.2006925323559144e+01, 1.2459576151035986e+02}}};

static NPB_PHASE void adi(void)
{
   compute_rhs();
   scale_rhs(CFD_DT);
   x_solve();
   y_solve();
   z_solve();
   add(1.0);
}

/* Floating-point operations of a step, as NPB 3 counts them. */
static double operations(void)
{
   const double n = CFD_POINTS;
   return 3478.8 * n * n * n - 17655.7 * n * n + 28023.7 * n;
}

int main(int argc, char **argv)
{
   double seconds;
   bool verified;
   npb_start(&argc, &argv, "BT");
   seconds = cfd_march(adi);
   verified = cfd_verify(references, sizeof references / sizeof references[0]);
   return cfd_finish("BT", seconds, operations(), verified);
}
