/*--------------------------------------------------------------------*/
/*--- The NAS Parallel Benchmarks: what they share.          npb.h ---*/
/*--------------------------------------------------------------------*/

/* Bailey, Barszcz, Barton, and others, "The NAS Parallel Benchmarks",
   RNR-94-007, NASA Ames, 1994; problem classes and tolerances of NPB 3.

   A benchmark is compiled for one class, NPB_CLASS, a character constant, and
   as one of three variants: serial, OpenMP (_OPENMP) or MPI (NPB_MPI). */

#ifndef NPB_H
#define NPB_H

#include <stdbool.h>
#include <stddef.h>

#ifndef NPB_CLASS
#error "expected -DNPB_CLASS=\"'S'\" or W, A, B; the Makefile gives it"
#endif
#if NPB_CLASS != 'S' && NPB_CLASS != 'W' && NPB_CLASS != 'A' && NPB_CLASS != 'B'
#error "expected the class S, W, A or B"
#endif

/* A phase that a profile should name. */
#define NPB_PHASE __attribute__((noinline, noclone))

#define NPB_SEED 314159265.0        /* x0 of most benchmarks */
#define NPB_MULTIPLIER 1220703125.0 /* a = 5^13 */

/*--- Start and end --------------------------------------------------*/

typedef struct {
   const char *name;      /* "CG" */
   long size[3];          /* of the problem; unused ones are 0 */
   int iterations;
   const char *operation; /* what is counted in operations */
   double operations;     /* all of them, in all ranks */
   double seconds;        /* of the timed part */
   bool verified;
} npb_result;

/* First call in main. Names the benchmark, and ends the program with status 2
   if there are arguments, or ranks whose number is no power of two. */
void npb_start(int *argc, char ***argv, const char *name);

/* Last call in main: prints the result block and gives main's status, 0 when
   every rank verified and 1 otherwise. */
int npb_finish(const npb_result *result);

/* Whether value is within a relative error of the reference; prints both. */
bool npb_close(const char *what, double value, double reference,
               double tolerance);

/* Ends the program with status 2, naming what was expected. */
void npb_fail(const char *format, ...)
   __attribute__((noreturn, format(printf, 1, 2)));

/* Seconds since some point, after all ranks have come here. */
double npb_seconds(void);

/* Threads of a parallel region; 1 without OpenMP. */
int npb_threads(void);

/* This thread's number in the region, from 0. */
int npb_thread(void);

/* Cleared memory for as many things of that size; ends the program if there is
   too little. */
void *npb_memory(size_t count, size_t size);

/*--- Random numbers -------------------------------------------------*/
/* x_k+1 = a x_k mod 2^46, and r_k = 2^-46 x_k in (0, 1). States and multipliers
   are whole numbers below 2^46, kept in doubles. */

/* The next number; *x becomes the next state. */
double randlc(double *x, double a);

/* The next n numbers, into y. */
void vranlc(long n, double *x, double a, double y[]);

/* The state n steps after x, in log2(n) multiplications. */
double npb_skip(double x, double a, long n);

#endif
