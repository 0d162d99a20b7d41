/* Stores of two words, aligned and not, a hundred of each. */
typedef long pair __attribute__((vector_size(16)));
typedef long anywhere __attribute__((vector_size(16), aligned(1)));

static char memory[4096] __attribute__((aligned(4096)));

__attribute__((noinline)) static void aligned(volatile pair *to)
{
   int i;
   for (i = 0; i < 100; i++)
      to[i] = (pair){1, 2};
}

__attribute__((noinline)) static void unaligned(volatile anywhere *to)
{
   int i;
   for (i = 0; i < 100; i++)
      to[i] = (anywhere){1, 2};
}

int main(void)
{
   aligned((volatile pair *)memory);
   unaligned((volatile anywhere *)(memory + 4));
   return 0;
}
