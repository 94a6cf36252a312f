// SPDX-License-Identifier: BSD-2-Clause
/* Immediates whose bits are spread over an encoding. */
#include "insn_internal.h"

u32 insn_unsigned(u32 code, const struct insn_part *part, unsigned int parts)
{
	u32 offset = 0;
	unsigned int i;

	for (i = 0; i < parts; i++)
		offset |= insn_bits(code, part[i].code_lsb + part[i].bits - 1u,
				    part[i].code_lsb)
			  << part[i].offset_lsb;
	return offset;
}

s64 insn_offset(u32 code, const struct insn_part *part, unsigned int parts)
{
	return insn_signed(insn_unsigned(code, part, parts),
			   part[0].offset_lsb + part[0].bits);
}
