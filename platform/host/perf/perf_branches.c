// SPDX-License-Identifier: BSD-2-Clause
/*
 * Branch records of the PMU hartscope_branch: trace/branch_block.h has their
 * format.
 */
#include <string.h>
#include <trace/branch_block.h>
#include "perf_channel.h"

/* ctrsource, ctrtarget and ctrdata (Smctr/Ssctr 1.0, "Entry Registers") */
enum {
	TARGET_MISP = 1 << 0,
	DATA_TYPE = 15,
	DATA_CCV = 1 << 15,
	DATA_CCM = 16, /* lowest bit, of 12 */
	DATA_CCE = 28, /* of 4 */
};

static const u8 kinds[DATA_TYPE + 1] = {
	[1] = NTRACE_END_TRAP,		 [2] = NTRACE_END_TRAP,
	[3] = NTRACE_END_TRAP_RETURN,	 [5] = NTRACE_END_BRANCH,
	[8] = NTRACE_END_CALL_INDIRECT,	 [9] = NTRACE_END_CALL,
	[10] = NTRACE_END_JUMP_INDIRECT, [11] = NTRACE_END_JUMP,
	[12] = NTRACE_END_SWAP,		 [13] = NTRACE_END_RETURN,
	[14] = NTRACE_END_JUMP_INDIRECT, [15] = NTRACE_END_JUMP,
};

static u32 num_entries(const struct perf_channel *channel)
{
	const u8 *at = channel->block + BRANCH_BLOCK_ENTRIES;

	return at[0] | (u32)at[1] << 8;
}

/* Bytes of the block, as far as they are known by now. */
static size_t wanted(const struct perf_channel *channel)
{
	if (channel->block_size < BRANCH_BLOCK_HEAD)
		return BRANCH_BLOCK_HEAD;
	return BRANCH_BLOCK_HEAD + num_entries(channel) * BRANCH_BLOCK_ENTRY;
}

static u16 cycles(u64 data)
{
	u32 mantissa = data >> DATA_CCM & 0xfff,
	    exponent = data >> DATA_CCE & 15;
	u64 count = mantissa;

	if (!(data & DATA_CCV))
		return 0;
	if (exponent)
		count = (0x1000 + (u64)mantissa) << (exponent - 1);
	return count > UINT16_MAX ? UINT16_MAX : (u16)count;
}

static void tell_entry(struct perf_channel *channel, const u8 *entry)
{
	u64 source = perf_get64(entry + BRANCH_BLOCK_SOURCE);
	u64 target = perf_get64(entry + BRANCH_BLOCK_TARGET);
	u64 data = perf_get64(entry + BRANCH_BLOCK_DATA);
	const struct perf_branch branch = {
		.piece = &channel->piece,
		.from = source & ~1ULL,
		.to = target & ~1ULL,
		.kind = kinds[data & DATA_TYPE],
		.mispredicted = target & TARGET_MISP,
		.cycles = cycles(data),
	};

	channel->decode->totals.branches++;
	if (channel->sink->branch)
		channel->sink->branch(channel->sink->user, &branch, 1);
}

static void tell_block(struct perf_channel *channel)
{
	struct perf_piece *piece = &channel->piece;
	const u8 *block = channel->block;
	u32 i;

	piece->entries = num_entries(channel);
	piece->why = block[BRANCH_BLOCK_WHY];
	piece->what = block[BRANCH_BLOCK_FLAGS];
	piece->ip = perf_get64(block + BRANCH_BLOCK_IP);
	if (channel->sink->piece)
		channel->sink->piece(channel->sink->user, piece);
	/* the oldest first */
	for (i = piece->entries; i--;)
		tell_entry(channel, block + BRANCH_BLOCK_HEAD +
					    (size_t)i * BRANCH_BLOCK_ENTRY);
}

static void damaged(struct perf_channel *channel)
{
	channel->block_bad = true;
	channel->decode->totals.damaged++;
	perf_channel_loss(channel, "these are no branch records");
}

static bool is_head(const struct perf_channel *channel)
{
	return perf_get32(channel->block + BRANCH_BLOCK_TAG) ==
		       BRANCH_BLOCK_MAGIC &&
	       num_entries(channel) <= BRANCH_BLOCK_ENTRIES_MAX;
}

void perf_branches_begin(struct perf_channel *channel)
{
	channel->block = must_alloc(BRANCH_BLOCK_HEAD +
				    (size_t)BRANCH_BLOCK_ENTRIES_MAX *
					    BRANCH_BLOCK_ENTRY);
}

/* A piece has whole blocks. */
void perf_branches_piece(struct perf_channel *channel)
{
	if (channel->block_size && !channel->block_bad)
		damaged(channel);
	channel->block_size = 0;
	channel->block_bad = false;
}

void perf_branches_feed(struct perf_channel *channel, const u8 *data,
			size_t size)
{
	size_t part;

	while (size && !channel->block_bad) {
		part = wanted(channel) - channel->block_size;
		part = part < size ? part : size;
		memcpy(channel->block + channel->block_size, data, part);
		channel->block_size += part;
		data += part;
		size -= part;
		if (channel->block_size == BRANCH_BLOCK_HEAD &&
		    !is_head(channel))
			damaged(channel);
		else if (channel->block_size >= BRANCH_BLOCK_HEAD &&
			 channel->block_size == wanted(channel)) {
			tell_block(channel);
			channel->block_size = 0;
		}
	}
}
