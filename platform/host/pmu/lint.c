// SPDX-License-Identifier: BSD-2-Clause
/* hartscope pmu lint: events that count on a board, and mistakes in its map. */
#include <inttypes.h>
#include "pmu.h"

struct lint {
	const char *path, *output;
	bool as_json;
	struct pmu_board board;
	struct output out;
	struct json json;
};

static const struct argp_option options[] = {
	OPTION_FORM,
	{ 0 },
};

static const char doc[] =
	"Read a device tree and say which events of the SBI PMU would count "
	"with it, and list the mistakes in its map; without a map, print "
	"the node that maps the events of its core."
	"\v"
	"The exit status is 1 if a row is not used or counts something else "
	"than it says.\n"
	"For example:\n"
	"  hartscope pmu lint jh7110-milkv-mars.dtb\n"
	"  dtc -q -I fs -O dtb /proc/device-tree | hartscope pmu lint --json -";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct lint *lint = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (lint->path)
			option_usage(state, "one tree at a time: '%s' or '%s'?",
				     lint->path, text);
		lint->path = text;
		break;
	case ARGP_KEY_END:
		if (!lint->path)
			option_usage(state, "which tree? Name its file, or - "
					    "for standard input");
		break;
	default:
		return option_form(key, text, &lint->as_json, &lint->output);
	}
	return 0;
}

/* --- source of the map ---------------------------------------------------- */

enum map { MAP_TREE, MAP_FACTS, MAP_NONE };

static enum map map_of(const struct pmu_board *board)
{
	if (pmu_board_maps(board))
		return MAP_TREE;
	return board->core && !board->mixed ? MAP_FACTS : MAP_NONE;
}

static const char *why_none(const struct pmu_board *board)
{
	if (!board->cpus)
		return "no hart has S-mode";
	if (board->mixed)
		return "harts are of different cores";
	return "there are no facts on the core";
}

static const char *known_by(const struct pmu_board *board)
{
	return board->found == EVENTS_BY_BOARD ? "board" : "compatible";
}

static const char *or_unknown(const char *text)
{
	return text ? text : "unknown";
}

static const char *const map_names[] = { "tree", "facts", "none" };

static void write_board(struct lint *lint)
{
	const struct pmu_board *b = &lint->board;
	const struct events_about *about = pmu_about(b->core);

	output_format(&lint->out,
		      "board: %s (%s)\nharts: %u of %s, %u others; overflow "
		      "interrupts by Sscofpmf: %s\n",
		      or_unknown(b->model), or_unknown(b->compatible), b->cpus,
		      or_unknown(b->cpu), b->others,
		      b->overflow ? "yes" : "no");
	if (map_of(b) == MAP_TREE)
		output_format(&lint->out,
			      "map: the tree's, %u rows of events, %u of raw "
			      "events\n",
			      b->counters.num, b->raws.num);
	else if (map_of(b) == MAP_FACTS)
		output_format(&lint->out,
			      "map: none in the tree; the firmware takes %s, "
			      "known by its %s\n",
			      about->title, known_by(b));
	else
		output_format(&lint->out, "map: none, as %s\n", why_none(b));
	if (about && about->note[0])
		output_format(&lint->out, "note: %s: %s\n", about->title,
			      about->note);
}

static void board_json(struct lint *lint)
{
	const struct pmu_board *b = &lint->board;
	const struct events_about *about = pmu_about(b->core);

	json_string(&lint->json, "model", or_unknown(b->model));
	json_string(&lint->json, "compatible", or_unknown(b->compatible));
	json_string(&lint->json, "cpu", or_unknown(b->cpu));
	json_u64(&lint->json, "harts", b->cpus);
	json_bool(&lint->json, "sscofpmf", b->overflow);
	json_string(&lint->json, "map", map_names[map_of(b)]);
	if (map_of(b) == MAP_NONE)
		json_string(&lint->json, "why", why_none(b));
	if (map_of(b) == MAP_FACTS)
		json_string(&lint->json, "by", known_by(b));
	if (about)
		json_string(&lint->json, "core", about->name);
}

/* --- counters of events --------------------------------------------------- */

static void write_event(struct lint *lint, u32 event_idx, u64 select,
			u32 counters)
{
	char name[PMU_NAME], text[PMU_COUNTERS];
	const char *event = pmu_event_name(event_idx, name);

	if (!lint->as_json) {
		output_format(&lint->out,
			      "counts: %-24s 0x%-8" PRIx64 " on %s\n", event,
			      select, pmu_counters_text(counters, text));
		return;
	}
	json_object(&lint->json, NULL);
	json_string(&lint->json, "event", event);
	json_hex(&lint->json, "index", event_idx);
	json_hex(&lint->json, "selector", select);
	json_hex(&lint->json, "counters", counters);
	json_end_object(&lint->json);
}

