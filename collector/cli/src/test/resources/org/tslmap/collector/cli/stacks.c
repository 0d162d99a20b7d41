/* Paths of calls: work is called from two lines, fill from one, and twice is inlined into work. */
static volatile double table[64];

__attribute__((always_inline)) static inline double twice(int i)
{
   return table[i] + table[i]; /* line 6 */
}

__attribute__((noinline)) static void fill(void)
{
   for (int i = 0; i < 64; i++)
      table[i] = i; /* line 12 */
}

__attribute__((noinline)) static double work(int n)
{
   double sum = 0;
   for (int i = 0; i < n; i++)
      sum += twice(i);
   table[0] = sum; /* line 20 */
   return sum;
}

__attribute__((noinline)) static double once(int n)
{
   double sum = 0;
   for (int i = 0; i < n; i++)
      sum += twice(i);
   return sum;
}

int main(void)
{
   fill();                 /* line 34 */
   double sum = work(64);  /* line 35 */
   sum += work(32);        /* line 36 */
   sum += once(16);        /* line 37 */
   return sum < 0;
}
