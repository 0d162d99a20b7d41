/*--------------------------------------------------------------------*/
/*--- The blocks of LU's matrix.                       lu_blocks.h ---*/
/*--------------------------------------------------------------------*/

#ifndef LU_BLOCKS_H
#define LU_BLOCKS_H

#include "cfd/cfd_jacobian.h"

/* The row of a point in the matrix I - dt R'(u): its block on the diagonal, and
   those of the three neighbours before it, or the three behind it. */
typedef struct {
   cfd_block diagonal, beside[3];
} lu_blocks;

/* Of one plane: that of the point cfd_cell(i, j, 0) is at this index. */
extern lu_blocks blocks[CFD_PLANE];

/* Fill blocks for plane k and its rows first to last, the blocks beside the
   diagonal being those of the neighbours before a point (jacld) or behind it
   (jacu). */
void jacld(int k, int first, int last);
void jacu(int k, int first, int last);

#endif
