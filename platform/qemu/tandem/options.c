// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hart.h"
#include "options.h"

struct tandem_options tandem_options = {
	.count = UINT64_MAX,
	.privs = ~0u,
	.level = TANDEM_LEVEL_FULL,
	.ram = true,
};

static bool take_number(const char *value, u64 *number)
{
	char *end;

	*number = strtoull(value, &end, 0);
	return *value && *value != '-' && !*end;
}

static bool take_word(const char *value, const char *const *words, u8 *number)
{
	u8 i;

	for (i = 0; words[i]; i++)
		if (!strcmp(value, words[i])) {
			*number = i;
			return true;
		}
	return false;
}

static bool take_privs(const char *value)
{
	static const char letters[] = "us-m";
	const char *at;

	tandem_options.privs = 0;
	for (; *value; value++) {
		at = strchr(letters, *value);
		if (!at || *value == '-')
			return false;
		tandem_options.privs |= 1u << (at - letters);
	}
	return tandem_options.privs;
}

static bool take_more(const char *name, const char *value)
{
	static const char *const levels[] = { "pc", "registers", "full", NULL };
	static const char *const dialects[] = { "spec", "bluespec", NULL };
	struct tandem_options *o = &tandem_options;

	if (!strcmp(name, "level"))
		return take_word(value, levels, &o->level);
	if (!strcmp(name, "dialect"))
		return take_word(value, dialects, &o->dialect);
	if (!strcmp(name, "priv"))
		return take_privs(value);
	if (!strcmp(name, "exit")) {
		o->exit = !strcmp(value, "on");
		return o->exit || !strcmp(value, "off");
	}
	if (!strcmp(name, "live")) {
		o->live = !strcmp(value, "on");
		return o->live || !strcmp(value, "off");
	}
	if (!strcmp(name, "inband")) {
		o->inband = !strcmp(value, "on");
		return o->inband || !strcmp(value, "off");
	}
	if (!strcmp(name, "ram")) {
		o->ram = !strcmp(value, "on");
		return o->ram || !strcmp(value, "off");
	}
	return false;
}

static bool take(const char *name, const char *value)
{
	struct tandem_options *o = &tandem_options;

	if (!strcmp(name, "out")) {
		o->out = strdup(value);
		return o->out && *o->out;
	}
	if (!strcmp(name, "from"))
		return o->has_from = take_number(value, &o->from);
	if (!strcmp(name, "to"))
		return o->has_to = take_number(value, &o->to);
	if (!strcmp(name, "skip"))
		return take_number(value, &o->skip);
	if (!strcmp(name, "count"))
		return take_number(value, &o->count) && o->count;
	if (!strcmp(name, "check"))
		return take_number(value, &o->check);
	return take_more(name, value);
}

static bool usage(const char *arg)
{
	fprintf(stderr,
		"plugin_tandem: '%s' is not understood. Options:\n"
		"  out=FILE        the trace; of hart N above 0 it is FILE.N\n"
		"  level=LEVEL     pc, registers or full (full)\n"
		"  from=ADDRESS    trace from there on\n"
		"  to=ADDRESS      until there, and with from= from there again\n"
		"  skip=N          not the first N instructions of a hart\n"
		"  count=N         end after N instructions of a hart\n"
		"  priv=MODES      only these modes: letters of 'msu'\n"
		"  exit=on         end QEMU when all harts have had their count\n"
		"  check=N         look at all registers every N instructions\n"
		"  dialect=WORD    spec or bluespec (spec)\n"
		"  live=on         write often, for a verifier that reads along\n"
		"  inband=on       the parameters are before the first group, too,\n"
		"                  and the counts behind the last one\n"
		"  ram=off         devices write memory: do not say where RAM is\n",
		arg);
	return false;
}

bool tandem_options_parse(int argc, char **argv)
{
	char name[16], *value;
	int i;

	for (i = 0; i < argc; i++) {
		value = strchr(argv[i], '=');
		if (!value || value - argv[i] >= (int)sizeof(name))
			return usage(argv[i]);
		memcpy(name, argv[i], (size_t)(value - argv[i]));
		name[value - argv[i]] = 0;
		if (!take(name, value + 1))
			return usage(argv[i]);
	}
	return tandem_options.out || usage("(no out=FILE)");
}
