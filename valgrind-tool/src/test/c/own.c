/* An allocator of the program's own under the library's names. A signal interrupts it, whose
   handler returns from functions, on a stack that lies above the interrupted thread's, and one
   call is left by longjmp from a handler. Prints what is an event, as allocate.c does. */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <tslmap.h>

static _Alignas(16) char area[1 << 20];
static size_t used;
static volatile int signals, returned;
static char text[4096];
static int length;
static sigjmp_buf back;

static void say(const char *event, const void *address, size_t bytes)
{
   length += snprintf(text + length, sizeof text - length, "%s 0x%lx %zu 0x0\n", event,
                      (long)address, bytes);
}

__attribute__((noinline)) void *malloc(size_t bytes)
{
   void *p = area + used;
   used += (bytes + 15) & ~15ul;
   if (signals)
      raise(signals);
   return p;
}

__attribute__((noinline)) void *calloc(size_t count, size_t bytes) { return malloc(count * bytes); }

void *realloc(void *old, size_t bytes)
{
   void *p = malloc(bytes);
   return old == NULL ? p : memcpy(p, old, bytes);
}

__attribute__((noinline)) void free(void *p) { __asm__ volatile("" : : "r"(p)); }

__attribute__((noinline)) static void return_once(void) { returned++; }

static void handle(int number)
{
   return_once();
   if (number == SIGUSR2)
      siglongjmp(back, 1);
   return_once();
}

static void *allocate(void *above)
{
   const stack_t stack = {.ss_sp = above, .ss_size = 65536};
   void *p;
   sigaltstack(&stack, NULL);
   TSLMAP_PHASE("calls");
   say("A malloc", p = malloc(10), 10);
   signals = SIGUSR1;
   say("A malloc", p = malloc(20), 20);
   say("A calloc", p = calloc(3, 10), 30);
   signals = SIGUSR2;
   if (sigsetjmp(back, 1) == 0)
      malloc(40);
   signals = 0;
   say("A malloc", p = malloc(50), 50);
   say("F free", p, 0);
   free(p);
   TSLMAP_PHASE_END();
   return NULL;
}

int main(void)
{
   char above[65536];
   struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
   pthread_t thread;
   sigaction(SIGUSR1, &action, NULL);
   sigaction(SIGUSR2, &action, NULL);
   pthread_create(&thread, NULL, allocate, above);
   pthread_join(thread, NULL);
   fputs(text, stdout);
   return returned != 5;
}
