/* Stores to 64 pages of 4096 bytes, to one word of each, ten times over; the loops are
   in registers, so nothing else is touched in between. */
static char spread[64][4096] __attribute__((aligned(4096)));

__attribute__((noinline)) static void visit(volatile char *page)
{
   int pass, i;
   for (pass = 0; pass < 10; pass++)
      for (i = 0; i < 64; i++)
         page[4096 * i] = 1;
}

int main(void)
{
   visit(spread[0]);
   return 0;
}
