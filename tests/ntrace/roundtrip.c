// SPDX-License-Identifier: BSD-2-Clause
/* Options at random, and whether the decoder saw what was executed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hart/fields.h>

#include "roundtrip.h"

#define SOURCES 1
#define RANGES 256

/* A register field that is 0 half of the time, else anything below limit. */
#define SOMETIMES(rt, reg, name, limit) \
	((u32)FIELD_SET(                \
		reg, name,              \
		roundtrip_random(rt, 2) ? roundtrip_random(rt, limit) : 0))

static void choose_design(struct roundtrip *rt)
{
	struct ntrace_emit_design *d = &rt->design;

	*d = (struct ntrace_emit_design)NTRACE_EMIT_DESIGN(rt->code.isa.xlen);
	if (roundtrip_random(rt, 2))
		d->i_cnt_bits = (u8)(6 + roundtrip_random(rt, 17));
	if (roundtrip_random(rt, 2))
		d->hist_bits = (u8)(4 + roundtrip_random(rt, 29));
	d->stack_depth = (u8)(1 + roundtrip_random(rt, NTRACE_EMIT_STACK_MAX));
	d->partial_bits = (u8)(2 + roundtrip_random(rt, 60));
	d->has_scontext = roundtrip_random(rt, 2);
	d->has_hcontext = roundtrip_random(rt, 2);
	d->repeat_branch = roundtrip_random(rt, 2);
	d->trap_kinds = roundtrip_random(rt, 2);
	d->sync_i_cnt = roundtrip_random(rt, 2);
	d->sync_only_time = roundtrip_random(rt, 2);
	d->sync_waits = roundtrip_random(rt, 2);
	d->report_disabled = roundtrip_random(rt, 4) == 0;
}

static void choose_registers(struct roundtrip *rt)
{
	struct ntrace_emit_regs *regs = &rt->regs;

	regs->te_control =
		(u32)(FIELD_SET(TR_TE_CONTROL, ACTIVE, 1) |
		      FIELD_SET(TR_TE_CONTROL, ENABLE, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_TRACING, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_MODE,
				roundtrip_random(rt, 2) ? NTRACE_MODE_BTM :
							  NTRACE_MODE_HTM)) |
		SOMETIMES(rt, TR_TE_CONTROL, CONTEXT, 2) |
		SOMETIMES(rt, TR_TE_CONTROL, INST_STALL_ENA, 2) |
		SOMETIMES(rt, TR_TE_CONTROL, INHIBIT_SRC, 2) |
		SOMETIMES(rt, TR_TE_CONTROL, INST_SYNC_MODE, 4) |
		SOMETIMES(rt, TR_TE_CONTROL, INST_SYNC_MAX, 6);
	regs->te_inst_features =
		SOMETIMES(rt, TR_TE_INST_FEATURES, EN_SEQUENTIAL_JUMP, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, EN_IMPLICIT_RETURN, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, IMPLICIT_RETURN_MODE, 4) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, EN_REPEATED_HISTORY, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, EN_ALL_JUMPS, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, EXTEND_ADDR_MSB, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, SRC_ID, 4096) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, SRC_BITS, 13);
	regs->ts_control = SOMETIMES(rt, TR_TS_CONTROL, ENABLE, 2);
}

/* Sometimes only some modes are traced. */
static void choose_filter(struct roundtrip *rt)
{
	rt->privs = 0xff;
	if (roundtrip_random(rt, 4))
		return;
	rt->privs = (u8)roundtrip_random(rt, 256);
	rt->regs.te_inst_filters = 1;
	rt->regs.filter[0].control =
		FIELD_SET(TR_TE_FILTER_CONTROL, ENABLE, 1) |
		FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE, 1);
	rt->regs.filter[0].match_inst = rt->privs;
}

void roundtrip_options(struct roundtrip *rt)
{
	bool stalls;

	choose_design(rt);
	choose_registers(rt);
	choose_filter(rt);
	feed_settings(&rt->regs, &rt->design, &rt->code, &rt->settings);
	rt->settings.strict = true;
	/* a sync that waits for a branch may wait for long */
	if (rt->design.sync_waits)
		rt->settings.sync_mode = 0;
	/* only full addresses are proof against a program that cheats */
	rt->tame = rt->settings.implicit_return != NTRACE_RETURN_FULL;
	stalls = FIELD_GET(TR_TE_CONTROL, INST_STALL_ENA, rt->regs.te_control);
	rt->small = !stalls && !roundtrip_random(rt, 4);
	rt->fifo_size = stalls ? 2 * NTRACE_EMIT_STALL_ROOM : ROUNDTRIP_BYTES;
	if (rt->small)
		rt->fifo_size = NTRACE_EMIT_FIFO_MIN;
	rt->feed = (struct feed){
		.code = &rt->code,
		.emit = &rt->emit,
		.joined = roundtrip_random(rt, 2),
		.three_bit = !rt->settings.implicit_return &&
			     !rt->settings.all_jumps &&
			     !roundtrip_random(rt, 4),
		.ticks = roundtrip_random(rt, 100),
		.cycles = roundtrip_random(rt, 5),
		.priv = NTRACE_EMIT_M,
		.out = rt->bytes,
		.out_size = sizeof(rt->bytes),
	};
	rt->tracing = true;
}

/* --- what the decoder says --- */

