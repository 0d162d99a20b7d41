/* A program whose names, arguments, data and sources attack whoever looks at its profile. SECRET is
   a file that only its debug information names. */
#include "tslmap.h"

static volatile long table[64];
static volatile long sum;

#line 1 SECRET
__attribute__((noinline)) void steal(void) {
  for (int i = 0; i < 64; i++)
    sum += table[i];
}

#line 1 "sour\033[2Jce\n.c"
__attribute__((noinline)) void evil(void) {
  for (int i = 0; i < 64; i++)
    table[i] = i;
}

#line 21 "hostile.c"
int main(void) {
  TSLMAP_NAME(table, sizeof table, "da\033]0;pwned\007ta\nfake row 1 2 3");
  TSLMAP_PHASE("pha\033[31mse\n");
  evil();
  steal();
  return 0;
}
