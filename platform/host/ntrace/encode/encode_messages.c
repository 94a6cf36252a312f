// SPDX-License-Identifier: BSD-2-Clause
/* encode --messages: the output of dump, back to bytes. */
#include <string.h>
#include "encode.h"

/* Remove the offset before a message, and the comment after it. */
static const char *strip(char *line)
{
	size_t offset = strspn(line, "0123456789abcdefx");

	line[strcspn(line, "#")] = '\0';
	if (offset && line[offset] == ':')
		line += offset + 1;
	line += strspn(line, " \t");
	line[strcspn(line, "\r\n")] = '\0';
	while (*line && strchr(" \t", line[strlen(line) - 1]))
		line[strlen(line) - 1] = '\0';
	return line;
}

static void encode_line(struct nt_encode *encode, const struct lines *lines,
			const char *line)
{
	u8 raw[NTRACE_OPAQUE_BYTES_MAX], bytes[NTRACE_OPAQUE_BYTES_MAX];
	enum ntrace_status status;
	struct ntrace_msg msg;
	size_t column = 0, used;

	status = ntrace_text_parse(line, strlen(line), &msg, raw, &column);
	if (status != NTRACE_OK)
		die("'%s', line %llu: %s, at '%s'", lines->in.name,
		    (unsigned long long)lines->number,
		    ntrace_status_text(status), line + column);
	status = ntrace_msg_encode(&encode->emit.format, &msg, bytes,
				   sizeof(bytes), &used);
	if (status != NTRACE_OK)
		die("'%s', line %llu: %s", lines->in.name,
		    (unsigned long long)lines->number,
		    ntrace_status_text(status));
	output_bytes(&encode->out, bytes, used);
	encode->bytes += used;
	encode->count++;
}

void nt_encode_messages(struct nt_encode *encode)
{
	struct progress progress;
	struct lines lines;
	const char *text;
	char *line;

	lines_open(&lines, encode->path);
	progress_begin(&progress, lines.in.size, encode->quiet);
	while ((line = lines_next(&lines))) {
		text = strip(line);
		if (*text)
			encode_line(encode, &lines, text);
		progress_update(&progress, lines.in.offset);
	}
	progress_end(&progress);
	lines_close(&lines);
}
