// SPDX-License-Identifier: BSD-2-Clause
/*
 * Program and run of a golden file. Lines of a program are "0x100 00a50533
 * add": address, encoding, and a comment. "table 0x200 0x300" lists the entries
 * at jvt (Zcmt). Lines of a run are addresses of executed instructions, several
 * on a line, with "xN" at the end to repeat the line N times, or events between
 * them: see commands[].
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hart/fields.h>

#include "golden.h"

static bool add_insn(struct golden *g, u64 addr, const char *hex)
{
	size_t len = strlen(hex) / 2, i;
	u64 value = strtoull(hex, NULL, 16);
	u8 bytes[8];

	if (len > sizeof(bytes) || len % 2 || !len)
		return false;
	for (i = 0; i < len; i++)
		bytes[i] = (u8)(value >> (8 * i));
	return code_add(&g->code, addr, bytes, len);
}

static bool add_table(struct golden *g, const char *text)
{
	unsigned int size = g->code.isa.xlen / 8, i;
	char *end;

	for (;; text = end) {
		u64 entry = strtoull(text, &end, 16);

		if (end == text)
			return true;
		for (i = 0; i < size; i++)
			g->code.jump_table[g->code.jump_table_bytes++] =
				(u8)(entry >> (8 * i));
	}
}

bool golden_program(struct golden *g)
{
	const struct golden_section *section = &g->section[GOLDEN_PROGRAM];
	unsigned long long addr;
	char hex[32];
	unsigned int i;

	for (i = 0; i < section->lines; i++) {
		const char *line = section->line[i];
		bool good;

		if (!strncmp(line, "table ", 6))
			good = add_table(g, line + 6);
		else
			good = sscanf(line, "%llx %31[0-9a-f]", &addr, hex) ==
				       2 &&
			       add_insn(g, addr, hex);
		if (!good)
			return golden_bad(line, "is no instruction");
	}
	return true;
}

/*
 * The address at which execution continues after a line: the next address of
 * the run.
 */
static u64 next_addr(const struct golden *g, unsigned int line)
{
	const struct golden_section *section = &g->section[GOLDEN_RUN];
	const char *text;

	for (line++; line < section->lines; line++) {
		text = strstr(section->line[line], "0x");
		if (text)
			return strtoull(text, NULL, 16);
	}
	return g->feed.last_addr + g->feed.last.bytes;
}

/* --- events between instructions; value is the number after the word ----- */

static bool do_ingress(struct golden *g, u64 what)
{
	while (!ntrace_emit_ingress(&g->emit, (enum ntrace_ingress)what,
				    g->feed.time))
		if (!feed_drain(&g->feed))
			return false;
	return true;
}

static bool do_context(struct golden *g, enum ntrace_process_format format,
		       u64 value)
{
	while (!ntrace_emit_context(&g->emit, format, value, g->feed.time))
		if (!feed_drain(&g->feed))
			return false;
	return true;
}

static bool do_scontext(struct golden *g, u64 value)
{
	return do_context(g, NTRACE_PROCESS_SCONTEXT, value);
}

static bool do_hcontext(struct golden *g, u64 value)
{
	return do_context(g, NTRACE_PROCESS_HCONTEXT, value);
}

static bool do_control(struct golden *g, u64 clear, u64 set)
{
	u32 control = g->emit.regs.te_control;

	control = (control & (u32)~clear) | (u32)set;
	while (!ntrace_emit_control(&g->emit, control, g->feed.time))
		if (!feed_drain(&g->feed))
			return false;
	return true;
}

static bool do_tracing(struct golden *g, u64 value)
{
	return do_control(g, FIELD_MASK(TR_TE_CONTROL, INST_TRACING),
			  FIELD_SET(TR_TE_CONTROL, INST_TRACING, value));
}

static bool do_disable(struct golden *g, u64 value)
{
	return do_control(g, FIELD_MASK(TR_TE_CONTROL, ENABLE),
			  FIELD_SET(TR_TE_CONTROL, ENABLE, value));
}

static bool do_priv(struct golden *g, u64 value)
{
	g->feed.priv = (u8)value;
	return true;
}

static bool do_ecause(struct golden *g, u64 value)
{
	g->feed.ecause = (u8)value;
	return true;
}

static bool do_tval(struct golden *g, u64 value)
{
	g->feed.tval = value;
	return true;
}

static bool do_impdef(struct golden *g, u64 value)
{
	g->feed.impdef = (u32)value;
	return true;
}

static bool do_time(struct golden *g, u64 value)
{
	g->feed.time = value;
	return true;
}

static bool do_drain(struct golden *g, u64 value)
{
	(void)value;
	return feed_drain(&g->feed);
}

/* trTeInstStallOrOverflow must read as value. */
static bool do_overflowed(struct golden *g, u64 value)
{
	return FIELD_GET(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW,
			 g->emit.regs.te_control) == value;
}

static bool do_trap(struct golden *g, const char *text, enum insn_itype itype)
{
	return feed_trap(&g->feed, itype, strtoull(text, NULL, 16));
}

