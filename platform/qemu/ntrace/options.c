// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The arguments of plugin_ntrace, and their values in the encoder's registers.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hart/fields.h>

#include "options.h"

enum kind {
	KIND_TEXT,
	KIND_SWITCH,
	KIND_NUMBER,
	KIND_MODE,
	KIND_TIME,
	KIND_PRIVILEGE,
};

#define OPTION(name, kind, member, low, high)                              \
	{                                                                  \
		name, kind, offsetof(struct nt_options, member), low, high \
	}

static const struct option {
	const char *name;
	enum kind kind;
	size_t at;
	u64 low, high;
} table[] = {
	OPTION("out", KIND_TEXT, out, 0, 0),
	OPTION("mode", KIND_MODE, btm, 0, 0),
	OPTION("repeat", KIND_SWITCH, repeat, 0, 0),
	OPTION("call-stack", KIND_NUMBER, call_stack, 0, NTRACE_EMIT_STACK_MAX),
	OPTION("sequential-jump", KIND_SWITCH, sequential_jump, 0, 0),
	OPTION("all-jumps", KIND_SWITCH, all_jumps, 0, 0),
	OPTION("extend-addr-msb", KIND_SWITCH, extend_addr_msb, 0, 0),
	OPTION("ownership", KIND_SWITCH, ownership, 0, 0),
	OPTION("tasks", KIND_SWITCH, tasks, 0, 0),
	OPTION("timestamps", KIND_TIME, timestamps, 0, 0),
	OPTION("sync-mode", KIND_NUMBER, sync_mode, 0, 3),
	OPTION("sync-max", KIND_NUMBER, sync_max, 0, 15),
	OPTION("privilege", KIND_PRIVILEGE, privilege, 0, 0),
	OPTION("from", KIND_NUMBER, from, 0, UINT64_MAX),
	OPTION("to", KIND_NUMBER, to, 1, UINT64_MAX),
	OPTION("start", KIND_NUMBER, start, 0, UINT64_MAX - 1),
	OPTION("stop", KIND_NUMBER, stop, 0, UINT64_MAX - 1),
	OPTION("start-count", KIND_NUMBER, start_count, 0, UINT64_MAX),
	OPTION("stop-count", KIND_NUMBER, stop_count, 1, UINT64_MAX),
	OPTION("fifo", KIND_NUMBER, fifo, NTRACE_EMIT_FIFO_MIN, 1 << 24),
	OPTION("rate", KIND_NUMBER, rate, 1, 1 << 20),
	OPTION("code", KIND_SWITCH, code, 0, 0),
	OPTION("code-pages", KIND_NUMBER, code_pages, 2, 1 << 20),
	OPTION("record", KIND_SWITCH, record, 0, 0),
	OPTION("hash", KIND_NUMBER, hash, 1, 1ull << 62),
};

static bool complain(const char *name, const char *value, const char *what)
{
	fprintf(stderr, "plugin_ntrace: %s=%s: %s\n", name, value, what);
	return false;
}

static bool read_number(const struct option *option, const char *text,
			u64 *value)
{
	char range[80], *end;

	errno = 0;
	*value = strtoull(text, &end, 0);
	if (*text && *text != '-' && !*end && !errno && *value >= option->low &&
	    *value <= option->high)
		return true;
	snprintf(range, sizeof(range), "this is a number from %llu to %llu",
		 (unsigned long long)option->low,
		 (unsigned long long)option->high);
	return complain(option->name, text, range);
}

/* One of two words. */
static bool read_word(const char *name, const char *text, const char *no,
		      const char *yes, bool *value)
{
	char words[40];

	*value = !strcmp(text, yes);
	if (*value || !strcmp(text, no))
		return true;
	snprintf(words, sizeof(words), "this is %s or %s", yes, no);
	return complain(name, text, words);
}

static bool read_time(const char *name, const char *text, u64 *value)
{
	static const char *const words[] = {
		[NT_TIME_OFF] = "off",
		[NT_TIME_INSNS] = "insns",
		[NT_TIME_HOST] = "host",
	};

	for (*value = 0; *value < array_size(words); ++*value)
		if (!strcmp(text, words[*value]))
			return true;
	return complain(name, text, "this is off, insns or host");
}

/* Letters, one for each privilege; "u+s" and "vs+vu+m" are lists of them. */
static bool read_privilege(const char *name, const char *text, u64 *value)
{
	static const struct {
		const char *word;
		u8 priv;
	} words[] = { { "m", NTRACE_EMIT_M },
		      { "s", NTRACE_EMIT_S },
		      { "u", NTRACE_EMIT_U },
		      { "vs", NTRACE_EMIT_VS },
		      { "vu", NTRACE_EMIT_VU } };
	const char *at = text;
	size_t size, i;

	for (*value = 0; *at; at += size + (at[size] == '+')) {
		size = strcspn(at, "+");
		for (i = 0; i < array_size(words); i++)
			if (strlen(words[i].word) == size &&
			    !strncmp(at, words[i].word, size))
				break;
		if (i == array_size(words))
			break;
		*value |= 1u << words[i].priv;
	}
	if (!*at && *value)
		return true;
	return complain(name, text,
			"this is a list of m, s, u, vs and vu, "
			"with '+' between them");
}

static bool read_value(struct nt_options *options, const struct option *option,
		       const char *text)
{
	void *at = (char *)options + option->at;

	switch (option->kind) {
	case KIND_TEXT:
		*(const char **)at = text;
		return true;
	case KIND_SWITCH:
		return read_word(option->name, text, "off", "on", at);
	case KIND_MODE:
		return read_word(option->name, text, "htm", "btm", at);
	case KIND_TIME:
		return read_time(option->name, text, at);
	case KIND_PRIVILEGE:
		return read_privilege(option->name, text, at);
	case KIND_NUMBER:
		return read_number(option, text, at);
	}
	return false;
}

