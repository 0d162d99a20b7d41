/* A sparse product: x is read at the places that column names. */
#define N 300000
#define M 65536

int column[N];
double x[M];

__attribute__((noipa)) static double product(void)
{
   double sum = 0;
   for (int i = 0; i < N; i++)
      sum += x[column[i]]; /* line 12 */
   return sum;
}

int main(void)
{
   unsigned long state = 1;
   double sum = 0;
   for (int i = 0; i < N; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      column[i] = state >> 48;
   }
   for (int t = 0; t < 3; t++)
      sum += product();
   return sum < 0;
}
