// SPDX-License-Identifier: BSD-2-Clause
/* Division and square root, bit by bit. */
#include "model_wide.h"

u64 model_wide_quotient(struct wide a, struct wide b)
{
	u64 quotient = 0;
	unsigned int i;

	for (i = 0; i < 64; i++) {
		quotient <<= 1;
		if (!wide_less(a, b)) {
			a = wide_sub(a, b);
			quotient |= 1;
		}
		a = wide_left(a, 1);
	}
	return quotient | !wide_is_zero(a);
}

/* The remainder takes two bits of a at a time, and has to hold 2 * root + 1. */
u64 model_wide_root(struct wide a)
{
	struct wide rest = { 0, 0 }, trial;
	u64 root = 0;
	unsigned int i;

	for (i = 0; i < 64; i++) {
		rest = wide_left(rest, 2);
		rest.low |= a.high >> 62;
		a = wide_left(a, 2);
		trial = (struct wide){ root >> 62, root << 2 | 1 };
		root <<= 1;
		if (!wide_less(rest, trial)) {
			rest = wide_sub(rest, trial);
			root |= 1;
		}
	}
	return root | !wide_is_zero(rest);
}
