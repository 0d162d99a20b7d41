/* A tiled transposition of rows that are a power of two long: the lines of a
   tile of out fall into one of the eight sets of a cache of 4 KiB. */
#define N 64
#define TILE 16

double in[N][N], out[N][N];

__attribute__((noipa)) static void flip(int row, int column)
{
   for (int i = row; i < row + TILE; i++)
      for (int j = column; j < column + TILE; j++)
         /* Stores to out go down a column. */
         out[j][i] = in[i][j]; /* line 13 */
}

int main(void)
{
   for (int t = 0; t < 50; t++)
      for (int row = 0; row < N; row += TILE)
         for (int column = 0; column < N; column += TILE)
            flip(row, column);
   return 0;
}
