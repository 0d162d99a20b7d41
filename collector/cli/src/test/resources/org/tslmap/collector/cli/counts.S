# A program whose accesses can be counted by hand: no C library, no start-up code.
#   call   1 store (the return address)      ret   1 load (the same)
# Loads: 500 in spin, 2 returns. Stores: 1000 in sweep, 2 calls. It leaves with status 7.
        .text
        .globl  _start
        .type   _start, @function
_start:
        call    sweep
        call    spin
        mov     $60, %eax
        mov     $7, %edi
        syscall
        .size   _start, . - _start

        .type   sweep, @function
sweep:
        lea     array(%rip), %rdi
        mov     $1000, %ecx
1:      mov     %rcx, (%rdi)
        add     $8, %rdi
        dec     %ecx
        jnz     1b
        ret
        .size   sweep, . - sweep

        .type   spin, @function
spin:
        mov     $500, %ecx
1:      mov     cell(%rip), %rax
        dec     %ecx
        jnz     1b
        ret
        .size   spin, . - spin

# Valgrind reads the symbols of a program only when it has initialised data, in one segment with .bss.
        .data
        .balign  64
        .type   cell, @object
        .size   cell, 8
cell:   .quad   1

        .bss
        .balign  64
        .type   array, @object
        .size   array, 8000
array:  .skip   8000
        .section .note.GNU-stack, "", @progbits
