/* Two arrays that are always asked together, at places without order. */
#define N 65536

long keys[N], values[N];

__attribute__((noipa)) static long find(void)
{
   unsigned long state = 1;
   long sum = 0;
   for (int i = 0; i < 300000; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      unsigned long place = state >> 48;
      if (keys[place] == 0)    /* line 13 */
         sum += values[place]; /* line 14 */
   }
   return sum;
}

int main(void)
{
   return find() < 0;
}
