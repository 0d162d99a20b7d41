/* Functions that execute a known number of instructions of each kind. */

static double numbers[500];
static unsigned char steady[5000], random_bytes[5000];

void computes(long rounds);
/* Whole numbers to floating-point ones and back, one after the other. */
void converts(long rounds);
double sums(const double *from, long count);
/* Ten rounds without accesses for each element. */
double evaluates(const double *from, long count);
/* For each row the sum of a hundred elements, begun anew. */
double adds_rows(const double *from, long rows);
/* A branch that nobody foresees, in code without accesses; with no bits it always goes the same way. */
long decides(long count, long bits);
/* A branch that goes one way where a byte is 0. */
long foreseen(const unsigned char *bytes, long count);
long unforeseen(const unsigned char *bytes, long count);

#define DECIDES(name)                                                          \
   ".globl " #name "\n.type " #name ", @function\n" #name ":\n"                  \
   "   xor %eax, %eax\n"                                                       \
   "1: cmpb $0, (%rdi)\n"                                                      \
   "   je 2f\n"                                                                \
   "   inc %rax\n"                                                             \
   "2: inc %rdi\n"                                                             \
   "   dec %rsi\n"                                                             \
   "   jnz 1b\n"                                                               \
   "   ret\n"                                                                  \
   ".size " #name ", . - " #name "\n"

__asm__(".text\n"
        ".globl computes, sums\n"
        ".type computes, @function\n"
        "computes:\n"
        "   xor %r8d, %r8d\n"
        "1: imul %rsi, %rsi\n"
        "   imul %rsi, %rsi\n"
        "   mulsd %xmm0, %xmm0\n"
        "   addsd %xmm1, %xmm0\n"
        "   divsd %xmm1, %xmm0\n"
        "   paddd %xmm2, %xmm3\n"
        "   vaddpd %ymm4, %ymm5, %ymm6\n"
        "   mov %rdi, %rax\n"
        "   xor %edx, %edx\n"
        "   div %rdi\n"
        "   dec %rdi\n"
        "   jnz 1b\n"
        "   ret\n"
        ".size computes, . - computes\n"
        ".globl converts\n"
        ".type converts, @function\n"
        "converts:\n"
        "   xor %r8d, %r8d\n"
        "1: cvttsd2si %xmm0, %eax\n"
        "   cvtsi2sd %eax, %xmm0\n"
        "   mulsd %xmm1, %xmm0\n"
        "   mulpd %xmm1, %xmm0\n"
        "   addsd %xmm1, %xmm0\n"
        "   dec %rdi\n"
        "   jnz 1b\n"
        "   ret\n"
        ".size converts, . - converts\n"
        ".type sums, @function\n"
        "sums:\n"
        "   xor %r8d, %r8d\n"
        "1: addsd (%rdi), %xmm0\n"
        "   add $8, %rdi\n"
        "   dec %rsi\n"
        "   jnz 1b\n"
        "   ret\n"
        ".size sums, . - sums\n"
        ".globl adds_rows\n"
        ".type adds_rows, @function\n"
        "adds_rows:\n"
        "   xor %r8d, %r8d\n"
        "1: mov $100, %ecx\n"
        "   xorps %xmm0, %xmm0\n"
        "2: addsd (%rdi), %xmm0\n"
        "   add $8, %rdi\n"
        "   dec %rcx\n"
        "   jnz 2b\n"
        "   sub $800, %rdi\n"
        "   dec %rsi\n"
        "   jnz 1b\n"
        "   ret\n"
        ".size adds_rows, . - adds_rows\n"
        ".globl evaluates, decides\n"
        ".type evaluates, @function\n"
        "evaluates:\n"
        "   xor %r8d, %r8d\n"
        "1: movsd (%rdi), %xmm1\n"
        "   mov $10, %ecx\n"
        "2: mulsd %xmm1, %xmm0\n"
        "   addsd %xmm2, %xmm0\n"
        "   dec %rcx\n"
        "   jnz 2b\n"
        "   add $8, %rdi\n"
        "   dec %rsi\n"
        "   jnz 1b\n"
        "   ret\n"
        ".size evaluates, . - evaluates\n"
        ".type decides, @function\n"
        "decides:\n"
        "   mov $88172645463325252, %rax\n"
        "   xor %edx, %edx\n"
        "1: mov %rax, %rcx\n"
        "   shl $13, %rcx\n"
        "   xor %rcx, %rax\n"
        "   mov %rax, %rcx\n"
        "   shr $7, %rcx\n"
        "   xor %rcx, %rax\n"
        "   mov %rax, %rcx\n"
        "   shl $17, %rcx\n"
        "   xor %rcx, %rax\n"
        "   test %rsi, %rax\n"
        "   jz 2f\n"
        "   inc %rdx\n"
        "2: dec %rdi\n"
        "   jnz 1b\n"
        "   mov %rdx, %rax\n"
        "   ret\n"
        ".size decides, . - decides\n" DECIDES(foreseen) DECIDES(unforeseen));

__attribute__((noinline)) long decided(long count) { return decides(count, 0) + 1; }

int main(void)
{
   unsigned long x = 88172645463325252ul;
   long i;
   for (i = 0; i < 5000; i++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      random_bytes[i] = x >> 40 & 1;
   }
   computes(1000);
   converts(1000);
   if (foreseen(steady, 5000) + unforeseen(random_bytes, 5000) < 1000)
      return 1;
   if (decides(50000, 0x10000) < 1000 || decided(50000) != 1)
      return 1;
   return sums(numbers, 500) + evaluates(numbers, 500) + adds_rows(numbers, 500) < 0;
}
