// SPDX-License-Identifier: BSD-2-Clause
/* The first argument that is neither an option nor an option's value. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "options.h"

/* A parser's options in the form that getopt_long() takes */
struct table {
	struct option *option;
	size_t num;
	char *letters;
	size_t used;
};

static void add_name(struct table *table, const char *name, bool has_value,
		     int key)
{
	table->option = grow(table->option, table->num, sizeof(*table->option));
	table->option[table->num++] = (struct option){
		name, has_value ? required_argument : no_argument, NULL, key
	};
}

static void add_letter(struct table *table, char letter)
{
	table->letters = grow(table->letters, table->used, 1);
	table->letters[table->used++] = letter;
}

static void add_options(struct table *table, const struct argp *argp)
{
	const struct argp_child *child = argp->children;
	const struct argp_option *option = argp->options;

	for (; option && (option->name || option->doc); option++) {
		if (!option->name)
			continue;
		add_name(table, option->name, option->arg, option->key);
		if (option->key > ' ' && option->key < 0x7f) {
			add_letter(table, (char)option->key);
			if (option->arg)
				add_letter(table, ':');
		}
	}
	for (; child && child->argp; child++)
		add_options(table, child->argp);
}

/* argp has these options for all. Only one of them ends it without an error. */
static void add_common(struct table *table)
{
	add_name(table, "help", false, '?');
	add_name(table, "usage", false, '?');
	add_letter(table, '\0');
	add_name(table, NULL, false, 0);
}

const char *option_operand(const struct argp *argp, int argc, char **argv,
			   int key, const char **value)
{
	size_t size = ((size_t)argc + 1) * sizeof(*argv);
	char **copy = memcpy(must_alloc(size), argv, size);
	struct table table = { 0 };
	const char *operand;
	int found;

	*value = NULL;
	add_options(&table, argp);
	add_common(&table);
	/* It moves the operands behind the options, and 0 makes it start anew */
	optind = 0;
	opterr = 0;
	while ((found = getopt_long(argc, copy, table.letters, table.option,
				    NULL)) != -1)
		if (found == key)
			*value = optarg;
	operand = optind < argc ? copy[optind] : NULL;
	free(copy);
	free(table.option);
	free(table.letters);
	return operand;
}
