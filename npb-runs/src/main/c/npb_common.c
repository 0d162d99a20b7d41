/*--------------------------------------------------------------------*/
/*--- Start, end, and random numbers.                 npb_common.c ---*/
/*--------------------------------------------------------------------*/

#include "npb.h"
#include "npb_ranks.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef NPB_MPI
#include <mpi.h>
#endif

#ifndef NPB_OPTIONS
#define NPB_OPTIONS "not known"
#endif
#define NPB_VERSION "tslmap 0.1.0"

static const char *benchmark = "npb";

/*--- Start and end --------------------------------------------------*/

void npb_start(int *argc, char ***argv, const char *name)
{
   benchmark = name;
#ifdef NPB_MPI
   MPI_Init(argc, argv);
#endif
#ifdef _OPENMP
   omp_set_dynamic(0); /* all regions have as many threads */
#endif
   if (*argc != 1)
      npb_fail("expected no arguments, found %s; the class is compiled in",
               (*argv)[1]);
   if ((npb_ranks() & (npb_ranks() - 1)) != 0)
      npb_fail("expected 1, 2, 4, 8, ... processes, found %d; start as many"
               " with mpirun -np", npb_ranks());
   if (npb_rank() == 0) {
      printf("\n %s, class %c", name, NPB_CLASS);
#if defined(NPB_MPI)
      printf(", MPI, processes: %d", npb_ranks());
#elif defined(_OPENMP)
      printf(", OpenMP, threads: %d", npb_threads());
#endif
      printf("\n\n");
   }
}

void npb_fail(const char *format, ...)
{
   va_list arguments;
   if (npb_rank() == 0) {
      fprintf(stderr, "%s: ", benchmark);
      va_start(arguments, format);
      vfprintf(stderr, format, arguments);
      va_end(arguments);
      fputc('\n', stderr);
   }
#ifdef NPB_MPI
   MPI_Finalize();
#endif
   exit(2);
}

bool npb_close(const char *what, double value, double reference,
               double tolerance)
{
   const double error = fabs((value - reference) / reference);
   const bool close = error <= tolerance; /* false for a NaN */
   if (npb_rank() == 0)
      printf(" %-12s %22.14e  reference %22.14e  error %.2e  %s\n", what, value,
             reference, error, close ? "ok" : "WRONG");
   return close;
}

static void print_size(const npb_result *r)
{
   if (r->size[1] == 0)
      printf(" Size            = %24ld\n", r->size[0]);
   else
      printf(" Size            =           %4ldx%4ldx%4ld\n", r->size[0],
             r->size[1], r->size[2]);
}

static void print_result(const npb_result *r, double seconds, bool verified)
{
   const double rate = seconds > 0 ? r->operations / seconds * 1e-6 : 0;
   printf("\n\n %s Benchmark Completed.\n", r->name);
   printf(" Class           = %24c\n", NPB_CLASS);
   print_size(r);
   printf(" Iterations      = %24d\n", r->iterations);
   printf(" Time in seconds = %24.3f\n", seconds);
#if defined(NPB_MPI)
   printf(" Total processes = %24d\n", npb_ranks());
   printf(" Mop/s total     = %24.2f\n", rate);
   printf(" Mop/s/process   = %24.2f\n", rate / npb_ranks());
#elif defined(_OPENMP)
   printf(" Total threads   = %24d\n", npb_threads());
   printf(" Mop/s total     = %24.2f\n", rate);
   printf(" Mop/s/thread    = %24.2f\n", rate / npb_threads());
#else
   printf(" Mop/s total     = %24.2f\n", rate);
#endif
   printf(" Operation type  = %24s\n", r->operation);
   printf(" Verification    = %24s\n",
          verified ? "SUCCESSFUL" : "UNSUCCESSFUL");
   printf(" Version         = %24s\n", NPB_VERSION);
   printf(" Compiler        = gcc %s\n", __VERSION__);
   printf(" Compile options = %s\n\n", NPB_OPTIONS);
}

int npb_finish(const npb_result *result)
{
   double seconds = result->seconds;
   int wrong = !result->verified;
   npb_largest(&seconds, 1);
   npb_sum_ints(&wrong, 1);
   if (npb_rank() == 0)
      print_result(result, seconds, wrong == 0);
#ifdef NPB_MPI
   MPI_Finalize();
#endif
   return wrong == 0 ? 0 : 1;
}

double npb_seconds(void)
{
   struct timespec t;
#ifdef NPB_MPI
   MPI_Barrier(MPI_COMM_WORLD);
#endif
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int npb_threads(void)
{
#ifdef _OPENMP
   return omp_get_max_threads();
#else
   return 1;
#endif
}

int npb_thread(void)
{
#ifdef _OPENMP
   return omp_get_thread_num();
#else
   return 0;
#endif
}

void *npb_memory(size_t count, size_t size)
{
   void *memory = calloc(count, size);
   if (memory == NULL)
      npb_fail("expected %zu times %zu bytes of memory, but there are fewer;"
               " take a smaller class", count, size);
   return memory;
}

/*--- Random numbers -------------------------------------------------*/
/* Section 2.3 of the report: a product of two 46-bit numbers does not fit the
   53 bits of a double, so that both are cut into halves of 23 bits. Of
   a x = 2^46 a1 x1 + 2^23 (a1 x2 + a2 x1) + a2 x2 the first term is 0 mod 2^46,
   and of the middle one only the lower 23 bits count. */

typedef struct {
   double high, low; /* 23 bits each */
} halves;

static inline halves halves_of(double x)
{
   const double high = (double)(int)(0x1p-23 * x);
   return (halves){high, x - 0x1p23 * high};
}

static inline double product(halves a, double x)
{
   const halves b = halves_of(x);
   const double middle = halves_of(a.high * b.low + a.low * b.high).low;
   const double sum = 0x1p23 * middle + a.low * b.low;
   return sum - 0x1p46 * (double)(int)(0x1p-46 * sum);
}

double randlc(double *x, double a)
{
   *x = product(halves_of(a), *x);
   return 0x1p-46 * *x;
}

void vranlc(long n, double *x, double a, double y[])
{
   const halves multiplier = halves_of(a);
   double state = *x;
   for (long i = 0; i < n; i++) {
      state = product(multiplier, state);
      y[i] = 0x1p-46 * state;
   }
   *x = state;
}

double npb_skip(double x, double a, long n)
{
   for (; n > 0; n >>= 1) {
      if (n & 1)
         randlc(&x, a);
      randlc(&a, a);
   }
   return x;
}
