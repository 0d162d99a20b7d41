/* Gives up system calls by a filter: first some fail, then more, as a program without a network has it,
   then they are deadly. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long table[100000];

static void work(const char *when)
{
   long i, k, sum = 0;
   for (k = 0; k < 30; k++)
      for (i = 0; i < 100000; i++)
         sum += table[i] += i ^ k;
   printf("%s: %ld\n", when, sum);
   fflush(stdout);
}

/* From now on these system calls end in a way. */
static void forbid(const int *calls, int n, unsigned way)
{
   struct sock_filter code[64];
   struct sock_fprog program = {.filter = code};
   int i, k = 0;
   code[k++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
   for (i = 0; i < n; i++) {
      code[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
      code[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, way);
   }
   code[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
   program.len = (unsigned short)k;
   if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
       || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
      printf("no filter: %s\n", strerror(errno));
}

int main(int argc, char **argv)
{
   const int some[] = {SYS_chdir, SYS_getppid};
   const int network[] = {SYS_socket, SYS_socketpair, SYS_connect, SYS_sendto, SYS_sendmsg, SYS_recvmsg,
                          SYS_getsockopt, SYS_setsockopt};
   const int deadly = argc > 1;
   int status;
   work("free");
   forbid(some, 2, SECCOMP_RET_ERRNO | EPERM);
   printf("chdir: %d\n", chdir("/") != 0 && errno == EPERM);
   work("less");
   if (deadly) {
      forbid(network, 8, SECCOMP_RET_KILL_PROCESS);
   } else {
      forbid(network, 8, SECCOMP_RET_ERRNO | EPERM);
      printf("socket: %d\n", socket(AF_UNIX, SOCK_STREAM, 0) < 0 && errno == EPERM);
   }
   work("no network");
   if (fork() == 0) {
      work("child");
      _exit(4);
   }
   wait(&status);
   printf("child %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
   return 48;
}
