/*--------------------------------------------------------------------*/
/*--- Solving along lines of the grid.                  sp_solve.c ---*/
/*--------------------------------------------------------------------*/

/* A line has one pentadiagonal matrix for the three waves that travel with the
   flow and one for each of the two sound waves. They are solved by elimination
   without pivoting. At the line's ends, on the cube's surface, the change is
   zero.

   Lines along y and z are solved a sheet at a time, a sheet being all lines
   with the same z, or y; the innermost loop then goes over neighbours in x. */

#include "sp/sp_solve.h"

#include "sp/sp_waves.h"

#include <math.h>

/* A row of a matrix: columns two before the diagonal to two behind. */
enum { BEFORE2, BEFORE, HERE, BEHIND, BEHIND2 };

/* Matrices of a sheet, the rows of one position side by side. */
typedef double sheet[CFD_POINTS * CFD_ROW][5];

static _Thread_local sheet lhs, lhsp, lhsm; /* eigenvalues w, w + a, w - a */

/* Lines that are solved together: of points first + position * next + line. */
typedef struct {
   int first, next, lines, direction;
} bundle;

/*--- Matrices -------------------------------------------------------*/

CFD_INLINE double larger(double a, double b)
{
   return a > b ? a : b;
}

/* The largest diffusion that a component of the state has: in the place of each
   wave's own, which is not known. */
CFD_INLINE double largest_diffusion(double viscosity, int direction)
{
   return cfd_diffusion(direction)
          + viscosity * larger(larger(4.0 / 3.0, CFD_C1C5), 1.0);
}

/* What the points at one position add to the matrices: the diagonal in their
   own rows, and elements beside it in their neighbours'. */
CFD_INLINE void fill(bundle b, int position)
{
   const double first = CFD_DT * CFD_FIRST, second = CFD_DT * CFD_SECOND;
   for (int line = 0; line < b.lines; line++) {
      const int p = b.first + position * b.next + line;
      const int row = position * b.lines + line;
      const double flow = first * velocity[b.direction][p];
      const double spread =
         second
         * largest_diffusion(CFD_VISCOSITY * rho_inverse[p], b.direction);
      if (position > 0)
         lhs[row - b.lines][BEHIND] = flow - spread;
      lhs[row][HERE] = 1.0 + 2.0 * spread;
      if (position < CFD_LAST)
         lhs[row + b.lines][BEFORE] = -flow - spread;
   }
}

/* Adds the fourth difference. Beside the surface, a point is missing. */
CFD_INLINE void damp(bundle b, int position)
{
   const double weight = CFD_DT * CFD_DAMPING;
   const double here = position == 1 || position == CFD_LAST - 1 ? 5.0 : 6.0;
   const int end = (position + 1) * b.lines;
   for (int row = position * b.lines; row < end; row++) {
      lhs[row][BEFORE2] = position > 2 ? weight : 0.0;
      lhs[row][BEFORE] -= 4.0 * weight;
      lhs[row][HERE] += here * weight;
      lhs[row][BEHIND] -= 4.0 * weight;
      lhs[row][BEHIND2] = position < CFD_LAST - 2 ? weight : 0.0;
   }
}

/* The sound waves' matrices, from that of the flow. */
CFD_INLINE void fill_sound(bundle b, int position)
{
   const double first = CFD_DT * CFD_FIRST;
   for (int line = 0; line < b.lines; line++) {
      const int p = b.first + position * b.next + line;
      const int row = position * b.lines + line;
      const double before = first * speed[p - b.next];
      const double behind = first * speed[p + b.next];
      for (int n = 0; n < 5; n++)
         lhsp[row][n] = lhsm[row][n] = lhs[row][n];
      lhsp[row][BEFORE] -= before;
      lhsp[row][BEHIND] += behind;
      lhsm[row][BEFORE] += before;
      lhsm[row][BEHIND] -= behind;
   }
}

/*--- Elimination ----------------------------------------------------*/

/* Takes the point at p out of the row `away` positions behind it. */
CFD_INLINE void take_out(double (*row)[5], cfd_state *change, bundle b,
                         int away, int first_wave, int last_wave)
{
   double *other = row[away * b.lines];
   const double factor = other[HERE - away];
   other[HERE - away + 1] -= factor * (*row)[BEHIND];
   other[HERE - away + 2] -= factor * (*row)[BEHIND2];
   for (int m = first_wave; m <= last_wave; m++)
      change[away * b.next][m] -= factor * (*change)[m];
}

/* One position, forwards: 1 on the diagonal, and nothing below it. */
CFD_INLINE void eliminate(double (*matrix)[5], bundle b, int position,
                          int first_wave, int last_wave)
{
   for (int line = 0; line < b.lines; line++) {
      double (*row)[5] = matrix + position * b.lines + line;
      cfd_state *change = rhs + b.first + position * b.next + line;
      const double inverse = 1.0 / (*row)[HERE];
      (*row)[BEHIND] *= inverse;
      (*row)[BEHIND2] *= inverse;
      for (int m = first_wave; m <= last_wave; m++)
         (*change)[m] *= inverse;
      if (position < CFD_LAST - 1)
         take_out(row, change, b, 1, first_wave, last_wave);
      if (position < CFD_LAST - 2)
         take_out(row, change, b, 2, first_wave, last_wave);
   }
}

/* One position, backwards. */
CFD_INLINE void substitute(double (*matrix)[5], bundle b, int position,
                           int first_wave, int last_wave)
{
   for (int line = 0; line < b.lines; line++) {
      const double *row = matrix[position * b.lines + line];
      cfd_state *change = rhs + b.first + position * b.next + line;
      for (int m = first_wave; m <= last_wave; m++) {
         (*change)[m] -= row[BEHIND] * change[b.next][m];
         if (position < CFD_LAST - 2)
            (*change)[m] -= row[BEHIND2] * change[2 * b.next][m];
      }
   }
}

CFD_INLINE void solve(bundle b)
{
   for (int s = 0; s < CFD_POINTS; s++)
      fill(b, s);
   for (int s = 1; s < CFD_LAST; s++) {
      damp(b, s);
      fill_sound(b, s);
   }
   for (int s = 1; s < CFD_LAST; s++) {
      eliminate(lhs, b, s, 0, 2);
      eliminate(lhsp, b, s, 3, 3);
      eliminate(lhsm, b, s, 4, 4);
   }
   for (int s = CFD_LAST - 2; s > 0; s--) {
      substitute(lhs, b, s, 0, 2);
      substitute(lhsp, b, s, 3, 3);
      substitute(lhsm, b, s, 4, 4);
   }
}

/*--- Directions -----------------------------------------------------*/

NPB_PHASE void x_solve(void)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         solve((bundle){cfd_cell(0, j, k), cfd_next(X), 1, X});
}

NPB_PHASE void y_solve(void)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      solve((bundle){cfd_cell(1, 0, k), cfd_next(Y), CFD_POINTS - 2, Y});
}

NPB_PHASE void z_solve(void)
{
#pragma omp for schedule(static)
   for (int j = 1; j < CFD_LAST; j++)
      solve((bundle){cfd_cell(1, j, 0), cfd_next(Z), CFD_POINTS - 2, Z});
}
