#include <emmintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int turn, done; static double v[4096];
static void *worker(void *a)
{
   for (int step = 0; step < 20; step++) {
      while (atomic_load(&turn) != 1)
         _mm_pause();
      for (int i = 0; i < 4096; i++) v[i] += i;
      atomic_store(&turn, 0);
   }
   return a;
}
int main(void)
{
   pthread_t t; pthread_create(&t, 0, worker, 0);
   for (int step = 0; step < 20; step++) {
      for (int i = 0; i < 4096; i++) v[i] *= 0.5;
      atomic_store(&turn, 1);
      while (atomic_load(&turn) != 0)
         _mm_pause();
   }
   pthread_join(t, 0); printf("%f\n", v[7]); return 0;
}
