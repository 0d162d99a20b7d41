/* One loop fills whole elements, another one uses an eighth of each. */
#define N 4096

struct particle {
   double place[3], speed[3], mass, charge;
} particles[N];

int main(void)
{
   for (int i = 0; i < N; i++)
      particles[i] = (struct particle){{i, i, i}, {1, 1, 1}, 2, 3};
   double sum = 0;
   for (int t = 0; t < 20; t++)
      for (int i = 0; i < N; i++)
         sum += particles[i].mass; /* line 15 */
   return sum < 0;
}
