/* Well-behaved: a table of 2 KiB, asked at places without order. */
#define N 256

long table[N];

__attribute__((noipa)) static long look(void)
{
   unsigned long state = 1;
   long sum = 0;
   for (int i = 0; i < 1000000; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      sum += table[state >> 56];
   }
   return sum;
}

int main(void)
{
   return look() < 0;
}
