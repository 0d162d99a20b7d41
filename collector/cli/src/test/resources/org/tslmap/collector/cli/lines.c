/* Two files of the same name, with functions that are inlined. */

static long numbers[300];

#line 11 "one/part.h"
__attribute__((always_inline)) static inline void fill(long *to, int n)
{
   for (int i = 0; i < n; i++)
      to[i] = i;
}
#line 13 "two/part.h"
__attribute__((always_inline)) static inline long sum(const long *from, int n)
{
   long sum = 0;
   for (int i = 0; i < n; i++)
      sum += from[i];
   return sum;
}
#line 22 "lines.c"

int main(void)
{
   fill(numbers, 300);
   return sum(numbers, 200) == 0;
}
