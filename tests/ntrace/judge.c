// SPDX-License-Identifier: BSD-2-Clause
/* Rules that the decoder has to keep for any bytes. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

#define SOURCES 8
/* Decoding in parts may go over the same flow twice */
#define RANGES 4096
#define RANGES_FEW 64
#define PARTS 3
#define WORK_MAX (1 << 16) /* half-words: the programs are small */
#define STRIDES 64	   /* so few that the decoder runs out of them */
#define PIECE 23	   /* bytes at a time: cuts messages in two */

/*
 * A log that does not depend on the division into ranges: each entry is a
 * function x -> a * x + b, and the log is their composition.
 */
struct log {
	u64 a, b;
};

static void log_then(struct log *log, struct log next)
{
	log->b = next.a * log->b + next.b;
	log->a *= next.a;
}

static void log_value(struct log *log, u64 value)
{
	value = (value ^ value >> 29) * 0x9e3779b97f4a7c15ULL;
	log_then(log,
		 (struct log){ 0xd1342543de82ef95ULL, value ^ value >> 32 });
}

static void log_times(struct log *log, struct log once, u64 times)
{
	for (; times; times >>= 1) {
		if (times & 1)
			log_then(log, once);
		log_then(&once, once);
	}
}

/* One decoder, and the output to its sink. */
struct run {
	struct ntrace_flow flow;
	struct ntrace_sink sink;
	struct ntrace_source source[SOURCES];
	struct ntrace_range range[RANGES];
	struct log log[SOURCES];
	u64 insns, halfwords;
	u64 sum; /* of the ranges, in whatever order they come */
	struct ntrace_stride stride[STRIDES];
	struct ntrace_noted noted[STRIDES];
	/* of all messages: half-words as their fields report them */
	u64 reported, used_bytes;
	u64 last_branch[SOURCES]; /* what RepeatBranch repeats */
	bool lost;		  /* a message reported a loss */
	bool counts_messages;	  /* reported is up to date with each range */
	bool unproven;		  /* more half-words were delivered than
				   * reported */
};

static struct log *log_of(struct run *run, const struct ntrace_source *source)
{
	return &run->log[source - run->source];
}

static void on_ranges(void *user, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct run *run = user;
	struct log once = { 1, 0 }, alone;
	size_t i;

	for (i = 0; i < num; i++) {
		alone = (struct log){ 1, 0 };
		log_value(&alone, range[i].start);
		log_value(&alone, (u64)range[i].insns << 40 |
					  (u64)range[i].halfwords << 8 |
					  range[i].end);
		run->sum += (alone.a ^ alone.b) * times;
		log_value(&once, range[i].start);
		log_value(&once, (u64)range[i].halfwords << 8 | range[i].end);
		log_value(&once, range[i].insns);
		run->insns += range[i].insns * times;
		run->halfwords += range[i].halfwords * times;
	}
	if (run->counts_messages && run->halfwords > run->reported)
		run->unproven = true;
	if (!run->flow.stride)
		log_times(log_of(run, source), once, times);
}

static void on_event(void *user, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct log *log = log_of(user, source);

	log_value(log, event->kind);
	log_value(log, event->value);
	log_value(log, event->addr);
	log_value(log, event->from);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct run *run = user;

	if (ntrace_finding_info[finding->kind].class == NTRACE_CLASS_ERROR)
		run->lost = true;
	if (!source)
		return;
	log_value(log_of(run, source), finding->kind);
	log_value(log_of(run, source), finding->offset);
}

/* Count the half-words that messages report, independently of the decoder. */
static void on_message(void *user, const struct ntrace_source *source,
		       const struct ntrace_msg *msg, u64 offset)
{
	struct run *run = user;
	u64 *last_branch = &run->last_branch[source - run->source];
	u64 i_cnt = 0;

	(void)offset;
	run->used_bytes += msg->bytes;
	if (msg->opaque)
		return;
	if (msg->present & NTRACE_HAS(NTRACE_I_CNT))
		i_cnt = msg->field[NTRACE_I_CNT];
	if (msg->tcode == NTRACE_RESOURCE_FULL &&
	    msg->field[NTRACE_RCODE] == NTRACE_RCODE_I_CNT)
		i_cnt = msg->field[NTRACE_RDATA];
	if (msg->tcode == NTRACE_REPEAT_BRANCH)
		i_cnt = *last_branch * msg->field[NTRACE_B_CNT];
	else if (i_cnt || msg->present & NTRACE_HAS(NTRACE_I_CNT))
		*last_branch = i_cnt;
	run->reported += i_cnt;
}

static void start(struct run *run, const struct ntrace_settings *settings,
		  const struct ntrace_image *image, u32 ranges)
{
	unsigned int i;

	run->sink = (struct ntrace_sink){
		.user = run,
		.ranges = on_ranges,
		.event = on_event,
		.finding = on_finding,
		.message = on_message,
	};
	for (i = 0; i < SOURCES; i++)
		run->log[i] = (struct log){ 1, 0 };
	run->insns = run->halfwords = run->sum = 0;
	run->reported = run->used_bytes = 0;
	memset(run->last_branch, 0, sizeof(run->last_branch));
	run->lost = false;
	run->unproven = false;
	run->counts_messages = true;
	ntrace_flow_init(&run->flow, settings, image, &run->sink, run->source,
			 SOURCES, run->range, ranges);
}

static void feed(struct run *run, const u8 *bytes, size_t len, size_t piece)
{
	size_t pos, n;

	for (pos = 0; pos < len; pos += n) {
		n = len - pos < piece ? len - pos : piece;
		ntrace_flow_feed(&run->flow, bytes + pos, n);
	}
}

