// SPDX-License-Identifier: BSD-2-Clause
/*
 * --help as lines of a screen. argp would wrap them itself, but writes blanks in front
 * of words that its buffer still holds, wherever that is full. So it gets no margins:
 * lines as long as they are, and what an option does on the line behind it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "options.h"

enum { WIDTH = 79, OPTION_TEXT = 29 };

/* The text that argp writes until the program ends */
static struct {
	FILE *screen;
	char *text;
	size_t size;
} help;

static bool names_option(const char *line)
{
	return !strncmp(line, "  -", 3) || !strncmp(line, "      --", 8);
}

/* Bytes of a line that go into so many columns: whole words, one at least */
static size_t words(const char *line, size_t columns)
{
	size_t size = strcspn(line, "\n"), end = columns;

	if (size <= columns)
		return size;
	while (end && line[end] != ' ')
		end--;
	return end ? end : strcspn(line, " \n");
}

/**
 * Put a line from this column on.
 * @param before	blanks in front of what does not fit in it any more
 * @return the next line
 */
static const char *put_line(const char *line, size_t column, size_t before)
{
	for (;;) {
		size_t part = words(line, WIDTH - column);

		printf("%.*s\n", (int)part, line);
		line += part;
		line += strspn(line, " ");
		if (*line == '\n')
			return line + 1;
		printf("%*s", (int)before, "");
		column = before;
	}
}

static const char *put_option(const char *line)
{
	size_t size = strcspn(line, "\n");
	size_t column = size < OPTION_TEXT ? OPTION_TEXT : size + 3;
	const char *text = line + size + 1;

	printf("%.*s", (int)size, line);
	if (!*text || *text == '\n' || names_option(text)) {
		putchar('\n');
		return text;
	}
	if (size > OPTION_TEXT + 3) {
		putchar('\n');
		size = 0;
		column = OPTION_TEXT;
	}
	printf("%*s", (int)(column - size), "");
	return put_line(text, column, OPTION_TEXT);
}

/* argp ends the program behind its help. Else it was a file of that name. */
static void put_help(void)
{
	const char *line;

	fclose(stdout);
	stdout = help.screen;
	line = help.text;
	if (strncmp(line, "Usage: ", 7) != 0)
		fwrite(line, 1, help.size, stdout);
	else
		while (*line)
			line = names_option(line) ?
				       put_option(line) :
				       put_line(line, 0, strspn(line, " "));
	free(help.text);
}

void option_help(int argc, char **argv)
{
	int i = 1;

	while (i < argc && strcmp(argv[i], "--help") != 0 &&
	       strcmp(argv[i], "-?") != 0) {
		if (!strcmp(argv[i++], "--"))
			return;
	}
	if (i >= argc)
		return;
	help.screen = stdout;
	stdout = open_memstream(&help.text, &help.size);
	if (!stdout || atexit(put_help) ||
	    setenv("ARGP_HELP_FMT", "rmargin=9999,opt-doc-col=0,header-col=0",
		   1))
		abort();
}
