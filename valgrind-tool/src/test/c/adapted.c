/* Functions that are called very often, in threads, signals' handlers, recursion, jumps out of
   functions and forked processes: adapted WAY CALLS. */

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENTRIES (1u << 21)

static volatile int *table;
static __thread int own[64];
static jmp_buf back;

static unsigned next(unsigned x) { return x * 1664525u + 1013904223u; }

/* Wastes nothing: six accesses to lines that stay in a cache. */
__attribute__((noinline)) int harmless(unsigned i)
{
   own[i & 63] += 1;
   own[i + 1 & 63] ^= 3;
   return own[i + 2 & 63] + own[i + 3 & 63];
}

/* Each access misses. */
__attribute__((noinline)) int probe(unsigned i) { return table[i & ENTRIES - 1]; }

/* Accesses near or far, as the mask says. */
__attribute__((noinline)) int turns(unsigned i, unsigned mask)
{
   int sum = 0;
   unsigned k;
   for (k = 0; k < 256; k++, i = next(i))
      sum += table[(i >> 3) & mask];
   return sum;
}

/* Loads from 2048 lines in a row, which are others from time to time. */
__attribute__((noinline)) int moves(unsigned i)
{
   volatile int *const line = table + 16 * 2048 * (i / 128) % ENTRIES;
   int sum = 0;
   unsigned k;
   for (k = 0; k < 2048; k++)
      sum += line[16 * k];
   return sum;
}

__attribute__((noinline)) int deep(unsigned i, int depth)
{
   volatile int here[4] = {(int)i};
   return depth == 0 ? harmless(i) : deep(i + 1, depth - 1) + here[depth & 3];
}

/* Its first block has no access where the compiler saves registers later. */
__attribute__((noinline, optimize("O2"))) int tree(int depth)
{
   return depth < 2 ? depth : tree(depth - 1) + tree(depth - 2);
}

__attribute__((noinline)) void jumps(unsigned i)
{
   if (harmless(i) != -1)
      longjmp(back, 1);
}

static void on_signal(int number) { harmless((unsigned)number); }

static void *work(void *calls)
{
   uintptr_t i;
   unsigned x = 1;
   for (i = 0; i < (uintptr_t)calls; i++) {
      harmless((unsigned)i);
      x = next(x);
      probe(x >> 3);
   }
   return NULL;
}

int main(int argc, char **argv)
{
   const long calls = argc > 2 ? atol(argv[2]) : 1000;
   const char *way = argc > 1 ? argv[1] : "plain";
   pthread_t thread[4];
   long i;
   unsigned x = 1;
   table = calloc(ENTRIES + 1, sizeof(int));
   signal(SIGUSR1, on_signal);
   if (strcmp(way, "threads") == 0) {
      for (i = 0; i < 4; i++)
         pthread_create(&thread[i], NULL, work, (void *)(calls / 4));
      for (i = 0; i < 4; i++)
         pthread_join(thread[i], NULL);
   } else if (strcmp(way, "signals") == 0) {
      for (i = 0; i < calls; i++)
         if (harmless((unsigned)i) > -1 && i % 1000 == 0)
            raise(SIGUSR1);
   } else if (strcmp(way, "deep") == 0) {
      for (i = 0; i < calls / 8; i++)
         deep((unsigned)i, 7);
   } else if (strcmp(way, "jumps") == 0) {
      for (volatile long k = 0; k < calls; k++)
         if (setjmp(back) == 0)
            jumps((unsigned)k);
   } else if (strcmp(way, "forks") == 0) {
      work((void *)(calls / 3));
      if (fork() == 0) {
         work((void *)(calls / 3));
         _exit(0);
      }
      wait(NULL);
      work((void *)(calls / 3));
   } else if (strcmp(way, "turns") == 0) {
      for (i = 0; i < calls; i++) {
         x = next(x);
         turns(x >> 3, i < calls / 2 ? 255 : ENTRIES - 1);
      }
   } else if (strcmp(way, "tree") == 0) {
      for (i = 0; i < calls / 40; i++)
         harmless((unsigned)tree(7));
   } else if (strcmp(way, "moves") == 0) {
      for (i = 0; i < calls; i++)
         moves((unsigned)i);
   } else {
      work((void *)calls);
   }
   return 0;
}
