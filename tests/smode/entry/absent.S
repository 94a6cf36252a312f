/* SPDX-License-Identifier: BSD-2-Clause */
/* An earlier boot stage that does not let a hart continue. */
	.globl	_start
	.text
_start:
	wfi
	j	_start
