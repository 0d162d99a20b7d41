/*--------------------------------------------------------------------*/
/*--- Solving along lines of the grid.                  bt_solve.c ---*/
/*--------------------------------------------------------------------*/

/* The matrix of a line is block-tridiagonal. It is solved by elimination
   without pivoting: each point's row of blocks is freed of the block below the
   diagonal, its diagonal block is made I, and then the changes are found
   backwards. At the line's ends, on the cube's surface, the change is zero. */

#include "bt/bt_solve.h"

#include "cfd/cfd_jacobian.h"

/* The matrix's row of blocks at one point. */
typedef struct {
   cfd_block below, here, above;
} block_row;

/*--- Five by five ---------------------------------------------------*/

/* y -= a x */
static NPB_PHASE void matvec_sub(const cfd_block a, const cfd_state x,
                                 cfd_state y)
{
   for (int r = 0; r < 5; r++)
#pragma GCC unroll 5
      for (int c = 0; c < 5; c++)
         y[r] -= a[r][c] * x[c];
}

/* d -= a b */
static NPB_PHASE void matmul_sub(const cfd_block a, const cfd_block b,
                                 cfd_block d)
{
   for (int r = 0; r < 5; r++)
#pragma GCC unroll 5
      for (int c = 0; c < 5; c++) {
         double sum = d[r][c];
#pragma GCC unroll 5
         for (int l = 0; l < 5; l++)
            sum -= a[r][l] * b[l][c];
         d[r][c] = sum;
      }
}

/* c becomes a^-1 c and y becomes a^-1 y, if there is a c; a is destroyed. */
CFD_INLINE void invert(cfd_block a, double (*c)[5], cfd_state y)
{
#pragma GCC unroll 5
   for (int pivot = 0; pivot < 5; pivot++) {
      const double inverse = 1.0 / a[pivot][pivot];
#pragma GCC unroll 5
      for (int n = pivot + 1; n < 5; n++)
         a[pivot][n] *= inverse;
#pragma GCC unroll 5
      for (int n = 0; c != NULL && n < 5; n++)
         c[pivot][n] *= inverse;
      y[pivot] *= inverse;
#pragma GCC unroll 5
      for (int r = 0; r < 5; r++) {
         const double factor = a[r][pivot];
         if (r == pivot)
            continue;
#pragma GCC unroll 5
         for (int n = pivot + 1; n < 5; n++)
            a[r][n] -= factor * a[pivot][n];
#pragma GCC unroll 5
         for (int n = 0; c != NULL && n < 5; n++)
            c[r][n] -= factor * c[pivot][n];
         y[r] -= factor * y[pivot];
      }
   }
}

static NPB_PHASE void binvcrhs(cfd_block a, cfd_block c, cfd_state y)
{
   invert(a, c, y);
}

static NPB_PHASE void binvrhs(cfd_block a, cfd_state y)
{
   invert(a, NULL, y);
}

/*--- A line ---------------------------------------------------------*/

/* What the point p at position s adds to the matrix: its own diagonal block,
   and the blocks beside the diagonal in its neighbours' rows. */
CFD_INLINE void fill(block_row *row, int p, int s, int direction)
{
   const double first = CFD_DT * CFD_FIRST, second = CFD_DT * CFD_SECOND;
   const double diffusion = second * cfd_diffusion(direction);
   cfd_block convective = {{0}}, viscous = {{0}};
   cfd_add_convective(convective, p, direction, first);
   cfd_add_viscous(viscous, p, direction, second);
   cfd_add_diagonal(viscous, diffusion);
   for (int r = 0; r < 5; r++)
#pragma GCC unroll 5
      for (int c = 0; c < 5; c++) {
         if (s < CFD_LAST)
            row[s + 1].below[r][c] = -convective[r][c] - viscous[r][c];
         if (s > 0)
            row[s - 1].above[r][c] = convective[r][c] - viscous[r][c];
         row[s].here[r][c] = 2.0 * viscous[r][c];
      }
   cfd_add_diagonal(row[s].here, 1.0);
}

/* The line that begins at p. */
CFD_INLINE void solve_line(int p, int direction)
{
   const int next = cfd_next(direction);
   block_row row[CFD_POINTS];
   cfd_state *change = rhs + p;
   for (int s = 0; s < CFD_POINTS; s++)
      fill(row, p + s * next, s, direction);
   for (int s = 1; s < CFD_LAST; s++) {
      if (s > 1) {
         matvec_sub(row[s].below, change[(s - 1) * next], change[s * next]);
         matmul_sub(row[s].below, row[s - 1].above, row[s].here);
      }
      if (s < CFD_LAST - 1)
         binvcrhs(row[s].here, row[s].above, change[s * next]);
      else
         binvrhs(row[s].here, change[s * next]);
   }
   for (int s = CFD_LAST - 2; s > 0; s--)
      matvec_sub(row[s].above, change[(s + 1) * next], change[s * next]);
}

NPB_PHASE void x_solve(void)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      for (int j = 1; j < CFD_LAST; j++)
         solve_line(cfd_cell(0, j, k), X);
}

NPB_PHASE void y_solve(void)
{
#pragma omp for schedule(static)
   for (int k = 1; k < CFD_LAST; k++)
      for (int i = 1; i < CFD_LAST; i++)
         solve_line(cfd_cell(i, 0, k), Y);
}

NPB_PHASE void z_solve(void)
{
#pragma omp for schedule(static)
   for (int j = 1; j < CFD_LAST; j++)
      for (int i = 1; i < CFD_LAST; i++)
         solve_line(cfd_cell(i, j, 0), Z);
}
