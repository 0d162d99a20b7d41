/* MPI ranks that hand a number round. Rank r stores 1000 * (r + 1) words in fill; rank 0 alone stores
   50 in first_only. With "abort" or "kill" rank 1 does not come to its end. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile long array[8000];

__attribute__((noinline)) static void fill(long n)
{
   for (long i = 0; i < n; i++)
      array[i] = i;
}

__attribute__((noinline)) static void first_only(void)
{
   for (long i = 0; i < 50; i++)
      array[i] = i;
}

int main(int argc, char **argv)
{
   int rank;
   int size;
   int number = 7;
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &size);
   fill(1000 * (rank + 1));
   if (rank == 0)
      first_only();
   MPI_Barrier(MPI_COMM_WORLD);
   if (argc > 1 && rank == 1) {
      if (strcmp(argv[1], "abort") == 0)
         abort();
      kill(getpid(), SIGKILL);
   }
   MPI_Sendrecv_replace(&number, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                        MPI_COMM_WORLD, MPI_STATUS_IGNORE);
   MPI_Finalize();
   return number != 7;
}
