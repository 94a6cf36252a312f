// SPDX-License-Identifier: BSD-2-Clause
/*
 * hartscope perf inject: a perf.data in which the trace is converted to samples
 * with branch stacks, for perf and for readers of its files. Each branch is in
 * one sample only, so that counts are those of the trace.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "options.h"
#include "perf.h"

enum {
	KEY_STACK = 0x200,
	STACK_MAX = 1024,
	STACK_DEFAULT = 32,
	HEADER_SIZE = 104,
	ATTR_SIZE = 112, /* PERF_ATTR_SIZE_VER5 */
	/* bits of sample_type */
	SAMPLE_IP = 1 << 0,
	SAMPLE_TID = 1 << 1,
	SAMPLE_TIME = 1 << 2,
	SAMPLE_CPU = 1 << 7,
	SAMPLE_PERIOD = 1 << 8,
	SAMPLE_BRANCH_STACK = 1 << 11,
	SAMPLE_IDENTIFIER = 1 << 16,
	SIDE_TYPE = SAMPLE_TID | SAMPLE_TIME | SAMPLE_CPU | SAMPLE_IDENTIFIER,
	BRANCH_ANY = 1 << 3,
	COUNT_INSTRUCTIONS = 1,
	COUNT_BRANCHES = 4,
	/* bits of the header's features, and their number */
	FEATURE_ARCH = 6,
	FEATURE_BRANCH_STACK = 15,
	FEATURES = 2,
	EVENT_ID = 1,
	SIDE_SIZE = 32, /* of the trailer by SIDE_TYPE */
};

/* flags of the attributes: sample_id_all, and the kinds of records */
#define ATTR_FLAGS                                                      \
	(1ULL << 8 | 1ULL << 9 | 1ULL << 13 | 1ULL << 18 | 1ULL << 23 | \
	 1ULL << 24)

struct entry {
	u64 from, to, flags;
};

/** The last branches of a CPU. */
struct stack {
	u32 cpu, pid, tid;
	u64 time, insns;
	u64 ip; /* 0: the target of the last branch */
	size_t count;
	struct entry entry[STACK_MAX];
};

struct inject {
	struct perf_options options;
	struct perf_decode decode;
	struct output out;
	struct stack **stack;
	size_t num_stacks;
	size_t most; /* limit of branches in a sample */
	char *made;  /* name of the output, if the user gave none */
	u64 samples;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE (RECORDING.injected)", 0 },
	{ "branches", KEY_STACK, "N", 0,
	  "Branches of a sample, 1 to 1024 (32; of branch records, as they were "
	  "read); each is in one only",
	  0 },
	{ 0 },
};

static const char doc[] =
	"Write a perf.data with samples and branch stacks in place of the "
	"trace, for perf report, perf script -F brstack, perf annotate and "
	"other readers of such files. The period of a sample is the number of "
	"instructions since the sample before, its time is the end of its "
	"piece of trace. Each block of branch records becomes a sample, whose "
	"period is the number of its branches."
	"\v"
	"The exit status is 1 if trace is missing or damaged.\n"
	"\n"
	"For example:\n"
	"  hartscope perf inject --symfs=sysroot -o branches.data perf.data\n"
	"  perf report --symfs=sysroot -i branches.data";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct inject *inject = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &inject->options;
		break;
	case KEY_STACK:
		inject->most = (size_t)option_number(state, "--branches", text,
						     1, STACK_MAX);
		break;
	case 'o':
		inject->options.output = text;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* --- the file ------------------------------------------------------------- */

static void put(struct output *out, u64 value, unsigned int bytes)
{
	for (; bytes; bytes--, value >>= 8)
		output_char(out, (char)(value & 0xff));
}

static void put_zeros(struct output *out, unsigned int bytes)
{
	for (; bytes; bytes--)
		output_char(out, 0);
}

/* After the header come the attributes, the event's ID, and records. */
enum {
	AT_IDS = HEADER_SIZE + ATTR_SIZE + 16,
	AT_DATA = AT_IDS + 8,
};

static void write_header(struct output *out, u64 size)
{
	output_bytes(out, "PERFILE2", 8);
	put(out, HEADER_SIZE, 8);
	put(out, ATTR_SIZE + 16, 8);
	put(out, HEADER_SIZE, 8);
	put(out, ATTR_SIZE + 16, 8);
	put(out, AT_DATA, 8);
	put(out, size, 8);
	put_zeros(out, 16);
	put(out, 1ULL << FEATURE_ARCH | 1ULL << FEATURE_BRANCH_STACK, 8);
	put_zeros(out, 24);
}

