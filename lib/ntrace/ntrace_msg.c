// SPDX-License-Identifier: BSD-2-Clause
/*
 * Messages from bytes, walking the schema. There are two ways: one for whole
 * messages of up to eight bytes, the usual ones, and one for all other messages
 * and for errors.
 */
#include "ntrace_internal.h"
#include "ntrace_schema.h"

/* Bits of an address in a message, which omits bit 0. */
static unsigned int addr_bits(const struct ntrace_format *format)
{
	return format->xlen - 1u;
}

/*
 * Undo trTeInstExtendAddrMSB: bits above the highest sent bit equal that bit
 * (N-Trace 1.0, Virtual Addresses Optimization).
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

/* Sent bits above the width of an address have to be padding. */
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

/* True if a message has this field of its schema, given those before it. */
static bool has_field(const struct ntrace_msg *msg, unsigned int field)
{
	if (field == NTRACE_HREPEAT)
		return msg->field[NTRACE_RCODE] == NTRACE_RCODE_HIST_REPEAT;
	if (field == NTRACE_HIST && msg->tcode == NTRACE_PROG_TRACE_CORRELATION)
		return msg->field[NTRACE_CDF] == 1;
	if (field == NTRACE_CK_DATA1)
		return msg->field[NTRACE_CK_DF] == 1;
	return true;
}

