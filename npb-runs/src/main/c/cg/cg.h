/*--------------------------------------------------------------------*/
/*--- CG: the problem and its matrix.                         cg.h ---*/
/*--------------------------------------------------------------------*/

#ifndef CG_H
#define CG_H

#include "npb.h"

#if NPB_CLASS == 'S'
#define N 1400
#define NON_ZERO 7
#define ITERATIONS 15
#define SHIFT 10.0
#define ZETA 8.5971775078648
#elif NPB_CLASS == 'W'
#define N 7000
#define NON_ZERO 8
#define ITERATIONS 15
#define SHIFT 12.0
#define ZETA 10.362595087124
#elif NPB_CLASS == 'A'
#define N 14000
#define NON_ZERO 11
#define ITERATIONS 15
#define SHIFT 20.0
#define ZETA 17.130235054029
#else
#define N 75000
#define NON_ZERO 13
#define ITERATIONS 75
#define SHIFT 60.0
#define ZETA 22.712745482631
#endif

#define CONDITION 0.1
/* N outer products of vectors with at most NON_ZERO + 1 entries */
#define MOST_ENTRIES (N * (NON_ZERO + 1) * (NON_ZERO + 1))

/* Rows [from, end) of the matrix, by rows: row from + i has the entries
   [row_start[i], row_start[i + 1]), in the order of their columns. */
extern double value[MOST_ENTRIES];
extern int column[MOST_ENTRIES];
extern int row_start[N + 1];

void make_matrix(int from, int end);

#endif
