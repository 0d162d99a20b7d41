/*--------------------------------------------------------------------*/
/*--- The two sweeps of successive over-relaxation.     lu_sweep.c ---*/
/*--------------------------------------------------------------------*/

#include "lu/lu_sweep.h"

#include "lu/lu_blocks.h"
#include "lu/lu_pipeline.h"

#define SWEEP (CFD_POINTS - 2) /* planes in a sweep */

/* Planes that every thread finished before the present pair of sweeps. */
static int before;

/*--- A point --------------------------------------------------------*/

/* x, of a x = y, by elimination without pivoting; a is destroyed and x takes
   y's place. */
CFD_INLINE void solve(cfd_block a, cfd_state y)
{
#pragma GCC unroll 5
   for (int pivot = 0; pivot < 5; pivot++) {
      const double inverse = 1.0 / a[pivot][pivot];
#pragma GCC unroll 5
      for (int r = pivot + 1; r < 5; r++) {
         const double factor = inverse * a[r][pivot];
#pragma GCC unroll 5
         for (int c = pivot + 1; c < 5; c++)
            a[r][c] -= factor * a[pivot][c];
         y[r] -= factor * y[pivot];
      }
   }
#pragma GCC unroll 5
   for (int r = 4; r >= 0; r--) {
#pragma GCC unroll 5
      for (int c = r + 1; c < 5; c++)
         y[r] -= a[r][c] * y[c];
      y[r] /= a[r][r];
   }
}

/* y += omega times the blocks beside the diagonal, applied to rhs of p's
   neighbours on that side. */
CFD_INLINE void add_beside(const lu_blocks *row, int p, int side, cfd_state y)
{
   for (int d = Z; d >= X; d--) {
      const double *change = rhs[p + side * cfd_next(d)];
      for (int r = 0; r < 5; r++) {
         double sum = 0;
#pragma GCC unroll 5
         for (int c = 0; c < 5; c++)
            sum += row->beside[d][r][c] * change[c];
         y[r] += LU_OMEGA * sum;
      }
   }
}

/*--- A plane --------------------------------------------------------*/

static NPB_PHASE void blts(int k, int first, int last)
{
   for (int j = first; j <= last; j++)
      for (int i = 1; i < CFD_LAST; i++) {
         lu_blocks *row = &blocks[cfd_cell(i, j, 0)];
         const int p = cfd_cell(i, j, k);
         cfd_state known = {0};
         add_beside(row, p, -1, known);
         for (int m = 0; m < 5; m++)
            rhs[p][m] -= known[m];
         solve(row->diagonal, rhs[p]);
      }
}

static NPB_PHASE void buts(int k, int first, int last)
{
   for (int j = last; j >= first; j--)
      for (int i = CFD_LAST - 1; i > 0; i--) {
         lu_blocks *row = &blocks[cfd_cell(i, j, 0)];
         const int p = cfd_cell(i, j, k);
         cfd_state known = {0};
         add_beside(row, p, 1, known);
         solve(row->diagonal, known);
         for (int m = 0; m < 5; m++)
            rhs[p][m] -= known[m];
      }
}

/*--- A sweep --------------------------------------------------------*/

void lower_sweep(void)
{
   const lu_rows own = lu_own_rows();
   int planes = before;
   for (int k = 1; k < CFD_LAST && own.first <= own.last; k++) {
      planes++;
      jacld(k, own.first, own.last);
      lu_await(own.first - 1, planes);
      blts(k, own.first, own.last);
      lu_announce(own.last, planes);
   }
}

void upper_sweep(void)
{
   const lu_rows own = lu_own_rows();
   int planes = before + SWEEP;
   for (int k = CFD_LAST - 1; k > 0 && own.first <= own.last; k--) {
      planes++;
      jacu(k, own.first, own.last);
      lu_await(own.last + 1, planes);
      buts(k, own.first, own.last);
      lu_announce(own.first, planes);
   }
#pragma omp barrier
#pragma omp single
   before += 2 * SWEEP;
}
