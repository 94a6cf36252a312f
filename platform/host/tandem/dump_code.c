// SPDX-License-Identifier: BSD-2-Clause
/* The text of instructions, disassembled once. */
#include <string.h>
#include "dump.h"

void tandem_code_open(struct tandem_code *code, unsigned int xlen)
{
	memset(code, 0, sizeof(*code));
	code->disasm = disasm_open(xlen);
}

void tandem_code_close(struct tandem_code *code)
{
	disasm_close(code->disasm);
}

const char *tandem_code_text(struct tandem_code *code,
			     const struct tandem_group *group, char *text)
{
	const u8 bytes[4] = { (u8)group->insn, (u8)(group->insn >> 8),
			      (u8)(group->insn >> 16),
			      (u8)(group->insn >> 24) };
	const struct tandem_code_text *known = tandem_code_known(code, group);
	struct tandem_code_text *slot = &code->known[tandem_code_slot(group)];
	size_t size;

	if (known)
		return known->text;
	disasm_text(code->disasm, bytes, group->insn_bits / 8u, text);
	size = strlen(text) + 1;
	if (size > TANDEM_CODE_TEXT)
		return text;
	slot->bits = group->insn_bits;
	slot->insn = group->insn;
	slot->size = (u8)(size - 1);
	return memcpy(slot->text, text, size);
}
