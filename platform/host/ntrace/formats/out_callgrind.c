// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=callgrind: the input of KCachegrind and callgrind_annotate
 * (Valgrind manual, "Callgrind Format Specification").
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "calls.h"
#include "../decode/counts.h"

/* Calls from one place to one function. */
struct arc {
	const struct profile_function *caller, *callee;
	u64 address; /* of the call, or of the instruction that a trap
		      * interrupted */
	u64 calls;
	u64 inclusive; /* instructions in the callee and its callees */
};

struct callgrind {
	struct nt_calls calls;
	struct nt_counts counts;
	struct nt_decode *decode;
	struct output *out;
	struct arc *arc; /* a hash table; an entry with a caller is in use */
	size_t size;	 /* of it, a power of two */
	size_t num_arcs;
	const struct profile_function *function; /* the function to write now */
	const char *file;
	u64 total;
};

static size_t find_slot(const struct callgrind *cg,
			const struct profile_function *caller,
			const struct profile_function *callee, u64 address)
{
	u64 hash = (address ^ callee->start << 7) * 0x9e3779b97f4a7c15ULL;
	size_t i = hash >> 32;
	const struct arc *arc;

	for (;; i++) {
		i &= cg->size - 1;
		arc = &cg->arc[i];
		if (!arc->caller ||
		    (arc->address == address && arc->callee == callee &&
		     arc->caller == caller))
			return i;
	}
}

static void enlarge(struct callgrind *cg)
{
	struct arc *old = cg->arc;
	size_t i, size = cg->size;

	cg->size = size ? 2 * size : 1024;
	cg->arc = must_alloc(cg->size * sizeof(*cg->arc));
	memset(cg->arc, 0, cg->size * sizeof(*cg->arc));
	for (i = 0; i < size; i++) {
		if (old[i].caller)
			cg->arc[find_slot(cg, old[i].caller, old[i].callee,
					  old[i].address)] = old[i];
	}
	free(old);
}

/* The call that returns to an address: it ends there. */
static u64 call_address(const struct callgrind *cg, unsigned int src,
			const struct profile_frame *frame)
{
	const struct ntrace_source source = { .src = (u16)src,
					      .priv = NTRACE_PRIV_UNKNOWN };
	const struct ntrace_region *region;
	u64 address = frame->back - 4;
	enum ntrace_end end;
	size_t at;

	if (frame->trap)
		return frame->back;
	region = nt_decode_region(cg->decode, &source, address);
	if (!region)
		return frame->back - 2;
	at = (size_t)(address - region->base) / 2;
	end = ntrace_step_insn(&region->step[at]);
	if (ntrace_step_size(&region->step[at]) == 2 &&
	    (end == NTRACE_END_CALL || end == NTRACE_END_CALL_INDIRECT ||
	     end == NTRACE_END_CALL_SEQUENTIAL))
		return address;
	return frame->back - 2;
}

/* Recursion is charged only to its outermost call; otherwise it would count
 * twice. */
static bool is_recursive(const struct profile_stack *stack)
{
	unsigned int i;

	for (i = 0; i + 1 < stack->depth; i++) {
		if (stack->frame[i].function ==
		    stack->frame[stack->depth - 1].function)
			return true;
	}
	return false;
}

static void leave(void *user, unsigned int src, struct profile_stack *stack)
{
	const struct profile_frame *frame = profile_stack_top(stack);
	struct callgrind *cg = user;
	struct arc *arc;
	u64 address;

	if (stack->depth < 2 || !frame->back)
		return;
	if (cg->num_arcs >= cg->size / 2)
		enlarge(cg);
	address = call_address(cg, src, frame);
	arc = &cg->arc[find_slot(cg, frame[-1].function, frame->function,
				 address)];
	if (!arc->caller) {
		cg->num_arcs++;
		arc->caller = frame[-1].function;
		arc->callee = frame->function;
		arc->address = address;
	}
	arc->calls++;
	if (!is_recursive(stack))
		arc->inclusive += stack->insns - frame->entered;
}

static void *begin(struct nt_decode *decode, struct output *out)
{
	static const struct profile_sink sink = { NULL, leave, NULL };
	struct callgrind *cg = must_alloc(sizeof(*cg));

	memset(cg, 0, sizeof(*cg));
	nt_calls_begin(&cg->calls, decode, &sink, cg);
	nt_counts_begin(&cg->counts, decode);
	cg->decode = decode;
	cg->out = out;
	return cg;
}

