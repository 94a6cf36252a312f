// SPDX-License-Identifier: BSD-2-Clause
/* Functions by address. */
#include <profile/function.h>

const struct profile_function *
profile_function_find(const struct profile_functions *functions, u64 address)
{
	size_t low = 0, high = functions->num, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (functions->function[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || address >= functions->function[low - 1].end)
		return NULL;
	return &functions->function[low - 1];
}
