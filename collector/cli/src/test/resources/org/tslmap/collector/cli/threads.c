/* Two threads besides the first: one stores 700 words, the other adds three times to 900. */
#include <pthread.h>

static volatile long one[700];
static volatile long two[900];

static void *fill_one(void *unused)
{
   for (int i = 0; i < 700; i++)
      one[i] = i;
   return unused;
}

static void *fill_two(void *unused)
{
   for (int k = 0; k < 3; k++)
      for (int i = 0; i < 900; i++)
         two[i] += i;
   return unused;
}

int main(void)
{
   pthread_t a;
   pthread_t b;
   pthread_create(&a, NULL, fill_one, NULL);
   pthread_create(&b, NULL, fill_two, NULL);
   pthread_join(a, NULL);
   pthread_join(b, NULL);
   return 0;
}
