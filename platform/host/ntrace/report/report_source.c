// SPDX-License-Identifier: BSD-2-Clause
/* Lines of source files that a report shows. */
#include <stdlib.h>
#include <string.h>
#include "report.h"

enum { LINE_LENGTH = 160 };

size_t nt_sources_add(struct nt_sources *sources, const char *file, u32 line)
{
	size_t i = sources->last;

	if (i >= sources->files || sources->file[i] != file)
		for (i = 0; i < sources->files; i++)
			if (!strcmp(sources->file[i], file))
				break;
	if (i == sources->files) {
		sources->file = grow(sources->file, sources->files,
				     sizeof(*sources->file));
		sources->file[sources->files++] = file;
	}
	sources->last = i;
	sources->place =
		grow(sources->place, sources->places, sizeof(*sources->place));
	sources->place[sources->places++] =
		(struct nt_place){ sources->file[i], line };
	return i;
}

/* A file has one pointer as its name, so pointers are compared. */
static int compare(const void *a, const void *b)
{
	const struct nt_place *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* The lines of a file, in ascending order, as members: "7": "return 0;". */
static void write_lines(struct json *json, int fd, const struct nt_place *place,
			size_t num)
{
	struct lines lines;
	char number[16];
	char *text;
	size_t i = 0;

	lines_from(&lines, place->file, fd);
	while (i < num && (text = lines_next(&lines))) {
		if (lines.number != place[i].line)
			continue;
		if (strlen(text) > LINE_LENGTH)
			text[LINE_LENGTH] = '\0';
		snprintf(number, sizeof(number), "%u", place[i].line);
		json_string(json, number, text);
		while (i < num && place[i].line <= lines.number)
			i++;
	}
	lines_close(&lines);
}

static void write_file(struct nt_sources *sources, struct json *json,
		       const char *file)
{
	const struct nt_place *place = sources->place;
	size_t from = 0, to;
	int fd = -1;

	while (from < sources->places && place[from].file != file)
		from++;
	for (to = from; to < sources->places && place[to].file == file;)
		to++;
	json_object(json, NULL);
	json_string(json, "name", file);
	json_object(json, "lines");
	/* Line 0 means no line, and would never be found */
	while (from < to && !place[from].line)
		from++;
	if (from < to && sources->dir)
		fd = sources_dir_file(sources->dir, file);
	if (fd >= 0)
		write_lines(json, fd, place + from, to - from);
	json_end_object(json);
	json_end_object(json);
}

void nt_sources_write(struct nt_sources *sources, struct json *json)
{
	size_t i;

	if (sources->places)
		qsort(sources->place, sources->places, sizeof(*sources->place),
		      compare);
	json_array(json, "files");
	for (i = 0; i < sources->files; i++)
		write_file(sources, json, sources->file[i]);
	json_end_array(json);
	free(sources->file);
	free(sources->place);
}