/* True if a field's code leaves the fields after it without meaning. */
static bool is_opaque(const struct ntrace_format *format,
		      const struct ntrace_msg *msg, unsigned int field)
{
	u64 code = msg->field[field];

	if (field == NTRACE_RCODE)
		return code > NTRACE_RCODE_HIST_REPEAT &&
		       !(format->quirks & NTRACE_QUIRK_SIFIVE &&
			 (code == NTRACE_RCODE_NOT_TAKEN ||
			  code == NTRACE_RCODE_TAKEN));
	return (field == NTRACE_CDF || field == NTRACE_CK_DF) && code > 1;
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

/* A message without a schema has no fields to check, only an end. */
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

	if (!ntrace_tcode_known(format, msg->tcode))
		return read_opaque(r, msg);
	for (i = 0; i < schema->num_fields; i++, row++) {
		if (!has_field(msg, row->field) ||
		    (row->kind == NTRACE_VAR_OPTIONAL && r->ended))
			continue;
		status = read_field(format, row, r, &msg->field[row->field]);
		if (status != NTRACE_OK)
			return status;
		if (is_opaque(format, msg, row->field))
			return read_opaque(r, msg);
		msg->present |= NTRACE_HAS(row->field);
	}
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

/* Most bytes of a message, judged by its beginning. */
static size_t most_bytes(const struct ntrace_msg *msg)
{
	return ntrace_schema[msg->tcode].num_fields && !msg->opaque ?
		       NTRACE_MSG_BYTES_MAX :
		       NTRACE_OPAQUE_BYTES_MAX;
}

/* Decode any message, and report the first error in it. */
static enum ntrace_status decode_any(const struct ntrace_format *format,
				     const u8 *buf, size_t len, size_t *used,
				     struct ntrace_msg *msg)
{
	struct ntrace_reader r;
	enum ntrace_status status;

	ntrace_reader_init(&r, buf, len);
	/* unseen: any answer of most_bytes() does without a byte */
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

/* A message of at most eight bytes: its MDO bits, without MSEO bits. */
struct quick {
	u64 bits;	    /* not yet taken */
	u64 ends;	    /* bit 0 of each byte that ends a field, at the same
			   * places */
	unsigned int pos;   /* bits taken */
	unsigned int width; /* of the last field of variable length */
};

/* Join the MDO bits of eight bytes. */
static inline u64 join_mdo(u64 word)
{
	u64 x = word >> 2 & 0x3f3f3f3f3f3f3f3fULL;

	x = (x & 0x003f003f003f003fULL) | (x & 0x3f003f003f003f00ULL) >> 2;
	x = (x & 0x00000fff00000fffULL) | (x & 0x0fff00000fff0000ULL) >> 4;
	/* unseen: TCODE 0 and 1 are left to decode_any() */
	return (x & 0xffffff) | (x >> 8 & 0xffffff000000ULL);
}

/* False: the message is longer, or not quite right. */
static inline bool quick_init(struct quick *q, u64 word, size_t *used)
{
	u64 last = word & word >> 1 & NTRACE_BYTES(0);

	if (!last || word & 3)
		return false;
	/* Bytes of this message, up to the last one */
	last &= -last;
	if (word >> 1 & ~word & NTRACE_BYTES(0) & (last | (last - 1)))
		return false;
	q->ends = word & NTRACE_BYTES(0) & (last | (last - 1));
	q->bits = join_mdo(word);
	q->pos = 0;
	*used = bits_ffs64(last) / 8 + 1;
	/* unseen: left to decode_any(), which says the same */
	return true;
}

static inline u64 quick_fixed(struct quick *q, unsigned int width)
{
	u64 value = q->bits & (BIT64(width) - 1);

	q->bits >>= width;
	q->pos += width;
	return value; /* unseen: TCODE 0 and 1 are left to decode_any() */
}

/* False: no further field is there, or its end lies in the fields before it. */
static inline bool quick_var(struct quick *q, u64 *value)
{
	/* 6 bits a byte, up to the end of the byte whose bit 0 is set */
	unsigned int end =
		q->ends ? bits_ffs64(q->ends) * 3 / 4 + NTRACE_MDO_BITS : 0;

	if (end <= q->pos)
		return false;
	/* unseen: a field is left over: left to decode_any() */
	q->ends &= q->ends - 1;
	q->width = end - q->pos;
	*value = quick_fixed(q, q->width);
	/* unseen: left to decode_any(), which says the same */
	return true;
}

static inline bool quick_addr(const struct ntrace_format *format,
			      struct quick *q, u64 *addr)
{
	if (!quick_var(q, addr) || q->width > addr_bits(format))
		return false;
	if (unlikely(format->extend_addr_msb))
		*addr = extend_addr(format, *addr, q->width);
	/* unseen: left to decode_any(), which says the same */
	return true;
}

/* Take the fields of each type, one after the other. */
#define QUICK_FIX(name, width)                \
	present |= NTRACE_HAS(NTRACE_##name); \
	msg->field[NTRACE_##name] = quick_fixed(q, width);
#define QUICK_VAR(name, most)                          \
	present |= NTRACE_HAS(NTRACE_##name);          \
	if (!quick_var(q, &msg->field[NTRACE_##name])) \
		return false;
#define QUICK_ADDR()                                          \
	present |= NTRACE_HAS(NTRACE_ADDR);                   \
	if (!quick_addr(format, q, &msg->field[NTRACE_ADDR])) \
		return false;
#define QUICK_IF(name, most, code, equal)           \
	if (msg->field[NTRACE_##code] > (equal))    \
		return false;                       \
	if (msg->field[NTRACE_##code] == (equal)) { \
		QUICK_VAR(name, most)               \
	}
#define QUICK_TYPE(id, name, fields) \
	case NTRACE_##id:            \
		fields break;

static inline bool quick_fields(const struct ntrace_format *format,
				struct quick *q, struct ntrace_msg *msg)
{
	u32 present = msg->present;

	/* Types may have the same fields: NOLINTBEGIN(*-branch-clone) */
	switch (msg->tcode) {
		/* unseen: a switch jumps past the condition of a mutant */
		NTRACE_MESSAGES(QUICK_TYPE, QUICK_FIX, QUICK_VAR, QUICK_ADDR,
				QUICK_IF)
	default:
		return false;
	}
	/* NOLINTEND(*-branch-clone) */
	/* unseen: either way it is left to decode_any() */
	if (q->ends) {
		QUICK_VAR(TSTAMP, 64)
	}
	msg->present = present;
	return !q->ends;
}

/* The same as decode_any(); false: the caller has to use decode_any(). */
static bool decode_quick(const struct ntrace_format *format, u64 word,
			 size_t *used, struct ntrace_msg *msg)
{
	struct quick q;

	if (!quick_init(&q, word, used))
		return false;
	msg->tcode = (u8)quick_fixed(&q, NTRACE_MDO_BITS);
	if (unlikely(NTRACE_TCODES_SIFIVE >> msg->tcode & 1))
		return false;
	msg->bytes = (u16)*used;
	msg->opaque = NULL;
	msg->present = 0;
	if (format->src_bits) {
		msg->field[NTRACE_SRC] = quick_fixed(&q, format->src_bits);
		msg->present = NTRACE_HAS(NTRACE_SRC);
	}
	return quick_fields(format, &q, msg);
}

/* DirectBranch with a small I-CNT: most messages of BTM. */
static inline bool decode_tiny(const struct ntrace_format *format, u64 word,
			       size_t *used, struct ntrace_msg *msg)
{
	if ((word & 0x3ff) != (3 << 8 | NTRACE_DIRECT_BRANCH << 2) ||
	    format->src_bits)
		return false;
	*used = 2;
	msg->tcode = NTRACE_DIRECT_BRANCH;
	msg->bytes = 2;
	msg->opaque = NULL;
	msg->present = NTRACE_HAS(NTRACE_I_CNT);
	msg->field[NTRACE_I_CNT] = word >> 10 & 0x3f;
	/* unseen: left to decode_any(), which says the same */
	return true;
}

enum ntrace_status ntrace_msg_decode(const struct ntrace_format *format,
				     const u8 *buf, size_t len, size_t *used,
				     struct ntrace_msg *msg)
{
	/* On 32-bit machines this way is not quick, and would need libgcc */
	if (sizeof(void *) >= sizeof(u64) && likely(len >= sizeof(u64))) {
		u64 word = ntrace_word(buf);

		if (decode_tiny(format, word, used, msg) ||
		    likely(decode_quick(format, word, used, msg)))
			return NTRACE_OK;
	}
	return decode_any(format, buf, len, used, msg);
}
