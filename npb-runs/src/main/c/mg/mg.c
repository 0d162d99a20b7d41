/*--------------------------------------------------------------------*/
/*--- MG: Poisson's equation by V-cycles.                     mg.c ---*/
/*--------------------------------------------------------------------*/

/* RNR-94-007, section 2.2.2. A u = v on a periodic cube, where v is 1 in ten
   points and -1 in ten others. Each iteration is r = v - A u, u += M r, with
   M the V-cycle: the residual is restricted down to the grid of side 2; there,
   and then on each finer grid, the correction is interpolated, its residual
   formed, and smoothed.

   A, the smoother S, restriction P and interpolation Q are all sums over a
   point's 3 x 3 x 3 neighbours, with one weight for each kind: the point itself,
   6 at a face, 12 at an edge, 8 at a corner. In a row these are the sums of its
   four nearest rows and of the four diagonal ones; both are formed once, and
   then used for three points each. */

#include "mg_grid.h"


#define TOLERANCE 1e-8

/* Weights, without those that are 0. */
#define A_POINT (-8.0 / 3.0)
#define A_EDGE (1.0 / 6.0)
#define A_CORNER (1.0 / 12.0)
#if NPB_CLASS == 'B'
#define S_POINT (-3.0 / 17.0)
#define S_FACE (1.0 / 33.0)
#define S_EDGE (-1.0 / 61.0)
#else
#define S_POINT (-3.0 / 8.0)
#define S_FACE (1.0 / 32.0)
#define S_EDGE (-1.0 / 64.0)
#endif

/* Sums of the rows beside row `row` of plane `plane`: of those that share a face
   with it, and of those that share an edge. */
static inline void add_rows(const grid *g, double *x, int plane, int row,
                            double *restrict face, double *restrict edge)
{
   const double *south = row_of(g, x, plane, row - 1);
   const double *north = row_of(g, x, plane, row + 1);
   const double *down = row_of(g, x, plane - 1, row);
   const double *up = row_of(g, x, plane + 1, row);
   const long width = g->side + 2;
   for (int i = 0; i < width; i++) {
      face[i] = south[i] + north[i] + down[i] + up[i];
      edge[i] = down[i - width] + down[i + width] + up[i - width]
                + up[i + width];
   }
}

/* r = v - A u; r and v may be the same. */
NPB_PHASE static void residual(const grid *g, double *u, double *v, double *r)
{
#pragma omp parallel for
   for (int plane = 1; plane <= g->planes; plane++)
      for (int row = 1; row <= g->side; row++) {
         double face[SIDE + 2], edge[SIDE + 2];
         const double *at = row_of(g, u, plane, row);
         const double *right = row_of(g, v, plane, row);
         double *to = row_of(g, r, plane, row);
         add_rows(g, u, plane, row, face, edge);
         for (int i = 1; i <= g->side; i++)
            to[i] = right[i] - A_POINT * at[i]
                    - A_EDGE * (edge[i] + face[i - 1] + face[i + 1])
                    - A_CORNER * (edge[i - 1] + edge[i + 1]);
      }
   exchange(g, r);
}

/* u += S r */
NPB_PHASE static void smooth(const grid *g, double *r, double *u)
{
#pragma omp parallel for
   for (int plane = 1; plane <= g->planes; plane++)
      for (int row = 1; row <= g->side; row++) {
         double face[SIDE + 2], edge[SIDE + 2];
         const double *at = row_of(g, r, plane, row);
         double *to = row_of(g, u, plane, row);
         add_rows(g, r, plane, row, face, edge);
         for (int i = 1; i <= g->side; i++)
            to[i] += S_POINT * at[i] + S_FACE * (at[i - 1] + at[i + 1] + face[i])
                     + S_EDGE * (edge[i] + face[i - 1] + face[i + 1]);
      }
   exchange(g, u);
}

/* How many planes of the coarse grid lie below those that belong to this rank's
   part of the fine one, in the coarse array. */
static int coarse_offset(const grid *fine, const grid *coarse)
{
   return fine->first / 2 - coarse->first;
}

/* The coarse residual is P r. Point i of a coarse row is point 2i of the fine
   one, and likewise rows and planes. */
