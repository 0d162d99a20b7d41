/* One member of eight, particle by particle. */
#include <stdio.h>
#include <stdlib.h>

#define N 300000

struct particle {
   double x, y, z, vx, vy, vz, mass, charge;
};

__attribute__((noipa)) static double weigh(const struct particle *particles)
{
   double sum = 0;
   for (int i = 0; i < N; i++)
      sum += particles[i].mass;
   return sum;
}

int main(void)
{
   struct particle *particles = calloc(N, sizeof *particles);
   for (int i = 0; i < N; i++)
      particles[i].mass = i;
   double sum = 0;
   for (int step = 0; step < 20; step++)
      sum += weigh(particles);
   printf("%g\n", sum);
   return 0;
}
