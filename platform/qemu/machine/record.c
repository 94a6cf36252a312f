// SPDX-License-Identifier: GPL-2.0-or-later
/* Files of executed instructions. */
#include <inttypes.h>
#include <stdio.h>

#include "record.h"

static FILE *files[RETIRE_HARTS_MAX];

bool hw_record_begin(const char *prefix, unsigned int harts)
{
	char name[4096];
	unsigned int i;

	for (i = 0; i < harts; i++) {
		snprintf(name, sizeof(name), "%s.%u", prefix, i);
		files[i] = fopen(name, "w");
		if (!files[i]) {
			perror(name);
			return false;
		}
	}
	return true;
}

void hw_record_start(unsigned int hart)
{
	if (files[hart])
		fputs("start\n", files[hart]);
}

void hw_record_blocks(unsigned int hart, const struct ntrace_block *block,
		      const struct retire_part *part, size_t num)
{
	FILE *file = files[hart];
	unsigned int n;
	u64 address;
	size_t i;

	for (i = 0; file && i < num; i++) {
		const u16 *offset = part[i].code->offset + part[i].first;

		for (n = 0; n < part[i].num; n++) {
			address =
				block[i].iaddr + 2 * (u64)(offset[n] - *offset);
			fprintf(file, "%#" PRIx64 " %u\n", address,
				block[i].priv);
		}
	}
}

void hw_record_end(void)
{
	unsigned int i;

	for (i = 0; i < RETIRE_HARTS_MAX; i++)
		if (files[i] && fclose(files[i]))
			perror("plugin_trace: record");
}
