// SPDX-License-Identifier: BSD-2-Clause
/*
 * Matrices over the integers modulo a prime: products in the plain way and by
 * blocks, inversion by elimination, and a check that the inverse is one.
 */
#include "program.h"

#define N 48
#define BLOCK 8
#define PRIME 65521u

typedef uint32_t matrix[N][N];

static matrix a, b, plain, blocked, inverse, work, unit;

static void multiply(matrix c, const matrix x, const matrix y)
{
	int i, j, k;

	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) {
			uint64_t sum = 0;

			for (k = 0; k < N; k++)
				sum += (uint64_t)x[i][k] * y[k][j];
			c[i][j] = (uint32_t)(sum % PRIME);
		}
}

static void add_block(matrix c, const matrix x, const matrix y, int i, int j,
		      int k)
{
	int di, dj, dk;

	for (di = i; di < i + BLOCK; di++)
		for (dk = k; dk < k + BLOCK; dk++)
			for (dj = j; dj < j + BLOCK; dj++)
				c[di][dj] = (c[di][dj] +
					     x[di][dk] * y[dk][dj] % PRIME) %
					    PRIME;
}

static void multiply_blocks(matrix c, const matrix x, const matrix y)
{
	int i, j, k;

	for (i = 0; i < N; i += BLOCK)
		for (j = 0; j < N; j += BLOCK)
			for (k = 0; k < N; k += BLOCK)
				add_block(c, x, y, i, j, k);
}

static uint32_t power(uint32_t base, uint32_t exponent)
{
	uint64_t result = 1, square = base;

	for (; exponent; exponent >>= 1) {
		if (exponent & 1)
			result = result * square % PRIME;
		square = square * square % PRIME;
	}
	return (uint32_t)result;
}

static void swap_rows(matrix m, int i, int j)
{
	int k;

	for (k = 0; k < N; k++) {
		uint32_t t = m[i][k];

		m[i][k] = m[j][k];
		m[j][k] = t;
	}
}

/* row i += factor * row j, in both */
static void add_row(int i, int j, uint32_t factor)
{
	int k;

	for (k = 0; k < N; k++) {
		work[i][k] = (work[i][k] + factor * work[j][k] % PRIME) % PRIME;
		inverse[i][k] =
			(inverse[i][k] + factor * inverse[j][k] % PRIME) %
			PRIME;
	}
}

static bool invert(const matrix m)
{
	int i, j;

	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) {
			work[i][j] = m[i][j];
			inverse[i][j] = i == j;
		}
	for (i = 0; i < N; i++) {
		for (j = i; j < N && !work[j][i];)
			j++;
		if (j == N)
			return false;
		swap_rows(work, i, j);
		swap_rows(inverse, i, j);
		add_row(i, i,
			(power(work[i][i], PRIME - 2) + PRIME - 1) % PRIME);
		for (j = 0; j < N; j++)
			if (j != i && work[j][i])
				add_row(j, i, PRIME - work[j][i]);
	}
	return true;
}

bool program(void)
{
	int i, j;

	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) {
			a[i][j] = program_random(PRIME);
			b[i][j] = program_random(PRIME);
		}
	multiply(plain, a, b);
	multiply_blocks(blocked, a, b);
	if (!invert(a))
		return false;
	multiply(unit, a, inverse);
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++)
			if (plain[i][j] != blocked[i][j] ||
			    unit[i][j] != (i == j))
				return false;
	return true;
}
