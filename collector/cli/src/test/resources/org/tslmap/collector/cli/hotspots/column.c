/* A matrix multiplication whose inner loop goes down the columns of b. */
#define N 72

double a[N][N], b[N][N], c[N][N];

__attribute__((noipa)) static void multiply(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
         double sum = 0;
         for (int k = 0; k < N; k++)
            sum += a[i][k] * b[k][j]; /* line 12 */
         c[i][j] = sum;
      }
}

int main(void)
{
   for (int t = 0; t < 3; t++)
      multiply();
   return 0;
}
