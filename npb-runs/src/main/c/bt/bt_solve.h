/*--------------------------------------------------------------------*/
/*--- Solving along lines of the grid.                  bt_solve.h ---*/
/*--------------------------------------------------------------------*/

#ifndef BT_SOLVE_H
#define BT_SOLVE_H

/* Each solves, for all lines of the grid in its direction,

      (I + dt d/dx (A - N) - dt diffusion) change = rhs

   where A and N are the derivatives of the convective and the viscous flux, and
   puts the change into rhs. By the team. */
void x_solve(void);
void y_solve(void);
void z_solve(void);

#endif
