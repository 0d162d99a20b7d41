/*--------------------------------------------------------------------*/
/*--- The exact state, the first state, and norms.     cfd_field.c ---*/
/*--------------------------------------------------------------------*/

#include "cfd/cfd.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

cfd_state u[CFD_CELLS];
cfd_state rhs[CFD_CELLS];
cfd_state forcing[CFD_CELLS];

/*--- The exact state ------------------------------------------------*/

/* Coefficients of each component's polynomial: the constant one, then those of
   x, y, z, of their squares, cubes and fourth powers. */
static const double coefficients[5][13] = {
   {2.0, 0.0, 0.0, 4.0, 5.0, 3.0, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
   {1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
   {2.0, 2.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
   {2.0, 2.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
   {5.0, 4.0, 3.0, 2.0, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}};

/* The polynomial's part in one variable, by Horner's rule. */
static inline double part(const double c[13], int direction, double x)
{
   const double *of = c + 1 + direction;
   return x * (of[0] + x * (of[3] + x * (of[6] + x * of[9])));
}

static inline double coordinate(int index)
{
   return index * (1.0 / CFD_LAST);
}

NPB_PHASE void exact_solution(int i, int j, int k, cfd_state state)
{
   for (int m = 0; m < 5; m++) {
      const double *c = coefficients[m];
      state[m] = c[0] + part(c, X, coordinate(i)) + part(c, Y, coordinate(j))
                 + part(c, Z, coordinate(k));
   }
}

/*--- The first state ------------------------------------------------*/

static inline bool on_surface(int i, int j, int k)
{
   return i == 0 || j == 0 || k == 0 || i == CFD_LAST || j == CFD_LAST
          || k == CFD_LAST;
}

/* Between two faces of the cube, t of the way from one to the other. */
static inline double between(const cfd_state face[2], int m, double t)
{
   return t * face[1][m] + (1.0 - t) * face[0][m];
}

/* After transfinite interpolation: with P, Q and R the linear interpolations
   between the faces in x, y and z, P + Q + R - PQ - QR - PR + PQR, where a
   product is just that of the interpolated values. */
static void blend(int i, int j, int k, cfd_state state)
{
   cfd_state face[3][2];
   for (int end = 0; end < 2; end++) {
      exact_solution(end * CFD_LAST, j, k, face[X][end]);
      exact_solution(i, end * CFD_LAST, k, face[Y][end]);
      exact_solution(i, j, end * CFD_LAST, face[Z][end]);
   }
   for (int m = 0; m < 5; m++) {
      const double p = between(face[X], m, coordinate(i));
      const double q = between(face[Y], m, coordinate(j));
      const double r = between(face[Z], m, coordinate(k));
      state[m] = p + q + r - p * q - q * r - p * r + p * q * r;
   }
}

NPB_PHASE void initialize(void)
{
#pragma omp for schedule(static)
   for (int k = 0; k < CFD_POINTS; k++)
      for (int j = 0; j < CFD_POINTS; j++)
         for (int i = 0; i < CFD_POINTS; i++) {
            double *state = u[cfd_cell(i, j, k)];
            if (on_surface(i, j, k))
               exact_solution(i, j, k, state);
            else
               blend(i, j, k, state);
         }
}

/*--- The forcing ----------------------------------------------------*/

static void start_exactly(void)
{
#pragma omp for schedule(static)
   for (int k = 0; k < CFD_POINTS; k++)
      for (int j = 0; j < CFD_POINTS; j++)
         for (int i = 0; i < CFD_POINTS; i++) {
            const int p = cfd_cell(i, j, k);
            exact_solution(i, j, k, u[p]);
            memset(forcing[p], 0, sizeof forcing[p]);
         }
}

NPB_PHASE void compute_forcing(void)
{
   start_exactly();
   compute_rhs();
#pragma omp for schedule(static)
   for (int k = 0; k < CFD_POINTS; k++)
      for (int p = k * CFD_PLANE; p < (k + 1) * CFD_PLANE; p++)
         for (int m = 0; m < 5; m++)
            forcing[p][m] = -rhs[p][m];
}

/*--- Norms ----------------------------------------------------------*/

static void mean_roots(cfd_state sum)
{
   const double points = CFD_POINTS - 2;
   for (int m = 0; m < 5; m++)
      sum[m] = sqrt(sum[m] / (points * points * points));
}

NPB_PHASE void error_norm(cfd_state norm)
{
   memset(norm, 0, sizeof(cfd_state));
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         for (int i = 1; i < CFD_LAST; i++) {
            cfd_state exact;
            exact_solution(i, j, k, exact);
            for (int m = 0; m < 5; m++) {
               const double error = u[cfd_cell(i, j, k)][m] - exact[m];
               norm[m] += error * error;
            }
         }
   mean_roots(norm);
}

NPB_PHASE void rhs_norm(cfd_state norm)
{
   memset(norm, 0, sizeof(cfd_state));
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         for (int i = 1; i < CFD_LAST; i++)
            for (int m = 0; m < 5; m++) {
               const double value = rhs[cfd_cell(i, j, k)][m];
               norm[m] += value * value;
            }
   mean_roots(norm);
}
