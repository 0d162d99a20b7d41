/* Counting keys that come in no order. */
#define N 300000
#define M 65536

int keys[N];
int counts[M];

__attribute__((noipa)) static void histogram(void)
{
   for (int i = 0; i < N; i++)
      counts[keys[i]]++; /* line 11 */
}

int main(void)
{
   unsigned long state = 1;
   for (int i = 0; i < N; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      keys[i] = state >> 48;
   }
   histogram();
   return 0;
}
