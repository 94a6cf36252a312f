// SPDX-License-Identifier: BSD-2-Clause
/* A program, and rows of messages that are decoded with it. */
#include <stdio.h>
#include <string.h>

#include "ntrace_rows.h"

/* The program: address, length and target of each instruction. */
static const struct code {
	u64 addr;
	u8 halfwords, end;
	u64 target;
} program[] = {
	{ 0x100, 1, NTRACE_END_LINEAR, 0 },
	{ 0x102, 2, NTRACE_END_BRANCH, 0x100 },
	{ 0x106, 2, NTRACE_END_LINEAR, 0 },
	{ 0x10a, 2, NTRACE_END_CALL, 0x200 },
	{ 0x10e, 1, NTRACE_END_JUMP, 0x120 },
	{ 0x110, 1, NTRACE_END_JUMP_INDIRECT, 0 },
	{ 0x112, 2, NTRACE_END_TRAP, 0 },
	{ 0x116, 2, NTRACE_END_LINEAR, 0 },
	{ 0x11a, 1, NTRACE_END_JUMP, 0x11a },
	{ 0x11c, 2, NTRACE_END_CUSTOM, 0 },
	{ 0x120, 1, NTRACE_END_LINEAR, 0 },
	{ 0x122, 1, NTRACE_END_BRANCH, 0x128 },
	{ 0x124, 2, NTRACE_END_BRANCH, 0x120 },
	{ 0x128, 1, NTRACE_END_TRAP_RETURN, 0 },
	{ 0x12a, 1, NTRACE_END_CALL_INDIRECT, 0 },
	{ 0x12c, 1, NTRACE_END_JUMP, 0x300 },
	{ 0x12e, 3, NTRACE_END_CALL_SEQUENTIAL, 0x200 },
	{ 0x134, 1, NTRACE_END_SWAP, 0 },
	{ 0x136, 1, NTRACE_END_JUMP, 0x138 },
	{ 0x138, 1, NTRACE_END_JUMP, 0x136 },
	{ 0x140, 1, NTRACE_END_BRANCH, 0x142 },
	{ 0x142, 1, NTRACE_END_CALL, 0x140 },
	{ 0x150, 1, NTRACE_END_BRANCH, 0x136 },
	{ 0x158, 2, NTRACE_END_BRANCH, 0x158 },
	{ 0x15c, 1, NTRACE_END_JUMP, 0x210 },
	{ 0x200, 1, NTRACE_END_LINEAR, 0 },
	{ 0x202, 1, NTRACE_END_RETURN, 0 },
	{ 0x204, 1, NTRACE_END_LINEAR, 0 },
	{ 0x208, 1, NTRACE_END_CALL, 0x210 },
	{ 0x20a, 1, NTRACE_END_BRANCH, 0x208 },
	{ 0x20c, 1, NTRACE_END_CALL, 0x210 },
	{ 0x20e, 1, NTRACE_END_JUMP, 0x20e },
	{ 0x210, 1, NTRACE_END_BRANCH, 0x210 },
	{ 0x212, 1, NTRACE_END_RETURN, 0 },
	{ 0x214, 1, NTRACE_END_BRANCH, 0x216 },
	{ 0x216, 1, NTRACE_END_BRANCH, 0x218 },
	{ 0x218, 1, NTRACE_END_BRANCH, 0x21a },
	{ 0x21a, 1, NTRACE_END_LINEAR, 0 },
	{ 0x21c, 1, NTRACE_END_BRANCH, 0x21e },
	{ 0x21e, 1, NTRACE_END_BRANCH, 0x21c },
};

#define BASE 0x100
#define HALFWORDS 0x90

static struct ntrace_step steps[HALFWORDS];
static const struct ntrace_region region = { .base = BASE,
					     .count = HALFWORDS,
					     .step = steps };
static const struct ntrace_image image = { .region = &region,
					   .num_regions = 1 };
/* The same in two pieces */
#define CUT 0x1b8
static const struct ntrace_region regions[] = {
	{ .base = BASE, .count = (CUT - BASE) / 2, .step = steps },
	{ .base = CUT,
	  .count = HALFWORDS - (CUT - BASE) / 2,
	  .step = steps + (CUT - BASE) / 2 },
};
static const struct ntrace_image pieces = { .region = regions,
					    .num_regions = 2 };

static char log_text[32768];
static size_t log_len;

