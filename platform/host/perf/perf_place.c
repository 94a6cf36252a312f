// SPDX-License-Identifier: BSD-2-Clause
/* Addresses of a piece of trace: their objects, functions and names. */
#include <inttypes.h>
#include "perf.h"

struct perf_place *perf_decode_place(const struct perf_decode *decode,
				     const struct perf_piece *piece,
				     u64 address)
{
	return perf_tasks_find(&decode->tasks, piece->pid, piece->since,
			       piece->maps, address);
}

const struct profile_function *
perf_place_function(const struct perf_place *place, u64 address)
{
	return place ? symbols_function(&place->object->source->symbols,
					address - place->bias) :
		       NULL;
}

void perf_decode_text(const struct perf_decode *decode,
		      const struct perf_piece *piece, u64 address, char *text,
		      size_t size)
{
	const struct perf_place *place =
		perf_decode_place(decode, piece, address);
	int length;

	if (!place) {
		snprintf(text, size, "%#" PRIx64, address);
		return;
	}
	length = symbols_place(&place->object->source->symbols,
			       address - place->bias, text, size);
	if (length >= 0 && (size_t)length < size)
		snprintf(text + length, size - (size_t)length, " (%s)",
			 place->object->name);
}
