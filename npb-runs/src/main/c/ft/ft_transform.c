/*--------------------------------------------------------------------*/
/*--- FT: the discrete Fourier transform.           ft_transform.c ---*/
/*--------------------------------------------------------------------*/

/* Lines along one direction are transformed BLOCK at a time: they are copied
   into a work array where BLOCK values of as many lines are neighbours, so that
   lines along y and z, too, are read a few cache lines at a time and all inner
   loops run over neighbours.

   A block is transformed in log2(n) passes of Stockham's method between two
   work arrays, which needs no bit reversal: with n = 2 l m, pass by pass l is
   halved and m doubled, and for j < l and k < m

      y[k + 2jm]     = x[k + jm] + x[k + jm + lm]
      y[k + 2jm + m] = w^j (x[k + jm] - x[k + jm + lm]),  w = exp(-2 pi i / 2l)

   Here m stands for BLOCK times as much, as the lines' values are neighbours.
   See Van Loan, "Computational Frameworks for the Fast Fourier Transform",
   1992, section 1.7. */

#include "ft.h"
#include "npb_ranks.h"

#include <math.h>
#include <string.h>

#define BLOCK 16
#define LONGEST (NX > NY ? (NX > NZ ? NX : NZ) : (NY > NZ ? NY : NZ))

int ft_zs, ft_first_z;
int ft_ys, ft_first_y;

static double complex roots[LONGEST / 2]; /* exp(-2 pi i j / LONGEST) */
static double complex work[2][LONGEST * BLOCK];
#pragma omp threadprivate(work)
static double complex *parcels; /* on their way to other ranks */

void make_transform(void)
{
   const int ranks = npb_ranks();
   if (ranks > NZ || ranks > NY)
      npb_fail("expected at most %d processes, found %d", NZ < NY ? NZ : NY,
               ranks);
   ft_zs = NZ / ranks;
   ft_ys = NY / ranks;
   ft_first_z = ft_zs * npb_rank();
   ft_first_y = ft_ys * npb_rank();
   if (ranks > 1)
      parcels = npb_memory((size_t)(POINTS / ranks), sizeof *parcels);
   for (int j = 0; j < LONGEST / 2; j++)
      roots[j] = CMPLX(cos(2 * M_PI * j / LONGEST),
                       -sin(2 * M_PI * j / LONGEST));
}

static inline void pass(const double complex *restrict x,
                        double complex *restrict y, int l, int m, bool back)
{
   for (int j = 0; j < l; j++) {
      const double complex root = roots[LONGEST / 2 / l * j];
      const double complex w = back ? conj(root) : root;
      const double complex *low = x + j * m, *high = low + l * m;
      double complex *sum = y + 2 * j * m, *difference = sum + m;
      for (int k = 0; k < m; k++) {
         sum[k] = low[k] + high[k];
         difference[k] = times(w, low[k] - high[k]);
      }
   }
}

/* Transforms BLOCK lines of n values. The first line begins at u, its values are
   `stride` apart, and lines are `apart` from each other. */
static void transform_block(double complex *u, int n, long stride, long apart,
                            bool back)
{
   int from = 0;
   for (int i = 0; i < n; i++)
      for (int line = 0; line < BLOCK; line++)
         work[0][i * BLOCK + line] = u[i * stride + line * apart];
   for (int l = n / 2, m = BLOCK; l > 0; l /= 2, m *= 2, from ^= 1)
      pass(work[from], work[from ^ 1], l, m, back);
   for (int i = 0; i < n; i++)
      for (int line = 0; line < BLOCK; line++)
         u[i * stride + line * apart] = work[from][i * BLOCK + line];
}

NPB_PHASE static void transform_x(double complex *u, bool back)
{
#pragma omp parallel for
   for (int row = 0; row < NY * ft_zs; row += BLOCK)
      transform_block(u + (long)row * NX, NX, 1, NX, back);
}

NPB_PHASE static void transform_y(double complex *u, bool back)
{
#pragma omp parallel for
   for (int z = 0; z < ft_zs; z++)
      for (int x = 0; x < NX; x += BLOCK)
         transform_block(u + (long)z * NX * NY + x, NY, NX, 1, back);
}

NPB_PHASE static void transform_z(double complex *u, bool back)
{
   const long plane = (long)NX * ft_ys;
#pragma omp parallel for
   for (long at = 0; at < plane; at += BLOCK)
      transform_block(u + at, NZ, plane, 1, back);
}

/* A parcel has a rank's z and another's y, and both ways of sharing an array
   have parcels or lines of x of one in consecutive memory. */
#define PARCEL ((long)NX * ft_ys * ft_zs)

static void z_to_y(double complex *u)
{
   const long piece = (long)NX * ft_ys;
   if (npb_ranks() == 1)
      return;
   for (int z = 0; z < ft_zs; z++)
      for (int rank = 0; rank < npb_ranks(); rank++)
         memcpy(parcels + rank * PARCEL + z * piece,
                u + (z * (long)npb_ranks() + rank) * piece,
                (size_t)piece * sizeof *u);
   npb_transpose(parcels, u, PARCEL);
}

static void y_to_z(double complex *u)
{
   const long piece = (long)NX * ft_ys;
   if (npb_ranks() == 1)
      return;
   npb_transpose(u, parcels, PARCEL);
   for (int z = 0; z < ft_zs; z++)
      for (int rank = 0; rank < npb_ranks(); rank++)
         memcpy(u + (z * (long)npb_ranks() + rank) * piece,
                parcels + rank * PARCEL + z * piece,
                (size_t)piece * sizeof *u);
}

void transform(double complex *u)
{
   transform_x(u, false);
   transform_y(u, false);
   z_to_y(u);
   transform_z(u, false);
}

void transform_back(double complex *u)
{
   transform_z(u, true);
   y_to_z(u);
   transform_y(u, true);
   transform_x(u, true);
}
