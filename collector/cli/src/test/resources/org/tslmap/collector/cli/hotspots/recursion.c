/* A recursion whose frames need 200 times as much as the cache: each is back too late. */
#define DEPTH 8000

__attribute__((noipa)) static long depth(long level)
{
   long path[8];
   for (int i = 0; i < 8; i++)
      path[i] = level + i; /* line 8 */
   if (level > 0)
      path[level & 7] += depth(level - 1);
   return path[0] + path[level & 7] + path[7]; /* line 11 */
}

int main(void)
{
   long sum = 0;
   for (int t = 0; t < 20; t++)
      sum += depth(DEPTH);
   return sum == 1;
}
