# Message dispatch, for System V x86-64 and no other machine: the argument
# registers are kept over the search for the method, which is then jumped to. A
# message to nil gives zero.
        .macro save_arguments
        pushq %rbp
        movq %rsp, %rbp
        subq $192, %rsp
        movq %rdi, -8(%rbp)
        movq %rsi, -16(%rbp)
        movq %rdx, -24(%rbp)
        movq %rcx, -32(%rbp)
        movq %r8, -40(%rbp)
        movq %r9, -48(%rbp)
        movq %rax, -56(%rbp)
        movaps %xmm0, -192(%rbp)
        movaps %xmm1, -176(%rbp)
        movaps %xmm2, -160(%rbp)
        movaps %xmm3, -144(%rbp)
        movaps %xmm4, -128(%rbp)
        movaps %xmm5, -112(%rbp)
        movaps %xmm6, -96(%rbp)
        movaps %xmm7, -80(%rbp)
        .endm

        .macro jump_to_method
        movq %rax, %r11
        movq -8(%rbp), %rdi
        movq -16(%rbp), %rsi
        movq -24(%rbp), %rdx
        movq -32(%rbp), %rcx
        movq -40(%rbp), %r8
        movq -48(%rbp), %r9
        movq -56(%rbp), %rax
        movaps -192(%rbp), %xmm0
        movaps -176(%rbp), %xmm1
        movaps -160(%rbp), %xmm2
        movaps -144(%rbp), %xmm3
        movaps -128(%rbp), %xmm4
        movaps -112(%rbp), %xmm5
        movaps -96(%rbp), %xmm6
        movaps -80(%rbp), %xmm7
        leave
        jmp *%r11
        .endm

        .text
        .globl objc_msgSend, objc_msgSend_fpret, objc_msgSend_stret
        .globl objc_msgSendSuper2, objc_msgSendSuper2_stret
        .type objc_msgSend, @function
        .type objc_msgSend_fpret, @function
        .type objc_msgSend_stret, @function
        .type objc_msgSendSuper2, @function
        .type objc_msgSendSuper2_stret, @function

# (receiver, selector, ...)
objc_msgSend:
objc_msgSend_fpret:
        testq %rdi, %rdi
        je nil_receiver
        save_arguments
        call emulation_lookup@PLT
        jump_to_method
nil_receiver:
        xorl %eax, %eax
        xorl %edx, %edx
        xorps %xmm0, %xmm0
        xorps %xmm1, %xmm1
        ret

# (room for the result, receiver, selector, ...)
objc_msgSend_stret:
        testq %rsi, %rsi
        je nil_receiver_stret
        save_arguments
        movq %rsi, %rdi
        movq %rdx, %rsi
        call emulation_lookup@PLT
        jump_to_method
nil_receiver_stret:
        movq %rdi, %rax
        ret

# ({receiver, class of the method}, selector, ...)
objc_msgSendSuper2:
        save_arguments
        movq 8(%rdi), %rax
        movq (%rdi), %rdx
        movq %rdx, -8(%rbp)
        movq 8(%rax), %rdi
        call emulation_lookup_in@PLT
        jump_to_method

# (room for the result, {receiver, class of the method}, selector, ...)
objc_msgSendSuper2_stret:
        save_arguments
        movq 8(%rsi), %rax
        movq (%rsi), %rcx
        movq %rcx, -16(%rbp)
        movq 8(%rax), %rdi
        movq %rdx, %rsi
        call emulation_lookup_in@PLT
        jump_to_method

        .section .note.GNU-stack, "", @progbits
