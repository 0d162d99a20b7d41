/*--------------------------------------------------------------------*/
/*--- A sweep through the grid by a team of threads. lu_pipeline.c ---*/
/*--------------------------------------------------------------------*/

#include "lu/lu_pipeline.h"

#include "cfd/cfd.h"

#ifdef _OPENMP
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

/* By row; a cache line each. */
static struct {
   _Alignas(64) atomic_int planes;
} finished[CFD_POINTS];

lu_rows lu_own_rows(void)
{
   const int rows = CFD_POINTS - 2;
   const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
   return (lu_rows){1 + rows * thread / threads,
                    rows * (thread + 1) / threads};
}

void lu_await(int row, int planes)
{
   if (row == 0 || row == CFD_LAST)
      return;
   while (atomic_load_explicit(&finished[row].planes, memory_order_acquire)
          < planes)
      sched_yield();
}

void lu_announce(int row, int planes)
{
   atomic_store_explicit(&finished[row].planes, planes, memory_order_release);
}

#else

lu_rows lu_own_rows(void)
{
   return (lu_rows){1, CFD_LAST - 1};
}

void lu_await(int row, int planes)
{
   (void)row;
   (void)planes;
}

void lu_announce(int row, int planes)
{
   (void)row;
   (void)planes;
}

#endif