static u32 counters_of(const struct pmu_board *board, u32 event_idx)
{
	const struct pmu_row *r = board->counters.row;
	u32 i;

	for (i = 0; i < board->counters.num; i++, r++)
		if (event_idx >= r->first && event_idx <= r->last)
			return r->counters;
	return 0;
}

static void write_counts(struct lint *lint)
{
	const struct pmu_board *b = &lint->board;
	const struct events_row *row;
	u32 i;

	if (map_of(b) == MAP_FACTS) {
		row = events_rows + b->core->first;
		for (i = 0; i < b->core->num; i++)
			write_event(lint, row[i].event_idx, row[i].select,
				    events_counters(&row[i]));
	}
	for (i = 0; i < b->selects.num; i++)
		write_event(lint, b->selects.row[i].first,
			    b->selects.row[i].select,
			    counters_of(b, b->selects.row[i].first));
}

static void raw_json(struct lint *lint, u64 select, u64 mask, u32 counters)
{
	json_object(&lint->json, NULL);
	json_hex(&lint->json, "selector", select);
	json_hex(&lint->json, "mask", mask);
	json_hex(&lint->json, "counters", counters);
	json_end_object(&lint->json);
}

static void raws_json(struct lint *lint)
{
	const struct pmu_board *b = &lint->board;
	const struct pmu_row *r = b->raws.row;
	const struct events_raw *raw;
	u32 i;

	if (map_of(b) == MAP_FACTS) {
		raw = events_raws + b->core->first_raw;
		for (i = 0; i < b->core->num_raw; i++)
			raw_json(lint, raw[i].select, ~(u64)raw[i].variant,
				 events_counters(&raw[i]));
	}
	for (i = 0; i < b->raws.num; i++)
		raw_json(lint, r[i].select, r[i].mask, r[i].counters);
}

/* --- errors --------------------------------------------------------------- */

static void write_found(void *user, enum pmu_grade grade, const char *rule,
			const char *text)
{
	const char *name = grade == PMU_WRONG ? "wrong" : "note";
	struct lint *lint = user;

	if (!lint->as_json) {
		output_format(&lint->out, "%s: %s: ", name, rule);
		output_name(&lint->out, text, "");
		output_char(&lint->out, '\n');
		return;
	}
	json_object(&lint->json, NULL);
	json_string(&lint->json, "grade", name);
	json_string(&lint->json, "rule", rule);
	json_string(&lint->json, "text", text);
	json_end_object(&lint->json);
}

static u32 write_text(struct lint *lint, struct pmu_judge *judge)
{
	write_board(lint);
	write_counts(lint);
	pmu_judge(&lint->board, judge);
	if (map_of(&lint->board) == MAP_FACTS) {
		output_string(&lint->out, "node to add:\n");
		pmu_node_write(lint->board.core, &lint->out);
	}
	return judge->wrong;
}

static u32 write_json(struct lint *lint, struct pmu_judge *judge)
{
	json_begin(&lint->json, &lint->out);
	json_object(&lint->json, NULL);
	board_json(lint);
	json_array(&lint->json, "counts");
	write_counts(lint);
	json_end_array(&lint->json);
	json_array(&lint->json, "raw");
	raws_json(lint);
	json_end_array(&lint->json);
	json_array(&lint->json, "found");
	pmu_judge(&lint->board, judge);
	json_end_array(&lint->json);
	json_end_object(&lint->json);
	json_finish(&lint->json);
	return judge->wrong;
}

int pmu_lint(int argc, char **argv)
{
	static const struct argp argp = { options, parse, "BOARD.dtb", doc,
					  NULL,	   NULL,  NULL };
	struct lint lint = { 0 };
	struct pmu_judge judge = { write_found, &lint, 0 };
	u32 wrong;

	argp_parse(&argp, argc, argv, 0, NULL, &lint);
	pmu_board_read(&lint.board, lint.path);
	output_open(&lint.out, lint.output, lint.path);
	wrong = lint.as_json ? write_json(&lint, &judge) :
			       write_text(&lint, &judge);
	output_close(&lint.out);
	pmu_board_free(&lint.board);
	return wrong ? STATUS_DAMAGED : STATUS_OK;
}
