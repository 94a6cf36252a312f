// SPDX-License-Identifier: BSD-2-Clause
/* hartscope perf script: each branch that was executed, on a line. */
#include <inttypes.h>
#include <string.h>
#include <trace/branch_block.h>
#include "json.h"
#include "options.h"
#include "perf.h"

enum { KEY_INSNS = 0x200 };
enum { TEXT = 512 };

struct script {
	struct perf_options options;
	struct perf_decode decode;
	struct output out;
	struct json json;
	bool insns;
};

static const struct argp_option options[] = {
	OPTION_FORM,
	{ "insns", KEY_INSNS, NULL, 0,
	  "Show each instruction instead of each branch", 0 },
	{ 0 },
};

static const char doc[] =
	"Show each executed jump, call, return and trap on a line: command, "
	"thread, CPU, kind, source and target. A line that starts with \"#\" "
	"begins the trace of a thread, or reports a loss. With --insns each "
	"instruction has a line: command, thread, CPU, address, place.\v"
	"The exit status is 1 if trace is missing or damaged.\n"
	"\n"
	"For example:\n"
	"  hartscope perf script --symfs=sysroot perf.data | less";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct script *script = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &script->options;
		break;
	case KEY_INSNS:
		script->insns = true;
		break;
	default:
		return option_form(key, text, &script->options.as_json,
				   &script->options.output);
	}
	return 0;
}

static const char *kind_name(u8 kind)
{
	static const char *const names[] = {
		[NTRACE_END_BRANCH] = "branch",
		[NTRACE_END_JUMP] = "jump",
		[NTRACE_END_CALL] = "call",
		[NTRACE_END_JUMP_INDIRECT] = "jump",
		[NTRACE_END_CALL_INDIRECT] = "call",
		[NTRACE_END_RETURN] = "return",
		[NTRACE_END_SWAP] = "swap",
		[NTRACE_END_JUMP_SEQUENTIAL] = "jump",
		[NTRACE_END_CALL_SEQUENTIAL] = "call",
		[NTRACE_END_TRAP_RETURN] = "trap-return",
		[NTRACE_END_TRAP] = "trap",
	};

	return kind < array_size(names) && names[kind] ? names[kind] : "other";
}

/* The thread and its CPU; unknown values are left out. */
static void json_piece(struct json *json, const struct perf_piece *piece)
{
	if (piece->cpu != PERF_NOBODY)
		json_u64(json, "cpu", piece->cpu);
	if (piece->tid == PERF_NOBODY)
		return;
	json_u64(json, "pid", piece->pid);
	json_u64(json, "tid", piece->tid);
	json_string(json, "comm", piece->comm);
}

/* Blanks in front align a command. */
static void text_comm(struct output *out, const char *comm)
{
	size_t length = strlen(comm);

	output_format(out, "%*s", length < 15 ? (int)(15 - length) : 0, "");
	output_name(out, comm, "");
}

/* An arrow of the name's own would be that in front of the target. */
static void text_place(struct output *out, char *place)
{
	char *arrow = place;

	while ((arrow = strstr(arrow, " => ")))
		*++arrow = '?';
	output_name(out, place, "");
}

static void text_piece(struct output *out, const struct perf_piece *piece)
{
	if (piece->tid == PERF_NOBODY) {
		output_format(out, "%15s %7s", "-", "-");
	} else {
		text_comm(out, piece->comm);
		output_format(out, " %7" PRIu32, piece->tid);
	}
	if (piece->cpu == PERF_NOBODY)
		output_string(out, " [-]");
	else
		output_format(out, " [%03" PRIu32 "]", piece->cpu);
}

static const char *why_name(u8 why)
{
	static const char *const names[] = {
		[BRANCH_BLOCK_SWITCH] = "switch",
		[BRANCH_BLOCK_TIMER] = "timer",
		[BRANCH_BLOCK_FROZEN] = "frozen",
		[BRANCH_BLOCK_EXEC] = "exec",
	};

	return why < array_size(names) && names[why] ? names[why] : "other";
}

static void json_records(struct json *json, const struct perf_piece *piece)
{
	json_u64(json, "entries", piece->entries);
	json_string(json, "why", why_name(piece->why));
	json_bool(json, "calls", piece->what & BRANCH_BLOCK_CALLS);
	json_bool(json, "full", piece->what & BRANCH_BLOCK_FULL);
	json_bool(json, "filtered", piece->what & BRANCH_BLOCK_FILTERED);
	if (piece->ip)
		json_hex(json, "ip", piece->ip);
}

static void text_records(struct output *out, const struct perf_piece *piece)
{
	output_format(out, ", %s", why_name(piece->why));
	if (piece->what & BRANCH_BLOCK_CALLS)
		output_string(out, ", open calls");
	if (piece->what & BRANCH_BLOCK_FILTERED)
		output_string(out, ", of some kinds");
	if (piece->what & BRANCH_BLOCK_FULL)
		output_string(out, ", older ones are lost");
	if (piece->ip)
		output_format(out, ", at %#" PRIx64, piece->ip);
}

