/* Threads that lock, wait, are cancelled, have data and signals of their own; forks among them. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 8
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static __thread int own;
static int next, sum;
static sem_t ready;
static volatile sig_atomic_t signalled;

static void note(int s) { signalled++; }
static void cleanup(void *what) { printf("cleanup of %s\n", (const char *)what); }

static void *in_turn(void *number)
{
   const int me = (int)(long)number;
   int i;
   for (i = 0; i < 1000; i++)
      own++;
   pthread_barrier_wait(&barrier);
   pthread_mutex_lock(&lock);
   while (next != me)
      pthread_cond_wait(&turn, &lock);
   sum += own;
   printf("thread %d: %d\n", me, sum);
   next++;
   pthread_cond_broadcast(&turn);
   pthread_mutex_unlock(&lock);
   return number;
}

static void *forever(void *nothing)
{
   pthread_cleanup_push(cleanup, "a thread");
   sem_post(&ready);
   for (;;)
      pause();
   pthread_cleanup_pop(0);
   return NULL;
}

static void *forks(void *nothing)
{
   int i, all = 0;
   for (i = 0; i < 5; i++) {
      int status;
      pid_t child = fork();
      if (child == 0) {
         pthread_t t;
         pthread_create(&t, NULL, forever, NULL); /* ends with the process */
         sem_wait(&ready);
         _exit(i + own);
      }
      waitpid(child, &status, 0);
      all += WEXITSTATUS(status);
   }
   return (void *)(long)all;
}

static void *loop(void *nothing)
{
   for (;;)
      pthread_testcancel();
}

int main(void)
{
   struct sigaction a = {.sa_handler = note};
   pthread_t t[THREADS], x;
   void *result;
   long i;
   sem_init(&ready, 0, 0);
   sigaction(SIGUSR1, &a, NULL);
   pthread_barrier_init(&barrier, NULL, THREADS);
   for (i = 0; i < THREADS; i++)
      pthread_create(&t[i], NULL, in_turn, (void *)i);
   for (i = 0; i < THREADS; i++)
      pthread_join(t[i], NULL);
   fflush(stdout);
   pthread_create(&x, NULL, forks, NULL);
   pthread_join(x, &result);
   printf("forks in a thread: %ld\n", (long)result);
   pthread_create(&x, NULL, forever, NULL);
   sem_wait(&ready);
   pthread_kill(x, SIGUSR1);
   while (!signalled)
      sched_yield();
   pthread_cancel(x);
   pthread_join(x, &result);
   printf("cancelled: %d\n", result == PTHREAD_CANCELED);
   pthread_create(&x, NULL, loop, NULL); /* the process ends while it runs */
   fflush(stdout);
   pthread_exit((exit(43), NULL));
}
