/* Runs code that it has written: a loop of eight pushes, which VEX unrolls with its checks
   that the code has not changed. It stores 1 + 800 words on the stack and loads 2. */
#include <string.h>
#include <sys/mman.h>

int main(void)
{
   static const unsigned char code[26] = {
      0x55,                                           /* push rbp */
      0x48, 0x89, 0xe5,                               /* mov rbp, rsp */
      0x41, 0xb8, 0x64, 0x00, 0x00, 0x00,             /* mov r8d, 100 */
      0x50, 0x50, 0x50, 0x50, 0x50, 0x50, 0x50, 0x50, /* push rax, eight times */
      0x41, 0xff, 0xc8,                               /* dec r8d */
      0x75, 0xf3,                                     /* jne to the pushes */
      0xc9,                                           /* leave */
      0xc3,                                           /* ret */
      0x90};
   unsigned char *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (at == MAP_FAILED)
      return 1;
   memcpy(at, code, sizeof code);
   ((void (*)(void))at)();
   return 9;
}
