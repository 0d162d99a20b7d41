/* Three functions go over the same array one after the other, the last one over half of it. */
#define N 300000

double field[N];

__attribute__((noipa)) static void fill(void)
{
   for (int i = 0; i < N; i++)
      field[i] = i; /* line 9 */
}

__attribute__((noipa)) static double total(void)
{
   double sum = 0;
   for (int i = 0; i < N; i++)
      sum += field[i]; /* line 16 */
   return sum;
}

__attribute__((noipa)) static double variance(double mean)
{
   double sum = 0;
   for (int i = 0; i < N / 2; i++)
      sum += (field[i] - mean) * (field[i] - mean);
   return sum;
}

int main(void)
{
   fill();
   return variance(total() / N) < 0;
}
