// SPDX-License-Identifier: BSD-2-Clause
/*
 * Sorting: quicksort, merge sort and heap sort of the same numbers, with the
 * comparison as a function pointer.
 */
#include "program.h"

#define NUM 2500
#define SMALL 12

typedef bool (*less_fn)(uint32_t a, uint32_t b);

static uint32_t input[NUM], by_quick[NUM], by_merge[NUM], by_heap[NUM];
static uint32_t scratch[NUM];

static bool less(uint32_t a, uint32_t b)
{
	return a < b;
}

static bool less_by_digits(uint32_t a, uint32_t b)
{
	if (a % 1000 != b % 1000)
		return a % 1000 < b % 1000;
	return a < b;
}

static void swap(uint32_t *a, uint32_t *b)
{
	uint32_t t = *a;

	*a = *b;
	*b = t;
}

static void insertion_sort(uint32_t *v, size_t num, less_fn before)
{
	size_t i, j;

	for (i = 1; i < num; i++)
		for (j = i; j && before(v[j], v[j - 1]); j--)
			swap(&v[j], &v[j - 1]);
}

static void quick_sort(uint32_t *v, size_t num, less_fn before)
{
	while (num > SMALL) {
		uint32_t pivot = v[num / 2];
		size_t low = 0, high = num - 1;

		for (;;) {
			while (before(v[low], pivot))
				low++;
			while (before(pivot, v[high]))
				high--;
			if (low >= high)
				break;
			swap(&v[low++], &v[high--]);
		}
		quick_sort(v, low, before);
		v += low;
		num -= low;
	}
	insertion_sort(v, num, before);
}

static void merge_sort(uint32_t *v, size_t num, less_fn before)
{
	size_t half = num / 2, a = 0, b = half, i;

	if (num < 2)
		return;
	merge_sort(v, half, before);
	merge_sort(v + half, num - half, before);
	for (i = 0; i < num; i++)
		if (b == num || (a < half && !before(v[b], v[a])))
			scratch[i] = v[a++];
		else
			scratch[i] = v[b++];
	for (i = 0; i < num; i++)
		v[i] = scratch[i];
}

static void sift(uint32_t *v, size_t at, size_t num, less_fn before)
{
	for (;;) {
		size_t child = 2 * at + 1;

		if (child >= num)
			return;
		if (child + 1 < num && before(v[child], v[child + 1]))
			child++;
		if (!before(v[at], v[child]))
			return;
		swap(&v[at], &v[child]);
		at = child;
	}
}

static void heap_sort(uint32_t *v, size_t num, less_fn before)
{
	size_t i;

	for (i = num / 2; i-- > 0;)
		sift(v, i, num, before);
	for (i = num; i-- > 1;) {
		swap(&v[0], &v[i]);
		sift(v, 0, i, before);
	}
}

static bool sort_all(less_fn before)
{
	size_t i;

	for (i = 0; i < NUM; i++)
		by_quick[i] = by_merge[i] = by_heap[i] = input[i];
	quick_sort(by_quick, NUM, before);
	merge_sort(by_merge, NUM, before);
	heap_sort(by_heap, NUM, before);
	for (i = 0; i < NUM; i++)
		if (by_quick[i] != by_merge[i] || by_merge[i] != by_heap[i] ||
		    (i && before(by_heap[i], by_heap[i - 1])))
			return false;
	return true;
}

bool program(void)
{
	size_t i;

	for (i = 0; i < NUM; i++)
		input[i] = program_random(1000000);
	return sort_all(less) && sort_all(less_by_digits);
}
