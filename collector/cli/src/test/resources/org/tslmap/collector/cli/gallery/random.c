/* Updates of a table at places without order. */
#include <stdint.h>
#include <stdio.h>

#define BITS 20

static uint64_t table[1 << BITS];

__attribute__((noipa)) static void update(uint64_t state)
{
   for (int i = 0; i < 4000000; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      table[state >> (64 - BITS)] ^= state;
   }
}

int main(void)
{
   update(1);
   printf("%llu\n", (unsigned long long)table[5]);
   return 0;
}