static void log_add(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

static void log_add(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	log_len += (size_t)vsnprintf(log_text + log_len,
				     sizeof(log_text) - log_len, format, args);
	va_end(args);
	assert_true(log_len < sizeof(log_text));
}

/* Totals of the sink's calls, to be compared with those of the decoder. */
static struct {
	u64 messages, bytes, damages, insns, halfwords, ranges, syncs, gaps;
	u64 of_source[NTRACE_CLASSES], findings[NTRACE_CLASSES];
	u64 sum;    /* sum of all ranges, in any order */
	u64 offset; /* of the present message */
	u8 tcode;
	bool finishing;
	bool counting; /* ranges may come in any order */
} account;

static void log_source(const struct ntrace_source *source)
{
	if (source && source->src > 1)
		log_add("s%u:", source->src);
}

static const char end_letters[] = "?-BJCjcrs=+mtx";

static void count_range(const struct ntrace_range *range, u64 times)
{
	u64 value = range->start * 0x9e3779b97f4a7c15ULL + range->halfwords;

	value = value * 0xd1342543de82ef95ULL + range->insns;
	value = (value ^ value >> 29) * 0x9e3779b97f4a7c15ULL + range->end;
	account.sum += (value ^ value >> 32) * times;
	account.insns += range->insns * times;
	account.halfwords += range->halfwords * times;
	account.ranges += times;
}

static void on_ranges(void *user, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	size_t i;

	(void)user;
	for (i = 0; i < num; i++)
		count_range(&range[i], times);
	if (account.counting)
		return;
	log_source(source);
	if (times > 1)
		log_add("( ");
	for (i = 0; i < num; i++)
		log_add("%llx:%u/%u%c ", (unsigned long long)range[i].start,
			range[i].halfwords, range[i].insns,
			end_letters[range[i].end]);
	if (times > 1)
		log_add(")x%llu ", (unsigned long long)times);
}

static void on_event(void *user, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	static const char *const names[] = {
		[NTRACE_EVENT_SYNC] = "sync",
		[NTRACE_EVENT_TRAP] = "trap",
		[NTRACE_EVENT_OWNERSHIP] = "own",
		[NTRACE_EVENT_STOP] = "stop",
		[NTRACE_EVENT_LOST] = "lost",
		[NTRACE_EVENT_FOUND] = "found",
		[NTRACE_EVENT_OVERFLOW] = "full",
		[NTRACE_EVENT_OPAQUE] = "opaque",
		[NTRACE_EVENT_DATA] = "data",
		[NTRACE_EVENT_CIRCUIT] = "circuit",
	};

	(void)user;
	log_source(source);
	log_add("%s%llx", names[event->kind], (unsigned long long)event->value);
	if (event->from)
		log_add("@%llx", (unsigned long long)event->from);
	if (event->addr)
		log_add("@%llx", (unsigned long long)event->addr);
	log_add(" ");
	account.syncs += event->kind == NTRACE_EVENT_SYNC;
	account.gaps += event->kind == NTRACE_EVENT_LOST;
}

static void on_message(void *user, const struct ntrace_source *source,
		       const struct ntrace_msg *msg, u64 offset)
{
	(void)user;
	(void)source;
	account.messages++;
	account.bytes += msg->bytes;
	account.offset = offset;
	account.tcode = msg->tcode;
}

/* Check that a finding is about the present message, or about its bytes. */
static void check_place(const struct ntrace_source *source,
			const struct ntrace_finding *finding)
{
	u64 begun = account.messages + account.damages;

	if (finding->kind == NTRACE_FOUND_TOO_MANY_SOURCES) {
		CHECK("a message", finding->tcode < NTRACE_TCODES);
		return;
	}
	if (!source || account.finishing) {
		CHECK_EQ("no message", finding->tcode, NTRACE_TCODES);
		CHECK_EQ("number", finding->message, begun);
		return;
	}
	CHECK_EQ("tcode", finding->tcode, account.tcode);
	CHECK_EQ("offset", finding->offset, account.offset);
	CHECK_EQ("number", finding->message, begun - 1);
	CHECK_EQ("number", finding->message, source->message);
	CHECK_EQ("pc", finding->pc, source->pc);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	unsigned int class = ntrace_finding_info[finding->kind].class;

	(void)user;
	log_add("!%s ", ntrace_finding_info[finding->kind].name);
	check_place(source, finding);
	account.findings[class]++;
	if (source)
		account.of_source[class]++;
	else
		account.damages++;
}

static const struct ntrace_sink sink = {
	.ranges = on_ranges,
	.event = on_event,
	.finding = on_finding,
	.message = on_message,
};

static struct ntrace_source sources[2];
static struct ntrace_range batch[64];
static struct ntrace_flow flow;
static u8 stream[8192];

static void make_image(void)
{
	size_t i;
	s64 jump;

	memset(steps, 0, sizeof(steps));
	for (i = 0; i < array_size(program); i++) {
		jump = (s64)(program[i].target - program[i].addr) / 2 -
		       program[i].halfwords;
		assert_true(ntrace_step_set(
			&steps[(program[i].addr - BASE) / 2],
			program[i].halfwords, (enum ntrace_end)program[i].end,
			program[i].target ? (s32)jump : 0));
	}
	ntrace_steps_link(steps, HALFWORDS);
}

/* Short names of messages that many rows have. */
static const char *expand(const char *line)
{
	if (!strcmp(line, "start"))
		return "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80";
	if (!strcmp(line, "again"))
		return "ProgTraceSync SYNC=2 I-CNT=0 F-ADDR=0x80";
	if (!strcmp(line, "stop"))
		return "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0";
	if (!strcmp(line, "stop-htm"))
		return "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=1";
	return line;
}

static size_t encode_hex(const char *text, u8 *buf)
{
	unsigned int byte;
	size_t len = 0;
	int taken;

	while (sscanf(text, "%2x%n", &byte, &taken) == 1) {
		buf[len++] = (u8)byte;
		text += taken;
	}
	return len;
}

/* A line: a message, or "hex" and bytes. @return number of bytes in buf */
static size_t encode_line(const struct ntrace_format *format, const char *line,
			  u8 *buf)
{
	u8 raw[NTRACE_OPAQUE_BYTES_MAX];
	struct ntrace_msg msg;
	size_t column, used;

	if (!strncmp(line, "hex ", 4))
		return encode_hex(line + 4, buf);
	line = expand(line);
	assert_int_equal(
		ntrace_text_parse(line, strlen(line), &msg, raw, &column),
		NTRACE_OK);
	if (format->src_bits && !msg.opaque &&
	    !(msg.present & NTRACE_HAS(NTRACE_SRC))) {
		msg.present |= NTRACE_HAS(NTRACE_SRC);
		msg.field[NTRACE_SRC] = 1;
	}
	assert_int_equal(ntrace_msg_encode(format, &msg, buf,
					   NTRACE_OPAQUE_BYTES_MAX, &used),
			 NTRACE_OK);
	return used;
}

/* Messages with ';' between them. @return number of bytes in stream */
static size_t encode_all(const struct ntrace_format *format, const char *text)
{
	char line[256];
	size_t len = 0, n;

	while (*text) {
		n = strcspn(text, ";");
		assert_true(n < sizeof(line));
		memcpy(line, text, n);
		line[n] = '\0';
		len += encode_line(format, line, stream + len);
		text += n + (text[n] == ';');
	}
	return len;
}

/* The totals match the calls of the sink. Unused messages are logged. */
static void check_totals(const char *name, size_t len)
{
	struct ntrace_totals all = { 0 };
	u32 i, class;

	for (i = 0; i < flow.num_sources; i++) {
		const struct ntrace_totals *one = &sources[i].totals;

		all.messages += one->messages;
		all.insns += one->insns;
		all.halfwords += one->halfwords;
		all.ranges += one->ranges;
		all.syncs += one->syncs;
		all.gaps += one->gaps;
		for (class = 0; class < NTRACE_CLASSES; class ++)
			all.findings[class] += one->findings[class];
		if (one->gap_messages || one->gap_bytes)
			log_add("gap%llu:%llu ",
				(unsigned long long)one->gap_messages,
				(unsigned long long)one->gap_bytes);
	}
	CHECK_EQ(name, flow.offset, len);
	CHECK_EQ(name, flow.idle_bytes + flow.bad_bytes + account.bytes, len);
	CHECK_EQ(name, all.messages, account.messages);
	CHECK_EQ(name, all.insns, account.insns);
	CHECK_EQ(name, all.halfwords, account.halfwords);
	CHECK_EQ(name, all.ranges, account.ranges);
	CHECK_EQ(name, all.syncs, account.syncs);
	CHECK_EQ(name, all.gaps, account.gaps);
	for (class = 0; class < NTRACE_CLASSES; class ++) {
		CHECK_EQ(name, all.findings[class], account.of_source[class]);
		CHECK_EQ(name, flow.findings[class], account.findings[class]);
	}
}

static void decode_begin(const struct ntrace_settings *settings,
			 const struct ntrace_image *code, bool counting)
{
	log_len = 0;
	log_text[0] = '\0';
	memset(&account, 0, sizeof(account));
	account.counting = counting;
	ntrace_flow_init(&flow, settings, code, &sink, sources,
			 array_size(sources), batch, array_size(batch));
}

static bool decode(const struct ntrace_settings *settings, size_t len,
		   size_t piece)
{
	size_t pos, n;

	decode_begin(settings, piece > 1 ? &image : &pieces, false);
	for (pos = 0; pos < len; pos += n) {
		n = len - pos < piece ? len - pos : piece;
		ntrace_flow_feed(&flow, stream + pos, n);
	}
	account.finishing = true;
	return ntrace_flow_finish(&flow);
}

/*
 * Decode for a caller that only counts: the output is the same, except for the
 * ranges, which are the same in number and kinds.
 */
static bool decode_counting(const struct ntrace_settings *settings,
			    const struct ntrace_image *code, bool used,
			    size_t len)
{
	static struct ntrace_stride strides[64];
	static struct ntrace_noted noted[64];

	if (!used)
		memset(strides, 0, sizeof(strides));
	decode_begin(settings, code, true);
	ntrace_flow_strides(&flow, strides, array_size(strides), noted,
			    array_size(noted));
	ntrace_flow_feed(&flow, stream, len);
	account.finishing = true;
	return ntrace_flow_finish(&flow);
}

/* Remove the ranges from a log. */
static void strip_ranges(char *text)
{
	char *to = text;
	size_t n;

	for (; *text; text += n) {
		n = strcspn(text, " ") + 1;
		if (memchr(text, '/', n) || strchr("()", *text))
			continue;
		memmove(to, text, n);
		to += n;
	}
	*to = '\0';
}

static void run_counting(const struct ntrace_row *row,
			 const struct ntrace_settings *settings, size_t len,
			 bool clean)
{
	static const struct ntrace_image *const codes[] = { &image, &pieces };
	static char want[sizeof(log_text)];
	u64 sum = account.sum, insns = account.insns;
	size_t i;

	memcpy(want, log_text, log_len + 1);
	strip_ranges(want);
	/* The second time with the table of the first */
	for (i = 0; i < 2 * array_size(codes); i++) {
		CHECK_EQ(row->name,
			 decode_counting(settings, codes[i / 2], i % 2, len),
			 clean);
		check_totals(row->name, len);
		CHECK_EQ(row->name, account.sum, sum);
		CHECK_EQ(row->name, account.insns, insns);
		assert_string_equal(log_text, want);
	}
}

/* Settings from letters. */
static struct ntrace_settings settings_of(const char *letters)
{
	struct ntrace_settings s = { .format = { .xlen = 64 } };

	s.implicit_return = strchr(letters, 'i') ? 3 : 0;
	s.all_jumps = strchr(letters, 'j');
	s.strict = strchr(letters, 's');
	s.lenient = strchr(letters, 'l');
	s.partial = strchr(letters, 'p');
	s.format.quirks = strchr(letters, 'q') ? NTRACE_QUIRK_SIFIVE : 0;
	s.format.addr_bits = strchr(letters, 'a') ? 48 : 0;
	s.timestamps = strchr(letters, 't');
	s.ownership = strchr(letters, 'o');
	s.repeated_history = strchr(letters, 'r');
	s.sync_mode = strchr(letters, 'm') ? NTRACE_SYNC_MODE_MESSAGES :
					     NTRACE_SYNC_MODE_OFF;
	s.mode = strchr(letters, 'H') ? NTRACE_MODE_HTM : NTRACE_MODE_ANY;
	if (strchr(letters, 'B'))
		s.mode = NTRACE_MODE_BTM;
	if (strchr(letters, 'S'))
		s.format.src_bits = 4;
	if (strchr(letters, 'h'))
		s.sync_mode = NTRACE_SYNC_MODE_HALFWORDS;
	return s;
}

void ntrace_run_rows(const struct ntrace_row *rows, size_t num)
{
	struct ntrace_settings settings;
	size_t i, len, piece;
	unsigned int wrong = 0;
	bool clean = false;

	make_image();
	for (i = 0; i < num; i++) {
		settings = settings_of(rows[i].settings);
		len = encode_all(&settings.format, rows[i].messages);
		for (piece = len; piece; piece = piece > 1 ? 1 : 0) {
			clean = decode(&settings, len, piece);
			check_totals(rows[i].name, len);
			if (strcmp(log_text, rows[i].log) != 0) {
				print_error("%s, %zu bytes at a time:\n%s\n"
					    "not\n%s\n",
					    rows[i].name, piece, log_text,
					    rows[i].log);
				wrong++;
			}
			CHECK_EQ(rows[i].name, clean,
				 !flow.findings[NTRACE_CLASS_ERROR] &&
					 !flow.findings[NTRACE_CLASS_RULE]);
		}
		run_counting(&rows[i], &settings, len, clean);
	}
	assert_int_equal(wrong, 0);
}
