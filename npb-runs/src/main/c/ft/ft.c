/*--------------------------------------------------------------------*/
/*--- FT: the heat equation by Fourier transforms.            ft.c ---*/
/*--------------------------------------------------------------------*/

/* RNR-94-007, section 2.2.4. du/dt = ALPHA laplace(u) on a periodic box from
   random complex values: the transform of u is multiplied by
   exp(-4 ALPHA pi^2 (kx^2 + ky^2 + kz^2)) once for each step of time, and
   transformed back. Of each step 1024 values are summed. */

#include "ft.h"
#include "npb_ranks.h"

#include <math.h>
#include <stdio.h>

#define ALPHA 1e-6
#define TOLERANCE 1e-12
#define SUMMED 1024

static const double complex reference[ITERATIONS] = {
#if NPB_CLASS == 'S'
   CMPLX(554.6087004964, 484.5363331978), CMPLX(554.6385409189, 486.5304269511),
   CMPLX(554.6148406171, 488.3910722336), CMPLX(554.5423607415, 490.1273169046),
   CMPLX(554.4255039624, 491.7475857993), CMPLX(554.2683411902, 493.2597244941),
#elif NPB_CLASS == 'W'
   CMPLX(567.3612178944, 529.3246849175), CMPLX(563.1436885271, 528.2149986629),
   CMPLX(559.4024089970, 527.0996558037), CMPLX(556.0698047020, 526.0027904925),
   CMPLX(553.0898991250, 524.9400845633), CMPLX(550.4159734538, 523.9212247086),
#elif NPB_CLASS == 'A'
   CMPLX(504.6735008193, 511.4047905510), CMPLX(505.9412319734, 509.8809666433),
   CMPLX(506.9376896287, 509.8144042213), CMPLX(507.7892868474, 510.1336130759),
   CMPLX(508.5233095391, 510.4914655194), CMPLX(509.1487099959, 510.7917842803),
#else
   CMPLX(517.7643571579, 507.7803458597), CMPLX(515.4521291263, 508.8249431599),
   CMPLX(514.6409228649, 509.6208912659), CMPLX(514.2378756213, 510.1023387619),
   CMPLX(513.9626667737, 510.3976610617), CMPLX(513.7423460082, 510.5948019802),
   CMPLX(513.5547056878, 510.7404165783), CMPLX(513.3910925466, 510.8576573661),
   CMPLX(513.2470705390, 510.9577278523), CMPLX(513.1197729984, 511.0460304483),
   CMPLX(513.0070319283, 511.1252433800), CMPLX(512.9070537032, 511.1968077718),
   CMPLX(512.8182883502, 511.2616233064), CMPLX(512.7393733383, 511.3203605551),
   CMPLX(512.6691062020, 511.3735928093), CMPLX(512.6064276004, 511.4218460548),
   CMPLX(512.5504076570, 511.4656139760), CMPLX(512.5002331720, 511.5053595966),
   CMPLX(512.4551951846, 511.5415130407), CMPLX(512.4146770029, 511.5744692211),
#endif
};

static double complex u0[POINTS]; /* the transform at the current time */
static double complex u1[POINTS]; /* what is transformed */
static double decay[POINTS];      /* in one step of time */

NPB_PHASE static void make_values(void)
{
   const long plane = (long)NX * NY;
#pragma omp parallel for
   for (int z = 0; z < ft_zs; z++) {
      double state = npb_skip(NPB_SEED, NPB_MULTIPLIER,
                              2 * plane * (ft_first_z + z));
      vranlc(2 * plane, &state, NPB_MULTIPLIER, (double *)(u1 + plane * z));
   }
}

static inline int square_of_wave(int i, int n)
{
   const int k = i < n / 2 ? i : i - n;
   return k * k;
}

NPB_PHASE static void make_decay(void)
{
#pragma omp parallel for
   for (int z = 0; z < NZ; z++)
      for (int y = 0; y < ft_ys; y++) {
         const int zy = square_of_wave(z, NZ)
                        + square_of_wave(ft_first_y + y, NY);
         double *row = decay + ((long)z * ft_ys + y) * NX;
         for (int x = 0; x < NX; x++)
            row[x] = exp(-4 * ALPHA * M_PI * M_PI
                         * (zy + square_of_wave(x, NX)));
      }
}

/* One step of time, also into u1. */
NPB_PHASE static void evolve(void)
{
   const long points = (long)NX * ft_ys * NZ;
#pragma omp parallel for
   for (long i = 0; i < points; i++) {
      u0[i] = CMPLX(creal(u0[i]) * decay[i], cimag(u0[i]) * decay[i]);
      u1[i] = u0[i];
   }
}

NPB_PHASE static double complex checksum(void)
{
   double sum[2] = {0};
   for (int j = 1; j <= SUMMED; j++) {
      const int x = j % NX, y = 3 * j % NY, z = 5 * j % NZ - ft_first_z;
      if (z >= 0 && z < ft_zs) {
         const double complex value = u1[x + NX * (y + NY * (long)z)];
         sum[0] += creal(value);
         sum[1] += cimag(value);
      }
   }
   npb_sum(sum, 2);
   return CMPLX(sum[0] / POINTS, sum[1] / POINTS);
}

static void begin(void)
{
   const long points = (long)NX * ft_ys * NZ;
   make_decay();
   make_values();
   transform(u1);
#pragma omp parallel for
   for (long i = 0; i < points; i++)
      u0[i] = u1[i];
}

static bool verify(const double complex *sums)
{
   bool verified = true;
   for (int i = 0; i < ITERATIONS; i++) {
      const double error = cabs(sums[i] - reference[i]) / cabs(reference[i]);
      const bool close = error <= TOLERANCE;
      if (npb_rank() == 0)
         printf(" T = %2d  checksum %18.12e %18.12e  error %.2e  %s\n", i + 1,
                creal(sums[i]), cimag(sums[i]), error, close ? "ok" : "WRONG");
      verified &= close;
   }
   return verified;
}

/* What NPB counts. */
static double operations(void)
{
   const double n = log((double)POINTS);
   return (double)POINTS
          * (14.8157 + 7.19641 * n + (5.23518 + 7.21113 * n) * ITERATIONS);
}

int main(int argc, char **argv)
{
   npb_result result = {.name = "FT",
                        .size = {NX, NY, NZ},
                        .iterations = ITERATIONS,
                        .operation = "floating point",
                        .operations = operations()};
   double complex sums[ITERATIONS];
   double start;
   npb_start(&argc, &argv, "FT");
   make_transform();
   begin(); /* touches all memory */
   start = npb_seconds();
   begin();
   for (int i = 0; i < ITERATIONS; i++) {
      evolve();
      transform_back(u1);
      sums[i] = checksum();
   }
   result.seconds = npb_seconds() - start;
   result.verified = verify(sums);
   return npb_finish(&result);
}
