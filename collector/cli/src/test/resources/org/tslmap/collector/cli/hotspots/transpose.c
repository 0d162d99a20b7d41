/* A transposition without tiles. */
#define N 400

float in[N][N], out[N][N];

__attribute__((noipa)) static void flip(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         out[j][i] = in[i][j]; /* line 10 */
}

int main(void)
{
   for (int t = 0; t < 5; t++)
      flip();
   return 0;
}
