/*--------------------------------------------------------------------*/
/*--- What ranks say to each other, with MPI.          npb_ranks.c ---*/
/*--------------------------------------------------------------------*/

#ifdef NPB_MPI

#include "npb.h"
#include "npb_ranks.h"

#include <mpi.h>
#include <stdlib.h>

#define ALL MPI_COMM_WORLD

int npb_rank(void)
{
   int rank;
   MPI_Comm_rank(ALL, &rank);
   return rank;
}

int npb_ranks(void)
{
   int ranks;
   MPI_Comm_size(ALL, &ranks);
   return ranks;
}

void npb_sum(double *x, int n)
{
   MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, ALL);
}

void npb_sum_ints(int *x, int n)
{
   MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_INT, MPI_SUM, ALL);
}

void npb_largest(double *x, int n)
{
   MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_MAX, ALL);
}

void npb_spread(double *x, int n)
{
   MPI_Bcast(x, n, MPI_DOUBLE, 0, ALL);
}

static int *ints(int n)
{
   int *x = malloc((size_t)n * sizeof *x);
   if (x == NULL)
      MPI_Abort(ALL, 3);
   return x;
}

void npb_gather(double *x, const int *first)
{
   const int ranks = npb_ranks();
   int *counts = ints(ranks);
   for (int r = 0; r < ranks; r++)
      counts[r] = first[r + 1] - first[r];
   MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, x, counts, first,
                  MPI_DOUBLE, ALL);
   free(counts);
}

void npb_ring(const double *up, const double *down, double *below,
              double *above, long n)
{
   const int ranks = npb_ranks(), rank = npb_rank();
   const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
   MPI_Sendrecv(up, (int)n, MPI_DOUBLE, next, 1, below, (int)n, MPI_DOUBLE,
                previous, 1, ALL, MPI_STATUS_IGNORE);
   MPI_Sendrecv(down, (int)n, MPI_DOUBLE, previous, 2, above, (int)n,
                MPI_DOUBLE, next, 2, ALL, MPI_STATUS_IGNORE);
}

void npb_transpose(const double complex *out, double complex *in, long n)
{
   MPI_Alltoall(out, (int)n, MPI_C_DOUBLE_COMPLEX, in, (int)n,
                MPI_C_DOUBLE_COMPLEX, ALL);
}

int npb_send_ints(const int *out, const int *start, const int *count, int *in,
                  int most)
{
   const int ranks = npb_ranks();
   int *arriving = ints(ranks), *at = ints(ranks), total = 0;
   MPI_Alltoall(count, 1, MPI_INT, arriving, 1, MPI_INT, ALL);
   for (int r = 0; r < ranks; r++) {
      at[r] = total;
      total += arriving[r];
   }
   if (total > most)
      MPI_Abort(ALL, 3);
   MPI_Alltoallv(out, count, start, MPI_INT, in, arriving, at, MPI_INT, ALL);
   free(arriving);
   free(at);
   return total;
}

int npb_from_lower(int value, int has, int otherwise)
{
   const int mine[2] = {value, has}, ranks = npb_ranks();
   int *all = ints(2 * ranks), found = otherwise;
   MPI_Allgather(mine, 2, MPI_INT, all, 2, MPI_INT, ALL);
   for (int r = 0; r < npb_rank(); r++)
      if (all[2 * r + 1])
         found = all[2 * r];
   free(all);
   return found;
}

#endif