static const struct {
	const char *name;
	bool (*act)(struct golden *g, u64 value);
	u64 value; /* if the line has no value */
} commands[] = {
	{ "external-trigger", do_ingress, NTRACE_INGRESS_EXTERNAL_TRIGGER },
	{ "notify", do_ingress, NTRACE_INGRESS_NOTIFY },
	{ "trace-on", do_ingress, NTRACE_INGRESS_TRACE_ON },
	{ "trace-off", do_ingress, NTRACE_INGRESS_TRACE_OFF },
	{ "debug-entry", do_ingress, NTRACE_INGRESS_DEBUG_ENTRY },
	{ "debug-exit", do_ingress, NTRACE_INGRESS_DEBUG_EXIT },
	{ "low-power", do_ingress, NTRACE_INGRESS_LOW_POWER },
	{ "power-up", do_ingress, NTRACE_INGRESS_POWER_UP },
	{ "reset", do_ingress, NTRACE_INGRESS_RESET },
	{ "scontext", do_scontext, 0 },
	{ "hcontext", do_hcontext, 0 },
	{ "tracing", do_tracing, 0 },
	{ "disable", do_disable, 0 },
	{ "priv", do_priv, 0 },
	{ "time", do_time, 0 },
	{ "ecause", do_ecause, 0 },
	{ "tval", do_tval, 0 },
	{ "impdef", do_impdef, 0 },
	{ "drain", do_drain, 0 },
	{ "overflowed", do_overflowed, 0 },
};

static bool run_command(struct golden *g, unsigned int n)
{
	const char *line = g->section[GOLDEN_RUN].line[n];
	char name[32], text[32] = "";
	size_t i;

	if (sscanf(line, "%31s %31s", name, text) < 1)
		return false;
	if (!strcmp(name, "exception"))
		return do_trap(g, text, INSN_ITYPE_EXCEPTION);
	if (!strcmp(name, "interrupt"))
		return do_trap(g, text, INSN_ITYPE_INTERRUPT);
	feed_close(&g->feed, next_addr(g, n));
	for (i = 0; i < array_size(commands); i++)
		if (!strcmp(commands[i].name, name))
			return commands[i].act(g,
					       *text ? strtoull(text, NULL, 0) :
						       commands[i].value);
	return false;
}

static bool run_addresses(struct golden *g, const char *line)
{
	const char *times = strchr(line, 'x');
	unsigned long count = 1, i;
	char *end;

	for (; times; times = strchr(times + 1, 'x'))
		if (times[-1] == ' ')
			count = strtoul(times + 1, NULL, 10);
	for (i = 0; i < count; i++) {
		const char *text = line;

		for (;; text = end) {
			u64 addr = strtoull(text, &end, 16);

			if (end == text)
				break;
			if (!feed_insn(&g->feed, addr))
				return false;
		}
	}
	return true;
}

static bool run_lines(struct golden *g)
{
	const struct golden_section *section = &g->section[GOLDEN_RUN];
	unsigned int i;

	for (i = 0; i < section->lines; i++) {
		const char *line = section->line[i];

		if (!(line[0] == '0' ? run_addresses(g, line) :
				       run_command(g, i)))
			return golden_bad(line, "cannot happen");
	}
	feed_close(&g->feed, g->feed.last_addr + g->feed.last.bytes);
	return true;
}

bool golden_run(struct golden *g)
{
	if (!ntrace_emit_init(&g->emit, &g->regs, &g->design, g->fifo,
			      g->fifo_size))
		return golden_bad("settings", "make no encoder");
	g->feed = (struct feed){
		.code = &g->code,
		.emit = &g->emit,
		.joined = g->joined,
		.three_bit = g->three_bit,
		.ticks = (u32)g->ticks,
		.cycles = (u32)g->cycles,
		.priv = NTRACE_EMIT_M,
		.out = g->bytes,
		.out_size = sizeof(g->bytes),
	};
	if (!run_lines(g) || !feed_drain(&g->feed))
		return false;
	g->num_bytes = g->feed.out_used;
	return true;
}

bool golden_encode(struct golden *g)
{
	const struct golden_section *section = &g->section[GOLDEN_MESSAGES];
	u8 raw[NTRACE_OPAQUE_BYTES_MAX];
	size_t column, used;
	unsigned int i;

	for (i = 0; i < section->lines; i++) {
		const char *line = section->line[i];
		struct ntrace_msg msg;

		if (ntrace_text_parse(line, strlen(line), &msg, raw, &column) !=
		    NTRACE_OK)
			return golden_bad(line + column, "does not parse");
		if (ntrace_msg_encode(&g->settings.format, &msg,
				      g->bytes + g->num_bytes,
				      sizeof(g->bytes) - g->num_bytes,
				      &used) != NTRACE_OK)
			return golden_bad(line, "cannot be encoded");
		g->num_bytes += used;
	}
	return true;
}

bool golden_bytes(struct golden *g)
{
	const struct golden_section *section = &g->section[GOLDEN_BYTES_IN];
	unsigned int i;
	char *end;

	for (i = 0; i < section->lines; i++) {
		const char *text = section->line[i];

		while (*text) {
			g->bytes[g->num_bytes++] = (u8)strtoul(text, &end, 16);
			if (end == text)
				return golden_bad(text, "is no byte");
			text = end + strspn(end, " ");
		}
	}
	return true;
}
