// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The RAM of the machine, for a trace without memory. QEMU tells plugins the
 * address of code in its own memory; the mapping of its process around this
 * address is the whole RAM, or ROM.
 */
#include <inttypes.h>

#include "hart.h"

/* @return false: none, or unknown */
static bool mapping_of(FILE *maps, u64 host, u64 *first, u64 *end)
{
	char line[512];

	rewind(maps);
	while (fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%" SCNx64 "-%" SCNx64, first, end) == 2 &&
		    host >= *first && host < *end)
			return true;
	}
	return false;
}

void tandem_put_ram(const struct tandem_hart *p, FILE *side)
{
	const struct code_block *b;
	u64 first, end, base, known = 0;
	FILE *maps = fopen("/proc/self/maps", "r");

	if (!maps)
		return;
	for (b = p->block; b < p->block + p->blocks; b++) {
		if (!mapping_of(maps, b->host, &first, &end) ||
		    b->host - first > b->paddr)
			continue;
		base = b->paddr - (b->host - first);
		/* one mapping may have several blocks */
		if (base != known)
			fprintf(side, "ram 0x%" PRIx64 " 0x%" PRIx64 "\n", base,
				end - first);
		known = base;
	}
	fclose(maps);
}