static void expand(struct roundtrip *rt, const struct ntrace_range *range)
{
	u64 addr = range->start, end = addr + 2 * (u64)range->halfwords;
	struct roundtrip_log *log = &rt->decoded;
	struct insn insn;

	while (addr < end && log->num < ROUNDTRIP_STEPS &&
	       code_insn(&rt->code, addr, &insn)) {
		log->addr[log->num++] = addr;
		addr += insn.bytes;
	}
	rt->errors += addr != end;
}

static void take_ranges(void *user, const struct ntrace_source *source,
			const struct ntrace_range *range, size_t num, u64 times)
{
	size_t i;

	(void)source;
	while (times--)
		for (i = 0; i < num; i++)
			expand(user, &range[i]);
}

static void take_event(void *user, const struct ntrace_source *source,
		       const struct ntrace_event *event)
{
	struct roundtrip_log *log = &((struct roundtrip *)user)->decoded;

	(void)source;
	if (event->kind != NTRACE_EVENT_TRAP || log->traps == ROUNDTRIP_STEPS)
		return;
	log->from[log->traps] = event->from;
	log->handler[log->traps++] = event->addr;
}

/* Findings that lost messages explain. */
static bool is_loss(unsigned int kind)
{
	return kind == NTRACE_FOUND_OVERFLOW ||
	       kind == NTRACE_FOUND_ERROR_ALONE ||
	       kind == NTRACE_FOUND_NO_END ||
	       kind == NTRACE_FOUND_OWNERSHIP_MISSING;
}

static void take_finding(void *user, const struct ntrace_source *source,
			 const struct ntrace_finding *finding)
{
	struct roundtrip *rt = user;

	(void)source;
	if (rt->small && is_loss(finding->kind))
		return;
	rt->errors++;
	printf("# finding %s in message %llu, value 0x%llx\n",
	       ntrace_finding_info[finding->kind].name,
	       (unsigned long long)finding->message,
	       (unsigned long long)finding->value);
}

static void decode(struct roundtrip *rt)
{
	const struct ntrace_sink sink = {
		.user = rt,
		.ranges = take_ranges,
		.event = take_event,
		.finding = take_finding,
	};
	static struct ntrace_source source[SOURCES];
	static struct ntrace_range range[RANGES];
	static struct ntrace_flow flow;
	struct ntrace_image image = code_image(&rt->code);
	size_t at, part;

	ntrace_flow_init(&flow, &rt->settings, &image, &sink, source, SOURCES,
			 range, RANGES);
	for (at = 0; at < rt->feed.out_used; at += part) {
		part = 1 + roundtrip_random(rt, 3000);
		if (part > rt->feed.out_used - at)
			part = rt->feed.out_used - at;
		ntrace_flow_feed(&flow, rt->bytes + at, part);
	}
	ntrace_flow_finish(&flow);
}

/* With losses, what is left must come in the order of execution. */
static bool is_part(const u64 *part, unsigned int parts, const u64 *all,
		    unsigned int num)
{
	unsigned int i = 0, j;

	for (j = 0; j < num && i < parts; j++)
		i += part[i] == all[j];
	return i == parts;
}

static bool same(const struct roundtrip *rt)
{
	const struct roundtrip_log *done = &rt->done, *decoded = &rt->decoded;

	if (rt->small)
		return is_part(decoded->addr, decoded->num, done->addr,
			       done->num);
	return decoded->num == done->num && decoded->traps == done->traps &&
	       !memcmp(decoded->addr, done->addr,
		       done->num * sizeof(*done->addr)) &&
	       !memcmp(decoded->from, done->from,
		       done->traps * sizeof(*done->from)) &&
	       !memcmp(decoded->handler, done->handler,
		       done->traps * sizeof(*done->handler));
}

static void explain(const struct roundtrip *rt, unsigned long long seed)
{
	unsigned int i;

	for (i = 0; i < rt->done.num && i < rt->decoded.num; i++)
		if (rt->done.addr[i] != rt->decoded.addr[i])
			break;
	printf("not ok roundtrip: program %llu: te_control 0x%x, "
	       "te_inst_features 0x%x, executed %u, decoded %u, traps %u and "
	       "%u, same up to %u\n",
	       seed, rt->regs.te_control, rt->regs.te_inst_features,
	       rt->done.num, rt->decoded.num, rt->done.traps, rt->decoded.traps,
	       i);
}

static bool run_one(unsigned long long seed)
{
	static struct roundtrip rt;

	memset(&rt, 0, sizeof(rt));
	rt.random = (seed + 1) * 0x9e3779b97f4a7c15ULL;
	roundtrip_program(&rt);
	roundtrip_options(&rt);
	if (!ntrace_emit_init(&rt.emit, &rt.regs, &rt.design, rt.fifo,
			      rt.fifo_size) ||
	    !roundtrip_walk(&rt)) {
		printf("not ok roundtrip: program %llu does not run\n", seed);
		return false;
	}
	decode(&rt);
	if (same(&rt) && !rt.errors)
		return true;
	explain(&rt, seed);
	return false;
}

int main(int argc, char **argv)
{
	unsigned long long first = 0, num, seed, failed = 0;

	if (argc < 2 || !strcmp(argv[1], "--help")) {
		puts("usage: roundtrip PROGRAMS [FIRST]\n"
		     "Encodes and decodes so many generated programs, from "
		     "number FIRST on.");
		return argc < 2;
	}
	num = strtoull(argv[1], NULL, 0);
	if (argc > 2)
		first = strtoull(argv[2], NULL, 0);
	for (seed = first; seed < first + num && failed < 10; seed++)
		failed += !run_one(seed);
	if (!failed)
		printf("ok roundtrip: %llu programs\n", num);
	printf("%d %llu\n", !failed, failed);
	return failed > 0;
}
