/* refined N: an expensive function whose accesses are all harmless, N million of them, and
   one that wastes most of its own, of which there are few.
   refined N FILE: appends a byte to FILE, and does N times as much for each that is there.
   Anything else fails. */

#include <stdio.h>
#include <stdlib.h>

#define WORDS (4 << 20)
#define STRIDE 8

static long table[64];
static long *large;

__attribute__((noinline)) static long harmless(long n)
{
   long sum = 0;
   for (long i = 0; i < n; i++)
      sum += ((volatile long *)table)[i % 64];
   return sum;
}

__attribute__((noinline)) static long wasteful(void)
{
   long sum = 0;
   for (long start = 0; start < 2; start++)
      for (long i = start; i < WORDS; i += STRIDE)
         sum += large[i];
   return sum;
}

static long size_of_file(const char *name)
{
   FILE *file = fopen(name, "a+");
   if (file == NULL || fputc('x', file) == EOF || fflush(file) != 0)
      return 0;
   long size = ftell(file);
   fclose(file);
   return size;
}

int main(int argc, char **argv)
{
   long millions = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
   if (millions <= 0) {
      fprintf(stderr, "expected how many millions\n");
      return 3;
   }
   if (argc > 2)
      millions *= size_of_file(argv[2]);
   large = malloc(WORDS * sizeof *large);
   for (long i = 0; i < WORDS; i += STRIDE)
      large[i] = i;
   printf("%ld\n", harmless(millions * 1000000) + wasteful());
   free(large);
   return 0;
}
