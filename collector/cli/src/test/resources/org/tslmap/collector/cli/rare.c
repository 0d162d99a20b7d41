/*
 * Follows indices once, when they have never been used, and then thousands of times when they are in
 * the cache, now and then between other work.
 */
#define TIMES 5000

static const volatile unsigned next[1024] = {[0] = 256, [256] = 512, [512] = 768, [768] = 0};
static volatile long small[16];

__attribute__((noinline)) static unsigned follow(void)
{
   unsigned at = next[0];
   at = next[at];
   at = next[at];
   return next[at];
}

__attribute__((noinline)) static void work(void)
{
   for (int i = 0; i < 1000; i++)
      small[i % 16]++;
}

int main(void)
{
   unsigned sum = follow();
   for (int i = 0; i < 1100; i++)
      work();
   for (int i = 0; i < TIMES; i++) {
      sum += follow();
      work();
   }
   return sum != 0;
}
