/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of this library, and private to them. */
#ifndef NTRACE_INTERNAL_H
#define NTRACE_INTERNAL_H

#include <base/bits.h>
#include <ntrace/msg.h>

/* One bit in each byte of a word of eight wire bytes. */
#define NTRACE_BYTES(bit) (0x0101010101010101ULL << (bit))
/* MDO bits of a byte. */
#define NTRACE_MDO_BITS 6

/** Eight wire bytes as one word, the first lowest. */
static inline u64 ntrace_word(const u8 *p)
{
	return (u64)p[0] | (u64)p[1] << 8 | (u64)p[2] << 16 | (u64)p[3] << 24 |
	       (u64)p[4] << 32 | (u64)p[5] << 40 | (u64)p[6] << 48 |
	       (u64)p[7] << 56;
}

/** State of reading the fields of one message, with all the checks. */
struct ntrace_reader {
	const u8 *buf;
	size_t len;
	size_t pos; /* of the next byte */
	u64 bits;   /* of the last bytes, not yet taken */
	unsigned int num_bits;
	u8 mseo;    /* of the last byte; 0 if another field may begin */
	bool ended; /* the last field ended the message */
};

/** Start at a message's first byte. */
void ntrace_reader_init(struct ntrace_reader *r, const u8 *buf, size_t len);

/**
 * Take a field of known width.
 * @param width 1 to 12
 * @return NTRACE_OK, NTRACE_MORE, NTRACE_BAD_MSEO, NTRACE_SHORT
 */
enum ntrace_status ntrace_read_fixed(struct ntrace_reader *r,
				     unsigned int width, u64 *value);

/**
 * Take a field that MSEO ends.
 * @param value out: its lower 64 bits
 * @param high out: its other bits
 * @param width out: bits that were sent, padding included
 * @return NTRACE_OK, NTRACE_MORE, NTRACE_BAD_MSEO, NTRACE_SHORT (there is no
 *	further field), NTRACE_FIELD_TOO_LONG (over 128 bits)
 */
enum ntrace_status ntrace_read_var(struct ntrace_reader *r, u64 *value,
				   u64 *high, unsigned int *width);

/** @return true if MSEO of all bytes is that of one message */
bool ntrace_opaque_valid(const u8 *bytes, size_t len);

/** State of writing the fields of one message. */
struct ntrace_writer {
	u8 *buf;
	size_t room;
	size_t pos;
	u32 bits; /* not yet written, less than 6 + the last field's width */
	unsigned int num_bits;
};

/** Append a field of known width. @param width at most 12 */
static inline void ntrace_write_fixed(struct ntrace_writer *w, u64 value,
				      unsigned int width)
{
	w->bits |= (u32)value << w->num_bits;
	w->num_bits += width;
	while (w->num_bits >= NTRACE_MDO_BITS) {
		if (w->pos < w->room)
			w->buf[w->pos] = (u8)(w->bits << 2);
		w->pos++;
		w->bits >>= NTRACE_MDO_BITS;
		w->num_bits -= NTRACE_MDO_BITS;
	}
}

/**
 * Append a field up to its highest set bit, and end it there.
 * @param least minimum of bytes, for fields whose top bit is copied
 */
static inline void ntrace_write_var(struct ntrace_writer *w, u64 value,
				    unsigned int least)
{
	unsigned int first = NTRACE_MDO_BITS - w->num_bits;
	u8 mdo = (u8)((w->bits | (u32)value << w->num_bits) << 2);

	for (;;) {
		if (w->pos < w->room)
			w->buf[w->pos] = mdo;
		w->pos++;
		value >>= first;
		first = NTRACE_MDO_BITS;
		if (least)
			least--;
		if (!value && !least)
			break;
		mdo = (u8)(value << 2);
	}
	if (w->pos <= w->room)
		w->buf[w->pos - 1] |= 1;
	w->bits = 0;
	w->num_bits = 0;
}

#endif
