/*--------------------------------------------------------------------*/
/*--- The two sweeps of successive over-relaxation.     lu_sweep.h ---*/
/*--------------------------------------------------------------------*/

#ifndef LU_SWEEP_H
#define LU_SWEEP_H

#define LU_OMEGA 1.2 /* of over-relaxation */

/* With the matrix's parts D on, L below and U above the diagonal: rhs becomes
   (D + omega L)^-1 rhs, and then (I + omega D^-1 U)^-1 rhs. By the team. */
void lower_sweep(void);
void upper_sweep(void);

#endif
