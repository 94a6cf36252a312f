// SPDX-License-Identifier: BSD-2-Clause
/* Golden files: their contents, compared with the library's results. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"

const char *const golden_names[GOLDEN_PARTS] = {
	"settings", "program", "run", "bytes", "messages", "dump", "flow",
};

static const char *golden_file;

bool golden_bad(const char *line, const char *why)
{
	printf("# %s: '%s' %s\n", golden_file, line, why);
	return false;
}

static bool read_text(struct golden *g, const char *path)
{
	FILE *file = fopen(path, "r");
	size_t len;

	if (!file) {
		printf("# %s: %s\n", path, strerror(errno));
		return false;
	}
	len = fread(g->text, 1, sizeof(g->text) - 1, file);
	fclose(file);
	g->text[len] = 0;
	return len < sizeof(g->text) - 1 || golden_bad(path, "is too long");
}

/* "[name]" starts a section; lines after '#', and empty ones, are comments. */
static bool split_sections(struct golden *g)
{
	struct golden_section *section = NULL;
	char *line, *rest = g->text;

	while ((line = strsep(&rest, "\n"))) {
		unsigned int part;
		char *comment = strchr(line, '#');
		size_t len;

		if (comment)
			*comment = 0;
		len = strlen(line);
		while (len && line[len - 1] == ' ')
			line[--len] = 0;
		if (!len)
			continue;
		if (line[0] != '[') {
			if (!section || section->lines == GOLDEN_LINES)
				return golden_bad(line, "is in no section");
			section->line[section->lines++] = line;
			continue;
		}
		line[len - 1] = 0;
		for (part = 0; part < GOLDEN_PARTS; part++)
			if (!strcmp(line + 1, golden_names[part]))
				break;
		if (part == GOLDEN_PARTS)
			return golden_bad(line, "is no section");
		section = &g->section[part];
	}
	return true;
}

static bool same(const struct golden_section *section, unsigned int part,
		 const struct golden_output *out)
{
	const char *text = out->text;
	unsigned int i;

	for (i = 0; i < section->lines || *text; i++) {
		const char *want = i < section->lines ? section->line[i] : "";
		size_t len = strcspn(text, "\n");

		if (strlen(want) != len || memcmp(want, text, len)) {
			printf("# %s: %s, line %u: is '%.*s', not '%s'\n",
			       golden_file, golden_names[part], i + 1, (int)len,
			       text, want);
			return false;
		}
		text += len;
		text += *text == '\n';
	}
	return true;
}

static void (*const makers[GOLDEN_PARTS])(struct golden *,
					  struct golden_output *) = {
	[GOLDEN_MESSAGES] = golden_messages,
	[GOLDEN_DUMP] = golden_dump,
	[GOLDEN_FLOW] = golden_flow,
};

static void show(struct golden *g)
{
	static struct golden_output out;
	unsigned int part;

	for (part = GOLDEN_MESSAGES; part < GOLDEN_PARTS; part++) {
		memset(&out, 0, sizeof(out));
		makers[part](g, &out);
		printf("[%s]\n%s\n", golden_names[part], out.text);
	}
}

static bool check(struct golden *g)
{
	static struct golden_output out;
	bool good = true;
	unsigned int part;

	for (part = GOLDEN_MESSAGES; part < GOLDEN_PARTS; part++) {
		memset(&out, 0, sizeof(out));
		makers[part](g, &out);
		good &= same(&g->section[part], part, &out);
	}
	return good;
}

static bool golden_file_run(const char *path, bool only_show)
{
	static struct golden g;
	bool (*make)(struct golden *) = golden_encode;

	memset(&g, 0, sizeof(g));
	golden_file = path;
	if (!read_text(&g, path) || !split_sections(&g) ||
	    !golden_settings(&g) || !golden_program(&g))
		return false;
	if (g.section[GOLDEN_RUN].lines)
		make = golden_run;
	else if (g.section[GOLDEN_BYTES_IN].lines)
		make = golden_bytes;
	if (!make(&g))
		return false;
	if (only_show)
		show(&g);
	return only_show || check(&g);
}

int main(int argc, char **argv)
{
	bool only_show = argc > 1 && !strcmp(argv[1], "--show");
	int i = 1 + only_show, passed = 0, failed = 0;

	if (i >= argc || !strcmp(argv[1], "--help")) {
		puts("usage: golden [--show] FILE...\n"
		     "Compares golden files with what the library makes of "
		     "them.\n--show prints that instead: messages, dump and "
		     "flow.");
		return argc < 2;
	}
	for (; i < argc; i++) {
		const char *name = strrchr(argv[i], '/');
		bool good = golden_file_run(argv[i], only_show);

		*(good ? &passed : &failed) += 1;
		if (!only_show)
			printf("%sok golden: %s\n", good ? "" : "not ",
			       name ? name + 1 : argv[i]);
	}
	if (!only_show)
		printf("%d %d\n", passed, failed);
	return failed > 0;
}
