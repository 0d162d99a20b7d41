/* Functions of which it is known what they touch: arrays, and return addresses. */
static long large[4096], small[1024];

__attribute__((noipa)) static void fill(long *array, long n)
{
   for (long i = 0; i < n; i++)
      array[i] = i;
}

__attribute__((noipa)) static long look(const long *array, long n)
{
   long sum = 0;
   for (long i = 0; i < n; i++)
      sum += array[i];
   return sum;
}

__attribute__((noipa)) static long again(void)
{
   fill(large, 4096);
   return look(large, 4096) + 1;
}

int main(void)
{
   fill(large, 4096);
   fill(small, 1024);
   return again() == 0;
}
