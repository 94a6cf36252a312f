/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program for hartscope run, in the form of a test of riscv-arch-test: it stores sums
 * as its signature, and tells the host through tohost that it is done.
 *
 * riscv64-linux-gnu-gcc -c -g -march=rv64imac_zicsr -mabi=lp64 \
 *	-ffile-prefix-map=$PWD=. add.S
 * riscv64-linux-gnu-ld -n --no-warn-rwx-segments -Ttext=0x80000000 -o add.elf add.o
 */
	.globl	_start
_start:
	la	a0, begin_signature
	li	a1, 0x7fffffff
	li	a2, 1
	add	a3, a1, a2
	addw	a4, a1, a2
	sd	a3, 0(a0)
	sd	a4, 8(a0)
	la	t0, tohost
	sd	a2, 0(t0)
1:	j	1b

	.globl	begin_signature, end_signature, tohost
	.balign	16
begin_signature:
	.fill	2, 8, -1
end_signature:
	.balign	64
tohost:
	.dword	0
