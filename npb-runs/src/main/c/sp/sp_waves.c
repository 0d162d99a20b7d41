/*--------------------------------------------------------------------*/
/*--- From changes of the state to waves, and back.     sp_waves.c ---*/
/*--------------------------------------------------------------------*/

/* RNR-94-007 calls these matrices the inverses of T_xi, N and P, and T_zeta.
   N and P do not depend on the point, as only the pair of sound waves changes
   its direction. */

#include "sp/sp_waves.h"

#include <math.h>

double speed[CFD_CELLS];

static const double root = 0.70710678118654752440; /* of 1/2 */

/*--- The state's changes and waves ----------------------------------*/

CFD_INLINE void enter(int p)
{
   double *change = rhs[p], dv[3];
   const double h = half_square[p], inverse = rho_inverse[p];
   const double a = sqrt(CFD_C1 * CFD_C2 * (u[p][4] * inverse - h));
   double dp = h * change[0] + change[4];
   for (int c = 0; c < 3; c++) {
      dp -= velocity[c][p] * change[1 + c];
      dv[c] = inverse * (change[1 + c] - velocity[c][p] * change[0]);
   }
   dp *= CFD_C2;
   speed[p] = a;
   change[0] -= dp / (a * a);
   change[1] = dv[Z];
   change[2] = -dv[Y];
   change[3] = root * (dp * inverse / a + dv[X]);
   change[4] = root * (dp * inverse / a - dv[X]);
}

/* The surface, too: its changes are zero, but the speed there is needed. */
NPB_PHASE void txinvr(void)
{
#pragma omp for schedule(static)
   for (int k = 0; k < CFD_POINTS; k++)
      for (int j = 0; j < CFD_POINTS; j++)
         for (int i = 0; i < CFD_POINTS; i++)
            enter(cfd_cell(i, j, k));
}

CFD_INLINE void leave(int p)
{
   double *change = rhs[p];
   const double density = u[p][0], a = speed[p];
   const double dv[3] = {-change[1], change[0], root * (change[3] - change[4])};
   const double dp = root * density * a * (change[3] + change[4]);
   change[0] = change[2] + dp / (a * a);
   change[4] = half_square[p] * change[0] + dp / CFD_C2;
   for (int c = 0; c < 3; c++) {
      change[1 + c] = velocity[c][p] * change[0] + density * dv[c];
      change[4] += velocity[c][p] * density * dv[c];
   }
}

NPB_PHASE void tzetar(void)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         for (int i = 1; i < CFD_LAST; i++)
            leave(cfd_cell(i, j, k));
}

/*--- Waves of two directions ----------------------------------------*/

/* Sound waves along another direction: the velocity's change there is `across`,
   that along the former direction is what is given. */
CFD_INLINE double turn(double *wave, double across)
{
   const double pressure = 0.5 * (wave[3] + wave[4]);
   const double along = root * (wave[3] - wave[4]);
   wave[3] = pressure + root * across;
   wave[4] = pressure - root * across;
   return along;
}

NPB_PHASE void ninvr(void)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         for (int i = 1; i < CFD_LAST; i++) {
            double *wave = rhs[cfd_cell(i, j, k)];
            const double entropy = wave[0], dvz = wave[1], dvy = -wave[2];
            wave[0] = -dvz;
            wave[1] = entropy;
            wave[2] = turn(wave, dvy);
         }
}

NPB_PHASE void pinvr(void)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         for (int i = 1; i < CFD_LAST; i++) {
            double *wave = rhs[cfd_cell(i, j, k)];
            const double dvz = -wave[0], entropy = wave[1], dvx = wave[2];
            wave[0] = turn(wave, dvz);
            wave[1] = -dvx;
            wave[2] = entropy;
         }
}