static void write_attr(struct output *out, const struct perf_file *file,
		       size_t most)
{
	put(out, 0, 4); /* PERF_TYPE_HARDWARE */
	put(out, ATTR_SIZE, 4);
	put(out, file->of_branches ? COUNT_BRANCHES : COUNT_INSTRUCTIONS, 8);
	put(out, most, 8);
	put(out, SIDE_TYPE | SAMPLE_IP | SAMPLE_PERIOD | SAMPLE_BRANCH_STACK,
	    8);
	put(out, 0, 8); /* read_format */
	put(out, ATTR_FLAGS, 8);
	put_zeros(out, 24); /* wakeup, breakpoints */
	put(out, file->of_branches ? file->branch_type : BRANCH_ANY, 8);
	put_zeros(out, ATTR_SIZE - 80);
	put(out, AT_IDS, 8);
	put(out, 8, 8);
	put(out, EVENT_ID, 8);
}

/* Sections of features come after the records; perf needs no contents of the
 * second one. */
static void write_features(struct output *out, u64 at)
{
	static const char arch[8] = "riscv64";
	const u64 contents = at + 16 * FEATURES;

	put(out, contents, 8);
	put(out, 4 + sizeof(arch), 8);
	put(out, contents + 4 + sizeof(arch), 8);
	put(out, 0, 8);
	put(out, sizeof(arch), 4);
	output_bytes(out, arch, sizeof(arch));
}

static u64 sample_size(const struct stack *stack)
{
	return 8 + 7 * 8 + 24 * stack->count;
}

/* Write a record about tasks or maps as one of the file's only event. */
static void write_side(struct output *out, const struct perf_file *file,
		       const struct perf_record *record)
{
	u32 body = perf_record_body(file, record);

	put(out, record->type, 4);
	put(out, record->misc, 2);
	put(out, body + SIDE_SIZE, 2);
	output_bytes(out, record->data + 8, body - 8);
	put(out, record->pid, 4);
	put(out, record->tid, 4);
	put(out, record->time, 8);
	put(out, record->cpu, 8);
	put(out, EVENT_ID, 8);
}

static bool is_kept(const struct perf_record *record)
{
	switch (record->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return true;
	default:
		return false;
	}
}

/* --- samples -------------------------------------------------------------- */

/* Kinds of branches, in Linux's numbers for bits 23:20 of an entry. */
static u64 entry_flags(const struct inject *inject,
		       const struct perf_branch *branch)
{
	static const u8 types[] = {
		[NTRACE_END_BRANCH] = 1,
		[NTRACE_END_JUMP] = 2,
		[NTRACE_END_CALL] = 4,
		[NTRACE_END_JUMP_INDIRECT] = 3,
		[NTRACE_END_CALL_INDIRECT] = 5,
		[NTRACE_END_RETURN] = 6,
		[NTRACE_END_SWAP] = 3,
		[NTRACE_END_JUMP_SEQUENTIAL] = 2,
		[NTRACE_END_CALL_SEQUENTIAL] = 4,
		[NTRACE_END_TRAP_RETURN] = 11,
		[NTRACE_END_TRAP] = 12,
	};
	const u64 mispredicted = 1, predicted = 2;
	u64 flags = branch->mispredicted ? mispredicted : 0;

	/* Not all harts report this. */
	if (!inject->decode.file.of_branches)
		flags = predicted;
	flags |= (u64)branch->cycles << 4;
	if (branch->kind < array_size(types))
		flags |= (u64)types[branch->kind] << 20;
	return flags;
}

/* perf's flag for modes other than user and kernel is the hypervisor's. */
static u16 misc_of(const struct inject *inject, u64 address)
{
	if (address >> 63)
		return PERF_RECORD_MISC_KERNEL;
	return perf_code_firmware(&inject->decode.code, address) ?
		       PERF_RECORD_MISC_HYPERVISOR :
		       PERF_RECORD_MISC_USER;
}

/* A sample starts with the newest branch. */
static void write_sample(struct inject *inject, const struct stack *stack)
{
	struct output *out = &inject->out;
	const struct entry *newest = &stack->entry[stack->count - 1];
	u64 ip = stack->ip ? stack->ip : newest->to;
	size_t i;

	put(out, PERF_RECORD_SAMPLE, 4);
	put(out, misc_of(inject, ip), 2);
	put(out, sample_size(stack), 2);
	put(out, EVENT_ID, 8);
	put(out, ip, 8);
	put(out, stack->pid, 4);
	put(out, stack->tid, 4);
	put(out, stack->time, 8);
	put(out, stack->cpu, 8);
	put(out, inject->decode.file.of_branches ? stack->count : stack->insns,
	    8);
	put(out, stack->count, 8);
	for (i = stack->count; i--;) {
		put(out, stack->entry[i].from, 8);
		put(out, stack->entry[i].to, 8);
		put(out, stack->entry[i].flags, 8);
	}
	inject->samples++;
}

