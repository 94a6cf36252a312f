// SPDX-License-Identifier: BSD-2-Clause
/*
 * Random elements through encoder and decoder: groups that keep the rules come
 * back unchanged; the encoder refuses the others for the rules that the decoder
 * finds broken.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "make.h"

#define ELEMENTS 10

static struct tandem_encoder encoder;
static struct tandem_decoder decoder;
static struct tandem_element element[ELEMENTS], back[ELEMENTS];
static u8 bytes[(ELEMENTS + 2) * TANDEM_ELEMENT_BYTES_MAX];
static unsigned long long accepted, refused;

static bool same(const struct tandem_element *a, const struct tandem_element *b)
{
	return a->op == b->op && a->id == b->id && a->reg == b->reg &&
	       a->result == b->result && a->data == b->data &&
	       a->address == b->address && a->value == b->value &&
	       (a->op < TANDEM_MEMREQ || a->op > TANDEM_MEMRSP ||
		a->bits == b->bits);
}

/* Write the group, even if it breaks rules. */
static void encode_raw(u32 num)
{
	const struct tandem_element begin = tandem_plain(TANDEM_BEGIN);
	const struct tandem_element end = tandem_plain(TANDEM_END);
	u32 i;

	encoder.used = 0;
	tandem_encoder_raw(&encoder, &begin, NULL);
	for (i = 0; i < num; i++)
		tandem_encoder_raw(&encoder, &element[i],
				   i ? &element[i - 1] : NULL);
	tandem_encoder_raw(&encoder, &end, NULL);
}

static const char *check_back(u32 num, u32 rules)
{
	const struct tandem_group *group = &decoder.group;
	u32 i;

	if (group->num != num || group->bytes != encoder.used)
		return "it has another length";
	if (group->rules != rules)
		return "encoder and decoder differ about rules";
	for (i = 0; i < num; i++)
		if (!same(&element[i], &back[i]))
			return "an element is not what it was";
	return NULL;
}

static const char *run_group(const struct tandem_params *params, u64 *random)
{
	u32 num = make_elements(params, random, element, ELEMENTS), rules;
	enum tandem_status status;

	tandem_encoder_init(&encoder, params, bytes, sizeof(bytes));
	status = tandem_encoder_group(&encoder, element, num);
	rules = encoder.rules;
	if (status == TANDEM_BAD_RULE && rules)
		encode_raw(num);
	else if (status != TANDEM_OK || rules)
		return "it is refused for no reason";
	*(rules ? &refused : &accepted) += 1;
	tandem_decoder_init(&decoder, params, back, ELEMENTS);
	tandem_decoder_feed(&decoder, bytes, encoder.used);
	if (tandem_decoder_next(&decoder) != TANDEM_OK)
		return "it does not decode";
	return check_back(num, rules);
}

int main(int argc, char **argv)
{
	unsigned long long num, n, failed = 0;

	if (argc != 2 || !strcmp(argv[1], "--help")) {
		puts("usage: roundtrip GROUPS\n"
		     "Encodes and decodes so many random groups.");
		return argc != 2;
	}
	num = strtoull(argv[1], NULL, 0);
	for (n = 0; n < num && failed < 10; n++) {
		u64 random = n;
		struct tandem_params params = make_params(&random);
		const char *why = run_group(&params, &random);

		if (why)
			printf("not ok roundtrip: group %llu: %s\n", n, why);
		failed += why != NULL;
	}
	if (accepted < num / 10 || refused < num / 10) {
		puts("not ok roundtrip: too few groups of one kind");
		failed++;
	}
	if (!failed)
		printf("ok roundtrip: %llu groups, of which %llu break rules\n",
		       num, refused);
	printf("%d %llu\n", !failed, failed);
	return failed > 0;
}
