/* Looks through its environment again and again. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
   long found = 0;
   int i;
   for (i = 0; i < 20000; i++)
      found += getenv("NO_SUCH_VARIABLE") != NULL;
   printf("%ld\n", found);
   return 0;
}
