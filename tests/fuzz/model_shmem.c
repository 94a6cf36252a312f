// SPDX-License-Identifier: BSD-2-Clause
/*
 * A second implementation of the SBI PMU extension: calls with shared memory.
 */
#include <string.h>

#include <sbi/sbi_error.h>

#include "model.h"

static const struct {
	u64 base, size;
} memory[] = {
	{ FAKE_RAM, FAKE_RAM_SIZE },
	{ FAKE_RAM_TOP, FAKE_RAM_TOP_SIZE },
	{ FAKE_RAM_HIGH, FAKE_RAM_HIGH_SIZE },
};

static struct model_result error(long code)
{
	return (struct model_result){ code, 0 };
}

/* Position in ram[], or -1. */
static s64 place(u64 address, u64 size)
{
	u64 at = 0, i;

	for (i = 0; i < array_size(memory); at += memory[i++].size)
		if (address >= memory[i].base && size <= memory[i].size &&
		    address - memory[i].base <= memory[i].size - size)
			return at + (address - memory[i].base);
	return -1;
}

bool model_memory(u64 address, u64 size)
{
	return place(address, size) >= 0;
}

struct model_result model_set_shmem(struct model *m, const u64 arg[6])
{
	u64 ones = m->has.xlen == 64 ? ~0ull : 0xffffffff;

	if (!m->snapshot)
		return error(SBI_ERR_NOT_SUPPORTED);
	if (arg[2])
		return error(SBI_ERR_INVALID_PARAM);
	if (arg[0] == ones && arg[1] == ones) {
		m->area = MODEL_NO_AREA;
		return error(0);
	}
	if (arg[0] % 4096)
		return error(SBI_ERR_INVALID_PARAM);
	if (arg[1] || !model_memory(arg[0], 4096))
		return error(SBI_ERR_INVALID_ADDRESS);
	m->area = arg[0];
	return error(0);
}

u64 model_slot(const struct model *m, u64 slot)
{
	u64 value;

	memcpy(&value, m->ram + place(m->area, 4096) + 8 + 8 * slot, 8);
	return value;
}

void model_take(struct model *m, u64 base, u64 set)
{
	u8 *page = m->ram + place(m->area, 4096);
	u64 bitmap, value;
	unsigned int idx;

	memcpy(&bitmap, page, 8);
	for (idx = 0; idx < 64; idx++) {
		if (!(set >> idx & 1))
			continue;
		value = model_value(m, idx);
		memcpy(page + 8 + 8 * (idx - base), &value, 8);
		bitmap &= ~(1ull << (idx - base));
		if (m->overflown >> idx & 1)
			bitmap |= 1ull << (idx - base);
	}
	if (!m->has.sscofpmf)
		bitmap = 0;
	memcpy(page, &bitmap, 8);
}

struct model_result model_event_info(struct model *m, const u64 arg[6])
{
	struct entry {
		u32 event_idx, output;
		u64 event_data;
	} e;
	u64 i, type;
	u8 *at;

	if (arg[3] || arg[0] % 16 || !arg[2])
		return error(SBI_ERR_INVALID_PARAM);
	if (arg[1] || arg[2] > FAKE_RAM_TOTAL ||
	    !model_memory(arg[0], arg[2] * 16))
		return error(SBI_ERR_INVALID_ADDRESS);
	at = m->ram + place(arg[0], arg[2] * 16);
	for (i = 0; i < arg[2]; i++) {
		memcpy(&e, at + i * 16, 16);
		if (e.event_idx >> 20)
			return error(SBI_ERR_INVALID_PARAM);
	}
	for (i = 0; i < arg[2]; i++) {
		memcpy(&e, at + i * 16, 16);
		type = e.event_idx >> 16;
		e.output = model_able(m, e.event_idx,
				      type < 2 ? 0 : e.event_data) != 0;
		memcpy(at + i * 16, &e, 16);
	}
	return error(0);
}
