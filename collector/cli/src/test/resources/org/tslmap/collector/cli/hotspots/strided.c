/* Every sixteenth number. */
#define N 1600000

int data[N];

__attribute__((noipa)) static int sample(void)
{
   int sum = 0;
   for (int i = 0; i < N; i += 16)
      sum += data[i]; /* line 10 */
   return sum;
}

int main(void)
{
   int sum = 0;
   for (int t = 0; t < 5; t++)
      sum += sample();
   return sum;
}
