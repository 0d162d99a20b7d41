/*--------------------------------------------------------------------*/
/*--- tslmap: runs a fuzzer's kept inputs.               replay.c  ---*/
/*--------------------------------------------------------------------*/

/* In place of libFuzzer, for compilers that have none: each file that is named
   is one input. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
   int i;
   for (i = 1; i < argc; i++) {
      FILE *file = fopen(argv[i], "rb");
      uint8_t *bytes;
      long n;
      if (file == NULL) {
         perror(argv[i]);
         return 2;
      }
      fprintf(stderr, "%s\n", argv[i]);
      fseek(file, 0, SEEK_END);
      n = ftell(file);
      rewind(file);
      bytes = malloc((size_t)n + (n == 0));
      if (fread(bytes, 1, (size_t)n, file) != (size_t)n)
         return 2;
      fclose(file);
      LLVMFuzzerTestOneInput(bytes, (size_t)n);
      free(bytes);
   }
   printf("%d inputs\n", argc - 1);
   return 0;
}
