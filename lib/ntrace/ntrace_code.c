// SPDX-License-Identifier: BSD-2-Clause
/*
 * Records of the code log: position 8 bytes, address 8, length 4, source 2,
 * flags 1 and a check byte.
 */
#include <ntrace/code.h>

enum {
	FLAG_REPLACE = 1,
	FLAG_FORGET = 2,
	CHECK = 0xc0,
};

static void put(u8 *at, u64 value, unsigned int bytes)
{
	unsigned int i;

	for (i = 0; i < bytes; i++)
		at[i] = (u8)(value >> (8 * i));
}

static u64 get(const u8 *at, unsigned int bytes)
{
	u64 value = 0;
	unsigned int i;

	for (i = 0; i < bytes; i++)
		value |= (u64)at[i] << (8 * i);
	return value;
}

void ntrace_code_put(u8 *head, const struct ntrace_code *code)
{
	put(head, code->position, 8);
	put(head + 8, code->address, 8);
	put(head + 16, code->bytes, 4);
	put(head + 20, code->source, 2);
	head[22] = (u8)((code->replace ? FLAG_REPLACE : 0) |
			(code->forget ? FLAG_FORGET : 0));
	head[23] = CHECK;
}

bool ntrace_code_get(const u8 *head, struct ntrace_code *code)
{
	code->position = get(head, 8);
	code->address = get(head + 8, 8);
	code->bytes = (u32)get(head + 16, 4);
	code->source = (u16)get(head + 20, 2);
	code->replace = head[22] & FLAG_REPLACE;
	code->forget = head[22] & FLAG_FORGET;
	return head[23] == CHECK && head[22] <= (FLAG_REPLACE | FLAG_FORGET) &&
	       code->replace >= code->forget && !(code->bytes & 1) &&
	       !(code->address & 1) && code->bytes;
}
