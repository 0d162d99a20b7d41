/*--------------------------------------------------------------------*/
/*--- The right-hand side.                               cfd_rhs.c ---*/
/*--------------------------------------------------------------------*/

/* Differences of fluxes along one direction are written once and compiled for
   three: `direction` is a constant wherever these functions are used. Every
   loop over planes is divided among threads in the same way and changes rhs in
   its own planes only, so that a thread need not wait between directions. */

#include "cfd/cfd.h"

double rho_inverse[CFD_CELLS];
double velocity[3][CFD_CELLS];
double half_square[CFD_CELLS];
static double kinetic[CFD_CELLS]; /* energy: density times half_square */

/*--- Before differences ---------------------------------------------*/

static void derive(void)
{
#pragma omp for schedule(static)
   for (int k = 0; k < CFD_POINTS; k++)
      for (int j = 0; j < CFD_POINTS; j++) {
         const int row = cfd_cell(0, j, k);
         for (int p = row; p < row + CFD_POINTS; p++) {
            const double inverse = 1.0 / u[p][0];
            double square = 0;
            for (int c = 0; c < 3; c++) {
               velocity[c][p] = u[p][1 + c] * inverse;
               square += u[p][1 + c] * u[p][1 + c];
            }
            rho_inverse[p] = inverse;
            kinetic[p] = 0.5 * square * inverse;
            half_square[p] = kinetic[p] * inverse;
            for (int m = 0; m < 5; m++)
               rhs[p][m] = forcing[p][m];
         }
      }
}

/*--- Differences ----------------------------------------------------*/

CFD_INLINE double second_difference(const double *f, int p, int next)
{
   return f[p + next] - 2.0 * f[p] + f[p - next];
}

/* Enthalpy-like factor of the velocity in the flux of energy. */
CFD_INLINE double carried(int p)
{
   return CFD_C1 * u[p][4] - CFD_C2 * kinetic[p];
}

CFD_INLINE double pressure(int p)
{
   return CFD_C2 * (u[p][4] - kinetic[p]);
}

/* -d/dx of what the flow carries along. */
CFD_INLINE void add_convection(int p, int direction)
{
   const int next = cfd_next(direction), a = p + next, b = p - next;
   const double *along = velocity[direction];
   rhs[p][0] -= CFD_FIRST * (u[a][1 + direction] - u[b][1 + direction]);
   for (int c = 0; c < 3; c++) {
      double difference = u[a][1 + c] * along[a] - u[b][1 + c] * along[b];
      if (c == direction)
         difference += pressure(a) - pressure(b);
      rhs[p][1 + c] -= CFD_FIRST * difference;
   }
   rhs[p][4] -= CFD_FIRST * (carried(a) * along[a] - carried(b) * along[b]);
}

/* d/dx of the viscous flux, and diffusion of the state itself. */
CFD_INLINE void add_viscosity(int p, int direction)
{
   const double factor = CFD_VISCOSITY * CFD_SECOND;
   const int next = cfd_next(direction), a = p + next, b = p - next;
   const double *along = velocity[direction];
   double heat;
   for (int m = 0; m < 5; m++)
      rhs[p][m] += cfd_diffusion(direction) * CFD_SECOND
                   * (u[a][m] - 2.0 * u[p][m] + u[b][m]);
   for (int c = 0; c < 3; c++)
      rhs[p][1 + c] += (c == direction ? 4.0 / 3.0 : 1.0) * factor
                       * second_difference(velocity[c], p, next);
   heat = (1.0 - CFD_C1C5) * second_difference(half_square, p, next);
   heat += 1.0 / 6.0
           * (along[a] * along[a] - 2.0 * along[p] * along[p]
              + along[b] * along[b]);
   heat += CFD_C1C5
           * (u[a][4] * rho_inverse[a] - 2.0 * u[p][4] * rho_inverse[p]
              + u[b][4] * rho_inverse[b]);
   rhs[p][4] += factor * heat;
}

/*--- Damping --------------------------------------------------------*/

/* Weights of a fourth difference, from two points before to two behind. Beside
   the surface a point is missing, and its weight is zero. */
typedef struct {
   double before2, before, here, behind, behind2;
} weights;

CFD_INLINE weights weights_at(int position)
{
   return position == 1              ? (weights){0, 0, 5, -4, 1}
          : position == 2            ? (weights){0, -4, 6, -4, 1}
          : position == CFD_LAST - 2 ? (weights){1, -4, 6, -4, 0}
          : position == CFD_LAST - 1 ? (weights){1, -4, 5, 0, 0}
                                     : (weights){1, -4, 6, -4, 1};
}

/* Of `count` points from p on in a row. */
CFD_INLINE void damp(int p, int count, int next, weights w)
{
   for (const int end = p + count; p < end; p++)
      for (int m = 0; m < 5; m++) {
         double sum = w.here * u[p][m];
         if (w.before2 != 0)
            sum += w.before2 * u[p - 2 * next][m];
         if (w.before != 0)
            sum += w.before * u[p - next][m];
         if (w.behind != 0)
            sum += w.behind * u[p + next][m];
         if (w.behind2 != 0)
            sum += w.behind2 * u[p + 2 * next][m];
         rhs[p][m] -= CFD_DAMPING * sum;
      }
}

/* Of a row along x, where the weights change with the point. */
CFD_INLINE void damp_along(int row)
{
   damp(row + 1, 1, 1, weights_at(1));
   damp(row + 2, 1, 1, weights_at(2));
   damp(row + 3, CFD_POINTS - 6, 1, weights_at(3));
   damp(row + CFD_LAST - 2, 1, 1, weights_at(CFD_LAST - 2));
   damp(row + CFD_LAST - 1, 1, 1, weights_at(CFD_LAST - 1));
}

/* Of a row along x, differences being taken across it. */
CFD_INLINE void damp_across(int row, int next, int position)
{
   const int p = row + 1, count = CFD_POINTS - 2;
   if (position == 1)
      damp(p, count, next, weights_at(1));
   else if (position == 2)
      damp(p, count, next, weights_at(2));
   else if (position == CFD_LAST - 2)
      damp(p, count, next, weights_at(CFD_LAST - 2));
   else if (position == CFD_LAST - 1)
      damp(p, count, next, weights_at(CFD_LAST - 1));
   else
      damp(p, count, next, weights_at(3));
}

/*--- All of it ------------------------------------------------------*/

CFD_INLINE void add_direction(int direction)
{
#pragma omp for schedule(static) nowait
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++) {
         const int row = cfd_cell(0, j, k);
         for (int p = row + 1; p < row + CFD_LAST; p++) {
            add_viscosity(p, direction);
            add_convection(p, direction);
         }
         if (direction == X)
            damp_along(row);
         else
            damp_across(row, cfd_next(direction), direction == Y ? j : k);
      }
}

NPB_PHASE void compute_rhs(void)
{
   derive();
   add_direction(X);
   add_direction(Y);
   add_direction(Z);
#pragma omp barrier
}

NPB_PHASE void scale_rhs(double factor)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         for (int i = 1; i < CFD_LAST; i++)
            for (int m = 0; m < 5; m++)
               rhs[cfd_cell(i, j, k)][m] *= factor;
}

NPB_PHASE void add(double factor)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         for (int i = 1; i < CFD_LAST; i++)
            for (int m = 0; m < 5; m++)
               u[cfd_cell(i, j, k)][m] += factor * rhs[cfd_cell(i, j, k)][m];
}
