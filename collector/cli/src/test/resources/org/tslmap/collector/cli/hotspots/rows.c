/* Short rows of a table in no order. */
#define ROWS 4096
#define COLUMNS 8

double table[ROWS][COLUMNS] __attribute__((aligned(64)));

__attribute__((noipa)) static double look(int count)
{
   double sum = 0;
   unsigned long random = 1;
   for (int i = 0; i < count; i++) {
      random = random * 6364136223846793005u + 1;
      double *row = table[(random >> 40) % ROWS];
      for (int k = 0; k < COLUMNS; k++)
         sum += row[k]; /* line 15 */
   }
   return sum;
}

int main(void)
{
   return look(50000) < 0;
}
