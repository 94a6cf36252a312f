// SPDX-License-Identifier: BSD-2-Clause
/* JSON (RFC 8259), written as it is produced. */
#include <math.h>
#include <string.h>
#include "json.h"
#include "names.h"

void json_begin(struct json *json, struct output *out)
{
	memset(json, 0, sizeof(*json));
	json->out = out;
}

static void quote_char(struct output *out, char c)
{
	switch (c) {
	case '"':
	case '\\':
		output_char(out, '\\');
		output_char(out, c);
		break;
	case '\n':
		output_string(out, "\\n");
		break;
	case '\t':
		output_string(out, "\\t");
		break;
	default:
		if ((u8)c < 0x20 || c == 0x7f)
			output_format(out, "\\u%04x", c);
		else
			output_char(out, c);
	}
}

static void quote(struct output *out, const char *s)
{
	unsigned int length;

	output_char(out, '"');
	while (*s) {
		length = name_utf8_length((const u8 *)s);
		if (length == 1)
			quote_char(out, *s);
		else if (length == 2 && (u8)s[0] == 0xc2 && (u8)s[1] < 0xa0)
			/* C1, which steers terminals */
			output_format(out, "\\u%04x", (u8)s[1]);
		else if (length)
			output_bytes(out, s, length);
		else
			output_string(out, "\\ufffd");
		s += length ? length : 1;
	}
	output_char(out, '"');
}

/* Write the text before a value: comma, line, name. */
static void value_begin(struct json *json, const char *name)
{
	if (json->comma)
		output_char(json->out, ',');
	if (json->lines && json->depth && json->depth <= 2)
		output_char(json->out, '\n');
	if (name) {
		quote(json->out, name);
		output_char(json->out, ':');
	}
	json->comma = true;
}

static void nest(struct json *json, const char *name, char open)
{
	value_begin(json, name);
	output_char(json->out, open);
	json->depth++;
	json->comma = false;
}

static void unnest(struct json *json, char close)
{
	json->depth--;
	json->comma = true;
	output_char(json->out, close);
}

void json_object(struct json *json, const char *name)
{
	nest(json, name, '{');
}

void json_array(struct json *json, const char *name)
{
	nest(json, name, '[');
}

void json_end_object(struct json *json)
{
	unnest(json, '}');
}

void json_end_array(struct json *json)
{
	unnest(json, ']');
}

void json_string(struct json *json, const char *name, const char *value)
{
	value_begin(json, name);
	quote(json->out, value);
}

void json_u64(struct json *json, const char *name, u64 value)
{
	value_begin(json, name);
	output_decimal(json->out, value);
}

void json_bool(struct json *json, const char *name, bool value)
{
	value_begin(json, name);
	output_string(json->out, value ? "true" : "false");
}

void json_null(struct json *json, const char *name)
{
	value_begin(json, name);
	output_string(json->out, "null");
}

void json_fraction(struct json *json, const char *name, double value,
		   int digits)
{
	value_begin(json, name);
	if (isfinite(value))
		output_format(json->out, "%.*f", digits, value);
	else
		output_string(json->out, "null");
}

void json_hex(struct json *json, const char *name, u64 value)
{
	value_begin(json, name);
	output_char(json->out, '"');
	output_hex(json->out, value);
	output_char(json->out, '"');
}

void json_finish(struct json *json)
{
	output_char(json->out, '\n');
}
