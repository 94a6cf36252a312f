// SPDX-License-Identifier: BSD-2-Clause
/*
 * Speed of the N-Trace codec, and the size of its traces, on a program whose
 * execution was recorded. The measured code is in functions of its own, so that
 * a profiler can measure only these.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <hart/fields.h>
#include <ntrace/emit.h>
#include <ntrace/flow.h>

#define BASE 0x80000000ULL
#define IMAGE_BYTES (1 << 16)
#define FIFO_BYTES (1 << 16)
/*
 * As much room as hartscope ntrace has: ranges, and HISTs that wait for I-CNT
 */
#define RANGES (1 << 18)
#define PENDING (1 << 19)
#define STRIDES (1 << 14)
#define NOTED (1 << 17)
/* A block is given to the encoder when it has this length. */
#define BLOCK_HALFWORDS 1000

static const struct config {
	const char *name;
	u32 mode;
	bool optimized; /* repeated history, implicit return */
} configs[] = {
	{ "btm", NTRACE_MODE_BTM, false },
	{ "htm", NTRACE_MODE_HTM, false },
	{ "htm-optimized", NTRACE_MODE_HTM, true },
};

static const struct insn_isa isa = { .xlen = 64 };
static u8 code[IMAGE_BYTES], fifo[FIFO_BYTES];
static struct ntrace_step steps[IMAGE_BYTES / 2];
static struct ntrace_range ranges[RANGES];
static struct ntrace_pending pending[PENDING];
static struct ntrace_stride strides[STRIDES];
static struct ntrace_noted noted[NOTED];

static struct bench {
	const struct config *config;
	struct ntrace_emit_regs regs;
	struct ntrace_block *block;
	size_t blocks;
	u64 insns, decoded;
	bool counted;
	u8 *trace;
	size_t trace_bytes;
} bench;

static void die(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(2);
}

static void *read_file(const char *path, size_t *bytes)
{
	FILE *file = fopen(path, "rb");
	void *data;
	long len;

	if (!file || fseek(file, 0, SEEK_END) || (len = ftell(file)) < 0)
		die("cannot read a file that was named");
	rewind(file);
	data = malloc((size_t)len + 1);
	if (!data || fread(data, 1, (size_t)len, file) != (size_t)len)
		die("cannot read all of a file that was named");
	fclose(file);
	*bytes = (size_t)len;
	return data;
}

/* A record of the plugin, one for each block of QEMU. */
struct record {
	u64 pc;
	u32 halfwords, insns;
};

/* The ingress port's blocks, which end wherever the flow may change. */
static void add_insn(struct ntrace_block *open, u64 pc, u64 next)
{
	struct insn insn;

	if (pc - BASE >= IMAGE_BYTES - 4 ||
	    !insn_decode(code + (pc - BASE), 4, &isa, &insn))
		die("the recording is not of this program");
	if (!open->iretire)
		open->iaddr = pc;
	open->iretire += insn.bytes / 2u;
	open->ilastsize = insn.bytes / 2;
	open->itype = (u8)insn_itype(&insn, next != pc + insn.bytes);
	bench.insns++;
	if (open->itype == INSN_ITYPE_NONE && open->iretire < BLOCK_HALFWORDS)
		return;
	bench.block[bench.blocks++] = *open;
	*open = (struct ntrace_block){ .priv = NTRACE_EMIT_M };
}

static void load_blocks(const char *path, u64 max_insns)
{
	size_t bytes, num, i;
	struct record *record = read_file(path, &bytes);
	struct ntrace_block open = { .priv = NTRACE_EMIT_M };

	num = bytes / sizeof(*record);
	/*
	 * QEMU's blocks end at each branch, and few are longer than
	 * BLOCK_HALFWORDS
	 */
	bench.block = malloc((2 * num + 1) * sizeof(*bench.block));
	if (!bench.block)
		die("not enough memory");
	for (i = 0; i + 1 < num && bench.insns < max_insns; i++) {
		u64 pc = record[i].pc;
		u64 end = pc + 2 * (u64)record[i].halfwords;

		while (pc < end) {
			u64 next = pc +
				   insn_bytes((u16)(code[pc - BASE] |
						    code[pc - BASE + 1] << 8));

			add_insn(&open, pc,
				 next < end ? next : record[i + 1].pc);
			pc = next;
		}
	}
	free(record);
	if (open.iretire)
		bench.block[bench.blocks++] = open;
}

static void choose(const struct config *config)
{
	struct ntrace_emit_regs *regs = &bench.regs;

	bench.config = config;
	regs->te_control =
		(u32)(FIELD_SET(TR_TE_CONTROL, ACTIVE, 1) |
		      FIELD_SET(TR_TE_CONTROL, ENABLE, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_TRACING, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_STALL_ENA, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_MODE, config->mode));
	if (config->optimized)
		regs->te_inst_features =
			(u32)(FIELD_SET(TR_TE_INST_FEATURES,
					EN_REPEATED_HISTORY, 1) |
			      FIELD_SET(TR_TE_INST_FEATURES, EN_IMPLICIT_RETURN,
					1) |
			      FIELD_SET(TR_TE_INST_FEATURES,
					IMPLICIT_RETURN_MODE,
					NTRACE_RETURN_FULL));
}

static void drain(struct ntrace_emit *emit)
{
	memcpy(bench.trace + bench.trace_bytes, fifo, emit->used);
	bench.trace_bytes += emit->used;
	ntrace_emit_take(emit, emit->used);
}

/* --- measured code ------------------------------------------------------- */

void bench_encode(void);
void bench_decode(void);
void bench_count(void);
void bench_messages(void);

