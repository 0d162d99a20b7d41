/*--------------------------------------------------------------------*/
/*--- The surface integral that LU verifies.         lu_integral.h ---*/
/*--------------------------------------------------------------------*/

#ifndef LU_INTEGRAL_H
#define LU_INTEGRAL_H

/* Of the pressure, over the surface of a box within the cube. */
double pintgr(void);

#endif
