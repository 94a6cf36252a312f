// SPDX-License-Identifier: BSD-2-Clause
/*
 * Settings that lie beside a trace, in TRACE.settings: options, one per line, in
 * front of those that the user gives.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "trace.h"

static const char ending[] = ".settings";

/* The first argument that is a trace with a file of settings. */
static char *find_side(int argc, char **argv)
{
	char *path;
	int i;

	for (i = 1; i < argc; i++) {
		if (asprintf(&path, "%s%s", argv[i], ending) < 0)
			die("out of memory");
		if (argv[i][0] != '-' && !access(path, R_OK))
			return path;
		free(path);
	}
	return NULL;
}

/* Names of files are relative to the folder of the settings. */
static char *place_file(const char *line, const char *side)
{
	const char *name = strchr(line, '='), *slash = strrchr(side, '/');
	bool code = !strncmp(line, "--code=", strlen("--code="));
	bool tasks = !strncmp(line, "--tasks=", strlen("--tasks="));
	char *placed;

	if (!(code || tasks) || name[1] == '/' || !slash)
		return strdup(line);
	if (asprintf(&placed, "%.*s%.*s%s", (int)(name + 1 - line), line,
		     (int)(slash + 1 - side), side, name + 1) < 0)
		die("out of memory");
	return placed;
}

/* Commands that only read messages know only options for their coding. */
static bool is_known(const char *line, bool messages_only)
{
	static const char *const options[] = { "--xlen=", "--src-bits=",
					       "--extend-addr-msb",
					       "--frames=", "--frame-id=" };
	size_t i;

	for (i = 0; i < array_size(options); i++)
		if (!strncmp(line, options[i], strlen(options[i])))
			return true;
	return !messages_only;
}

/*
 * Settings come with a trace, and nobody checks them: they must not name an
 * output file, in any abbreviation that argp accepts.
 */
static void refuse_output(const char *line, const char *side)
{
	size_t length = strcspn(line, "=");

	if (length > strlen("--") && !strncmp(line, "--output", length))
		die("'%s' sets an output (%s), which only the command line may "
		    "do: remove that line",
		    side, line);
}

char **nt_side_add(int *argc, char **argv, bool messages_only)
{
	char *side = find_side(*argc, argv), *line;
	struct lines lines;
	char **all = NULL;
	int num = 0, i;

	if (!side)
		return argv;
	all = grow(all, (size_t)num, sizeof(*all));
	all[num++] = argv[0];
	lines_open(&lines, side);
	while ((line = lines_next(&lines))) {
		if (strncmp(line, "--", 2) != 0 ||
		    !is_known(line, messages_only))
			continue;
		refuse_output(line, side);
		all = grow(all, (size_t)num, sizeof(*all));
		all[num++] = place_file(line, side);
	}
	lines_close(&lines);
	for (i = 1; i <= *argc; i++) {
		all = grow(all, (size_t)num, sizeof(*all));
		all[num++] = argv[i];
	}
	*argc = num - 1;
	free(side);
	return all;
}
