/*--------------------------------------------------------------------*/
/*--- Solving along lines of the grid.                  sp_solve.h ---*/
/*--------------------------------------------------------------------*/

#ifndef SP_SOLVE_H
#define SP_SOLVE_H

/* Each takes waves along its direction in rhs and solves, for all lines of the
   grid in that direction and for each wave,

      (I + dt d/dx eigenvalue - dt diffusion + dt damping) change = wave

   y_solve and z_solve first turn the waves from the direction before. By the
   team. */
void x_solve(void);
void y_solve(void);
void z_solve(void);

#endif