static void on_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct callgrind *cg = state;

	nt_calls_ranges(&cg->calls, source, range, num, times);
	nt_counts_add(&cg->counts, source, range, num, times);
}

static int compare_arcs(const void *a, const void *b)
{
	const struct arc *x = a, *y = b;

	/* Unused slots last */
	if (!x->caller || !y->caller)
		return !x->caller - !y->caller;
	if (x->caller->start != y->caller->start)
		return x->caller->start < y->caller->start ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return (x->callee->start > y->callee->start) -
	       (x->callee->start < y->callee->start);
}

/* Write a line KEY=NAME. "(7)" at the start of a name is a number in place of it. */
static void write_name(struct output *out, const char *key, const char *name)
{
	bool number = name[0] == '(' && name[1] >= '0' && name[1] <= '9';

	output_string(out, key);
	output_char(out, '=');
	if (number)
		output_char(out, '?');
	output_name(out, name + number, "");
	output_char(out, '\n');
}

static const char *file_of(const char *file)
{
	return file ? file : "???";
}

/* Write the file of the next lines, if it has changed. */
static u32 line_of(struct callgrind *cg, u64 address)
{
	const struct line_row *row =
		symbols_line(&cg->decode->program.symbols, address);
	const char *file = file_of(row ? row->file : cg->function->file);
	bool own;

	if (strcmp(file, cg->file) != 0) {
		own = !strcmp(file, file_of(cg->function->file));
		write_name(cg->out, own ? "fe" : "fi", file);
		cg->file = file;
	}
	return row ? row->line : 0;
}

static void write_arc(struct callgrind *cg, const struct arc *arc)
{
	const struct profile_function *callee = arc->callee;
	u32 line = line_of(cg, arc->address);

	write_name(cg->out, "cfi", file_of(callee->file));
	write_name(cg->out, "cfn", callee->name);
	output_format(cg->out,
		      "calls=%" PRIu64 " %#" PRIx64 " %u\n%#" PRIx64
		      " %u %" PRIu64 "\n",
		      arc->calls, callee->start, callee->line, arc->address,
		      line, arc->inclusive);
}

/* Write the sorted arcs of the present function. */
static void write_arcs(struct callgrind *cg)
{
	size_t low = 0, high = cg->num_arcs, middle;

	if (!cg->function)
		return;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (cg->arc[middle].caller->start < cg->function->start)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < cg->num_arcs && cg->arc[low].caller == cg->function; low++)
		write_arc(cg, &cg->arc[low]);
}

static void start_function(struct callgrind *cg, u64 address)
{
	write_arcs(cg);
	cg->function = symbols_function(&cg->decode->program.symbols, address);
	cg->file = file_of(cg->function->file);
	output_char(cg->out, '\n');
	write_name(cg->out, "fl", cg->file);
	write_name(cg->out, "fn", cg->function->name);
}

static void write_insn(void *user, const struct profile_insn *insn)
{
	struct callgrind *cg = user;
	u32 line;

	if (!insn->executed)
		return;
	if (!cg->function ||
	    !profile_function_holds(cg->function, insn->address))
		start_function(cg, insn->address);
	line = line_of(cg, insn->address);
	output_format(cg->out, "%#" PRIx64 " %u %" PRIu64 "\n", insn->address,
		      line, insn->executed);
	cg->total += insn->executed;
}

static void end(void *state)
{
	struct callgrind *cg = state;

	nt_calls_end(&cg->calls);
	nt_counts_settle(&cg->counts);
	if (cg->num_arcs)
		qsort(cg->arc, cg->size, sizeof(*cg->arc), compare_arcs);
	output_string(cg->out, "# callgrind format\nversion: 1\ncreator: "
			       "hartscope ntrace\ncmd: ");
	output_name(cg->out, cg->decode->trace.path, "");
	output_string(cg->out, "\npositions: instr line\n"
			       "events: Instructions\n");
	nt_counts_visit(&cg->counts, write_insn, cg);
	write_arcs(cg);
	output_format(cg->out, "\ntotals: %" PRIu64 "\n", cg->total);
	nt_counts_end(&cg->counts);
	free(cg->arc);
	free(cg);
}

const struct nt_format nt_format_callgrind = {
	.name = "callgrind",
	.help = "for KCachegrind and callgrind_annotate",
	.symbols = true,
	.begin = begin,
	.ranges = on_ranges,
	.event = nt_calls_event,
	.end = end,
};