__attribute__((noinline)) void bench_encode(void)
{
	struct ntrace_emit_design design = NTRACE_EMIT_DESIGN(64);
	static struct ntrace_emit emit;
	size_t i = 0;

	design.repeat_branch = true;
	bench.trace_bytes = 0;
	if (!ntrace_emit_init(&emit, &bench.regs, &design, fifo, sizeof(fifo)))
		die("the encoder refuses its settings");
	for (;;) {
		i += ntrace_emit_blocks(&emit, bench.block + i,
					bench.blocks - i);
		if (i == bench.blocks)
			break;
		drain(&emit);
	}
	drain(&emit);
	ntrace_emit_control(&emit, 0, 0);
	drain(&emit);
}

static void count_ranges(void *user, const struct ntrace_source *source,
			 const struct ntrace_range *range, size_t num,
			 u64 times)
{
	u64 insns = 0;
	size_t i;

	(void)user;
	(void)source;
	for (i = 0; i < num; i++)
		insns += range[i].insns;
	bench.decoded += insns * times;
}

__attribute__((noinline)) void bench_decode(void)
{
	const struct ntrace_region region = { .base = BASE,
					      .count = IMAGE_BYTES / 2,
					      .step = steps };
	const struct ntrace_image image = { .region = &region,
					    .num_regions = 1 };
	const struct ntrace_sink sink = { .ranges = count_ranges };
	const struct ntrace_settings settings = {
		.format.xlen = 64,
		.mode = (u8)bench.config->mode,
		.implicit_return =
			bench.config->optimized ? NTRACE_RETURN_FULL : 0,
	};
	static struct ntrace_source source;
	static struct ntrace_flow flow;

	bench.decoded = 0;
	ntrace_flow_init(&flow, &settings, &image, &sink, &source, 1, ranges,
			 RANGES);
	ntrace_flow_pool(&flow, pending, PENDING);
	if (bench.counted) {
		memset(strides, 0, sizeof(strides));
		ntrace_flow_strides(&flow, strides, STRIDES, noted, NOTED);
	}
	ntrace_flow_feed(&flow, bench.trace, bench.trace_bytes);
	if (!ntrace_flow_finish(&flow) || bench.decoded != bench.insns)
		die("the trace does not decode to what was executed");
}

__attribute__((noinline)) void bench_count(void)
{
	bench.counted = true;
	bench_decode();
	bench.counted = false;
}

__attribute__((noinline)) void bench_messages(void)
{
	const struct ntrace_format format = { .xlen = 64 };
	size_t at = 0, used;
	struct ntrace_msg msg;

	while (at < bench.trace_bytes) {
		if (ntrace_msg_decode(&format, bench.trace + at,
				      bench.trace_bytes - at, &used,
				      &msg) != NTRACE_OK)
			die("a message does not decode");
		at += used;
	}
}

/* Write the trace itself, for programs that read one. */
static void write_trace(void)
{
	bench_encode();
	if (fwrite(bench.trace, 1, bench.trace_bytes, stdout) !=
	    bench.trace_bytes)
		die("the trace cannot be written");
}

static const struct kind {
	const char *name;
	void (*run)(void);
} kinds[] = {
	{ "encode", bench_encode }, { "decode", bench_decode },
	{ "count", bench_count },   { "messages", bench_messages },
	{ "trace", write_trace },
};

/* Processor time: other programs change it less than elapsed time. */
static double seconds(void (*run)(void))
{
	struct timespec start, end;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	run();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	return (double)(end.tv_sec - start.tv_sec) +
	       (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

static void measure(const struct kind *kind, unsigned long rounds)
{
	double best = 1e9, now;

	if (kind->run == write_trace) {
		write_trace();
		return;
	}
	if (kind->run != bench_encode)
		bench_encode();
	while (rounds--) {
		now = seconds(kind->run);
		if (now < best)
			best = now;
	}
	printf("%llu %zu %.9f\n", (unsigned long long)bench.insns,
	       bench.trace_bytes, best);
}

static int usage(int status)
{
	puts("usage: bench KIND CONFIG ROUNDS INSNS PROGRAM.bin "
	     "PROGRAM.blocks\n\n"
	     "KIND is encode, decode, count, messages, or trace, which only\n"
	     "writes the trace; CONFIG btm, htm or htm-optimized. Of the\n"
	     "program's execution the first INSNS instructions are taken.\n"
	     "Printed are instructions, bytes of the trace, and the seconds\n"
	     "of the quickest of ROUNDS.");
	return status;
}

int main(int argc, char **argv)
{
	const struct kind *kind = NULL;
	const struct config *config = NULL;
	size_t bytes, i;
	u8 *image;

	if (argc != 7)
		return usage(argc > 1 && !strcmp(argv[1], "--help") ? 0 : 2);
	for (i = 0; i < array_size(kinds); i++)
		if (!strcmp(kinds[i].name, argv[1]))
			kind = &kinds[i];
	for (i = 0; i < array_size(configs); i++)
		if (!strcmp(configs[i].name, argv[2]))
			config = &configs[i];
	if (!kind || !config)
		return usage(2);
	image = read_file(argv[5], &bytes);
	memcpy(code, image, bytes < sizeof(code) ? bytes : sizeof(code));
	free(image);
	choose(config);
	load_blocks(argv[6], strtoull(argv[4], NULL, 0));
	ntrace_steps_scan(steps, BASE, code, sizeof(code),
			  &(struct ntrace_scan){ .isa = isa });
	/* no instruction needs more than one message of the greatest length */
	bench.trace = malloc(bench.insns * NTRACE_MSG_BYTES_MAX + FIFO_BYTES);
	if (!bench.trace)
		die("not enough memory");
	measure(kind, strtoul(argv[3], NULL, 0));
	return 0;
}