static const char *judge_whole(const struct run *run, bool clean, size_t len)
{
	const struct ntrace_flow *flow = &run->flow;
	u64 gaps = flow->bad_bytes;
	u32 i;

	for (i = 0; i < flow->num_sources; i++)
		gaps += run->source[i].totals.gap_messages;
	if (flow->idle_bytes + flow->bad_bytes + run->used_bytes != len)
		return "bytes are not accounted for";
	if (run->unproven)
		return "more was delivered than I-CNT had reported";
	if (clean == run->lost)
		return "the verdict is not that of the findings";
	if (clean && gaps)
		return "clean, but there are gaps";
	if (clean && run->halfwords != run->reported)
		return "clean, but not all that I-CNT reports was executed";
	return NULL;
}

/* The start of part k. */
static size_t cut(const u8 *bytes, size_t len, unsigned int k)
{
	return k ? ntrace_flow_cut(bytes, len, k * len / PARTS) : 0;
}

static const char *judge_parts(const struct ntrace_settings *settings,
			       const struct ntrace_image *image,
			       const u8 *bytes, size_t len,
			       const struct run *whole, bool clean)
{
	static struct run part[PARTS];
	struct ntrace_flow *flows[PARTS];
	struct log log = { 1, 0 };
	bool all_clean = true;
	unsigned int k, i;
	size_t from, to;

	for (k = 0; k < PARTS; k++) {
		from = cut(bytes, len, k);
		to = k + 1 < PARTS ? cut(bytes, len, k + 1) : len;
		start(&part[k], settings, image, RANGES);
		part[k].counts_messages = false;
		ntrace_flow_part(&part[k].flow,
				 k ? NTRACE_PART_LATER : NTRACE_PART_FIRST,
				 from);
		feed(&part[k], bytes + from, to - from, len);
		if (k + 1 < PARTS)
			ntrace_flow_end_part(&part[k].flow);
		for (; to < len && !ntrace_flow_part_done(&part[k].flow);
		     to += PIECE)
			feed(&part[k], bytes + to,
			     len - to < PIECE ? len - to : PIECE, PIECE);
		flows[k] = &part[k].flow;
	}
	for (k = 0; k < PARTS; k++)
		all_clean &= ntrace_flow_finish(&part[k].flow);
	/* A source that begins too late for the part before is only reported */
	if (ntrace_flow_unclaimed(flows, PARTS) || !part[0].flow.num_sources)
		return NULL;
	for (k = 0; k < PARTS; k++)
		for (i = 0; i < part[k].flow.num_sources; i++)
			if (part[k].source[i].src == whole->source[0].src)
				log_then(&log, part[k].log[i]);
	if (all_clean != clean)
		return "parts are not as clean as the whole";
	if (log.a != whole->log[0].a || log.b != whole->log[0].b)
		return "parts are not the whole";
	return NULL;
}

/* Strides are proven as well, and lead to the same place as single branches. */
static const char *judge_counts(const struct ntrace_settings *settings,
				const struct ntrace_image *image,
				const u8 *bytes, size_t len,
				const struct run *whole, bool clean)
{
	static struct run counts;
	u32 i;

	start(&counts, settings, image, RANGES_FEW);
	memset(counts.stride, 0, sizeof(counts.stride));
	ntrace_flow_strides(&counts.flow, counts.stride, STRIDES, counts.noted,
			    STRIDES);
	feed(&counts, bytes, len, len);
	if (ntrace_flow_finish(&counts.flow) != clean)
		return "counts are not as clean as the whole";
	if (counts.sum != whole->sum || counts.insns != whole->insns)
		return "counts are not those of the whole";
	for (i = 0; i < counts.flow.num_sources; i++)
		if (memcmp(&counts.source[i].totals, &whole->source[i].totals,
			   sizeof(counts.source[i].totals)) != 0)
			return "totals of counts are not those of the whole";
	return NULL;
}

static const char *judge_all(const struct ntrace_settings *settings,
			     const struct ntrace_image *image, const u8 *bytes,
			     size_t len, struct judge_result *result)
{
	static struct run whole, pieces;
	const char *why;
	bool clean;

	start(&whole, settings, image, RANGES);
	feed(&whole, bytes, len, len + 1);
	clean = ntrace_flow_finish(&whole.flow);
	result->log = whole.log[0].a ^ whole.log[0].b;
	result->clean = clean;
	why = judge_whole(&whole, clean, len);
	if (why)
		return why;
	start(&pieces, settings, image, RANGES_FEW);
	feed(&pieces, bytes, len, PIECE);
	if (ntrace_flow_finish(&pieces.flow) != clean ||
	    pieces.insns != whole.insns ||
	    memcmp(pieces.log, whole.log, sizeof(whole.log)) != 0)
		return "pieces are not the whole";
	why = judge_counts(settings, image, bytes, len, &whole, clean);
	if (why)
		return why;
	return judge_parts(settings, image, bytes, len, &whole, clean);
}

bool judge(const struct ntrace_settings *settings,
	   const struct ntrace_image *image, const u8 *bytes, size_t len,
	   struct judge_result *result, const char **why)
{
	struct ntrace_settings s = *settings;
	/*
	 * in memory of its exact length, so that the sanitizer finds reads
	 * after it
	 */
	u8 *copy = malloc(len + 1);

	s.strict = false;
	s.work_max = WORK_MAX;
	memcpy(copy + 1, bytes, len);
	*why = judge_all(&s, image, copy + 1, len, result);
	free(copy);
	return !*why;
}
