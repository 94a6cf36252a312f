// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes become parameters and a tandem trace, which has to pass all checks of
 * tests/tandem/judge.h; then elements with any fields: the encoder has to
 * refuse an element that the decoder would not return unchanged.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tandem/tandem.h>

#include "../tandem/judge.h"
#include "fuzz.h"

unsigned long fuzz_calls;

static void check(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "fuzz_tandem: %s\n", what);
	abort();
}

static struct tandem_params choose(uint8_t byte)
{
	static const u8 flen[] = { 0, 32, 64, 0 };
	struct tandem_params params = { .xlen = 64, .mlen = 64 };

	if (byte & 1) {
		params.xlen = 32;
		params.mlen = byte & 2 ? 34 : 32;
	}
	params.flen = flen[byte >> 2 & 3];
	params.dialect = byte >> 4 & 1;
	return params;
}

/* Any fields, chosen so that more than one in a million can be encoded. */
static struct tandem_element element_of(const uint8_t *p)
{
	struct tandem_element el = {
		.op = p[0] & 0xe0 ? p[0] % TANDEM_OPS : p[0],
		.id = p[1] & 0x80 ? p[1] : p[1] & 15,
		.bits = p[2] & 0x80 ? p[2] : (u8)(8 << (p[2] & 3)),
		.result = p[3] & 0x80 ? p[3] : p[3] & 1,
		.reg = (u16)((p[4] | p[5] << 8) &
			     (p[6] & 0x80 ? 0xffff : 0x103f)),
		.data = p[6] & 1,
	};

	/* the upper bytes are often 0, as values of few bits are */
	memcpy(&el.address, p + 7, 1 + (p[6] >> 1 & 7));
	memcpy(&el.value, p + 15, 1 + (p[6] >> 4 & 7));
	return el;
}

static bool same(const struct tandem_element *a, const struct tandem_element *b)
{
	char text[TANDEM_TEXT_MAX], other[TANDEM_TEXT_MAX];
	struct tandem_element copy = *a;

	/* the encoder ignores this field */
	copy.bits = b->bits;
	if (a->op != b->op)
		return false;
	tandem_text_print(&copy, text);
	tandem_text_print(b, other);
	return !strcmp(text, other);
}

static void check_elements(const struct tandem_params *params,
			   const struct tandem_element *el, u32 num)
{
	static struct tandem_encoder encoder;
	static struct tandem_decoder decoder;
	struct tandem_element back[4];
	u8 bytes[128];
	u32 i;

	tandem_encoder_init(&encoder, params, bytes, sizeof(bytes));
	if (tandem_encoder_group(&encoder, el, num) != TANDEM_OK) {
		check(!encoder.used, "a refused group is written");
		return;
	}
	tandem_decoder_init(&decoder, params, back, array_size(back));
	tandem_decoder_feed(&decoder, bytes, encoder.used);
	check(tandem_decoder_next(&decoder) == TANDEM_OK &&
		      decoder.group.num == num && !decoder.group.rules,
	      "what was encoded does not decode");
	for (i = 0; i < num; i++)
		check(same(&el[i], &back[i]), "it is not what was encoded");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum { BYTES = 23 }; /* of an element */
	struct tandem_element el[4];
	struct tandem_params params;
	struct judge_result result;
	const char *why = NULL;
	size_t pos;
	u32 num = 0;

	if (!size || size > JUDGE_BYTES)
		return 0;
	params = choose(data[0]);
	check(judge(&params, data + 1, size - 1, size, &result, &why), why);
	fuzz_calls++;
	for (pos = 1; pos + BYTES <= size; pos += BYTES) {
		el[num++] = element_of(data + pos);
		check_elements(&params, &el[num - 1], 1);
		if (num == array_size(el)) {
			check_elements(&params, el, num);
			num = 0;
		}
		fuzz_calls++;
	}
	return 0;
}
