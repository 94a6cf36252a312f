// SPDX-License-Identifier: BSD-2-Clause
/*
 * Settings that lie beside a trace, in TRACE.settings: one per line, which go in front
 * of the options that the user gives. The file comes with the trace, so it may say how
 * the encoder was set, and nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "files.h"
#include "found.h"
#include "trace.h"

enum {
	SIDE_BYTES = 1 << 16,
	PRINTED = 47, /* bytes of a text of the file, in a message */
};

static const char ending[] = ".settings";
static const char instead[] =
	"--settings=none decodes without it, --settings=FILE names another";

enum side_kind {
	SIDE_SWITCH, /* has no value */
	SIDE_NAMED,  /* one of two names */
	SIDE_NUMBER,
	SIDE_BESIDE, /* the file with this ending that belongs to the trace */
};

struct setting {
	const char *name;
	enum side_kind kind;
	bool coding; /* of messages: all that dump needs */
	u64 low, high;
	const char *word[2];
};

static const struct setting settings[] = {
	{ "xlen", SIDE_NAMED, true, 0, 0, { "32", "64" } },
	{ "src-bits", SIDE_NUMBER, true, 0, 12, { NULL } },
	{ "extend-addr-msb", SIDE_SWITCH, true, 0, 0, { NULL } },
	{ "addr-bits", SIDE_NUMBER, true, 33, 63, { NULL } },
	{ "quirks", SIDE_NAMED, true, 0, 0, { "sifive" } },
	{ "frames", SIDE_NAMED, true, 0, 0, { "coresight" } },
	{ "frame-id",
	  SIDE_NUMBER,
	  true,
	  FRAME_ID_LEAST,
	  FRAME_ID_MOST,
	  { NULL } },
	{ "btm", SIDE_SWITCH, false, 0, 0, { NULL } },
	{ "htm", SIDE_SWITCH, false, 0, 0, { NULL } },
	{ "all-jumps", SIDE_SWITCH, false, 0, 0, { NULL } },
	{ "sequential-jump", SIDE_SWITCH, false, 0, 0, { NULL } },
	{ "implicit-return", SIDE_NAMED, false, 0, 0, { "on", "off" } },
	{ "timestamps", SIDE_NAMED, false, 0, 0, { "on", "off" } },
	{ "ownership", SIDE_NAMED, false, 0, 0, { "on", "off" } },
	{ "repeated-history", SIDE_NAMED, false, 0, 0, { "on", "off" } },
	{ "sync-mode", SIDE_NUMBER, false, 0, 3, { NULL } },
	{ "sync-max", SIDE_NUMBER, false, 0, 15, { NULL } },
	{ "code", SIDE_BESIDE, false, 0, 0, { NULL } },
	{ "tasks", SIDE_BESIDE, false, 0, 0, { NULL } },
};

struct side {
	char *path;
	int fd;
	size_t stem; /* bytes of path without its ending */
	unsigned int line;
	char **word; /* the arguments, with those of the file */
	int num;
};

static void add_word(struct side *side, char *word)
{
	side->word = grow(side->word, (size_t)side->num, sizeof(*side->word));
	side->word[side->num++] = word;
}

/* Exits with a message that says what the setting should be */
static void refuse(const struct side *side, const struct setting *setting,
		   const char *value, const char *should)
{
	if (value)
		die("'%s', line %u: %s %s, not '%.*s'", side->path, side->line,
		    setting->name, should, PRINTED, value);
	die("'%s', line %u: %s %s", side->path, side->line, setting->name,
	    should);
}

static void check_named(const struct side *side, const struct setting *setting,
			const char *value)
{
	const char *const *word = setting->word;
	char should[64];

	if (value &&
	    (!strcmp(value, word[0]) || (word[1] && !strcmp(value, word[1]))))
		return;
	snprintf(should, sizeof(should), "is %s%s%s", word[0],
		 word[1] ? " or " : "", word[1] ? word[1] : "");
	refuse(side, setting, value, should);
}

static void check_number(const struct side *side, const struct setting *setting,
			 const char *value)
{
	char should[64];
	u64 number;

	if (value && parse_number(value, &number) && number >= setting->low &&
	    number <= setting->high)
		return;
	snprintf(should, sizeof(should), "is %llu to %llu",
		 (unsigned long long)setting->low,
		 (unsigned long long)setting->high);
	refuse(side, setting, value, should);
}

/*
 * The file's path, in the folder of the settings. No other name is possible, so that
 * settings do not choose which files are read.
 */
