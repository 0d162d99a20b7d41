/* A whole program without a library: few accesses of every kind, for the golden
   stream. Loads, stores, read-modify-write, compare-and-swap, a string
   instruction, guarded accesses, a loop with a side exit, a call; an allocator, a thread
   pointer, and requests to the tool. */
        .macro  request address
        lea     \address(%rip), %rax
        xor     %edx, %edx
        rolq    $3, %rdi
        rolq    $13, %rdi
        rolq    $61, %rdi
        rolq    $51, %rdi
        xchgq   %rbx, %rbx
        .endm
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
        mov     $158, %eax              /* arch_prctl(ARCH_SET_FS, array) */
        mov     $0x1002, %edi
        lea     array(%rip), %rsi
        syscall
        request name
        request phase
        mov     $48, %edi
        call    malloc
        mov     %rax, %rdi
        mov     $96, %esi
        call    realloc
        mov     %rax, %rdi
        call    free
        request end
        mov     $231, %eax
        mov     $7, %edi
        syscall
swap:   push    %rbx
        mov     $0, %eax
        mov     $5, %edx
        lock cmpxchg %rdx, sum(%rip)
        pop     %rbx
        ret
        .globl  malloc, realloc, free
        .type   malloc, @function
malloc: lea     array(%rip), %rax
        ret
        .size   malloc, . - malloc
        .type   realloc, @function
realloc:
        lea     array + 96(%rip), %rax
        ret
        .size   realloc, . - realloc
        .type   free, @function
free:   ret
        .size   free, . - free
        .data
        .balign 64
array:  .fill   24, 8, 3
mask:   .long   0, -1, 0, -1, 0, 0, -1, 0
sum:    .quad   0
name:   .quad   0x54530000, sum, 8, 1f, 0, 0    /* TSLMAP_NAME(&sum, 8, "sum") */
phase:  .quad   0x54530001, 2f, 0, 0, 0, 0      /* TSLMAP_PHASE("allocating") */
end:    .quad   0x54530001, 3f, 0, 0, 0, 0      /* TSLMAP_PHASE_END() */
1:      .asciz  "sum"
2:      .asciz  "allocating"
3:      .asciz  ""
        .balign 8
even:   .long   0
