// SPDX-License-Identifier: BSD-2-Clause
/*
 * Messages from bytes, walking the schema. There are two ways: one for whole
 * messages of up to eight bytes, which nearly all are, and one for all others
 * and for whatever is wrong.
 */
#include "ntrace_internal.h"

/* Bits of an address as sent: bit 0 is not. */
static unsigned int addr_bits(const struct ntrace_format *format)
{
	return format->xlen - 1u;
}

/*
 * Undo what trTeInstExtendAddrMSB leaves out: bits above the highest one that
 * was sent equal that one (N-Trace 1.0, Virtual Addresses Optimization).
 */
static u64 extend_addr(const struct ntrace_format *format, u64 value,
		       unsigned int width)
{
	u64 mask = bits_low64(addr_bits(format));

	if (format->extend_addr_msb && width < addr_bits(format) &&
	    value >> (width - 1))
		value |= ~bits_low64(width);
	return value & mask;
}

/* Bits sent above the address's own have to be padding. */
static enum ntrace_status judge_addr(const struct ntrace_format *format,
				     u64 *value, u64 high, unsigned int width)
{
	u64 over = bits_low64(width) & ~bits_low64(addr_bits(format));
	u64 high_ones = bits_low64(width > 64 ? width - 64 : 0);
	bool zeros = !(*value & over) && !high;
	bool ones = format->extend_addr_msb && (*value & over) == over &&
		    high == high_ones;

	*value = extend_addr(format, *value, width);
	return zeros || ones ? NTRACE_OK : NTRACE_FIELD_TOO_LONG;
}

static enum ntrace_status read_field(const struct ntrace_format *format,
				     const struct ntrace_schema_field *row,
				     struct ntrace_reader *r, u64 *value)
{
	enum ntrace_status status;
	unsigned int width;
	u64 high;

	if (row->kind == NTRACE_FIXED)
		return ntrace_read_fixed(r, row->bits, value);
	status = ntrace_read_var(r, value, &high, &width);
	if (status != NTRACE_OK)
		return status;
	if (row->kind == NTRACE_VAR_ADDR)
		return judge_addr(format, value, high, width);
	return high ? NTRACE_FIELD_TOO_LONG : NTRACE_OK;
}

/* The bytes of a message without a schema have to end somewhere, no more. */
static enum ntrace_status read_opaque(struct ntrace_reader *r,
				      struct ntrace_msg *msg)
{
	size_t used = r->pos;

	msg->opaque = r->buf;
	if (!r->mseo || r->mseo == 1)
		used += ntrace_msg_skip(r->buf + r->pos, r->len - r->pos);
	r->pos = used;
	if ((r->buf[used - 1] & 3) != 3)
		return NTRACE_MORE;
	r->ended = true;
	return ntrace_opaque_valid(r->buf, used) ? NTRACE_OK : NTRACE_BAD_MSEO;
}

static enum ntrace_status read_fields(const struct ntrace_format *format,
				      struct ntrace_reader *r,
				      struct ntrace_msg *msg)
{
	const struct ntrace_schema *schema = &ntrace_schema[msg->tcode];
	const struct ntrace_schema_field *row = schema->field;
	enum ntrace_status status;
	unsigned int i;

	for (i = 0; i < schema->num_fields; i++, row++) {
		if (!ntrace_msg_has_field(msg, row->field) ||
		    (row->kind == NTRACE_VAR_OPTIONAL && r->ended))
			continue;
		status = read_field(format, row, r, &msg->field[row->field]);
		if (status != NTRACE_OK)
			return status;
		if (ntrace_msg_is_opaque(msg, row->field))
			return read_opaque(r, msg);
		msg->present |= (u16)NTRACE_HAS(row->field);
	}
	if (!schema->num_fields)
		return read_opaque(r, msg);
	return r->ended ? NTRACE_OK : NTRACE_EXTRA;
}

static enum ntrace_status read_msg(const struct ntrace_format *format,
				   struct ntrace_reader *r,
				   struct ntrace_msg *msg)
{
	enum ntrace_status status;
	u64 tcode;

	status = ntrace_read_fixed(r, NTRACE_MDO_BITS, &tcode);
	if (status != NTRACE_OK)
		return status;
	if (r->mseo)
		return NTRACE_BAD_START;
	msg->tcode = (u8)tcode;
	if (format->src_bits) {
		status = ntrace_read_fixed(r, format->src_bits,
					   &msg->field[NTRACE_SRC]);
		if (status != NTRACE_OK)
			return status;
		msg->present = NTRACE_HAS(NTRACE_SRC);
	}
	return read_fields(format, r, msg);
}

/* Most bytes of a message, as far as its beginning tells. */
static size_t most_bytes(const struct ntrace_msg *msg)
{
	return ntrace_schema[msg->tcode].num_fields && !msg->opaque ?
		       NTRACE_MSG_BYTES_MAX :
		       NTRACE_OPAQUE_BYTES_MAX;
}

