/* A whole program without a library: few accesses of every kind, for the golden
   stream. Loads, stores, read-modify-write, compare-and-swap, a string
   instruction, guarded accesses, a loop with a side exit, a call. */
        .globl  _start
        .text
_start: mov     $20, %ecx
        lea     array(%rip), %rbx
1:      mov     -8(%rbx,%rcx,8), %rax
        add     %rax, sum(%rip)
        test    $1, %al
        jnz     2f
        incl    even(%rip)
2:      dec     %ecx
        jnz     1b
        call    swap
        lea     mask(%rip), %rdx
        vmovdqu (%rdx), %ymm1
        vpmaskmovd (%rbx), %ymm1, %ymm0
        vpmaskmovd %ymm0, %ymm1, 64(%rbx)
        mov     %rbx, %rsi
        lea     160(%rbx), %rdi
        mov     $3, %ecx
        rep movsq
        mov     $231, %eax
        mov     $7, %edi
        syscall
swap:   push    %rbx
        mov     $0, %eax
        mov     $5, %edx
        lock cmpxchg %rdx, sum(%rip)
        pop     %rbx
        ret
        .data
        .balign 64
array:  .fill   24, 8, 3
mask:   .long   0, -1, 0, -1, 0, 0, -1, 0
sum:    .quad   0
even:   .long   0
