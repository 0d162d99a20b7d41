/*--------------------------------------------------------------------*/
/*--- The surface integral that LU verifies.         lu_integral.c ---*/
/*--------------------------------------------------------------------*/

#include "lu/lu_integral.h"

#include "cfd/cfd.h"

/* The box, in indices of points: one point within the cube's surface, and one
   more at two of its faces. */
static const int low[3] = {1, 1, 2};
static const int high[3] = {CFD_LAST - 1, CFD_LAST - 2, CFD_LAST - 1};

static double pressure(const int at[3])
{
   const double *state = u[cfd_cell(at[X], at[Y], at[Z])];
   const double square =
      state[1] * state[1] + state[2] * state[2] + state[3] * state[3];
   return CFD_C2 * (state[4] - 0.5 * square / state[0]);
}

/* Sum over the four corners of the face's square that begins at `at`; the face
   has directions a and b. */
static double corners(const int at[3], int a, int b)
{
   double sum = 0;
   for (int da = 0; da < 2; da++)
      for (int db = 0; db < 2; db++) {
         int corner[3] = {at[X], at[Y], at[Z]};
         corner[a] += da;
         corner[b] += db;
         sum += pressure(corner);
      }
   return sum;
}

/* Over the two faces across a direction. */
static double faces(int direction)
{
   const int a = (direction + 1) % 3, b = (direction + 2) % 3;
   const double area = 1.0 / ((double)CFD_LAST * CFD_LAST);
   double sum = 0;
   int at[3];
   for (at[a] = low[a]; at[a] < high[a]; at[a]++)
      for (at[b] = low[b]; at[b] < high[b]; at[b]++) {
         at[direction] = low[direction];
         sum += corners(at, a, b);
         at[direction] = high[direction];
         sum += corners(at, a, b);
      }
   return area * sum;
}

NPB_PHASE double pintgr(void)
{
   return 0.25 * (faces(X) + faces(Y) + faces(Z));
}
