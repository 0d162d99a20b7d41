/*--------------------------------------------------------------------*/
/*--- MG: grids.                                         mg_grid.c ---*/
/*--------------------------------------------------------------------*/

#include "mg_grid.h"
#include "npb_ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHARGES 10 /* of each sign */
/* A bit more than the finest grid, and the sum of all coarser ones */
#define MOST_POINTS (CUBE(SIDE + 2) + CUBE(SIDE / 2 + 4) * 3 / 2)

grid grids[LOG2_SIDE + 1];
double v[CUBE(SIDE + 2)];
static double u[MOST_POINTS], r[MOST_POINTS];

static long points(const grid *g)
{
   return (long)(g->planes + 2) * (g->side + 2) * (g->side + 2);
}

void make_grids(void)
{
   long at = 0;
   if (npb_ranks() > SIDE / 2)
      npb_fail("expected at most %d processes, found %d", SIDE / 2,
               npb_ranks());
   for (int k = LOG2_SIDE; k >= 1; k--) {
      grid *g = grids + k;
      g->side = 1 << k;
      g->shared = npb_ranks() > 1 && g->side / npb_ranks() >= 2;
      g->planes = g->shared ? g->side / npb_ranks() : g->side;
      g->first = g->shared ? g->planes * npb_rank() : 0;
      g->u = u + at;
      g->r = r + at;
      at += points(g);
   }
}

NPB_PHASE void clear_grid(const grid *g, double *x)
{
#pragma omp parallel for
   for (int plane = 0; plane < g->planes + 2; plane++)
      memset(row_of(g, x, plane, 0), 0,
             (size_t)(g->side + 2) * (g->side + 2) * sizeof *x);
}

NPB_PHASE void exchange(const grid *g, double *x)
{
   const int n = g->side;
   const long plane_points = (long)(n + 2) * (n + 2);
   double *lowest = row_of(g, x, 1, 0), *highest = row_of(g, x, g->planes, 0);
   double *below = row_of(g, x, 0, 0), *above = row_of(g, x, g->planes + 1, 0);
#pragma omp parallel for
   for (int plane = 1; plane <= g->planes; plane++) {
      for (int row = 1; row <= n; row++) {
         double *points = row_of(g, x, plane, row);
         points[0] = points[n];
         points[n + 1] = points[1];
      }
      memcpy(row_of(g, x, plane, 0), row_of(g, x, plane, n),
             (size_t)(n + 2) * sizeof *x);
      memcpy(row_of(g, x, plane, n + 1), row_of(g, x, plane, 1),
             (size_t)(n + 2) * sizeof *x);
   }
   if (g->shared) {
      npb_ring(highest, lowest, below, above, plane_points);
   } else {
      memcpy(below, highest, (size_t)plane_points * sizeof *x);
      memcpy(above, lowest, (size_t)plane_points * sizeof *x);
   }
}

void share_planes(const grid *g, double *x)
{
   const int ranks = npb_ranks();
   int *first = npb_memory((size_t)ranks + 1, sizeof *first);
   for (int rank = 0; rank <= ranks; rank++)
      first[rank] = g->side / ranks * rank * (g->side + 2) * (g->side + 2);
   npb_gather(row_of(g, x, 1, 0), first);
   free(first);
}

/*--- The right side -------------------------------------------------*/

/* The points with the largest values seen, in rising order. */
typedef struct {
   double value, place; /* place: the point's number in the grid */
} charge;

static void keep_largest(charge c[CHARGES], charge found)
{
   int i = 0;
   for (; i + 1 < CHARGES && c[i + 1].value < found.value; i++)
      c[i] = c[i + 1];
   c[i] = found;
}

static void random_numbers(const grid *g)
{
   const int n = g->side;
#pragma omp parallel for
   for (int plane = 1; plane <= g->planes; plane++)
      for (int row = 1; row <= n; row++) {
         const long before = ((long)(g->first + plane - 1) * n + row - 1) * n;
         double state = npb_skip(NPB_SEED, NPB_MULTIPLIER, before);
         vranlc(n, &state, NPB_MULTIPLIER, row_of(g, v, plane, row) + 1);
      }
}

/* The largest values of this rank if sign = 1, or of the negated ones if it
   is -1. */
static void find_charges(const grid *g, double sign, charge found[CHARGES])
{
   const int n = g->side;
   for (int i = 0; i < CHARGES; i++)
      found[i].value = -INFINITY;
   for (int plane = 1; plane <= g->planes; plane++)
      for (int row = 1; row <= n; row++) {
         const double *points = row_of(g, v, plane, row);
         const long before = ((long)(g->first + plane - 1) * n + row - 1) * n;
         for (int i = 1; i <= n; i++)
            if (sign * points[i] > found[0].value)
               keep_largest(found, (charge){sign * points[i],
                                            (double)(before + i - 1)});
      }
}

/* The largest ones of all ranks. */
static void share_charges(charge found[CHARGES])
{
   const int ranks = npb_ranks();
   charge *all = npb_memory((size_t)ranks * CHARGES, sizeof *all);
   int *first = npb_memory((size_t)ranks + 1, sizeof *first);
   for (int rank = 0; rank <= ranks; rank++)
      first[rank] = 2 * CHARGES * rank;
   memcpy(all + npb_rank() * CHARGES, found, CHARGES * sizeof *found);
   npb_gather(&all[0].value, first);
   memcpy(found, all, CHARGES * sizeof *found);
   for (int i = CHARGES; i < ranks * CHARGES; i++)
      if (all[i].value > found[0].value)
         keep_largest(found, all[i]);
   free(first);
   free(all);
}

static void set_charges(const grid *g, const charge found[CHARGES], double value)
{
   const int n = g->side;
   for (int i = 0; i < CHARGES; i++) {
      const long place = (long)found[i].place;
      const int plane = (int)(place / n / n) - g->first + 1;
      if (plane >= 1 && plane <= g->planes)
         row_of(g, v, plane, (int)(place / n % n) + 1)[place % n + 1] = value;
   }
}

NPB_PHASE void make_charges(void)
{
   const grid *g = grids + LOG2_SIDE;
   charge largest[CHARGES], smallest[CHARGES];
   random_numbers(g);
   find_charges(g, 1, largest);
   find_charges(g, -1, smallest);
   share_charges(largest);
   share_charges(smallest);
   clear_grid(g, v);
   set_charges(g, largest, 1);
   set_charges(g, smallest, -1);
   exchange(g, v);
}

NPB_PHASE double norm(const double *x)
{
   const grid *g = grids + LOG2_SIDE;
   double sum = 0;
#pragma omp parallel for reduction(+ : sum)
   for (int plane = 1; plane <= g->planes; plane++)
      for (int row = 1; row <= g->side; row++) {
         const double *points = row_of(g, (double *)x, plane, row);
         for (int i = 1; i <= g->side; i++)
            sum += points[i] * points[i];
      }
   npb_sum(&sum, 1);
   return sqrt(sum / (double)CUBE(g->side));
}
