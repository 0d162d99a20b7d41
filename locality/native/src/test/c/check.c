/*--------------------------------------------------------------------*/
/*--- tslmap: what the checks in C share.                check.c ---*/
/*--------------------------------------------------------------------*/

#include "check.h"

#include <sys/mman.h>

/*--------------------------------------------------------------------*/
/*--- Random numbers                                               ---*/
/*--------------------------------------------------------------------*/

uint64_t state;

uint64_t next_random(void)
{
   uint64_t z = (state += 0x9E3779B97F4A7C15ull);
   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
   z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
   return z ^ (z >> 31);
}

uint64_t below(uint64_t n)
{
   return next_random() % n;
}

/*--------------------------------------------------------------------*/
/*--- The surroundings of what is checked                          ---*/
/*--------------------------------------------------------------------*/

long mapped;

/* A page that must not be touched at both ends, so that overruns show. */
void *map(void *ctx, size_t bytes)
{
   char *p =
      mmap(NULL, bytes + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   (void)ctx;
   if (p == MAP_FAILED || mprotect(p + 4096, bytes, PROT_READ | PROT_WRITE)) {
      perror("mmap");
      exit(3);
   }
   mapped += (long)bytes;
   return p + 4096;
}

void unmap(void *ctx, void *p, size_t bytes)
{
   (void)ctx;
   mapped -= (long)bytes;
   munmap((char *)p - 4096, bytes + 8192);
}

void fail(void *ctx, const char *message)
{
   (void)ctx;
   fprintf(stderr, "check: the code that is checked gave up: %s\n", message);
   exit(1);
}
