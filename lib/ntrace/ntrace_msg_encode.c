// SPDX-License-Identifier: BSD-2-Clause
/* Messages to bytes: code for each type, from the list of types. */
#include "ntrace_internal.h"
#include "ntrace_schema.h"

/*
 * Fewest bytes for an address: with trTeInstExtendAddrMSB the omitted bits must
 * equal the highest sent bit (N-Trace 1.0, Virtual Addresses Optimization).
 */
static unsigned int addr_least(const struct ntrace_format *format, u64 *addr)
{
	unsigned int width = format->xlen - 1u, n;
	u64 sign;

	if (!format->extend_addr_msb)
		return 0; /* unseen: a field has one byte in any case */
	sign = *addr >> (width - 1) ? ~0ULL : 0;
	for (n = 1; n * NTRACE_MDO_BITS < width; n++)
		if ((*addr | (sign & ~bits_low64(width))) >>
			    (n * NTRACE_MDO_BITS - 1) ==
		    sign >> (n * NTRACE_MDO_BITS - 1))
			break;
	if (n * NTRACE_MDO_BITS < width)
		*addr &= bits_low64(n * NTRACE_MDO_BITS);
	return n;
}

/* RDATA has I-CNT or HIST, by RCODE. */
static bool rdata_fits(const struct ntrace_msg *msg)
{
	u64 value = msg->field[NTRACE_RDATA];

	if (msg->field[NTRACE_RCODE] == NTRACE_RCODE_I_CNT)
		return !(value >> NTRACE_I_CNT_BITS);
	return value != 0;
}

/* Write the mandatory fields of each type, one after the other. */
#define WRITE_FIX(name, width)                           \
	if (!(msg->present & NTRACE_HAS(NTRACE_##name))) \
		return NTRACE_MISSING;                   \
	if (msg->field[NTRACE_##name] >> (width))        \
		return NTRACE_BAD_VALUE;                 \
	ntrace_write_fixed(w, msg->field[NTRACE_##name], width);
#define WRITE_VAR(name, most)                                         \
	if (!(msg->present & NTRACE_HAS(NTRACE_##name)))              \
		return NTRACE_MISSING;                                \
	if (msg->field[NTRACE_##name] & ~bits_low64(most))            \
		return NTRACE_BAD_VALUE;                              \
	if (NTRACE_##name == NTRACE_HIST && !msg->field[NTRACE_HIST]) \
		return NTRACE_BAD_VALUE;                              \
	if (NTRACE_##name == NTRACE_RDATA && !rdata_fits(msg))        \
		return NTRACE_BAD_VALUE;                              \
	ntrace_write_var(w, msg->field[NTRACE_##name], 0);
#define WRITE_ADDR()                                                  \
	if (!(msg->present & NTRACE_HAS(NTRACE_ADDR)))                \
		return NTRACE_MISSING;                                \
	if (msg->field[NTRACE_ADDR] & ~bits_low64(format->xlen - 1u)) \
		return NTRACE_BAD_VALUE;                              \
	addr = msg->field[NTRACE_ADDR];                               \
	least = addr_least(format, &addr);                            \
	ntrace_write_var(w, addr, least);
#define WRITE_IF(name, most, code, equal)           \
	if (msg->field[NTRACE_##code] > (equal))    \
		return NTRACE_BAD_VALUE;            \
	if (msg->field[NTRACE_##code] == (equal)) { \
		WRITE_VAR(name, most)               \
	}
#define WRITE_TYPE(id, name, fields) \
	case NTRACE_##id:            \
		fields break;

static enum ntrace_status write_fields(const struct ntrace_format *format,
				       const struct ntrace_msg *msg,
				       struct ntrace_writer *w)
{
	unsigned int least;
	u64 addr;

	/* Types may have the same fields: NOLINTBEGIN(*-branch-clone) */
	switch (msg->tcode) {
		/* unseen: a switch jumps past the condition of a mutant */
		NTRACE_MESSAGES(WRITE_TYPE, WRITE_FIX, WRITE_VAR, WRITE_ADDR,
				WRITE_IF)
	default:
		return NTRACE_MISSING;
	}
	/* NOLINTEND(*-branch-clone) */
	if (msg->present & NTRACE_HAS(NTRACE_TSTAMP))
		ntrace_write_var(w, msg->field[NTRACE_TSTAMP], 0);
	return NTRACE_OK;
}

bool ntrace_opaque_valid(const u8 *bytes, size_t len)
{
	size_t i;

	if (len < 2 || bytes[0] & 3 || (bytes[len - 1] & 3) != 3)
		return false;
	for (i = 1; i + 1 < len; i++)
		if (bytes[i] & 2)
			return false;
	return true;
}

static enum ntrace_status copy_opaque(const struct ntrace_msg *msg, u8 *buf,
				      size_t room, size_t *used)
{
	size_t i;

	if (!ntrace_opaque_valid(msg->opaque, msg->bytes) ||
	    msg->opaque[0] >> 2 != msg->tcode ||
	    msg->bytes > NTRACE_OPAQUE_BYTES_MAX)
		return NTRACE_BAD_VALUE;
	if (msg->bytes > room)
		return NTRACE_NO_SPACE;
	for (i = 0; i < msg->bytes; i++)
		buf[i] = msg->opaque[i];
	*used = msg->bytes;
	return NTRACE_OK;
}

enum ntrace_status ntrace_msg_encode(const struct ntrace_format *format,
				     const struct ntrace_msg *msg, u8 *buf,
				     size_t room, size_t *used)
{
	struct ntrace_writer w = { .buf = buf, .room = room };
	enum ntrace_status status;
	u64 src = 0;

	*used = 0;
	if (msg->tcode >= NTRACE_TCODES)
		return NTRACE_BAD_VALUE;
	if (msg->opaque)
		return copy_opaque(msg, buf, room, used);
	ntrace_write_fixed(&w, msg->tcode, NTRACE_MDO_BITS);
	if (format->src_bits) {
		if (!(msg->present & NTRACE_HAS(NTRACE_SRC)))
			return NTRACE_MISSING;
		src = msg->field[NTRACE_SRC];
		if (src & ~bits_low64(format->src_bits))
			return NTRACE_BAD_VALUE;
		ntrace_write_fixed(&w, src, format->src_bits);
	}
	status = write_fields(format, msg, &w);
	if (status != NTRACE_OK)
		return status;
	if (w.pos > room)
		return NTRACE_NO_SPACE;
	buf[w.pos - 1] |= 3;
	*used = w.pos;
	return NTRACE_OK;
}
