#include <stdio.h>

/* A loop from a header, inlined. */

long numbers[100];

#line 11 "numbers.h"
__attribute__((always_inline)) static inline long sum(const long *from, int n) {
   long sum = 0;
   for (int i = 0; i < n; i++)
      sum += from[i];
   return sum;
}
#line 16 "inlined.c"

int main(void) {
   printf("%ld\n", sum(numbers, 100));
   return 0;
}
