/* String instructions and library string functions. */
#include <stdio.h>
#include <string.h>

static char x[3000], y[3000];

int main(void)
{
   void *from = x, *to = y;
   long n = 100;
   memset(x, 'a', 2999);
   memcpy(y, x, 2777);
   memmove(x + 3, x, 1000);
   __asm__ volatile("cld; rep movsb" : "+S"(from), "+D"(to), "+c"(n) : : "memory");
   n = 50;
   __asm__ volatile("rep stosq" : "+D"(to), "+c"(n) : "a"(0L) : "memory");
   from = x;
   to = y;
   n = 300;
   __asm__ volatile("repe cmpsb" : "+S"(from), "+D"(to), "+c"(n) : : "memory", "cc");
   to = y;
   n = 900;
   __asm__ volatile("repne scasb" : "+D"(to), "+c"(n) : "a"('q') : "memory", "cc");
   from = x;
   __asm__ volatile("lodsw; lodsl" : "+S"(from) : : "rax", "memory");
   printf("%zu %d %s\n", strlen(x), strcmp(x, y), strchr("hello", 'l'));
   return 0;
}
