// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes of 6 MDO bits above 2 MSEO bits (N-Trace 1.0, chapter 3). This file
 * checks every read whose place depends on the bytes.
 */
#include "ntrace_internal.h"

size_t ntrace_idle_count(const u8 *buf, size_t len)
{
	size_t n = 0;

	while (n < len && buf[n] == NTRACE_IDLE)
		n++;
	return n;
}

size_t ntrace_msg_skip(const u8 *buf, size_t len)
{
	size_t n;

	for (n = 0; n < len; n++)
		if ((buf[n] & 3) == 3)
			return n + 1;
	return len;
}

void ntrace_reader_init(struct ntrace_reader *r, const u8 *buf, size_t len)
{
	*r = (struct ntrace_reader){ .buf = buf, .len = len };
}

static enum ntrace_status read_byte(struct ntrace_reader *r, u8 *mdo)
{
	u8 byte;

	/* This field has more bits, but the last byte ended a field */
	if (r->mseo)
		return r->mseo == 3 ? NTRACE_SHORT : NTRACE_BAD_MSEO;
	if (r->pos == r->len)
		return NTRACE_MORE;
	byte = r->buf[r->pos++];
	r->mseo = byte & 3;
	*mdo = byte >> 2;
	return r->mseo == 2 ? NTRACE_BAD_MSEO : NTRACE_OK;
}

enum ntrace_status ntrace_read_fixed(struct ntrace_reader *r,
				     unsigned int width, u64 *value)
{
	enum ntrace_status status;
	u8 mdo;

	while (r->num_bits < width) {
		status = read_byte(r, &mdo);
		if (status != NTRACE_OK)
			return status;
		r->bits |= (u64)mdo << r->num_bits;
		r->num_bits += NTRACE_MDO_BITS;
	}
	*value = r->bits & bits_low64(width);
	r->bits >>= width;
	r->num_bits -= width;
	return NTRACE_OK;
}

/*
 * Read the rest of a byte that a fixed field shares; if no byte is shared, read
 * nothing.
 */
static enum ntrace_status read_var_start(struct ntrace_reader *r)
{
	enum ntrace_status status;
	u8 mdo;

	if (r->num_bits)
		return NTRACE_OK;
	status = read_byte(r, &mdo);
	if (status != NTRACE_OK)
		return status;
	r->bits = mdo;
	r->num_bits = NTRACE_MDO_BITS;
	return NTRACE_OK;
}

enum ntrace_status ntrace_read_var(struct ntrace_reader *r, u64 *value,
				   u64 *high, unsigned int *width)
{
	enum ntrace_status status = read_var_start(r);
	unsigned int at;
	u8 mdo;

	if (status != NTRACE_OK)
		return status;
	at = r->num_bits;
	*value = r->bits;
	*high = 0;
	while (!r->mseo) {
		status = read_byte(r, &mdo);
		if (status != NTRACE_OK)
			return status;
		if (at + NTRACE_MDO_BITS > 128)
			return NTRACE_FIELD_TOO_LONG;
		if (at < 64)
			*value |= (u64)mdo << at;
		if (at > 58)
			*high |= at < 64 ? (u64)mdo >> (64 - at) :
					   (u64)mdo << (at - 64);
		at += NTRACE_MDO_BITS;
	}
	*width = at;
	r->bits = 0; /* unseen: no fixed field follows one of variable length */
	r->num_bits = 0;
	r->ended = r->mseo == 3;
	if (!r->ended)
		r->mseo = 0; /* the next field may begin */
	return NTRACE_OK;
}
