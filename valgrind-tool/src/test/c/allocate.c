/* Allocates in every way the C library has, and prints what of it is an event: A(llocated),
   F(reed), R(eallocated), function, address, bytes, previous address. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tslmap.h>

static char text[8192];
static int used;

static void say(const char *event, const void *address, size_t bytes, const void *previous)
{
   used += snprintf(text + used, sizeof text - used, "%s 0x%lx %zu 0x%lx\n", event,
                    (long)address, bytes, (long)previous);
}

static void release(void *p)
{
   say("F free", p, 0, NULL);
   free(p);
}

int main(void)
{
   void *p, *q, *r;
   TSLMAP_PHASE("calls");
   say("A malloc", p = malloc(1000), 1000, NULL);
   say("A malloc", q = malloc(1000), 1000, NULL);
   r = realloc(p, 5000); /* q is in the way */
   say("R realloc", r, 5000, p);
   if (r == p)
      say("the block did not move", r, 0, NULL);
   say("R realloc", p = realloc(r, 4000), 4000, r);
   if (p != r)
      say("the block moved", r, 0, NULL);
   if (realloc(p, PTRDIFF_MAX) != NULL || malloc(PTRDIFF_MAX) != NULL
       || calloc(SIZE_MAX / 2, 4) != NULL)
      say("more memory than there is", p, 0, NULL);
   release(q);
   free(NULL);
   say("A calloc", q = calloc(7, 6), 42, NULL);
   release(q);
   say("F realloc", p, 0, NULL);
   if (realloc(p, 0) != NULL)
      say("realloc kept a block of 0 bytes", p, 0, NULL);
   say("A realloc", p = realloc(NULL, 9), 9, NULL);
   release(p);
   if (posix_memalign(&p, 256, 33) == 0)
      say("A posix_memalign", p, 33, NULL);
   release(p);
   if (posix_memalign(&p, 3, 33) == 0)
      say("an alignment of 3", p, 33, NULL);
   say("A memalign", p = memalign(32, 65), 65, NULL);
   release(p);
   say("A memalign", p = aligned_alloc(64, 128), 128, NULL);
   release(p);
   say("A valloc", p = valloc(66), 66, NULL);
   release(p);
   say("A pvalloc", p = pvalloc(67), 67, NULL);
   release(p);
   say("A reallocarray", p = reallocarray(NULL, 3, 7), 21, NULL);
   say("R reallocarray", q = reallocarray(p, 300, 7), 2100, p);
   release(q);
   say("A malloc", p = strdup("inside the library"), 19, NULL);
   release(p);
   TSLMAP_PHASE_END();
   fputs(text, stdout);
   return 0;
}
