/* Two threads allocate blocks of their own sizes, 1000 + i and 2000 + i bytes; a forked child
   frees one of two blocks that its parent has, and allocates one. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <tslmap.h>
#include <unistd.h>

static char named[64];

static void *allocate(void *first)
{
   int i;
   for (i = 0; i < 50; i++) {
      void *volatile p = malloc((long)first + i);
      free(p);
   }
   return NULL;
}

int main(void)
{
   pthread_t one, two;
   void *volatile kept, *volatile freed;
   TSLMAP_PHASE("threads");
   pthread_create(&one, NULL, allocate, (void *)1000);
   pthread_create(&two, NULL, allocate, (void *)2000);
   pthread_join(one, NULL);
   pthread_join(two, NULL);
   TSLMAP_PHASE("child");
   TSLMAP_NAME(named, sizeof named, "both");
   kept = malloc(4321);
   freed = malloc(4322);
   if (fork() == 0) {
      TSLMAP_PHASE("in the child");
      free(freed);
      freed = malloc(4323);
      _exit(0);
   }
   wait(NULL);
   free(kept);
   return 0;
}
