// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes become the number of a generated program, with settings, and a trace of
 * it. For any trace, the decoder's output has to obey its contract.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ntrace/judge.h"
#include "../ntrace/roundtrip.h"
#include "fuzz.h"

unsigned long fuzz_calls;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct roundtrip rt;
	static unsigned int seed = ~0u;
	struct judge_result result;
	struct ntrace_image image;
	const char *why;

	if (size < 3)
		return 0;
	/* Programs are slow to make, so most inputs use the last one again */
	if (seed != (data[0] | (unsigned int)data[1] << 8)) {
		seed = data[0] | (unsigned int)data[1] << 8;
		roundtrip_init(&rt, seed);
	}
	image = code_image(&rt.code);
	fuzz_calls++;
	if (judge(&rt.settings, &image, data + 2, size - 2, &result, &why))
		return 0;
	fprintf(stderr, "fuzz_ntrace_flow: program %u: %s\n", seed, why);
	abort();
}