/* Any message, and what is wrong with it. */
static enum ntrace_status decode_any(const struct ntrace_format *format,
				     const u8 *buf, size_t len, size_t *used,
				     struct ntrace_msg *msg)
{
	struct ntrace_reader r;
	enum ntrace_status status;

	ntrace_reader_init(&r, buf, len);
	msg->tcode = 0;
	msg->present = 0;
	msg->opaque = NULL;
	status = read_msg(format, &r, msg);
	*used = r.pos;
	msg->bytes = (u16)r.pos;
	if (status == NTRACE_OK && r.pos <= most_bytes(msg))
		return NTRACE_OK;
	if (status == NTRACE_OK ||
	    (status == NTRACE_MORE && len >= most_bytes(msg)))
		status = NTRACE_MSG_TOO_LONG;
	*used = status == NTRACE_MORE ? 0 : ntrace_msg_skip(buf, len);
	return status;
}

/* A message of at most eight bytes, its MDO bits next to each other. */
struct quick {
	u64 bits;
	u64 ends; /* bit 0 of each byte where a field ends, as far as not taken */
	unsigned int pos; /* in bits, of the next field */
};

/* Push the MDO bits of eight bytes together. */
static inline u64 join_mdo(u64 word)
{
	u64 x = word >> 2 & 0x3f3f3f3f3f3f3f3fULL;

	x = (x & 0x003f003f003f003fULL) | (x & 0x3f003f003f003f00ULL) >> 2;
	x = (x & 0x00000fff00000fffULL) | (x & 0x0fff00000fff0000ULL) >> 4;
	return (x & 0xffffff) | (x >> 8 & 0xffffff000000ULL);
}

/* False: it is longer, or not quite right. */
static inline bool quick_init(struct quick *q, u64 word, size_t *used)
{
	u64 last = word & word >> 1 & NTRACE_BYTES(0);
	u64 mine;

	if (!last || word & 3)
		return false;
	last &= -last;
	mine = last | (last - 1);
	if (word >> 1 & ~word & NTRACE_BYTES(0) & mine)
		return false;
	q->ends = word & NTRACE_BYTES(0) & mine;
	q->bits = join_mdo(word);
	q->pos = NTRACE_MDO_BITS;
	*used = bits_ffs64(last) / 8 + 1;
	return true;
}

static inline u64 quick_fixed(struct quick *q, unsigned int width)
{
	u64 value = q->bits >> q->pos & bits_low64(width);

	q->pos += width;
	return value;
}

/* Width of the field that ends next; 0: it does not, or did too early. */
static inline unsigned int quick_width(struct quick *q)
{
	unsigned int end;

	if (!q->ends)
		return 0;
	end = (bits_ffs64(q->ends) / 8 + 1) * NTRACE_MDO_BITS;
	q->ends &= q->ends - 1;
	return end > q->pos ? end - q->pos : 0;
}

/* False: leave this message to decode_any(). */
static inline bool quick_field(const struct ntrace_format *format,
			       const struct ntrace_schema_field *row,
			       struct quick *q, struct ntrace_msg *msg)
{
	unsigned int width = row->bits;
	u64 *value = &msg->field[row->field];

	if (row->kind == NTRACE_FIXED) {
		*value = quick_fixed(q, width);
		return !ntrace_msg_is_opaque(msg, row->field);
	}
	width = quick_width(q);
	if (!width)
		return false;
	*value = quick_fixed(q, width);
	if (row->kind != NTRACE_VAR_ADDR)
		return true;
	*value = extend_addr(format, *value, width);
	return width <= addr_bits(format);
}

static bool decode_quick(const struct ntrace_format *format, u64 word,
			 size_t *used, struct ntrace_msg *msg)
{
	const struct ntrace_schema *schema;
	const struct ntrace_schema_field *row, *end;
	struct quick q;

	if (!quick_init(&q, word, used))
		return false;
	msg->tcode = q.bits & 0x3f;
	msg->bytes = (u16)*used;
	msg->opaque = NULL;
	msg->present = 0;
	schema = &ntrace_schema[msg->tcode];
	if (format->src_bits) {
		msg->field[NTRACE_SRC] = quick_fixed(&q, format->src_bits);
		msg->present = NTRACE_HAS(NTRACE_SRC);
	}
	row = schema->field;
	for (end = row + schema->num_fields; row < end; row++) {
		if (!ntrace_msg_has_field(msg, row->field) ||
		    (row->kind == NTRACE_VAR_OPTIONAL && !q.ends))
			continue;
		if (!quick_field(format, row, &q, msg))
			return false;
		msg->present |= (u16)NTRACE_HAS(row->field);
	}
	return schema->num_fields && !q.ends;
}

enum ntrace_status ntrace_msg_decode(const struct ntrace_format *format,
				     const u8 *buf, size_t len, size_t *used,
				     struct ntrace_msg *msg)
{
	if (likely(len >= sizeof(u64)) &&
	    likely(decode_quick(format, ntrace_word(buf), used, msg)))
		return NTRACE_OK;
	return decode_any(format, buf, len, used, msg);
}
