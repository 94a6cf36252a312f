// SPDX-License-Identifier: GPL-2.0-only
/*
 * Blocks of records in AUX memory. No block is lost without a record: memory that may not
 * hold the next block is full, which turns the event off until there is room.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "branch.h"

static size_t block_size(unsigned int entries)
{
	return BRANCH_BLOCK_HEAD + (size_t)entries * BRANCH_BLOCK_ENTRY;
}

static void copy(struct trace_aux *aux, size_t at, const u8 *from, size_t size)
{
	size_t first;

	at %= aux->size;
	first = min(size, aux->size - at);
	memcpy(aux->base + at, from, first);
	memcpy(aux->base, from + first, size - first);
}

void branch_block_write(struct branch_hart *hart, u64 flags)
{
	struct perf_output_handle *handle = &hart->handle;
	struct trace_aux *aux = perf_aux_output_begin(handle, hart->event);
	size_t size = block_size(hart->block.entries);

	/* No process has mapped it, or it is full, and the last record says
	 * so. */
	if (!aux)
		return;
	/* One byte stays free: otherwise perf has no place for a record. */
	if (handle->size <= size) {
		flags |= PERF_AUX_FLAG_TRUNCATED;
		size = 0;
	}
	copy(aux, handle->head, (const u8 *)&hart->block, size);
	if (handle->size - size <= block_size(BRANCH_BLOCK_ENTRIES_MAX))
		flags |= PERF_AUX_FLAG_TRUNCATED;
	if (flags)
		perf_aux_output_flag(handle, flags);
	perf_aux_output_end(handle, size);
}
