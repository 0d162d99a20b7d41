/* Memory that moves, shrinks, changes its rights, is shared with itself. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
static char *guarded;
static volatile int opened;
static sigjmp_buf back;
static char *volatile p, *volatile q, *volatile end; /* static: they outlive a jump */
static volatile int i, fd;
static volatile long sum;

static void leave(int s) { siglongjmp(back, 1); }

static char *map(size_t bytes, int rights)
{
   return mmap(NULL, bytes, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(void)
{
   struct sigaction a = {.sa_handler = leave};
   setvbuf(stdout, NULL, _IONBF, 0);
   sigaction(SIGSEGV, &a, NULL);
   guarded = map(16 * PAGE, PROT_NONE);
   for (i = 0; i < 16 * PAGE; i += 512)
      if (sigsetjmp(back, 1) == 0)
         guarded[i] = 1;
      else
         mprotect(guarded + PAGE * opened++, PAGE, PROT_READ | PROT_WRITE);
   printf("opened %d\n", opened);
   p = map(8 * PAGE, PROT_READ | PROT_WRITE);
   memset(p, 7, 8 * PAGE);
   munmap(p + 2 * PAGE, 2 * PAGE);
   if (sigsetjmp(back, 1) == 0)
      p[3 * PAGE] = 1;
   else
      printf("the hole faults\n");
   q = mmap(p + 2 * PAGE, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   printf("filled %d, %d %d\n", q == p + 2 * PAGE, q[0], p[PAGE]);
   p = mremap(p, 8 * PAGE, 64 * PAGE, MREMAP_MAYMOVE);
   printf("larger %d %d\n", p[7 * PAGE], p[63 * PAGE]);
   p = mremap(p, 64 * PAGE, PAGE, 0);
   printf("smaller %d\n", p[10]);
   fd = memfd_create("twice", 0);
   ftruncate(fd, 4 * PAGE);
   p = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   q = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   for (i = 0; i < 4 * PAGE; i++)
      p[i] = (char)i;
   for (i = 0; i < 4 * PAGE; i++)
      sum += q[i];
   printf("twice %ld\n", sum);
   mprotect(q, PAGE, PROT_READ);
   if (sigsetjmp(back, 1) == 0)
      q[0] = 1;
   else
      printf("read only\n");
   p = map(4 * PAGE, PROT_READ | PROT_WRITE);
   memset(p, 5, 4 * PAGE);
   madvise(p, 4 * PAGE, MADV_DONTNEED);
   printf("dropped %d\n", p[100]);
   end = sbrk(0);
   printf("brk %d\n", sbrk(3 * PAGE) == end);
   memset(end, 3, 3 * PAGE);
   sbrk(-3 * PAGE);
   printf("mmap fails: %d\n", mmap((void *)1, PAGE, PROT_READ, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                 == MAP_FAILED && errno == EINVAL);
   for (i = 0; i < 2000; i++) {
      p = map(PAGE << (i % 5), PROT_READ | PROT_WRITE);
      p[0] = 1;
      munmap(p, PAGE << (i % 5));
   }
   return 45;
}
