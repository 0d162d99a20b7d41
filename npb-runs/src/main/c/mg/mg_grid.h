/*--------------------------------------------------------------------*/
/*--- MG: grids.                                         mg_grid.h ---*/
/*--------------------------------------------------------------------*/

#ifndef MG_GRID_H
#define MG_GRID_H

#include "npb.h"

#if NPB_CLASS == 'S'
#define LOG2_SIDE 5
#define ITERATIONS 4
#define NORM 0.5307707005734e-04
#elif NPB_CLASS == 'W'
#define LOG2_SIDE 7
#define ITERATIONS 4
#define NORM 0.6467329375339e-05
#elif NPB_CLASS == 'A'
#define LOG2_SIDE 8
#define ITERATIONS 4
#define NORM 0.2433365309069e-05
#else
#define LOG2_SIDE 8
#define ITERATIONS 20
#define NORM 0.1800564401355e-05
#endif

#define SIDE (1 << LOG2_SIDE)
#define CUBE(n) ((long)(n) * (n) * (n))

/* A grid of side^3 points that is periodic in all directions. Around the points
   lies a shell of copies of those on the other side, so that an array has
   side + 2 values a row, rows 0 to side + 1 a plane, and planes 0 to
   planes + 1; those that are no copies begin at 1.

   Ranks share a grid by planes, unless they would have less than two each: such
   a small grid is whole in every rank, and all compute the same. */
typedef struct {
   int side;
   int planes;  /* this rank's, without copies */
   int first;   /* how many of the grid's planes lie below them */
   bool shared; /* among several ranks */
   double *u, *r;
} grid;

extern grid grids[LOG2_SIDE + 1]; /* of side 2^k, from k = 1 on */
extern double v[CUBE(SIDE + 2)];  /* the right side, on the finest grid */

/* Lays out all grids. Ends the program if ranks are too many. */
void make_grids(void);

void clear_grid(const grid *g, double *x);

/* Sets the shell of copies. */
void exchange(const grid *g, double *x);

/* Planes of a grid that is whole in every rank, each rank's as many and all of
   them computed by their rank: for every rank, and without their copies. */
void share_planes(const grid *g, double *x);

/* v = 1 in the ten points whose random numbers are largest, -1 in those whose
   are smallest, and 0 elsewhere. */
void make_charges(void);

/* The root of the mean square, over all points of the finest grid. */
double norm(const double *x);

static inline double *row_of(const grid *g, double *x, int plane, int row)
{
   return x + ((long)plane * (g->side + 2) + row) * (g->side + 2);
}

#endif
