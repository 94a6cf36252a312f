// SPDX-License-Identifier: BSD-2-Clause
/* The text form of messages, printed and parsed by walking the schema. */
#include "ntrace_internal.h"

/* The printed text, cut to the room; len counts all of it. */
struct line {
	char *buf;
	size_t size;
	size_t len;
};

static void put_char(struct line *l, char c)
{
	if (l->len + 1 < l->size)
		l->buf[l->len] = c;
	l->len++;
}

static void put_text(struct line *l, const char *text)
{
	while (*text)
		put_char(l, *text++);
}

/* Hexadecimal, with a minimum of digits. */
static void put_hex(struct line *l, u64 value, unsigned int digits)
{
	unsigned int n = value ? bits_fls64(value) / 4 + 1 : 1;

	if (n < digits)
		n = digits;
	while (n--)
		put_char(l, "0123456789abcdef"[value >> (4 * n) & 15]);
}

static void put_field(struct line *l, const struct ntrace_msg *msg,
		      unsigned int field)
{
	put_char(l, ' ');
	put_text(l, ntrace_field_name(msg->tcode, (enum ntrace_field)field));
	put_text(l, "=0x");
	put_hex(l, msg->field[field], 1);
}

static void put_opaque(struct line *l, const struct ntrace_msg *msg)
{
	size_t i;

	put_text(l, " bytes");
	for (i = 0; i < msg->bytes; i++) {
		put_char(l, ' ');
		put_hex(l, msg->opaque[i], 2);
	}
}

static void put_fields(struct line *l, const struct ntrace_msg *msg)
{
	const struct ntrace_schema *schema = &ntrace_schema[msg->tcode];
	unsigned int i;

	if (msg->present & NTRACE_HAS(NTRACE_SRC))
		put_field(l, msg, NTRACE_SRC);
	for (i = 0; i < schema->num_fields; i++)
		if (msg->present & NTRACE_HAS(schema->field[i].field))
			put_field(l, msg, schema->field[i].field);
}

static const char reserved_name[] = "Reserved";

size_t ntrace_text_print(const struct ntrace_msg *msg, char *buf, size_t size)
{
	struct line l = { .buf = buf, .size = size };
	const char *name = ntrace_schema[msg->tcode % NTRACE_TCODES].name;

	put_text(&l, name ? name : reserved_name);
	if (msg->opaque)
		put_opaque(&l, msg);
	else
		put_fields(&l, msg);
	if (size)
		buf[l.len < size ? l.len : size - 1] = '\0';
	return l.len;
}

/* Text that is not parsed yet. */
struct scan {
	const char *text;
	size_t len;
	size_t pos;
};

static bool scan_end(const struct scan *s)
{
	return s->pos == s->len;
}

static bool scan_char(struct scan *s, char c)
{
	if (scan_end(s) || s->text[s->pos] != c)
		return false;
	s->pos++;
	return true;
}

/* Take the word only if one of these characters or the end follows it. */
static bool scan_word(struct scan *s, const char *word, char before)
{
	size_t i;

	for (i = 0; word[i]; i++)
		if (s->pos + i == s->len || s->text[s->pos + i] != word[i])
			return false;
	if (s->pos + i < s->len && s->text[s->pos + i] != before)
		return false;
	s->pos += i;
	return true;
}

static unsigned int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned int)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned int)(c - 'A') + 10;
	return 16;
}

static enum ntrace_status scan_number(struct scan *s, u64 *value)
{
	unsigned int base = 10, digit;
	size_t start;
	u64 most;

	if (s->len - s->pos > 1 && s->text[s->pos] == '0' &&
	    s->text[s->pos + 1] == 'x') {
		base = 16;
		s->pos += 2;
	}
	*value = 0;
	for (start = s->pos; !scan_end(s); s->pos++) {
		digit = digit_value(s->text[s->pos]);
		if (digit >= base)
			break;
		most = base == 16 ? ~0ULL >> 4 : 1844674407370955161ULL;
		if (*value > most ||
		    (*value == most && base == 10 && digit > 5))
			return NTRACE_FIELD_TOO_LONG;
		*value = *value * base + digit;
	}
	return s->pos == start ? NTRACE_BAD_TEXT : NTRACE_OK;
}

static enum ntrace_status scan_opaque(struct scan *s, struct ntrace_msg *msg,
				      u8 *raw)
{
	unsigned int high, low;

	while (scan_char(s, ' ')) {
		if (s->len - s->pos < 2)
			return NTRACE_BAD_TEXT;
		high = digit_value(s->text[s->pos]);
		low = digit_value(s->text[s->pos + 1]);
		if (high > 15 || low > 15)
			return NTRACE_BAD_TEXT;
		if (msg->bytes == NTRACE_OPAQUE_BYTES_MAX)
			return NTRACE_MSG_TOO_LONG;
		raw[msg->bytes++] = (u8)(high << 4 | low);
		s->pos += 2;
	}
	if (!msg->bytes || !scan_end(s))
		return NTRACE_BAD_TEXT;
	msg->opaque = raw;
	msg->tcode = raw[0] >> 2;
	return NTRACE_OK;
}

/* Find a field by its name among the fields of the type. @return its number, or
 * NTRACE_FIELDS */
static unsigned int scan_field(struct scan *s, unsigned int tcode)
{
	const struct ntrace_schema *schema = &ntrace_schema[tcode];
	unsigned int i, field;

	if (scan_word(s, "SRC", '='))
		return NTRACE_SRC;
	for (i = 0; i < schema->num_fields; i++) {
		field = schema->field[i].field;
		if (scan_word(
			    s,
			    ntrace_field_name(tcode, (enum ntrace_field)field),
			    '='))
			return field;
	}
	return NTRACE_FIELDS;
}

static enum ntrace_status scan_fields(struct scan *s, struct ntrace_msg *msg)
{
	enum ntrace_status status;
	unsigned int field;
	size_t start;

	while (scan_char(s, ' ')) {
		start = s->pos;
		field = scan_field(s, msg->tcode);
		if (field == NTRACE_FIELDS ||
		    msg->present & NTRACE_HAS(field) || !scan_char(s, '=')) {
			s->pos = start;
			return NTRACE_BAD_TEXT;
		}
		status = scan_number(s, &msg->field[field]);
		if (status != NTRACE_OK)
			return status;
		msg->present |= NTRACE_HAS(field);
	}
	return scan_end(s) ? NTRACE_OK : NTRACE_BAD_TEXT;
}

/* Find a type by its name. Opaque messages share a name: the first type is
 * used. */
static bool scan_name(struct scan *s, struct ntrace_msg *msg)
{
	unsigned int tcode;

	for (tcode = 0; tcode < NTRACE_TCODES; tcode++) {
		msg->tcode = (u8)tcode;
		if (scan_word(s,
			      ntrace_schema[tcode].name ?
				      ntrace_schema[tcode].name :
				      reserved_name,
			      ' '))
			return true;
	}
	return false;
}

enum ntrace_status ntrace_text_parse(const char *text, size_t len,
				     struct ntrace_msg *msg, u8 *raw,
				     size_t *column)
{
	struct scan s = { .text = text, .len = len };
	enum ntrace_status status = NTRACE_BAD_TEXT;
	size_t start;

	msg->present = 0;
	msg->bytes = 0;
	msg->opaque = NULL;
	if (scan_name(&s, msg)) {
		start = s.pos;
		if (scan_char(&s, ' ') && scan_word(&s, "bytes", ' ')) {
			status = scan_opaque(&s, msg, raw);
		} else {
			s.pos = start;
			status = scan_fields(&s, msg);
		}
	}
	*column = s.pos;
	return status;
}
