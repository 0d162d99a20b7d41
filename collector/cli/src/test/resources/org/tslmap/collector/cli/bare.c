#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile int counter;

__attribute__((noinline)) static void heap(void)
{
   volatile char *block = malloc(80);
   for (int i = 0; i < 80; i++)
      block[i] = 1;
   free((void *)block);
}

__attribute__((noinline)) static int file(const char *name)
{
   int sum = 0;
   int descriptor = open(name, O_RDONLY);
   volatile char *text = mmap(0, 4096, PROT_READ, MAP_PRIVATE, descriptor, 0);
   if (text == MAP_FAILED)
      return 1;
   for (int i = 0; i < 48; i++)
      sum += text[i];
   return sum & 0;
}

int main(int argc, char **argv)
{
   for (int i = 0; i < 7; i++)
      counter++;
   heap();
   return argc < 2 ? 2 : file(argv[1]);
}
