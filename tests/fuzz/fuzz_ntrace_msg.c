// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes become settings and N-Trace messages: both ways of decoding must agree,
 * and what can be encoded again, or printed and parsed, must be the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ntrace/msg.h>

#include "fuzz.h"

unsigned long fuzz_calls;

static void check(bool good, const char *what, const struct ntrace_msg *msg)
{
	char text[NTRACE_TEXT_MAX];

	if (good)
		return;
	ntrace_text_print(msg, text, sizeof(text));
	fprintf(stderr, "fuzz_ntrace_msg: %s: %s\n", what, text);
	abort();
}

static bool same(const struct ntrace_msg *a, const struct ntrace_msg *b)
{
	unsigned int i;

	if (a->tcode != b->tcode || a->present != b->present ||
	    !a->opaque != !b->opaque)
		return false;
	if (a->opaque)
		return a->bytes == b->bytes &&
		       !memcmp(a->opaque, b->opaque, a->bytes);
	for (i = 0; i < NTRACE_FIELDS; i++)
		if (a->present & NTRACE_HAS(i) && a->field[i] != b->field[i])
			return false;
	return true;
}

/*
 * No bytes follow the message: the slow reader is used, and must not read past
 * the end.
 */
static void check_alone(const struct ntrace_format *format, const u8 *buf,
			const struct ntrace_msg *want)
{
	u8 *copy = malloc(want->bytes);
	struct ntrace_msg msg;
	size_t used;

	memcpy(copy, buf, want->bytes);
	check(ntrace_msg_decode(format, copy, want->bytes, &used, &msg) ==
			      NTRACE_OK &&
		      used == want->bytes && same(&msg, want),
	      "other bytes behind it make a difference", want);
	free(copy);
}

static void check_encoding(const struct ntrace_format *format,
			   const struct ntrace_msg *want)
{
	u8 buf[NTRACE_OPAQUE_BYTES_MAX];
	struct ntrace_msg msg;
	size_t len, used;

	if (ntrace_msg_encode(format, want, buf, sizeof(buf), &len) !=
	    NTRACE_OK)
		return;
	check(len <= want->bytes, "it got longer", want);
	check(ntrace_msg_decode(format, buf, len, &used, &msg) == NTRACE_OK &&
		      used == len && same(&msg, want),
	      "it is not what was encoded", want);
}

static void check_text(const struct ntrace_msg *want)
{
	char text[NTRACE_TEXT_MAX];
	u8 raw[NTRACE_OPAQUE_BYTES_MAX];
	struct ntrace_msg msg;
	size_t len, column;

	len = ntrace_text_print(want, text, sizeof(text));
	check(len < sizeof(text), "the line is too long", want);
	check(ntrace_text_parse(text, len, &msg, raw, &column) == NTRACE_OK,
	      "its text cannot be parsed", want);
	if (want->opaque)
		msg.present = want->present;
	check(same(&msg, want), "its text is not it", want);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ntrace_format format = { .xlen = 64 };
	struct ntrace_msg msg;
	enum ntrace_status status;
	size_t pos, used;

	if (!size)
		return 0;
	format.src_bits = (data[0] & 15) % 13;
	format.xlen = data[0] & 16 ? 32 : 64;
	format.extend_addr_msb = data[0] & 32;
	for (pos = 1; pos < size; pos += used) {
		status = ntrace_msg_decode(&format, data + pos, size - pos,
					   &used, &msg);
		fuzz_calls++;
		if (status == NTRACE_MORE)
			break;
		if (!used || used > size - pos)
			abort();
		if (status != NTRACE_OK)
			continue;
		check_alone(&format, data + pos, &msg);
		check_encoding(&format, &msg);
		check_text(&msg);
	}
	return 0;
}
