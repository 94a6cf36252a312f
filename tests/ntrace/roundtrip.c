// SPDX-License-Identifier: BSD-2-Clause
/* True if the decoder reports the executed instructions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "roundtrip.h"

#define SOURCES 1
#define RANGES 4096
#define RANGES_LEAST 64

/* --- output of the decoder ----------------------------------------------- */

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
			 range, RANGES_LEAST << roundtrip_random(rt, 7));
	for (at = 0; at < rt->feed.out_used; at += part) {
		part = 1 + roundtrip_random(rt, 3000);
		if (part > rt->feed.out_used - at)
			part = rt->feed.out_used - at;
		ntrace_flow_feed(&flow, rt->bytes + at, part);
	}
	ntrace_flow_finish(&flow);
}

/*
 * After losses, the remaining instructions must be in the order of execution.
 */
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

	roundtrip_init(&rt, seed);
	if (!roundtrip_run(&rt)) {
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
