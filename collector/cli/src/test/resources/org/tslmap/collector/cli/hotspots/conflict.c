/* Columns of a matrix whose rows are a power of two long: 32 lines that fall
   into two of the eight sets of a cache of 4 KiB with 8 ways. */
#define N 32

double m[N][N];

__attribute__((noipa)) static double sums(void)
{
   double sum = 0;
   for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
         sum += m[i][j]; /* line 12 */
   return sum;
}

int main(void)
{
   double sum = 0;
   for (int t = 0; t < 700; t++)
      sum += sums();
   return sum < 0;
}
