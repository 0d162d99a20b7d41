/*--------------------------------------------------------------------*/
/*--- The blocks of LU's matrix.                       lu_blocks.c ---*/
/*--------------------------------------------------------------------*/

#include "lu/lu_blocks.h"

#include <string.h>

lu_blocks blocks[CFD_PLANE];

/* Second differences: twice what a point adds on the diagonal, it takes off in
   its neighbours' rows. */
CFD_INLINE void add_spread(cfd_block a, int p, int direction, double factor)
{
   const double second = factor * CFD_DT * CFD_SECOND;
   cfd_add_viscous(a, p, direction, second);
   cfd_add_diagonal(a, second * cfd_diffusion(direction));
}

/* The row of p, with its neighbours before it (side -1) or behind it (1). */
CFD_INLINE void fill(lu_blocks *row, int p, int side)
{
   memset(row, 0, sizeof *row);
   cfd_add_diagonal(row->diagonal, 1.0);
   for (int d = 0; d < 3; d++) {
      const int neighbour = p + side * cfd_next(d);
      add_spread(row->diagonal, p, d, 2.0);
      add_spread(row->beside[d], neighbour, d, -1.0);
      cfd_add_convective(row->beside[d], neighbour, d,
                         side * CFD_DT * CFD_FIRST);
   }
}

NPB_PHASE void jacld(int k, int first, int last)
{
   for (int j = first; j <= last; j++)
      for (int i = 1; i < CFD_LAST; i++)
         fill(&blocks[cfd_cell(i, j, 0)], cfd_cell(i, j, k), -1);
}

NPB_PHASE void jacu(int k, int first, int last)
{
   for (int j = first; j <= last; j++)
      for (int i = 1; i < CFD_LAST; i++)
         fill(&blocks[cfd_cell(i, j, 0)], cfd_cell(i, j, k), 1);
}
