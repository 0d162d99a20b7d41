#include <dlfcn.h>

/* Loads a plugin three times, each time where it was before. */
int main(int argc, char **argv)
{
   (void)argc;
   for (int i = 0; i < 3; i++) {
      void *plugin = dlopen(argv[1], RTLD_NOW);
      if (plugin == 0)
         return 1;
      ((void (*)(int))dlsym(plugin, "shared"))(10);
      dlclose(plugin);
   }
   return 0;
}
