// SPDX-License-Identifier: BSD-2-Clause
/*
 * Damaged traces of a hart that is idle most of the time. A loop without
 * branches needs no HIST, so a decoder that believes HIST alone would run in it
 * for ever: with any damage of a bit, the decoder may report at most the
 * executed instructions plus one interval between two synchronizing messages.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/bits.h>
#include <ntrace/flow.h>

enum {
	IDLE = 0x100,	 /* wfi; j IDLE */
	HANDLER = 0x110, /* a loop of 4 half-words, then mret */
	MRET = 0x118,
	END = 0x11c,
	ROUNDS = 4, /* interrupts between two synchronizing messages */
	SYNCS = 8,
	BYTES_MAX = 16384,
	RANGES = 256,
};

static struct ntrace_step steps[(END - IDLE) / 2];
static const struct ntrace_region region = {
	.base = IDLE,
	.count = array_size(steps),
	.step = steps,
};
static const struct ntrace_image image = { .region = &region,
					   .num_regions = 1 };
static const struct ntrace_format format = { .xlen = 64 };
static u8 trace[BYTES_MAX], damaged[BYTES_MAX];
static size_t trace_len;
static u64 seed, truth, interval; /* half-words; the longest interval */

/* xorshift64: the same traces on every machine */
static size_t any(size_t limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (size_t)((seed >> 16) % limit);
}

static void set(u64 addr, unsigned int halfwords, enum ntrace_end end,
		u64 target)
{
	s64 jump = target ? (s64)(target - addr) / 2 - (s64)halfwords : 0;

	if (!ntrace_step_set(&steps[(addr - IDLE) / 2], halfwords, end,
			     (s32)jump))
		abort();
}

static void make_program(void)
{
	set(IDLE, 2, NTRACE_END_LINEAR, 0);
	set(IDLE + 4, 1, NTRACE_END_JUMP, IDLE);
	set(HANDLER, 2, NTRACE_END_LINEAR, 0);
	set(HANDLER + 4, 2, NTRACE_END_BRANCH, HANDLER);
	set(MRET, 2, NTRACE_END_TRAP_RETURN, 0);
	ntrace_steps_link(steps, array_size(steps));
}

static void put(const char *text)
{
	u8 raw[NTRACE_OPAQUE_BYTES_MAX];
	struct ntrace_msg msg;
	size_t column, used;

	if (ntrace_text_parse(text, strlen(text), &msg, raw, &column) ||
	    ntrace_msg_encode(&format, &msg, trace + trace_len,
			      sizeof(trace) - trace_len, &used))
		abort();
	trace_len += used;
}

/* @return half-words of up to 200 iterations of the idle loop */
static u32 idle(void)
{
	return 3 * (1 + (u32)any(200));
}

/*
 * An interrupt, and 62 iterations of the handler's loop, of which ResourceFull
 * reports 31.
 * @return half-words
 */
static u32 make_round(void)
{
	u32 halfwords = idle();
	char text[100];

	snprintf(text, sizeof(text),
		 "IndirectBranchHist B-TYPE=3 I-CNT=%u U-ADDR=8 HIST=1",
		 halfwords);
	put(text);
	put("ResourceFull RCODE=1 RDATA=0xffffffff");
	put("IndirectBranchHist B-TYPE=0 I-CNT=250 U-ADDR=8 HIST=0xfffffffe");
	return halfwords + 250;
}

static void make_trace(void)
{
	u32 sync, round, halfwords;
	char text[100];

	trace_len = 0;
	truth = 0;
	interval = 0;
	put("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80");
	for (sync = 0; sync < SYNCS; sync++) {
		halfwords = idle();
		snprintf(text, sizeof(text),
			 "ProgTraceSync SYNC=2 I-CNT=%u F-ADDR=0x80",
			 halfwords);
		for (round = 0; round < ROUNDS; round++)
			halfwords += make_round();
		put(text);
		truth += halfwords;
		interval = halfwords > interval ? halfwords : interval;
	}
	put("ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=1");
}

static void on_ranges(void *user, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	u64 *halfwords = user;
	size_t i;

	(void)source;
	for (i = 0; i < num; i++)
		*halfwords += range[i].halfwords * times;
}

/* @return half-words that the decoder reports */
static u64 decode(const u8 *bytes, size_t len, bool *clean)
{
	static struct ntrace_range ranges[RANGES];
	static struct ntrace_pending pending[64];
	const struct ntrace_settings settings = { .format = format };
	struct ntrace_source source;
	struct ntrace_flow flow;
	u64 halfwords = 0;
	const struct ntrace_sink sink = { .user = &halfwords,
					  .ranges = on_ranges };

	ntrace_flow_init(&flow, &settings, &image, &sink, &source, 1, ranges,
			 RANGES);
	ntrace_flow_pool(&flow, pending, array_size(pending));
	ntrace_flow_feed(&flow, bytes, len);
	*clean = ntrace_flow_finish(&flow);
	return halfwords;
}

/*
 * Damage every bit of a trace, one after the other.
 * @return number of failures
 */
static u64 flip_all(u64 *most)
{
	u64 bit, halfwords, failed = 0;
	bool clean;

	for (bit = 0; bit < 8 * trace_len; bit++) {
		memcpy(damaged, trace, trace_len);
		damaged[bit / 8] ^= (u8)(1u << bit % 8);
		halfwords = decode(damaged, trace_len, &clean);
		if (halfwords > truth && halfwords - truth > *most)
			*most = halfwords - truth;
		if (halfwords <= truth + interval)
			continue;
		printf("not ok idle: bit %llu: %llu half-words, not %llu\n",
		       (unsigned long long)bit, (unsigned long long)halfwords,
		       (unsigned long long)truth);
		failed++;
	}
	return failed;
}

int main(int argc, char **argv)
{
	u64 num, trace_num, flips = 0, most = 0, failed = 0;
	bool clean;

	if (argc < 2 || !strcmp(argv[1], "--help")) {
		puts("usage: idle FLIPS\n"
		     "Traces of an idle hart, each with every bit of it wrong "
		     "once, until FLIPS are\ndone.");
		return argc < 2;
	}
	num = strtoull(argv[1], NULL, 0);
	make_program();
	for (trace_num = 1; flips < num && failed < 10; trace_num++) {
		seed = trace_num * 0x9e3779b97f4a7c15;
		make_trace();
		if (decode(trace, trace_len, &clean) != truth || !clean) {
			puts("not ok idle: the trace as it was");
			failed++;
		}
		failed += flip_all(&most);
		flips += 8 * trace_len;
	}
	printf("# idle: %llu flips, at most %llu half-words too many, %llu "
	       "between two syncs\n",
	       (unsigned long long)flips, (unsigned long long)most,
	       (unsigned long long)interval);
	if (!failed)
		printf("ok idle: %llu flips in traces of an idle hart\n",
		       (unsigned long long)flips);
	printf("%d %llu\n", !failed, (unsigned long long)failed);
	return failed > 0;
}
