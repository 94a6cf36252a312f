// SPDX-License-Identifier: BSD-2-Clause
/* Tables with the number and the bytes of each kind. */
#include <inttypes.h>
#include "sizes.h"

void size_add(struct size_row *row, u64 bytes)
{
	row->count++;
	row->bytes += bytes;
}

void size_head(struct output *out, const char *kind, const char *count)
{
	output_format(out, "%-22s %12s %14s %7s %7s\n", kind, count, "bytes",
		      "share", "each");
}

double size_ratio(double part, double all)
{
	return all != 0 ? part / all : 0;
}

void size_write(struct output *out, const char *name,
		const struct size_row *row, u64 all)
{
	if (!row->count)
		return;
	output_format(out, "%-22s %12" PRIu64 " %14" PRIu64 " %5.1f %% %7.2f\n",
		      name, row->count, row->bytes,
		      100 * size_ratio((double)row->bytes, (double)all),
		      size_ratio((double)row->bytes, (double)row->count));
}
