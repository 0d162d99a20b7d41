/*--------------------------------------------------------------------*/
/*--- From changes of the state to waves, and back.     sp_waves.h ---*/
/*--------------------------------------------------------------------*/

/* The convective flux's derivative along a direction has the eigenvalues w
   (three times), w + a and w - a, where w is the velocity along the direction
   and a the speed of sound. A change of the state, seen in the eigenvectors, is
   a set of waves, each of which travels with one eigenvalue:

      component  eigenvalue  wave along x           along y        along z
      0          w           entropy                -dvz            dvy
      1          w           dvz                    entropy        -dvx
      2          w          -dvy                    dvx             entropy
      3          w + a       sqrt(1/2) (dp / (density a) + dw)
      4          w - a       sqrt(1/2) (dp / (density a) - dw)

   where entropy stands for d density - dp / a^2, dp for the change of pressure
   and dvx, dvy, dvz, dw for those of velocity. */

#ifndef SP_WAVES_H
#define SP_WAVES_H

#include "cfd/cfd.h"

extern double speed[CFD_CELLS]; /* of sound */

/* Each changes rhs at all interior points; by the team. */
void txinvr(void); /* changes of the state into waves along x; gives speed */
void ninvr(void);  /* waves along x into waves along y */
void pinvr(void);  /* waves along y into waves along z */
void tzetar(void); /* waves along z into changes of the state */

#endif
