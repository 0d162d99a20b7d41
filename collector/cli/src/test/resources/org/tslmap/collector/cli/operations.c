/* Functions that execute a known number of instructions of each kind. */

static double numbers[500];

void computes(long rounds);
double sums(const double *from, long count);

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
        ".type sums, @function\n"
        "sums:\n"
        "   xor %r8d, %r8d\n"
        "1: addsd (%rdi), %xmm0\n"
        "   add $8, %rdi\n"
        "   dec %rsi\n"
        "   jnz 1b\n"
        "   ret\n"
        ".size sums, . - sums\n");

int main(void)
{
   computes(1000);
   return sums(numbers, 500) < 0;
}
