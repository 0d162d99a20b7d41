/* Column sums of a matrix in the heap, whose shape nobody knows. */
#include <stdlib.h>

#define ROWS 500
#define COLUMNS 600

__attribute__((noipa)) static double sums(const double *m)
{
   double sum = 0;
   for (int j = 0; j < COLUMNS; j++)
      for (int i = 0; i < ROWS; i++)
         sum += m[i * COLUMNS + j]; /* line 12 */
   return sum;
}

int main(void)
{
   double *m = malloc(ROWS * COLUMNS * sizeof *m);
   for (int i = 0; i < ROWS * COLUMNS; i++)
      m[i] = i;
   return sums(m) < 0;
}
