/* Two threads besides the first; each writes its own array a known number of
   times. */
#include <pthread.h>

volatile long one[700], two[900];

__attribute__((noinline)) static void *fill_one(void *unused)
{
   int i;
   for (i = 0; i < 700; i++)
      one[i] = i;
   return unused;
}

__attribute__((noinline)) static void *fill_two(void *unused)
{
   int i, k;
   for (k = 0; k < 3; k++)
      for (i = 0; i < 900; i++)
         two[i] += i;
   return unused;
}

int main(void)
{
   pthread_t a, b;
   pthread_create(&a, 0, fill_one, 0);
   pthread_create(&b, 0, fill_two, 0);
   pthread_join(a, 0);
   pthread_join(b, 0);
   return 0;
}