NPB_PHASE static void restrict_residual(const grid *fine, const grid *coarse)
{
   const int offset = coarse_offset(fine, coarse);
#pragma omp parallel for
   for (int plane = 1; plane <= fine->planes / 2; plane++)
      for (int row = 1; row <= coarse->side; row++) {
         double face[SIDE + 2], edge[SIDE + 2];
         const double *at = row_of(fine, fine->r, 2 * plane, 2 * row);
         double *to = row_of(coarse, coarse->r, plane + offset, row);
         add_rows(fine, fine->r, 2 * plane, 2 * row, face, edge);
         for (int i = 1; i <= coarse->side; i++) {
            const int j = 2 * i;
            to[i] = 0.5 * at[j] + 0.25 * (at[j - 1] + at[j + 1] + face[j])
                    + 0.125 * (edge[j] + face[j - 1] + face[j + 1])
                    + 0.0625 * (edge[j - 1] + edge[j + 1]);
         }
      }
   if (fine->shared && !coarse->shared)
      share_planes(coarse, coarse->r);
   exchange(coarse, coarse->r);
}

/* Adds weight times a coarse row to a fine one, with means between points. */
static inline void spread_row(const double *restrict coarse, int side,
                              double weight, double *restrict fine)
{
   for (int i = 0; i <= side; i++) {
      fine[2 * i] += weight * coarse[i];
      fine[2 * i + 1] += 0.5 * weight * (coarse[i] + coarse[i + 1]);
   }
}

/* The fine u += Q times the coarse one, shell included: rows and planes with
   even numbers lie on coarse ones, those with odd numbers between two. */
NPB_PHASE static void interpolate(const grid *coarse, const grid *fine)
{
   const int n = coarse->side, offset = coarse_offset(fine, coarse);
#pragma omp parallel for
   for (int plane = 0; plane <= fine->planes / 2; plane++)
      for (int row = 0; row <= n; row++) {
         double near[SIDE / 2 + 2], above[SIDE / 2 + 2], all[SIDE / 2 + 2];
         const double *at = row_of(coarse, coarse->u, plane + offset, row);
         const double *north = at + (n + 2), *up = at + (n + 2) * (n + 2);
         for (int i = 0; i < n + 2; i++) {
            near[i] = at[i] + north[i];
            above[i] = at[i] + up[i];
            all[i] = near[i] + up[i] + up[i + n + 2];
         }
         spread_row(at, n, 1, row_of(fine, fine->u, 2 * plane, 2 * row));
         spread_row(near, n, 0.5,
                    row_of(fine, fine->u, 2 * plane, 2 * row + 1));
         spread_row(above, n, 0.5,
                    row_of(fine, fine->u, 2 * plane + 1, 2 * row));
         spread_row(all, n, 0.25,
                    row_of(fine, fine->u, 2 * plane + 1, 2 * row + 1));
      }
}

/* u += M r on the finest grid, whose r is the residual before. */
NPB_PHASE static void v_cycle(void)
{
   for (int k = LOG2_SIDE; k > 1; k--)
      restrict_residual(grids + k, grids + k - 1);
   clear_grid(grids + 1, grids[1].u);
   smooth(grids + 1, grids[1].r, grids[1].u);
   for (int k = 2; k < LOG2_SIDE; k++) {
      grid *g = grids + k;
      clear_grid(g, g->u);
      interpolate(grids + k - 1, g);
      residual(g, g->u, g->r, g->r);
      smooth(g, g->r, g->u);
   }
   grid *finest = grids + LOG2_SIDE;
   interpolate(finest - 1, finest);
   residual(finest, finest->u, v, finest->r);
   smooth(finest, finest->r, finest->u);
}

static void iterate(int iterations)
{
   grid *finest = grids + LOG2_SIDE;
   residual(finest, finest->u, v, finest->r);
   for (int i = 0; i < iterations; i++) {
      v_cycle();
      residual(finest, finest->u, v, finest->r);
   }
}

int main(int argc, char **argv)
{
   npb_result result = {.name = "MG",
                        .size = {SIDE, SIDE, SIDE},
                        .iterations = ITERATIONS,
                        .operation = "floating point",
                        .operations = 58.0 * ITERATIONS * CUBE(SIDE)};
   grid *finest = grids + LOG2_SIDE;
   double start, after;
   npb_start(&argc, &argv, "MG");
   make_grids();
   make_charges();
   iterate(1); /* touches all memory */
   clear_grid(finest, finest->u);
   start = npb_seconds();
   iterate(ITERATIONS);
   after = norm(finest->r);
   result.seconds = npb_seconds() - start;
   result.verified = npb_close("Norm of r", after, NORM, TOLERANCE);
   return npb_finish(&result);
}
