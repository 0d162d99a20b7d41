/* Alternate stacks, an overflow that is survived, contexts, huge frames, alloca. */
#define _GNU_SOURCE
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

static sigjmp_buf back;
static ucontext_t mine, other;
static volatile int handled;
static char alternate[1 << 16];

static void overflowed(int s)
{
   char here;
   handled = &here >= alternate && &here < alternate + sizeof alternate;
   siglongjmp(back, 1);
}

__attribute__((noinline)) static int deep(int n)
{
   volatile char frame[4096];
   frame[0] = (char)n;
   frame[4095] = frame[0];
   return n == 0 ? frame[4095] : deep(n - 1) + frame[0] + 1;
}

__attribute__((noinline)) static long huge(int n)
{
   char frame[1 << 20];
   long sum = 0;
   int i;
   memset(frame, n, sizeof frame);
   for (i = 0; i < 1 << 20; i += 4096)
      sum += frame[i];
   return n == 0 ? sum : sum + huge(n - 1);
}

static void coroutine(int n)
{
   int i;
   for (i = 0; i < n; i++) {
      printf("there %d\n", i);
      swapcontext(&other, &mine);
   }
}

int main(void)
{
   stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
   struct sigaction a = {.sa_handler = overflowed, .sa_flags = SA_ONSTACK};
   int i;
   char *p;
   sigaltstack(&stack, NULL);
   sigaction(SIGSEGV, &a, NULL);
   for (i = 0; i < 3; i++)
      if (sigsetjmp(back, 1) == 0)
         printf("%d\n", deep(1 << 20));
      else
         printf("overflow, on the alternate stack: %d\n", handled);
   printf("deep %d, huge %ld\n", deep(100), huge(5));
   p = alloca(3 << 20);
   memset(p, 1, 3 << 20);
   printf("alloca %d\n", p[(3 << 20) - 1]);
   getcontext(&other);
   other.uc_stack.ss_sp = mmap(NULL, 1 << 18, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   other.uc_stack.ss_size = 1 << 18;
   other.uc_link = &mine;
   makecontext(&other, (void (*)(void))coroutine, 1, 3);
   for (i = 0; i < 4; i++) {
      printf("here %d\n", i);
      swapcontext(&mine, &other);
   }
   return 42;
}
