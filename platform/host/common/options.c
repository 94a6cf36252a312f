// SPDX-License-Identifier: BSD-2-Clause
/* Arguments of subcommands: the part that is the same for all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "io.h"
#include "names.h"
#include "options.h"

void option_usage(const struct argp_state *state, const char *format, ...)
{
	char *text;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	if (text)
		name_clean(text);
	argp_error(state, "%s", text ? text : format);
	exit(STATUS_USAGE);
}

u64 option_number(const struct argp_state *state, const char *option,
		  const char *text, u64 low, u64 high)
{
	u64 value;

	if (!parse_number(text, &value))
		option_usage(state, "%s needs a number, not '%s'", option,
			     text);
	if (value < low || value > high)
		option_usage(state, "%s must be %llu to %llu, not %s", option,
			     (unsigned long long)low, (unsigned long long)high,
			     text);
	return value;
}

u8 option_xlen(const struct argp_state *state, const char *text)
{
	u64 xlen = option_number(state, "--xlen", text, 32, 64);

	if (xlen != 32 && xlen != 64)
		option_usage(state, "--xlen must be 32 or 64, not %s", text);
	return (u8)xlen;
}

unsigned int option_named(const struct argp_state *state, const char *option,
			  const char *text, const char *const *names,
			  unsigned int num)
{
	const char *comma = "";
	char all[128] = "";
	unsigned int i, used = 0;

	for (i = 0; i < num; i++) {
		if (!strcmp(text, names[i]))
			return i;
		if (i)
			comma = i == num - 1 ? " or " : ", ";
		used += (unsigned int)snprintf(all + used, sizeof(all) - used,
					       "%s%s", comma, names[i]);
		if (used >= sizeof(all))
			break;
	}
	option_usage(state, "%s is %s, not '%s'", option, all, text);
}

void option_trace(const struct argp_state *state, const char **path,
		  const char *text)
{
	if (text && *path)
		option_usage(state, "one trace at a time: '%s' or '%s'?", *path,
			     text);
	if (!text && !*path)
		option_usage(state, "which trace? Name its file, or - for "
				    "standard input");
	if (!text)
		return;
	*path = text;
	files_named(text);
}

error_t option_form(int key, const char *text, bool *as_json,
		    const char **output)
{
	switch (key) {
	case OPTION_JSON:
		*as_json = true;
		return 0;
	case 'o':
		*output = text;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void print_usage(const struct command_group *group, FILE *to)
{
	size_t i;

	fprintf(to, "Usage: hartscope %s COMMAND [ARGUMENTS]\n\n%s\n\n",
		group->name, group->about);
	for (i = 0; i < group->num; i++)
		fprintf(to, "  %-10s %s\n", group->subcommand[i].name,
			group->subcommand[i].help);
	fprintf(to, "\nEach has --help. The exit status is 0 when all is well, "
		    "1 when the input is\ndamaged or breaks a rule, 2 when an "
		    "argument or a file cannot be used.\n");
}

static bool wants_help(const char *name)
{
	return !strcmp(name, "--help") || !strcmp(name, "-h") ||
	       !strcmp(name, "help");
}

/* argp reports -h as an unknown option. */
static void long_help(int argc, char **argv)
{
	static char help[] = "--help";
	int i;

	for (i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (!strcmp(argv[i], "-h"))
			argv[i] = help;
	}
}

int command_group_run(const struct command_group *group, int argc, char **argv)
{
	static char name[64];
	size_t i;

	if (argc < 2) {
		print_usage(group, stderr);
		return STATUS_USAGE;
	}
	if (wants_help(argv[1])) {
		print_usage(group, stdout);
		return STATUS_OK;
	}
	argp_err_exit_status = STATUS_USAGE;
	tool_name = name;
	for (i = 0; i < group->num; i++) {
		if (strcmp(argv[1], group->subcommand[i].name) != 0)
			continue;
		snprintf(name, sizeof(name), "hartscope %s %s", group->name,
			 argv[1]);
		argv[1] = name;
		long_help(argc, argv);
		option_help(argc - 1, argv + 1);
		return group->subcommand[i].run(argc - 1, argv + 1);
	}
	snprintf(name, sizeof(name), "hartscope %s", group->name);
	complain("unknown command '%s'; see %s --help", argv[1], name);
	return STATUS_USAGE;
}
