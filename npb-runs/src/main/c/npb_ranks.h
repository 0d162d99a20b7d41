/*--------------------------------------------------------------------*/
/*--- What ranks say to each other.                    npb_ranks.h ---*/
/*--------------------------------------------------------------------*/

/* All that the benchmarks need of MPI. Without MPI there is one rank, and these
   are functions that do nothing, so that one source serves all variants. Every
   rank makes the same calls in the same order. */

#ifndef NPB_RANKS_H
#define NPB_RANKS_H

#include <complex.h>

#ifdef NPB_MPI

/* This rank, and how many there are: a power of two. */
int npb_rank(void);
int npb_ranks(void);

/* x[i] becomes the sum, or the largest, of all ranks' x[i]. */
void npb_sum(double *x, int n);
void npb_sum_ints(int *x, int n);
void npb_largest(double *x, int n);

/* Rank 0's x, for every rank. */
void npb_spread(double *x, int n);

/* The array x has a part for each rank, part r beginning at first[r] and ending
   before first[r + 1]. Each rank has set its own; now it has all. */
void npb_gather(double *x, const int *first);

/* Sends n numbers from `up` to the next rank and from `down` to the previous
   one, in a ring, and receives n from each: from the previous rank into
   `below`, from the next into `above`. */
void npb_ring(const double *up, const double *down, double *below,
              double *above, long n);

/* Part r of `out`, n numbers, goes to rank r, which puts it into its part of
   `in` that has this rank's number. */
void npb_transpose(const double complex *out, double complex *in, long n);

/* Ints from out + start[r], as many as count[r], go to rank r. They arrive in
   `in`, in the order of the ranks; the number of all is given. Expects room for
   `most` and ends the program if it does not do. */
int npb_send_ints(const int *out, const int *start, const int *count, int *in,
                  int most);

/* An int from the nearest lower rank that has any (has != 0): for comparing
   neighbours. `otherwise` if there is none. */
int npb_from_lower(int value, int has, int otherwise);

#else

static inline int npb_rank(void)
{
   return 0;
}

static inline int npb_ranks(void)
{
   return 1;
}

static inline void npb_sum(double *x, int n)
{
   (void)x, (void)n;
}

static inline void npb_sum_ints(int *x, int n)
{
   (void)x, (void)n;
}

static inline void npb_largest(double *x, int n)
{
   (void)x, (void)n;
}

static inline void npb_spread(double *x, int n)
{
   (void)x, (void)n;
}

static inline int npb_from_lower(int value, int has, int otherwise)
{
   (void)value, (void)has;
   return otherwise;
}

static inline void npb_gather(double *x, const int *first)
{
   (void)x, (void)first;
}

/* Not called: who is alone has nothing to pass round. */
static inline void npb_ring(const double *up, const double *down, double *below,
                            double *above, long n)
{
   (void)up, (void)down, (void)below, (void)above, (void)n;
}

static inline void npb_transpose(const double complex *out, double complex *in,
                                 long n)
{
   (void)out, (void)in, (void)n;
}

#endif

/* The first of n things that are this rank's; ranks get n / ranks each, and
   the first ones one more if that does not come out even. */
static inline int npb_first_of(int n, int rank)
{
   const int each = n / npb_ranks(), more = n % npb_ranks();
   return rank * each + (rank < more ? rank : more);
}

#endif
