/*--------------------------------------------------------------------*/
/*--- FT: the problem and its transform.                      ft.h ---*/
/*--------------------------------------------------------------------*/

#ifndef FT_H
#define FT_H

#include "npb.h"

#include <complex.h>

#if NPB_CLASS == 'S'
#define NX 64
#define NY 64
#define NZ 64
#define ITERATIONS 6
#elif NPB_CLASS == 'W'
#define NX 128
#define NY 128
#define NZ 32
#define ITERATIONS 6
#elif NPB_CLASS == 'A'
#define NX 256
#define NY 256
#define NZ 128
#define ITERATIONS 6
#else
#define NX 512
#define NY 256
#define NZ 256
#define ITERATIONS 20
#endif

#define POINTS ((long)NX * NY * NZ)

/* An array is shared by ranks in one of two ways, x always fastest. In space a
   rank has planes of z: (x, y, z - ft_first_z) is x + NX (y + NY z). The
   transform has planes of y: (x, y - ft_first_y, z) is x + NX (y + ft_ys z).
   If there is one rank, the two are the same. */
extern int ft_zs, ft_first_z;
extern int ft_ys, ft_first_y;

/* Divides z and y among the ranks, and makes the roots of unity. Ends the
   program if ranks are too many. */
void make_transform(void);

/* Both in place and without a factor: the inverse of the transform is the
   argument times POINTS. */
void transform(double complex *u);
void transform_back(double complex *u);

static inline double complex times(double complex a, double complex b)
{
   return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b),
                creal(a) * cimag(b) + cimag(a) * creal(b));
}

#endif
