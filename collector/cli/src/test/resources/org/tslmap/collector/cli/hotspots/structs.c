/* One member of eight, particle by particle. */
#define N 20000

struct particle {
   double x, y, z, vx, vy, vz, mass, charge;
};

struct particle particles[N];

__attribute__((noipa)) static double weigh(void)
{
   double sum = 0;
   for (int i = 0; i < N; i++)
      sum += particles[i].mass; /* line 14 */
   return sum;
}

int main(void)
{
   double sum = 0;
   for (int t = 0; t < 40; t++)
      sum += weigh();
   return sum < 0;
}
