/*--------------------------------------------------------------------*/
/*--- A sweep through the grid by a team of threads. lu_pipeline.h ---*/
/*--------------------------------------------------------------------*/

/* In a sweep, a row of a plane needs the row beside it in the same plane, and
   its own in the plane before. Each thread has some neighbouring rows, the same
   in all planes, and follows the thread beside it through the planes. It waits
   for nothing else. */

#ifndef LU_PIPELINE_H
#define LU_PIPELINE_H

/* A thread's rows, first to last; none if last < first. */
typedef struct {
   int first, last;
} lu_rows;

lu_rows lu_own_rows(void);

/* Planes are counted from the program's start, over all sweeps. lu_await
   returns when the row's thread has finished as many as given, and at once for
   a row on the surface. lu_announce says how many this thread has finished, for
   the one that awaits the row. */
void lu_await(int row, int planes);
void lu_announce(int row, int planes);

#endif
