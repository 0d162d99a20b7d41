/* What a program finds on its stack when it starts, and what it may do with it. */

#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void say(const char *what, long value) { printf("%s %ld\n", what, value); }

/* Valgrind's own variables hold paths of the tool. */
static int own(const char *variable)
{
   return strncmp(variable, "LD_", 3) != 0 && strncmp(variable, "VALGRIND", 8) != 0;
}

static void texts(int argc, char **argv)
{
   long gaps = 0, total = 0;
   char **e;
   for (int i = 0; i < argc; i++) {
      if (argc < 100)
         printf("argument %s\n", argv[i]);
      total += strlen(argv[i]);
      gaps += i > 0 && argv[i] != argv[i - 1] + strlen(argv[i - 1]) + 1;
   }
   say("gaps between arguments", gaps);
   say("bytes of arguments", total);
   say("arguments end", argv[argc] == NULL);
   say("environment follows", environ == argv + argc + 1);
   for (total = 0, e = environ; *e != NULL; e++) {
      if (own(*e))
         total += strlen(*e);
      if (own(*e) && argc < 100)
         printf("variable %s\n", *e);
   }
   say("bytes of variables", total);
}

static void vector(void)
{
   Elf64_auxv_t all[100];
   const Elf64_auxv_t *found;
   char **e = environ;
   int fd = open("/proc/self/auxv", O_RDONLY);
   long n = read(fd, all, sizeof all) / (long)sizeof *all;
   const unsigned char *random = (const unsigned char *)getauxval(AT_RANDOM);
   int sum = 0;
   close(fd);
   while (*e != NULL)
      e++;
   found = (const Elf64_auxv_t *)(e + 1);
   say("vector as the kernel tells", memcmp(found, all, n * sizeof *all) == 0);
   say("entries", n);
   for (int i = 0; i < n; i++)
      switch (all[i].a_type) {
      case AT_EXECFN:
      case AT_PLATFORM:
         printf("%s\n", (char *)all[i].a_un.a_val);
         break;
      case AT_RANDOM:
      case AT_IGNORE:
      case AT_PHDR: /* addresses differ from run to run without Valgrind */
      case AT_BASE:
      case AT_ENTRY:
      case AT_SYSINFO_EHDR:
         break;
      default:
         printf("%ld: %lx\n", (long)all[i].a_type, (long)all[i].a_un.a_val);
      }
   for (int i = 0; i < 16; i++)
      sum |= random[i];
   say("random bytes", sum != 0);
}

static long deep(long depth)
{
   volatile char frame[4096];
   frame[0] = 1;
   frame[sizeof frame - 1] = (char)depth;
   return depth == 0 ? frame[0] : deep(depth - 1) + frame[0];
}

static void bounds(char **argv)
{
   pthread_attr_t attributes;
   void *base;
   size_t bytes;
   char here;
   pthread_getattr_np(pthread_self(), &attributes);
   pthread_attr_getstack(&attributes, &base, &bytes);
   say("on the main stack", &here >= (char *)base && &here < (char *)base + bytes);
   say("aligned", (uintptr_t)(argv - 1) % 16);
   say("deep", deep(1500));
}

int main(int argc, char **argv)
{
   const char *again = getenv("START_AGAIN");
   char *const program = strdup(argv[0]);
   texts(argc, argv);
   vector();
   bounds(argv);
   memset(argv[0], 'x', strlen(argv[0]));
   setenv("OF_ITS_OWN", "value", 1);
   printf("%s %s\n", argv[0], getenv("OF_ITS_OWN"));
   if (again == NULL) {
      static char *many[30002];
      for (int i = 0; i < 30001; i++)
         many[i] = "argument";
      fflush(stdout);
      if (fork() == 0) {
         setenv("START_AGAIN", "1", 1);
         many[0] = program;
         execv(program, many);
         _exit(1);
      }
      wait(NULL);
   }
   return 3;
}
