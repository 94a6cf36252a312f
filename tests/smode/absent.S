/* SPDX-License-Identifier: BSD-2-Clause */
/* An earlier boot stage that keeps a hart. */
	.globl	_start
	.text
_start:
	wfi
	j	_start
