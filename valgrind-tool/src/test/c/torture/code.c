/* Code that a program writes, overwrites while it runs, and runs through pages it opens and closes;
   among it the loop of eight pushes that a compiler at run time may make. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

typedef int (*function)(int);

/* mov eax,imm32; add eax,edi; ret */
static void write_adder(unsigned char *to, int n)
{
   const unsigned char code[] = {0xB8, 0, 0, 0, 0, 0x01, 0xF8, 0xC3};
   memcpy(to, code, sizeof code);
   memcpy(to + 1, &n, sizeof n);
}

/* mov r8d,edi; 8 times push rax; dec r8d; jne; shl edi,6; add rsp,rdi; mov eax,edi; ret */
static const unsigned char pushes[] = {0x41, 0x89, 0xF8, 0x50, 0x50, 0x50, 0x50, 0x50, 0x50, 0x50,
                                       0x50, 0x41, 0xFF, 0xC8, 0x75, 0xF3, 0xC1, 0xE7, 0x06, 0x48,
                                       0x01, 0xFC, 0x89, 0xF8, 0xC3};

/* inc byte [rip+1]; mov eax,imm32: changes its own next instruction */
static const unsigned char itself[] = {0xFE, 0x05, 0x01, 0x00, 0x00, 0x00, 0xB8, 0, 0, 0, 0, 0xC3};

int main(void)
{
   unsigned char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   long sum = 0;
   int i;
   for (i = 0; i < 500; i++) {
      write_adder(p, i);
      sum += ((function)p)(1);
   }
   printf("rewritten %ld\n", sum);
   memcpy(p, pushes, sizeof pushes);
   printf("pushed %d\n", ((function)p)(100));
   memcpy(p, itself, sizeof itself);
   for (i = 0; i < 20; i++)
      sum = ((function)p)(0);
   printf("changed itself %ld\n", sum);
   for (i = 0; i < 50; i++) {
      mprotect(p, 4096, PROT_READ | PROT_WRITE);
      write_adder(p, -i);
      mprotect(p, 4096, PROT_READ | PROT_EXEC);
      sum += ((function)p)(3);
   }
   printf("closed and opened %ld\n", sum);
   munmap(p, 4096);
   p = mmap(p, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   write_adder(p, 1000);
   printf("mapped anew %d\n", ((function)p)(1));
   return 46;
}
