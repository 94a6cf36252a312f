// SPDX-License-Identifier: BSD-2-Clause
/* The file beside a tandem trace. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io.h"
#include "side.h"

static char *must_copy(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		die("out of memory");
	return copy;
}

static void strip_end(char *line)
{
	size_t length = strcspn(line, "#");

	while (length && isspace((u8)line[length - 1]))
		length--;
	line[length] = '\0';
}

static void add_line(struct tandem_side *side, char *line, u64 number)
{
	struct tandem_side_line entry = { .number = number };
	char *value;

	strip_end(line);
	line += strspn(line, " \t");
	if (!line[0])
		return;
	value = line + strcspn(line, " \t");
	if (!value[0])
		die("%s:%llu: '%s' has no value", side->path,
		    (unsigned long long)number, line);
	*value++ = '\0';
	entry.key = must_copy(line);
	entry.value = must_copy(value + strspn(value, " \t"));
	side->line = grow(side->line, side->num, sizeof(entry));
	side->line[side->num++] = entry;
}

/* Keys of lines. A key that may be repeated makes a list. */
static const struct key {
	const char *name;
	bool again;
} keys[] = {
	{ "absent", true },	     { "alone", false },
	{ "bytes", false },	     { "device", true },
	{ "dialect", false },	     { "flen", false },
	{ "hart", false },	     { "hart-model", false },
	{ "initial", true },	     { "insns", false },
	{ "level", false },	     { "lines", false },
	{ "lost", false },	     { "mlen", false },
	{ "mip-unknown", false },    { "outside", true },
	{ "outside-memory", false }, { "ram", true },
	{ "require", true },	     { "traps", false },
	{ "unannounced", false },    { "whole", false },
	{ "xlen", false },
};

static const struct key *find_key(const char *name)
{
	size_t i;

	for (i = 0; i < array_size(keys); i++) {
		if (!strcmp(name, keys[i].name))
			return &keys[i];
	}
	return NULL;
}

/* An unknown line could change the meaning of the trace. */
static void check_lines(const struct tandem_side *side)
{
	const struct tandem_side_line *line = side->line;
	const struct tandem_side_line *end = line + side->num, *count;
	const struct key *key;

	if (line == end)
		die("'%s' is empty", side->path);
	for (; line < end; line++) {
		key = find_key(line->key);
		if (!key)
			tandem_side_die(side, line, "there is no such key");
		if (!key->again && tandem_side_next(side, line->key, line))
			tandem_side_die(side, line, "there is another one");
	}
	count = tandem_side_next(side, "lines", NULL);
	if (count &&
	    tandem_side_number(side, count, 2, UINT32_MAX) != side->num)
		tandem_side_die(side, count, "the file has not so many lines");
}

void tandem_side_read(struct tandem_side *side, const char *path)
{
	struct lines lines;
	char *line;

	memset(side, 0, sizeof(*side));
	side->path = must_copy(path);
	lines_open(&lines, path);
	while ((line = lines_next(&lines)))
		add_line(side, line, lines.number);
	lines_close(&lines);
	check_lines(side);
}

/* --- at the begin of the trace -------------------------------------------- */

/* No opcode is the first of these characters. */
static const char front[] = "#tv\n";

enum { FRONT_SIZE = sizeof(front) - 1, FRONT_MOST = 1 << 16 };

/* @return the text up to the empty line; the caller frees it */
static char *read_front(struct input *in, const u8 *data, size_t size)
{
	char *text = NULL, *end = NULL;
	size_t used = 0;

	while (size && used < FRONT_MOST && !end) {
		text = must_realloc(text, used + size + 1);
		memcpy(text + used, data, size);
		used += size;
		text[used] = '\0';
		end = strstr(text + FRONT_SIZE - 1, "\n\n");
		if (!end)
			size = input_read(in, &data);
	}
	if (!end)
		die("'%s': no empty line ends its parameters", in->name);
	*end = '\0';
	input_back(in, used - (size_t)(end + 2 - text));
	in->offset = 0; /* of groups */
	return text;
}

/* @param text writable, and not kept */
static void read_text(struct tandem_side *side, const char *name, char *text)
{
	char *line, *next;
	u64 number = 1;

	side->path = must_copy(name);
	for (line = text; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		add_line(side, line, number++);
	}
	check_lines(side);
}

bool tandem_side_read_front(struct tandem_side *side, struct input *in)
{
	char *text;
	const u8 *data;
	size_t size = input_read(in, &data);

	memset(side, 0, sizeof(*side));
	if (size < FRONT_SIZE || memcmp(data, front, FRONT_SIZE) != 0) {
		input_back(in, size);
		return false;
	}
	text = read_front(in, data, size);
	read_text(side, in->name, text);
	free(text);
	return true;
}

