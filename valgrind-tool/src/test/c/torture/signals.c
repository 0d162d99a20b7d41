/* Handlers with and without information, masks, queues, timers, faults that are survived. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t seen[65];
static sigjmp_buf back;
static volatile int zero;

static void count(int s) { seen[s]++; }

static void informed(int s, siginfo_t *i, void *context)
{
   seen[s] += i->si_value.sival_int;
   if (s == SIGRTMIN && seen[s] < 3)
      raise(SIGUSR2);
}

static void leave(int s) { siglongjmp(back, s); }

static void survive(const char *what, int s, void (*fault)(void))
{
   struct sigaction a = {.sa_handler = leave};
   sigaction(s, &a, NULL);
   if (sigsetjmp(back, 1) == 0)
      fault();
   else
      printf("%s survived\n", what);
}

static void load(void) { printf("%d\n", *(volatile int *)8); }
static void store(void) { *(volatile long *)16 = 1; }
static void divide(void) { printf("%d\n", 7 / zero); }
static void illegal(void) { __asm__ volatile("ud2"); }
static void trap(void) { __asm__ volatile("int3"); }

int main(void)
{
   struct sigaction a = {.sa_handler = count}, b = {.sa_sigaction = informed, .sa_flags = SA_SIGINFO};
   struct itimerval once = {.it_value = {0, 1000}};
   struct signalfd_siginfo info;
   union sigval v = {.sival_int = 1};
   sigset_t set, old;
   int i, fd, status;
   sigaction(SIGUSR1, &a, NULL);
   sigaction(SIGUSR2, &a, NULL);
   sigaction(SIGALRM, &a, NULL);
   sigaction(SIGCHLD, &a, NULL);
   sigaction(SIGRTMIN, &b, NULL);
   for (i = 0; i < 100; i++)
      raise(SIGUSR1);
   sigemptyset(&set);
   sigaddset(&set, SIGRTMIN);
   sigaddset(&set, SIGUSR1);
   sigprocmask(SIG_BLOCK, &set, &old);
   for (i = 0; i < 5; i++)
      sigqueue(getpid(), SIGRTMIN, v);
   raise(SIGUSR1);
   raise(SIGUSR1); /* one of them counts */
   sigprocmask(SIG_SETMASK, &old, NULL);
   printf("usr1 %d usr2 %d queued %d\n", seen[SIGUSR1], seen[SIGUSR2], seen[SIGRTMIN]);
   sigprocmask(SIG_BLOCK, NULL, &old);
   sigaddset(&old, SIGALRM);
   sigprocmask(SIG_SETMASK, &old, NULL);
   setitimer(ITIMER_REAL, &once, NULL);
   sigdelset(&old, SIGALRM);
   while (!seen[SIGALRM])
      sigsuspend(&old);
   sigprocmask(SIG_SETMASK, &old, NULL);
   printf("alarm %d\n", seen[SIGALRM]);
   survive("load", SIGSEGV, load);
   survive("store", SIGSEGV, store);
   survive("division", SIGFPE, divide);
   survive("illegal instruction", SIGILL, illegal);
   survive("trap", SIGTRAP, trap);
   sigemptyset(&set);
   sigaddset(&set, SIGHUP);
   sigprocmask(SIG_BLOCK, &set, NULL);
   fd = signalfd(-1, &set, 0);
   kill(getpid(), SIGHUP);
   memset(&info, 0, sizeof info);
   printf("read %d of signal %u\n", (int)read(fd, &info, sizeof info), info.ssi_signo);
   kill(getpid(), SIGHUP);
   sigwait(&set, &i);
   printf("waited for %d\n", i);
   fflush(stdout);
   if (fork() == 0)
      raise(SIGKILL);
   wait(&status);
   printf("child %d, handler %d\n", WTERMSIG(status), seen[SIGCHLD]);
   fprintf(stderr, "to standard error\n");
   return 41;
}