static bool read_argument(struct nt_options *options, const char *arg)
{
	size_t size = strcspn(arg, "="), i;

	for (i = 0; i < array_size(table); i++)
		if (strlen(table[i].name) == size &&
		    !strncmp(table[i].name, arg, size))
			break;
	if (i < array_size(table) && arg[size])
		return read_value(options, &table[i], arg + size + 1);
	fprintf(stderr, "plugin_ntrace: '%s' is no option; they are", arg);
	for (i = 0; i < array_size(table); i++)
		fprintf(stderr, " %s=", table[i].name);
	fprintf(stderr, "; see docs/qemu-ntrace.md\n");
	return false;
}

static bool refuse(const char *why)
{
	fprintf(stderr, "plugin_ntrace: %s\n", why);
	return false;
}

static bool go_together(const struct nt_options *o)
{
	if (!o->out || !*o->out)
		return refuse("out=FILE is needed: where the trace goes");
	if (o->from >= o->to)
		return refuse("from= must be below to=");
	if (o->start_count >= o->stop_count)
		return refuse("start-count= must be below stop-count=");
	if (!o->fifo != !o->rate)
		return refuse("fifo= and rate= are given together: how many "
			      "bytes wait, and how many bits leave for each "
			      "instruction");
	if (o->fifo && o->code)
		return refuse("code=on needs a trace without losses: leave "
			      "out fifo= and rate=");
	if (o->sync_mode == 0 && o->sync_max)
		return refuse("sync-max= needs sync-mode=1, 2 or 3: what is "
			      "counted");
	return true;
}

bool nt_options_read(struct nt_options *options, int argc, char **argv)
{
	int i;

	*options = (struct nt_options){
		.to = UINT64_MAX,
		.start = UINT64_MAX,
		.stop = UINT64_MAX,
		.stop_count = UINT64_MAX,
		.code_pages = 8192,
	};
	for (i = 0; i < argc; i++)
		if (!read_argument(options, argv[i]))
			return false;
	/* Ownership messages show the task */
	options->ownership |= options->tasks;
	return go_together(options);
}

#define CONTROL(name, value) ((u32)FIELD_SET(TR_TE_CONTROL, name, value))
#define FEATURE(name, value) ((u32)FIELD_SET(TR_TE_INST_FEATURES, name, value))
#define FILTER(name, value) ((u32)FIELD_SET(TR_TE_FILTER_CONTROL, name, value))

/* One filter: one of these privileges, and addresses from from= up to to=. */
static void set_filter(const struct nt_options *o,
		       struct ntrace_emit_regs *regs)
{
	enum { GREATER_EQUAL = 5, LESS = 2, BOTH = 1 };

	if (!o->privilege && !o->from && o->to == UINT64_MAX)
		return;
	regs->te_inst_filters = 1;
	regs->filter[0].control = FILTER(ENABLE, 1) |
				  FILTER(MATCH_PRIVILEGE, !!o->privilege) |
				  FILTER(MATCH_COMP1, 1);
	regs->filter[0].match_inst = (u32)o->privilege;
	regs->comp[0].control =
		(u32)(FIELD_SET(TR_TE_COMP_CONTROL, P_FUNCTION, GREATER_EQUAL) |
		      FIELD_SET(TR_TE_COMP_CONTROL, S_FUNCTION, LESS) |
		      FIELD_SET(TR_TE_COMP_CONTROL, MATCH_MODE, BOTH));
	regs->comp[0].p_match = o->from;
	regs->comp[0].s_match = o->to;
}

void nt_options_regs(const struct nt_options *options, unsigned int hart,
		     unsigned int src_bits, struct ntrace_emit_regs *regs,
		     struct ntrace_emit_design *design)
{
	const struct nt_options *o = options;
	bool starts = o->start == UINT64_MAX && !o->start_count;

	*regs = (struct ntrace_emit_regs){
		.te_control = CONTROL(ACTIVE, 1) | CONTROL(ENABLE, 1) |
			      CONTROL(INST_TRACING, starts) |
			      CONTROL(INST_MODE, o->btm ? 3 : 6) |
			      CONTROL(CONTEXT, o->ownership) |
			      CONTROL(INST_TRIG_ENABLE, 1) |
			      CONTROL(INST_STALL_ENA, !o->fifo) |
			      CONTROL(INHIBIT_SRC, !src_bits) |
			      CONTROL(INST_SYNC_MODE, o->sync_mode) |
			      CONTROL(INST_SYNC_MAX, o->sync_max),
		.te_inst_features =
			FEATURE(EN_SEQUENTIAL_JUMP, o->sequential_jump) |
			FEATURE(EN_IMPLICIT_RETURN, !!o->call_stack) |
			FEATURE(IMPLICIT_RETURN_MODE, o->call_stack ? 3 : 0) |
			FEATURE(EN_REPEATED_HISTORY, o->repeat) |
			FEATURE(EN_ALL_JUMPS, o->all_jumps) |
			FEATURE(EXTEND_ADDR_MSB, o->extend_addr_msb) |
			FEATURE(SRC_ID, hart) | FEATURE(SRC_BITS, src_bits),
		.ts_control =
			(u32)FIELD_SET(TR_TS_CONTROL, ENABLE, !!o->timestamps),
	};
	set_filter(o, regs);
	if (o->call_stack)
		design->stack_depth = (u8)o->call_stack;
	design->has_scontext = o->tasks;
	design->repeat_branch = true;
	design->trap_kinds = true;
}
