/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of subcommands: the part that is the same for all. */
#ifndef HOST_OPTIONS_H
#define HOST_OPTIONS_H

#include <argp.h>
#include "base/types.h"

/** Report an error in the arguments, with a hint to the help, and exit. */
void option_usage(const struct argp_state *state, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/**
 * Before argp_parse(): if the arguments ask for help, buffer the help of argp and
 * print it when the program ends, in lines of at most 79 columns.
 * @param argv	argv[0] is no argument; "--" ends the options
 */
void option_help(int argc, char **argv);

/**
 * The first argument that is neither an option nor an option's value, as argp_parse()
 * will find it. The arguments stay as they are, and no parser is called.
 * @param key	of an option with a value
 * @param value	out: the last value of that option, or NULL
 * @return the argument, or NULL
 */
const char *option_operand(const struct argp *argp, int argc, char **argv,
			   int key, const char **value);

/**
 * The number given to an option; exits with a message if it is invalid, or out
 * of [low, high].
 * @param option	as the user types it, for the message
 */
u64 option_number(const struct argp_state *state, const char *option,
		  const char *text, u64 low, u64 high);

/** The argument of --xlen, 32 or 64; exits with a message for any other. */
u8 option_xlen(const struct argp_state *state, const char *text);

/**
 * A name out of a few: its index; exits with a message that lists the names for
 * any other text.
 * @param option	as the user types it, for the message
 * @param num	names, 1 to 8
 */
unsigned int option_named(const struct argp_state *state, const char *option,
			  const char *text, const char *const *names,
			  unsigned int num);

/**
 * The argument that names a trace; exits with a message if there are two.
 * @param path	in and out; NULL at first
 * @param text	the argument; NULL: the last one, exit if there was none
 */
void option_trace(const struct argp_state *state, const char **path,
		  const char *text);

enum { OPTION_JSON = 0xf00 };

/* clang-format off */
/** Rows of --json and --output in a command's table. */
#define OPTION_FORM \
	{ "json", OPTION_JSON, NULL, 0, "Write JSON instead of text", 0 }, \
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 }
/* clang-format on */

/**
 * Parse these options, if the command's parser does not know the key.
 * @param as_json	set by --json
 * @param output	set by --output; points into the arguments
 * @return 0; ARGP_ERR_UNKNOWN: the key is of another option
 */
error_t option_form(int key, const char *text, bool *as_json,
		    const char **output);

/** A subcommand. */
struct subcommand {
	const char *name;
	const char *help;
	int (*run)(int argc, char **argv); /* returns the exit status */
};

/** A command that has only subcommands. */
struct command_group {
	const char *name;  /* "ntrace" */
	const char *about; /* a sentence for its help */
	const struct subcommand *subcommand;
	size_t num;
};

/** Run the subcommand in argv[1]. @return the exit status */
int command_group_run(const struct command_group *group, int argc, char **argv);

#endif
