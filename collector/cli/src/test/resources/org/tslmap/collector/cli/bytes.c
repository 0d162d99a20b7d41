/* Prints its arguments in hexadecimal, and its locale. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
   const char *locale = getenv("LC_ALL"), *launcher = getenv("TSLMAP_LC_ALL");
   int i;
   for (i = 1; i < argc; i++) {
      const unsigned char *p = (const unsigned char *)argv[i];
      while (*p)
         printf("%02x", *p++);
      printf("\n");
   }
   printf("LC_ALL %s%s\n", locale ? locale : "unset", launcher ? " and the launcher's" : "");
   return 7;
}
