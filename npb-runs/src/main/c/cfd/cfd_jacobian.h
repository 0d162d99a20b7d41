/*--------------------------------------------------------------------*/
/*--- Derivatives of the fluxes.                    cfd_jacobian.h ---*/
/*--------------------------------------------------------------------*/

/* With density r, momentum q, energy e, velocity v = q / r, w = v's part along
   the direction, and h = |v|^2 / 2, the fluxes whose derivatives with respect
   to (r, q, e) are given here are

      convective   (q_w, q w + p in the direction, (C1 e - C2 r h) w)
                   with the pressure p = C2 (e - r h)
      viscous      C3 C4 (0, v and another third of w in the direction,
                   (1 - C1 C5) h + w^2 / 6 + C1 C5 e / r)

   Rows are components of the flux, columns those of the state. `direction` is
   a constant where these functions are used. They read what compute_rhs derived
   from u. */

#ifndef CFD_JACOBIAN_H
#define CFD_JACOBIAN_H

#include "cfd/cfd.h"

typedef double cfd_block[5][5];

/* Adds factor times the convective flux's derivative at p. */
CFD_INLINE void cfd_add_convective(cfd_block a, int p, int direction,
                                   double factor)
{
   const double w = velocity[direction][p], h = half_square[p];
   const double carried = CFD_C1 * u[p][4] * rho_inverse[p] - CFD_C2 * h;
   a[0][1 + direction] += factor;
   for (int c = 0; c < 3; c++) {
      const double v = velocity[c][p];
      a[1 + c][0] -= factor * v * w;
      a[1 + c][1 + c] += factor * w;
      a[1 + c][1 + direction] += factor * v;
      a[1 + direction][1 + c] -= factor * CFD_C2 * v;
      a[4][1 + c] -= factor * CFD_C2 * v * w;
   }
   a[1 + direction][0] += factor * CFD_C2 * h;
   a[1 + direction][4] += factor * CFD_C2;
   a[4][0] += factor * (CFD_C2 * h - carried) * w;
   a[4][1 + direction] += factor * carried;
   a[4][4] += factor * CFD_C1 * w;
}

/* Adds factor times the viscous flux's derivative at p. */
CFD_INLINE void cfd_add_viscous(cfd_block a, int p, int direction,
                                double factor)
{
   const double scale = factor * CFD_VISCOSITY * rho_inverse[p];
   const double w = velocity[direction][p];
   for (int c = 0; c < 3; c++) {
      const double v = velocity[c][p];
      const double here = c == direction ? 4.0 / 3.0 * scale : scale;
      a[1 + c][0] -= here * v;
      a[1 + c][1 + c] += here;
      a[4][1 + c] += scale * (1.0 - CFD_C1C5) * v;
   }
   a[4][0] -= scale
              * (2.0 * (1.0 - CFD_C1C5) * half_square[p] + w * w / 3.0
                 + CFD_C1C5 * u[p][4] * rho_inverse[p]);
   a[4][1 + direction] += scale * w / 3.0;
   a[4][4] += scale * CFD_C1C5;
}

/* Adds a factor to the diagonal. */
CFD_INLINE void cfd_add_diagonal(cfd_block a, double factor)
{
   for (int m = 0; m < 5; m++)
      a[m][m] += factor;
}

#endif
