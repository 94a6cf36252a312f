/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Layout of elements: the facts that decide the length of an element. Inline,
 * as the loops over elements stand in the decoder and the encoder.
 */
#ifndef TANDEM_WIRE_H
#define TANDEM_WIRE_H

#include <base/bits.h>
#include <tandem/tandem.h>

/** A value that is no memory operation. */
#define TANDEM_NO_REQUEST 0xff

/** Bytes of an MLEN field: rounded up. */
static inline unsigned int tandem_addr_bytes(const struct tandem_params *params)
{
	return (params->mlen + 7u) / 8;
}

/** Bytes of an effective address: rounded up. */
static inline unsigned int
tandem_eaddr_bytes(const struct tandem_params *params)
{
	return params->dialect == TANDEM_BLUESPEC ? params->xlen / 8u :
						    tandem_addr_bytes(params);
}

/** Width of a register; see tandem_reg_bits(). */
static inline unsigned int tandem_wire_reg(const struct tandem_params *params,
					   u16 reg)
{
	if (likely(reg < TANDEM_FPR(0)))
		return params->xlen;
	if (reg >= TANDEM_REGS)
		return 0;
	if (!params->flen && params->dialect == TANDEM_BLUESPEC)
		return params->xlen;
	return params->flen;
}

/* Operations with data in the request, by dialect; likewise responses */
#define TANDEM_MEM_BIT(op) (1u << TANDEM_##op)
#define TANDEM_AMOS (0x1fffu & ~0xfu)
#define TANDEM_REQUEST_DATA \
	(TANDEM_AMOS | TANDEM_MEM_BIT(STORE) | TANDEM_MEM_BIT(SC))
#define TANDEM_RESPONSE_DATA                                       \
	(TANDEM_AMOS | TANDEM_MEM_BIT(LOAD) | TANDEM_MEM_BIT(LR) | \
	 TANDEM_MEM_BIT(FETCH))

/** @return true if a request has data. @param op enum tandem_mem */
static inline bool tandem_request_data(const struct tandem_params *params,
				       unsigned int op)
{
	u32 with = TANDEM_REQUEST_DATA;

	if (params->dialect == TANDEM_BLUESPEC)
		with |= TANDEM_MEM_BIT(FETCH);
	return with >> op & 1;
}

/** @return true if a response has data. @param op enum tandem_mem */
static inline bool tandem_response_data(const struct tandem_params *params,
					unsigned int op)
{
	u32 with = TANDEM_RESPONSE_DATA;

	if (params->dialect == TANDEM_BLUESPEC)
		with |= TANDEM_MEM_BIT(SC);
	return with >> op & 1;
}

/** Eight bytes as one word, the first lowest. */
static inline u64 tandem_word(const u8 *p)
{
	return (u64)p[0] | (u64)p[1] << 8 | (u64)p[2] << 16 | (u64)p[3] << 24 |
	       (u64)p[4] << 32 | (u64)p[5] << 40 | (u64)p[6] << 48 |
	       (u64)p[7] << 56;
}

/** Mask of the lowest bytes of a word. @param bytes 1 to 8 */
static inline u64 tandem_low_bytes(unsigned int bytes)
{
	return ~0ULL >> ((64 - 8 * bytes) & 63);
}

/** A word as eight bytes. */
static inline void tandem_put_word(u8 *p, u64 word)
{
	p[0] = (u8)word;
	p[1] = (u8)(word >> 8);
	p[2] = (u8)(word >> 16);
	p[3] = (u8)(word >> 24);
	p[4] = (u8)(word >> 32);
	p[5] = (u8)(word >> 40);
	p[6] = (u8)(word >> 48);
	p[7] = (u8)(word >> 56);
}

/** An 8-bit amount of opcode 5, sign-extended. */
static inline u64 tandem_amount(u8 byte)
{
	return (u64)(s64)((int)(byte ^ 0x80) - 0x80);
}

/**
 * Bytes of data in additional state, 0: reserved identifier.
 * @param addr_bytes, eaddr_bytes as above
 */
static inline unsigned int tandem_state_bytes(unsigned int id,
					      unsigned int xlen_bytes,
					      unsigned int addr_bytes,
					      unsigned int eaddr_bytes)
{
	switch (id) {
	case TANDEM_PRIV:
	case TANDEM_SDATA8:
		return 1;
	case TANDEM_SDATA16:
		return 2;
	case TANDEM_SDATA32:
		return 4;
	case TANDEM_SDATA64:
	case TANDEM_MTIME:
		return 8;
	case TANDEM_PADDR:
	case TANDEM_PCPADDR:
		return addr_bytes;
	case TANDEM_EADDR:
		return eaddr_bytes;
	case TANDEM_PC:
		return xlen_bytes;
	default:
		return 0;
	}
}

#endif
