/*--------------------------------------------------------------------*/
/*--- The flow problem that BT, SP and LU solve.             cfd.h ---*/
/*--------------------------------------------------------------------*/

/* From the simulated applications of RNR-94-007. The state u of a compressible
   fluid has five components: density, momentum in x, y and z, and energy. It is
   wanted where its change with time,

      R(u) + forcing,   R(u) = sum over directions of
         - d/dx convective flux + d/dx viscous flux + damping,

   is zero. The forcing is -R(exact state), a polynomial being chosen as the
   exact state; so the answer is known and an error can be given. Space is the
   unit cube with equally many points along each edge, and R is made of central
   differences plus a fourth difference that damps oscillations. The state on
   the cube's surface is exact and stays.

   The three benchmarks share all of this and differ in how a step towards the
   answer is made. problem.h, which each has of its own, gives

      CFD_POINTS   points along an edge
      CFD_STEPS    steps that are made
      CFD_DT       length of a step in time

   Functions marked "by the team" are called by all threads of a parallel
   region, or by one thread outside one. */

#ifndef CFD_H
#define CFD_H

#include "npb.h"
#include "problem.h"

/*--- The grid -------------------------------------------------------*/
/* Points are numbered with x running fastest. Rows and planes have an odd
   number of points, so that neighbours do not all share a cache set. */

#define CFD_LAST (CFD_POINTS - 1) /* of the points along an edge */
#define CFD_ROW (CFD_POINTS / 2 * 2 + 1)
#define CFD_PLANE (CFD_ROW * CFD_ROW)
#define CFD_CELLS (CFD_PLANE * CFD_POINTS)

#define CFD_INLINE static inline __attribute__((always_inline))

enum { X, Y, Z };

CFD_INLINE int cfd_cell(int i, int j, int k)
{
   return k * CFD_PLANE + j * CFD_ROW + i;
}

/* From a point to the next one in a direction. */
CFD_INLINE int cfd_next(int direction)
{
   return direction == X ? 1 : direction == Y ? CFD_ROW : CFD_PLANE;
}

/*--- Constants ------------------------------------------------------*/

#define CFD_C1 1.4 /* ratio of specific heats */
#define CFD_C2 0.4 /* C1 - 1 */
#define CFD_C3 0.1
#define CFD_C4 1.0
#define CFD_C5 1.4
#define CFD_C1C5 (CFD_C1 * CFD_C5)

/* Factors of differences: of central first ones, u(s+1) - u(s-1), and of second
   ones, u(s+1) - 2 u(s) + u(s-1). */
#define CFD_FIRST (CFD_LAST / 2.0)
#define CFD_SECOND ((double)CFD_LAST * CFD_LAST)
#define CFD_VISCOSITY (CFD_C3 * CFD_C4)

#define CFD_DAMPING 0.25 /* of fourth differences */

/* Of second differences of the state, per direction. */
CFD_INLINE double cfd_diffusion(int direction)
{
   return direction == Z ? 1.0 : 0.75;
}

/*--- Fields ---------------------------------------------------------*/

typedef double cfd_state[5];

extern cfd_state u[CFD_CELLS];
extern cfd_state rhs[CFD_CELLS];     /* the right-hand side R(u) + forcing */
extern cfd_state forcing[CFD_CELLS]; /* zero on the surface */

/* What compute_rhs derives from u. */
extern double rho_inverse[CFD_CELLS];
extern double velocity[3][CFD_CELLS];
extern double half_square[CFD_CELLS]; /* of the velocity */

/*--- What is done with them -----------------------------------------*/

/* rhs, from u; by the team. */
void compute_rhs(void);

/* rhs times a factor; by the team. */
void scale_rhs(double factor);

/* u + factor times rhs becomes u; by the team. */
void add(double factor);

/* forcing; u and rhs are overwritten. By the team. */
void compute_forcing(void);

/* u before the first step: exact on the surface, and between opposite faces a
   blend of what is there. By the team. */
void initialize(void);

/* The exact state at a point. */
void exact_solution(int i, int j, int k, cfd_state state);

/* Root mean squares over the interior: of u minus the exact state, of rhs. */
void error_norm(cfd_state norm);
void rhs_norm(cfd_state norm);

/*--- A benchmark's course -------------------------------------------*/

typedef struct {
   char class;
   cfd_state residual, error;
} cfd_norms;

/* Makes all steps from the first state on, each by the team, and gives the
   seconds that they took. */
double cfd_march(void (*step)(void));

/* Whether the norms of rhs, computed anew, and of the error agree with the
   official ones, given per class. */
bool cfd_verify(const cfd_norms references[], int count);

/* Whether a value agrees with the official one. */
bool cfd_close(const char *what, double value, double reference);

/* Prints the result block and gives main's status. `operations` are those of a
   step. */
int cfd_finish(const char *name, double seconds, double operations,
               bool verified);

#endif
