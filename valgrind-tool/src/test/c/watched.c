/* Variables and blocks to be watched: two function statics of one name, 10 and 20 stores;
   blocks made by make, 30 stores while they are live, and by another, 40 stores; 50 stores to an
   array that has a name for the last 20 of them. */
#include <stdlib.h>
#include <tslmap.h>

volatile long table[50];

__attribute__((noinline)) static void fill(volatile long *at, int n)
{
   int i;
   for (i = 0; i < n; i++)
      at[i] = i;
}

__attribute__((noinline)) static void one(void)
{
   static volatile long cell[10];
   fill(cell, 10);
}

__attribute__((noinline)) static void two(void)
{
   static volatile long cell[20];
   fill(cell, 20);
}

__attribute__((noinline)) static long *make(int n)
{
   long *p = malloc(n * sizeof *p);
   __asm__ volatile("" : : : "memory");
   return p;
}

__attribute__((noinline)) static long *another(int n)
{
   long *p = calloc(n, sizeof *p);
   __asm__ volatile("" : : : "memory");
   return p;
}

int main(void)
{
   long *p = make(10), *q = make(20), *r = another(40);
   one();
   two();
   fill(p, 10);
   fill(r, 40);
   fill(q, 20);
   free(p);
   free(q);
   p = another(10); /* where one of make's was */
   fill(p, 10);
   free(p);
   free(r);
   fill(table, 30);
   TSLMAP_NAME(table, sizeof table, "by name");
   fill(table + 30, 20);
   return 0;
}