static char *place_file(const struct side *side, const struct setting *setting,
			const char *value)
{
	const char *slash = strrchr(side->path, '/'), *name;
	char *path, *should;

	if (asprintf(&path, "%.*s.%s", (int)side->stem, side->path,
		     setting->name) < 0)
		die("out of memory");
	name = slash ? path + (slash + 1 - side->path) : path;
	if (asprintf(&should, "is '%s'", name) < 0)
		die("out of memory");
	if (!value || strcmp(value, name) != 0)
		refuse(side, setting, value, should);
	free(should);
	found_check(path, instead);
	return path;
}

/* The option for a setting; exits with a message if its value is wrong */
static char *make_option(const struct side *side, const struct setting *setting,
			 const char *value)
{
	char *placed = NULL, *option;

	if (setting->kind == SIDE_SWITCH && value)
		refuse(side, setting, value, "has no value");
	else if (setting->kind == SIDE_NAMED)
		check_named(side, setting, value);
	else if (setting->kind == SIDE_NUMBER)
		check_number(side, setting, value);
	else if (setting->kind == SIDE_BESIDE)
		value = placed = place_file(side, setting, value);
	if (asprintf(&option, "--%s%s%s", setting->name, value ? "=" : "",
		     value ? value : "") < 0)
		die("out of memory");
	free(placed);
	return option;
}

static void read_line(struct side *side, char *line, bool coding_only)
{
	bool dashes = !strncmp(line, "--", 2);
	char *key = line + (dashes ? 2 : 0), *value = strchr(key, '=');
	size_t i;

	if (value)
		*value++ = '\0';
	for (i = 0; dashes && i < array_size(settings); i++) {
		if (strcmp(key, settings[i].name) != 0)
			continue;
		line = make_option(side, &settings[i], value);
		if (settings[i].coding || !coding_only)
			add_word(side, line);
		else
			free(line);
		return;
	}
	die("'%s', line %u: '%.*s' is no setting of an encoder; only the command "
	    "line takes other options",
	    side->path, side->line, PRINTED, *key ? key : line);
}

/* @return the bytes of the file; exits with a message if they are no text */
static char *read_file(const struct side *side)
{
	char *text = must_alloc(SIDE_BYTES + 2);
	size_t used = 0;
	ssize_t got;

	do {
		got = read(side->fd, text + used, SIDE_BYTES + 1 - used);
		if (got < 0 && errno != EINTR)
			die("cannot read '%s': %s", side->path,
			    strerror(errno));
		used += got > 0 ? (size_t)got : 0;
	} while (got && used <= SIDE_BYTES);
	if (used > SIDE_BYTES)
		die("'%s' has more than %d bytes, so it has no settings",
		    side->path, SIDE_BYTES);
	if (memchr(text, '\0', used))
		die("'%s' is no text, so it has no settings", side->path);
	text[used] = '\0';
	return text;
}

static void read_settings(struct side *side, bool coding_only)
{
	char *text = read_file(side), *rest = text, *line;
	size_t length;

	while ((line = strsep(&rest, "\n"))) {
		side->line++;
		length = strlen(line);
		if (length && line[length - 1] == '\r')
			line[length - 1] = '\0';
		if (*line && *line != '#')
			read_line(side, line, coding_only);
	}
	free(text);
}

/* A file that the user named may be of any kind, and a pipe */
static int open_named(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		die("cannot open '%s': %s", path, strerror(errno));
	return fd;
}

/* @return false: there are no settings, and nothing is open */
static bool open_side(struct side *side, const char *trace, const char *named)
{
	if (asprintf(&side->path, "%s%s", named ? named : trace,
		     named ? "" : ending) < 0)
		die("out of memory");
	side->fd = named ? open_named(named) : found_open(side->path, instead);
	if (side->fd < 0) {
		free(side->path);
		return false;
	}
	files_input(side->path, side->fd);
	side->stem = strlen(side->path);
	if (side->stem > strlen(ending) &&
	    !strcmp(side->path + side->stem - strlen(ending), ending))
		side->stem -= strlen(ending);
	return true;
}

/* @return true if a file with settings may belong to these arguments */
static bool has_side(const char *trace, const char *named)
{
	if (named)
		return strcmp(named, "none") != 0;
	return trace && *trace && strcmp(trace, "-") != 0;
}

char **nt_side_add(const struct argp *argp, int *argc, char **argv,
		   bool coding_only)
{
	struct side side = { 0 };
	const char *named, *trace;
	int i;

	trace = option_operand(argp, *argc, argv, NT_KEY_SETTINGS, &named);
	if (!has_side(trace, named) || !open_side(&side, trace, named))
		return argv;
	add_word(&side, argv[0]);
	read_settings(&side, coding_only);
	complain("settings of the encoder: '%s'", side.path);
	close(side.fd);
	free(side.path);
	for (i = 1; i <= *argc; i++)
		add_word(&side, argv[i]);
	*argc = side.num - 1;
	return side.word;
}
