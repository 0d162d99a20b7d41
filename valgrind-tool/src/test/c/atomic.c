/* Compare-and-swap of one and two words, locked arithmetic. */
#include <stdio.h>

static long counter;
static int small;
static unsigned char byte;
static __int128 wide __attribute__((aligned(16)));

int main(void)
{
   long lo = 0, hi = 0, i;
   for (i = 0; i < 50; i++) {
      __sync_fetch_and_add(&counter, i);
      __sync_bool_compare_and_swap(&counter, 10, 11);
      __sync_bool_compare_and_swap(&small, (int)i, (int)i + 1);
      __sync_lock_test_and_set(&byte, (unsigned char)i);
      __atomic_or_fetch(&small, 64, __ATOMIC_SEQ_CST);
   }
   __asm__ volatile("lock cmpxchg16b %0" : "+m"(wide), "+a"(lo), "+d"(hi) : "b"(1L), "c"(2L) : "cc");
   __asm__ volatile("lock cmpxchg16b %0" : "+m"(wide), "+a"(lo), "+d"(hi) : "b"(3L), "c"(4L) : "cc");
   printf("%ld %d %d %ld\n", counter, small, byte, lo);
   return 0;
}
