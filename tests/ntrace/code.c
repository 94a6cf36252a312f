// SPDX-License-Identifier: BSD-2-Clause
#include <string.h>

#include "code.h"

bool code_add(struct code *code, u64 addr, const u8 *bytes, size_t len)
{
	struct code_area *area = code->area;

	if (code->areas)
		area += code->areas - 1;
	if (!code->areas || area->base + area->bytes != addr) {
		if (code->areas == CODE_AREAS)
			return false;
		area = &code->area[code->areas++];
		area->base = addr;
		area->bytes = 0;
	}
	if (area->bytes + len > CODE_BYTES)
		return false;
	memcpy(area->code + area->bytes, bytes, len);
	area->bytes += len;
	return true;
}

bool code_insn(const struct code *code, u64 addr, struct insn *insn)
{
	unsigned int i;

	for (i = 0; i < code->areas; i++) {
		const struct code_area *area = &code->area[i];
		u64 offset = addr - area->base;

		if (offset < area->bytes)
			return insn_decode(area->code + offset,
					   area->bytes - offset, &code->isa,
					   insn);
	}
	return false;
}

static u64 table_entry(const struct code *code, u64 index)
{
	unsigned int size = code->isa.xlen / 8, i;
	u64 addr = 0;

	for (i = size; i-- > 0;)
		addr = addr << 8 | code->jump_table[index * size + i];
	return addr & ~1ULL;
}

u64 code_target(const struct code *code, u64 addr, const struct insn *insn)
{
	if (insn->table)
		return table_entry(code, (u64)insn->imm);
	return insn_target(insn, addr, code->isa.xlen);
}

struct ntrace_image code_image(struct code *code)
{
	const struct ntrace_scan scan = {
		.isa = code->isa,
		.sequential_jump = code->sequential_jump,
		.jump_table = code->jump_table,
		.jump_table_bytes = code->jump_table_bytes,
	};
	unsigned int i;

	for (i = 0; i < code->areas; i++) {
		struct code_area *area = &code->area[i];

		ntrace_steps_scan(area->step, area->base, area->code,
				  area->bytes, &scan);
		code->region[i] = (struct ntrace_region){
			.base = area->base,
			.count = (u32)(area->bytes / 2),
			.step = area->step,
		};
	}
	return (struct ntrace_image){ .region = code->region,
				      .num_regions = code->areas };
}
