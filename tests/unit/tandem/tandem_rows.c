// SPDX-License-Identifier: BSD-2-Clause
/* Tandem trace in rows of tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tandem_rows.h"

const struct tandem_params tandem_rv64 = { 64, 64, 64, TANDEM_SPEC };
const struct tandem_params tandem_rv32 = { 32, 0, 32, TANDEM_SPEC };
const struct tandem_params tandem_sv32 = { 32, 32, 34, TANDEM_SPEC };
const struct tandem_params tandem_bsv64 = { 64, 0, 64, TANDEM_BLUESPEC };
const struct tandem_params tandem_bsv32 = { 32, 32, 34, TANDEM_BLUESPEC };

static char text[1 << 16];
static size_t text_used;

size_t tandem_rows_bytes(const char *hex, u8 *bytes)
{
	unsigned int byte;
	size_t len = 0;
	int used;

	for (; sscanf(hex, " %2x%n", &byte, &used) == 1; hex += used)
		bytes[len++] = (u8)byte;
	return len;
}

static void add_line(const char *line)
{
	if (!strncmp(line, "event ", 6))
		line += 6;
	text_used += (size_t)snprintf(text + text_used,
				      sizeof(text) - text_used, "%s\n", line);
}

static void add_group(const struct tandem_group *group)
{
	char line[TANDEM_TEXT_MAX];
	u64 n;

	if (!group->num && group->close == TANDEM_OUTSIDE)
		return;
	for (n = 0; tandem_text_line(group, n, line); n++)
		add_line(line);
}

/*
 * Decode the fed bytes. The room is doubled when full, so that the elements
 * move.
 */
static enum tandem_status run(struct tandem_decoder *decoder)
{
	struct tandem_group *group = &decoder->group;
	enum tandem_status status;

	for (;;) {
		status = tandem_decoder_next(decoder);
		if (status == TANDEM_OK)
			add_group(group);
		else if (status != TANDEM_FULL)
			return status;
		else
			tandem_decoder_room(
				decoder,
				reallocarray(group->element, 2 * group->room,
					     sizeof(*group->element)),
				2 * group->room);
	}
}

static void add_rest(struct tandem_decoder *decoder, enum tandem_status status)
{
	char line[TANDEM_TEXT_MAX];

	if (status == TANDEM_MORE)
		status = tandem_decoder_finish(decoder);
	add_group(&decoder->group);
	if (status == TANDEM_OK)
		return;
	snprintf(line, sizeof(line), "error %s %llu",
		 tandem_status_name(status),
		 (unsigned long long)decoder->error_offset);
	add_line(line);
}

const char *tandem_rows_decode(const struct tandem_params *params,
			       const u8 *bytes, size_t len, size_t piece,
			       u32 room)
{
	static struct tandem_decoder decoder;
	enum tandem_status status = TANDEM_MORE;
	size_t at, n;
	u8 *copy;

	text_used = 0;
	text[0] = 0;
	tandem_decoder_init(&decoder, params,
			    calloc(room, sizeof(struct tandem_element)), room);
	for (at = 0; at < len && status == TANDEM_MORE; at += n) {
		n = len - at < piece ? len - at : piece;
		/* a copy, so that a read beyond it is detected */
		copy = malloc(n);
		memcpy(copy, bytes + at, n);
		tandem_decoder_feed(&decoder, copy, n);
		status = run(&decoder);
		free(copy);
	}
	add_rest(&decoder, status);
	free(decoder.group.element);
	return text;
}
