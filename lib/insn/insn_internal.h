/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of lib/insn. */
#ifndef INSN_INTERNAL_H
#define INSN_INTERNAL_H

#include <insn/insn.h>
#include <insn/opcodes.h>

/** Bits hi to lo of an encoding, as a number. */
static inline u32 insn_bits(u32 code, unsigned int hi, unsigned int lo)
{
	return (code >> lo) & ((2u << (hi - lo)) - 1);
}

/** The value of a field whose highest bit is the sign. */
static inline s64 insn_signed(u32 value, unsigned int bits)
{
	u32 sign = 1u << (bits - 1);

	return (s64)(value ^ sign) - (s64)sign;
}

/** The place of a part of an offset in an encoding. */
struct insn_part {
	u8 code_lsb, bits, offset_lsb;
};

/** Number of parts. */
u32 insn_unsigned(u32 code, const struct insn_part *part, unsigned int parts);

/** An offset of parts; the top bit of the first part is the sign. */
s64 insn_offset(u32 code, const struct insn_part *part, unsigned int parts);

/** Classify a 32-bit instruction; the caller has set bytes. */
void insn_decode_word(u32 code, struct insn *insn);

/** Classify a 16-bit instruction; the caller has set bytes. */
void insn_decode_rvc(u16 code, const struct insn_isa *isa, struct insn *insn);

#endif