static struct stack *get_stack(struct inject *inject, u32 cpu)
{
	struct stack *stack;
	size_t i;

	for (i = 0; i < inject->num_stacks; i++)
		if (inject->stack[i]->cpu == cpu)
			return inject->stack[i];
	stack = must_alloc(sizeof(*stack));
	memset(stack, 0, sizeof(*stack));
	stack->cpu = cpu;
	inject->stack = grow(inject->stack, inject->num_stacks, sizeof(void *));
	inject->stack[inject->num_stacks++] = stack;
	return stack;
}

static void flush(struct inject *inject, struct stack *stack)
{
	if (stack->count)
		write_sample(inject, stack);
	stack->count = 0;
	stack->insns = 0;
}

/* A sample has branches of one thread and one piece. */
static void on_piece(void *user, const struct perf_piece *piece)
{
	struct inject *inject = user;
	struct stack *stack = get_stack(inject, piece->cpu);

	flush(inject, stack);
	stack->pid = piece->pid;
	stack->tid = piece->tid;
	stack->time = piece->time;
	stack->ip = piece->ip;
}

static void on_run(void *user, const struct perf_run *run, u64 times)
{
	struct inject *inject = user;

	get_stack(inject, run->piece->cpu)->insns += run->insns * times;
}

static void on_branch(void *user, const struct perf_branch *branch, u64 times)
{
	struct inject *inject = user;
	struct stack *stack = get_stack(inject, branch->piece->cpu);

	(void)times;
	stack->entry[stack->count++] =
		(struct entry){ branch->from, branch->to,
				entry_flags(inject, branch) };
	if (stack->count == inject->most)
		flush(inject, stack);
}

/* Records of the time before come first: perf sorts all by time. */
static void copy_records(struct inject *inject)
{
	const struct perf_file *file = &inject->decode.file;
	size_t i;

	for (i = 0; i < file->num_records; i++)
		if (is_kept(&file->record[i]))
			write_side(&inject->out, file, &file->record[i]);
}

/* The header has the length of the records, so it is written again. */
static void finish(struct inject *inject)
{
	struct output *out = &inject->out;
	u64 end;
	size_t i;

	for (i = 0; i < inject->num_stacks; i++) {
		flush(inject, inject->stack[i]);
		free(inject->stack[i]);
	}
	free(inject->stack);
	output_flush(out);
	end = out->written;
	write_features(out, end);
	output_flush(out);
	if (lseek(out->fd, 0, SEEK_SET))
		die("'%s' is no file; name one with --output", out->name);
	write_header(out, end - AT_DATA);
	output_close(out);
}

static void begin(struct inject *inject)
{
	const struct perf_file *file = &inject->decode.file;

	if (!inject->options.output &&
	    asprintf(&inject->made, "%s.injected", file->path) < 0)
		die("out of memory");
	output_open_private(&inject->out,
			    inject->made ? inject->made :
					   inject->options.output,
			    file->path);
	write_header(&inject->out, 0);
	if (!inject->most)
		inject->most = file->of_branches ? STACK_MAX : STACK_DEFAULT;
	write_attr(&inject->out, file, inject->most);
	copy_records(inject);
}

int perf_inject(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &perf_argp, 0, NULL, 0 }, { 0 }
	};
	const struct argp argp = { options,  parse, NULL, doc,
				   children, NULL,  NULL };
	static struct inject inject;
	const struct perf_sink sink = { .user = &inject,
					.ordered = true,
					.piece = on_piece,
					.run = on_run,
					.branch = on_branch };

	perf_options_begin(&inject.options);
	argp_parse(&argp, argc, argv, 0, NULL, &inject);
	perf_decode_open(&inject.decode, &inject.options);
	begin(&inject);
	perf_decode_run(&inject.decode, &sink);
	finish(&inject);
	complain("%" PRIu64 " samples of %" PRIu64 " branches in '%s'",
		 inject.samples, inject.decode.totals.branches,
		 inject.made ? inject.made : inject.options.output);
	free(inject.made);
	return perf_decode_end(&inject.decode);
}
