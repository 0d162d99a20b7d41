#include <stdlib.h>

/* Copies a table of 512 fields, each by instructions of its own, to fresh memory now and then;
   between these a sweep has the table leave the caches. */

enum { FIELDS = 512, COPIES = 300, SWEPT = 32768 };

static volatile long table[FIELDS];
static volatile long swept[SWEPT];

#define F1(i) to[i] = table[i];
#define F8(i) F1(i) F1(i + 1) F1(i + 2) F1(i + 3) F1(i + 4) F1(i + 5) F1(i + 6) F1(i + 7)
#define F64(i) F8(i) F8(i + 8) F8(i + 16) F8(i + 24) F8(i + 32) F8(i + 40) F8(i + 48) F8(i + 56)

static __attribute__((noinline)) void copy(volatile long *to)
{
   F64(0) F64(64) F64(128) F64(192) F64(256) F64(320) F64(384) F64(448)
}

int main(void)
{
   for (int i = 0; i < COPIES; i++) {
      copy(malloc(FIELDS * sizeof(long)));
      for (int k = 0; k < SWEPT; k++)
         swept[k]++;
   }
   return 0;
}
