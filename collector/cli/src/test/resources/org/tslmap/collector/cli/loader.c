#include <dlfcn.h>
#include <pthread.h>

static void (*touch)(int);

static void *thread(void *unused)
{
   touch(20);
   return unused;
}

int main(int argc, char **argv)
{
   pthread_t other;
   void *library = dlopen(argv[argc - 1], RTLD_NOW);
   if (library == 0)
      return 1;
   touch = (void (*)(int))dlsym(library, "touch");
   touch(30);
   if (pthread_create(&other, 0, thread, 0) != 0 || pthread_join(other, 0) != 0)
      return 1;
   touch(7);
   return 0;
}
