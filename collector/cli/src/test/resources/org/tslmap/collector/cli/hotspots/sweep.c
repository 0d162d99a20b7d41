/* Again and again over an array that no cache keeps. */
#define N 20000

double field[N];

__attribute__((noipa)) static void relax(void)
{
   for (int i = 1; i < N - 1; i++)
      field[i] = 0.5 * (field[i - 1] + field[i + 1]); /* line 9 */
}

int main(void)
{
   for (int t = 0; t < 20; t++)
      relax();
   return 0;
}
