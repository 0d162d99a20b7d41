/* Walks ten times down a column of 64 rows of 4096 bytes, which all fall into one set of a
   cache of 64 sets, and down one of rows that are a line longer, which do not. */
static char rows[64][4096] __attribute__((aligned(4096)));
static char padded[64][4096 + 64] __attribute__((aligned(4096)));

__attribute__((noinline)) static void collide(volatile char *first)
{
   int pass, i;
   for (pass = 0; pass < 10; pass++)
      for (i = 0; i < 64; i++)
         first[sizeof rows[0] * i] = 1;
}

__attribute__((noinline)) static void spread(volatile char *first)
{
   int pass, i;
   for (pass = 0; pass < 10; pass++)
      for (i = 0; i < 64; i++)
         first[sizeof padded[0] * i] = 1;
}

int main(void)
{
   collide(rows[0]);
   spread(padded[0]);
   return 0;
}
