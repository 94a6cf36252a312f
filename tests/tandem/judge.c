// SPDX-License-Identifier: BSD-2-Clause
/* Rules that the decoder has to keep for any bytes. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

struct run {
	const struct tandem_params *params;
	struct tandem_decoder decoder;
	struct tandem_encoder encoder; /* of the decoded elements */
	u8 again[JUDGE_BYTES + TANDEM_ELEMENT_BYTES_MAX];
	struct judge_result result;
	const char *why;
};

/* Sebastiano Vigna's splitmix64, which gives the same on every machine. */
u64 judge_random(u64 *state, u64 limit)
{
	u64 z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (z ^ z >> 31) % limit;
}

static void add_log(struct run *run, u64 value)
{
	run->result.log = (run->result.log ^ value) * 0x100000001b3ull;
	run->result.log ^= run->result.log >> 29;
}

static void log_element(struct run *run, const struct tandem_element *el)
{
	add_log(run, el->op | (u64)el->id << 8 | (u64)el->bits << 16 |
			     (u64)el->result << 24 | (u64)el->reg << 32 |
			     (u64)el->data << 48);
	add_log(run, el->address);
	add_log(run, el->value);
}

static void expect(struct run *run, bool holds, const char *why)
{
	if (!holds && !run->why)
		run->why = why;
}

static void put_again(struct run *run, const struct tandem_element *el,
		      const struct tandem_element *before)
{
	expect(run, tandem_encoder_raw(&run->encoder, el, before) == TANDEM_OK,
	       "what was decoded cannot be encoded");
}

/* A group is encoded again, and must give its bytes. */
static void take_group(struct run *run)
{
	const struct tandem_group *group = &run->decoder.group;
	const struct tandem_element begin = tandem_plain(TANDEM_BEGIN);
	const struct tandem_element end = tandem_plain(TANDEM_END);
	static struct tandem_element last; /* a response may come later */
	u32 i;

	expect(run, group->offset == run->encoder.used, "bytes left out");
	if (group->close != TANDEM_OUTSIDE) {
		put_again(run, &begin, NULL);
		add_log(run, group->close);
		add_log(run, group->rules);
	}
	for (i = 0; i < group->num; i++) {
		const struct tandem_element *el = &group->element[i];

		expect(run, group->offset + el->offset == run->encoder.used,
		       "an element's offset is wrong");
		put_again(run, el, i ? el - 1 : &last);
		log_element(run, el);
	}
	last = end;
	if (group->num)
		last = group->element[group->num - 1];
	if (group->close != TANDEM_OUTSIDE)
		last = end;
	if (group->close == TANDEM_CLOSED)
		put_again(run, &end, NULL);
	expect(run, group->offset + group->bytes == run->encoder.used,
	       "a group's length is wrong");
	run->result.elements += group->num;
	run->result.rules |= group->rules;
	run->result.groups += group->close == TANDEM_CLOSED ||
			      group->close == TANDEM_IMPLIED;
}

/* The buffer grows from its old size, so that groups move while they grow. */
static enum tandem_status take_all(struct run *run)
{
	struct tandem_group *group = &run->decoder.group;
	enum tandem_status status;

	for (;;) {
		status = tandem_decoder_next(&run->decoder);
		if (status == TANDEM_OK)
			take_group(run);
		else if (status != TANDEM_FULL)
			return status;
		else
			tandem_decoder_room(
				&run->decoder,
				reallocarray(group->element, 2 * group->room,
					     sizeof(*group->element)),
				2 * group->room);
	}
}

static void finish(struct run *run, enum tandem_status status, size_t len)
{
	const struct tandem_group *group = &run->decoder.group;

	if (status == TANDEM_MORE)
		status = tandem_decoder_finish(&run->decoder);
	run->result.status = status;
	take_group(run);
	if (status == TANDEM_OK)
		expect(run, run->encoder.used == len, "bytes left at the end");
	else
		expect(run,
		       run->encoder.used == run->decoder.error_offset &&
			       run->encoder.used < len,
		       "the error is not where it is said to be");
	expect(run,
	       status != TANDEM_OK || group->close != TANDEM_CUT ||
		       group->rules & TANDEM_RULE(TANDEM_EOF_IN_GROUP),
	       "an open group at the end is not reported");
}

/* Pieces are copies, so that the sanitizer finds reads after their ends. */
static void decode(struct run *run, const u8 *bytes, size_t len, u64 seed,
		   size_t most)
{
	enum tandem_status status = TANDEM_MORE;
	u32 room = 1 + (u32)judge_random(&seed, 100);
	size_t at, n;
	u8 *copy;

	memset(&run->result, 0, sizeof(run->result));
	run->why = NULL;
	tandem_encoder_init(&run->encoder, run->params, run->again,
			    sizeof(run->again));
	tandem_decoder_init(&run->decoder, run->params,
			    calloc(room, sizeof(struct tandem_element)), room);
	for (at = 0; at < len && status == TANDEM_MORE; at += n) {
		n = most ? 1 + judge_random(&seed, most) : len;
		if (n > len - at)
			n = len - at;
		copy = malloc(n);
		memcpy(copy, bytes + at, n);
		tandem_decoder_feed(&run->decoder, copy, n);
		status = take_all(run);
		free(copy);
	}
	finish(run, status, len);
	free(run->decoder.group.element);
	expect(run, !memcmp(run->again, bytes, run->encoder.used),
	       "what was decoded is not what the bytes say");
}

static bool same(const struct judge_result *a, const struct judge_result *b)
{
	return a->status == b->status && a->elements == b->elements &&
	       a->groups == b->groups && a->rules == b->rules &&
	       a->log == b->log;
}

bool judge(const struct tandem_params *params, const u8 *bytes, size_t len,
	   u64 seed, struct judge_result *result, const char **why)
{
	static const size_t most[] = { 1, 7, 40, 1000 };
	static struct run run;
	size_t i;

	run.params = params;
	decode(&run, bytes, len, seed, 0);
	*result = run.result;
	*why = run.why;
	for (i = 0; i < array_size(most) && !*why; i++) {
		decode(&run, bytes, len, seed + i, most[i]);
		*why = run.why;
		if (!*why && !same(&run.result, result))
			*why = "pieces make a difference";
	}
	return !*why;
}