/* --- at its end ------------------------------------------------------------ */

static bool is_text(u8 byte)
{
	return (byte >= ' ' && byte <= '~') || byte == '\t' || byte == '\n';
}

/* @return bytes at the end of a piece that may be the start of the text */
static size_t text_at_end(const u8 *data, size_t size)
{
	size_t first = size, left;

	while (first > 0 && is_text(data[first - 1]))
		first--;
	for (; first < size; first++) {
		left = size - first;
		if (!memcmp(data + first, front,
			    left < FRONT_SIZE ? left : FRONT_SIZE))
			return left;
	}
	return 0;
}

/* @return the piece without the bytes held back */
static size_t hold(struct tandem_tail *tail, const u8 *data, size_t size)
{
	size_t end = text_at_end(data, size);

	if (end > sizeof(tail->held))
		end = 0;
	memcpy(tail->held, data + size - end, end);
	tail->used = end;
	return size - end;
}

/* @return true if the whole piece is held, too */
static bool hold_more(struct tandem_tail *tail, const u8 *data, size_t size)
{
	size_t i;

	if (size > sizeof(tail->held) - tail->used)
		return false;
	for (i = 0; i < size; i++) {
		if (!is_text(data[i]))
			return false;
	}
	memcpy(tail->held + tail->used, data, size);
	tail->used += size;
	return true;
}

/* @return true if this was the text; else these bytes are a piece */
static bool take_held(struct tandem_tail *tail, struct input *in)
{
	char *text = (char *)tail->held;
	size_t size = tail->used;

	if (size < FRONT_SIZE + 2 || memcmp(text, front, FRONT_SIZE) != 0 ||
	    text[size - 1] != '\n' || text[size - 2] != '\n')
		return false;
	in->offset -= size;
	text[size - 2] = '\0';
	read_text(&tail->side, in->name, text);
	tail->used = 0;
	return true;
}

static size_t give_held(struct tandem_tail *tail, const u8 **data)
{
	size_t size = tail->used;

	*data = tail->held;
	tail->used = 0;
	return size;
}

size_t tandem_tail_read(struct tandem_tail *tail, struct input *in,
			const u8 **data)
{
	size_t size;

	do {
		size = tail->left;
		*data = tail->next;
		tail->left = 0;
		if (!size)
			size = input_read(in, data);
		if (!size)
			return take_held(tail, in) ? 0 : give_held(tail, data);
		if (tail->used && !hold_more(tail, *data, size)) {
			tail->next = *data;
			tail->left = size;
			return give_held(tail, data);
		}
		size = tail->used ? 0 : hold(tail, *data, size);
	} while (!size);
	return size;
}

/* --- beside it ------------------------------------------------------------ */

/* True unless it is a terminal or /dev/null. */
static bool has_side(const char *trace)
{
	struct stat st;

	return strcmp(trace, "-") != 0 &&
	       (stat(trace, &st) || !S_ISCHR(st.st_mode));
}

void tandem_side_read_of(struct tandem_side *side, const char *trace)
{
	char *path;

	memset(side, 0, sizeof(*side));
	if (!has_side(trace))
		return;
	if (asprintf(&path, "%s.params", trace) < 0)
		die("out of memory");
	if (!access(path, R_OK))
		tandem_side_read(side, path);
	free(path);
}

const struct tandem_side_line *
tandem_side_next(const struct tandem_side *side, const char *key,
		 const struct tandem_side_line *after)
{
	size_t i = after ? (size_t)(after - side->line) + 1 : 0;

	for (; i < side->num; i++) {
		if (!strcmp(side->line[i].key, key))
			return &side->line[i];
	}
	return NULL;
}

void tandem_side_die(const struct tandem_side *side,
		     const struct tandem_side_line *line, const char *why)
{
	die("%s:%llu: %s %s: %s", side->path, (unsigned long long)line->number,
	    line->key, line->value, why);
}

u64 tandem_side_number(const struct tandem_side *side,
		       const struct tandem_side_line *line, u64 low, u64 high)
{
	char why[80];
	u64 value;

	if (parse_number(line->value, &value) && value >= low && value <= high)
		return value;
	snprintf(why, sizeof(why), "a number from %llu to %llu is wanted",
		 (unsigned long long)low, (unsigned long long)high);
	tandem_side_die(side, line, why);
}

void tandem_side_free(struct tandem_side *side)
{
	size_t i;

	for (i = 0; i < side->num; i++) {
		free(side->line[i].key);
		free(side->line[i].value);
	}
	free(side->line);
	free(side->path);
	memset(side, 0, sizeof(*side));
}