static void on_piece(void *user, const struct perf_piece *piece)
{
	struct script *script = user;

	if (script->options.as_json) {
		json_object(&script->json, NULL);
		json_string(&script->json, "type", "piece");
		json_piece(&script->json, piece);
		json_u64(&script->json, "time_ns", piece->time);
		json_u64(&script->json, "bytes", piece->size);
		if (script->decode.file.of_branches)
			json_records(&script->json, piece);
		json_end_object(&script->json);
		return;
	}
	output_string(&script->out, "# ");
	text_piece(&script->out, piece);
	output_format(&script->out,
		      " up to %" PRIu64 ".%09" PRIu64 " s, %" PRIu64 " bytes",
		      piece->time / 1000000000, piece->time % 1000000000,
		      piece->size);
	if (script->decode.file.of_branches)
		text_records(&script->out, piece);
	output_char(&script->out, '\n');
}

static void on_loss(void *user, const struct perf_piece *piece,
		    const char *what)
{
	struct script *script = user;

	if (script->options.as_json) {
		json_object(&script->json, NULL);
		json_string(&script->json, "type", "loss");
		json_piece(&script->json, piece);
		json_string(&script->json, "what", what);
		json_end_object(&script->json);
		return;
	}
	output_string(&script->out, "# ");
	text_piece(&script->out, piece);
	output_format(&script->out, " %s\n", what);
}

static void on_branch(void *user, const struct perf_branch *branch, u64 times)
{
	struct script *script = user;
	char from[TEXT], to[TEXT];

	(void)times;
	perf_decode_text(&script->decode, branch->piece, branch->from, from,
			 sizeof(from));
	perf_decode_text(&script->decode, branch->piece, branch->to, to,
			 sizeof(to));
	if (script->options.as_json) {
		json_object(&script->json, NULL);
		json_string(&script->json, "type", kind_name(branch->kind));
		json_piece(&script->json, branch->piece);
		json_hex(&script->json, "from", branch->from);
		json_string(&script->json, "from_place", from);
		json_hex(&script->json, "to", branch->to);
		json_string(&script->json, "to_place", to);
		json_end_object(&script->json);
		return;
	}
	text_piece(&script->out, branch->piece);
	output_format(&script->out, " %11s: %16" PRIx64,
		      kind_name(branch->kind), branch->from);
	output_char(&script->out, ' ');
	text_place(&script->out, from);
	output_format(&script->out, " => %16" PRIx64 " ", branch->to);
	text_place(&script->out, to);
	output_char(&script->out, '\n');
}

static void show_insn(struct script *script, const struct perf_piece *piece,
		      u64 address)
{
	char place[TEXT];

	perf_decode_text(&script->decode, piece, address, place, sizeof(place));
	if (script->options.as_json) {
		json_object(&script->json, NULL);
		json_string(&script->json, "type", "insn");
		json_piece(&script->json, piece);
		json_hex(&script->json, "address", address);
		json_string(&script->json, "place", place);
		json_end_object(&script->json);
		return;
	}
	text_piece(&script->out, piece);
	output_format(&script->out, ": %16" PRIx64 " ", address);
	text_place(&script->out, place);
	output_char(&script->out, '\n');
}

static void on_run(void *user, const struct perf_run *run, u64 times)
{
	const struct ntrace_region *region =
		run->place ? perf_place_region(run->place, run->address) : NULL;
	u64 i, at = run->address;

	(void)times;
	for (i = 0; region && i < run->insns; i++) {
		show_insn(user, run->piece, at);
		at += 2 *
		      ntrace_step_size(&region->step[(at - region->base) / 2]);
	}
}

int perf_script(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &perf_argp, 0, NULL, 0 }, { 0 }
	};
	const struct argp argp = { options,  parse, NULL, doc,
				   children, NULL,  NULL };
	static struct script script;
	struct perf_sink sink = { .user = &script,
				  .ordered = true,
				  .piece = on_piece,
				  .branch = on_branch,
				  .loss = on_loss };

	perf_options_begin(&script.options);
	argp_parse(&argp, argc, argv, 0, NULL, &script);
	if (script.insns) {
		sink.branch = NULL;
		sink.run = on_run;
	}
	perf_decode_open(&script.decode, &script.options);
	if (script.insns)
		perf_decode_needs_trace(&script.decode);
	output_open(&script.out, script.options.output, script.options.path);
	if (script.options.as_json) {
		json_begin(&script.json, &script.out);
		json_array(&script.json, NULL);
	}
	perf_decode_run(&script.decode, &sink);
	if (script.options.as_json) {
		json_end_array(&script.json);
		json_finish(&script.json);
	}
	output_close(&script.out);
	return perf_decode_end(&script.decode);
}
