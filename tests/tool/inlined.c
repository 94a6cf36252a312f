// SPDX-License-Identifier: BSD-2-Clause
/* Functions in functions, without branches: see inlines.py. */

static volatile int out;

#define INLINED static inline __attribute__((always_inline))

__attribute__((noinline)) static int called(int x)
{
	out = x;
	return x * 3;
}

INLINED int inner(int x)
{
	out = x + 7;
	return called(x) ^ out;
}

INLINED int outer(int x)
{
	out = 1;
	x = inner(x + 1) + inner(x + 2);
	out = 2;
	return x;
}

__attribute__((noinline)) static int other(int x)
{
	out = 5;
	return inner(x) + out;
}

void _start(void)
{
	out = outer(out);
	out = other(out);
	out = outer(out);
	for (;;)
		;
}
