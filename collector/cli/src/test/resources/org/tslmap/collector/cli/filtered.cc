#include <cstdlib>

/* A small function whose accesses tell nothing new, and one that wastes them. */

struct Set {
   long v[1000];
   Set();
   __attribute__((noipa)) long get(int i, int k) const
   {
      return v[i] + v[k];
   }
};

__attribute__((noipa)) Set::Set()
{
   for (long &one : v)
      one = 1;
}

static long *table;

__attribute__((noipa)) long probe(unsigned long n)
{
   return table[n * 2654435761u % (1ul << 21)];
}

int main()
{
   Set set;
   long sum = 0;
   table = static_cast<long *>(calloc(1ul << 21, 8));
   for (int round = 0; round < 600; round++) {
      for (int i = 0; i + 1 < 1000; i++)
         sum += set.get(i, i + 1);
      for (int i = 0; i < 300; i++)
         sum += probe(round * 300 + i);
   }
   return sum != 600 * 999 * 2;
}
