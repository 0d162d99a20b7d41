/* Once over an array: nothing to gain. */
#define N 1000000

double data[N];

__attribute__((noipa)) static double total(void)
{
   double sum = 0;
   for (int i = 0; i < N; i++)
      sum += data[i]; /* line 10 */
   return sum;
}

int main(void)
{
   return total() < 0;
}
