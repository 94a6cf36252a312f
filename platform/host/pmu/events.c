// SPDX-License-Identifier: BSD-2-Clause
/* hartscope pmu events: the facts, for people and programs. */
#include "pmu.h"

enum { KEY_JSON = 0x200, KEY_CPU };

struct list {
	const char *cpu, *output;
	bool as_json;
	struct output out;
	struct json json;
};

static const struct argp_option options[] = {
	{ "cpu", KEY_CPU, "NAME", 0,
	  "A core: its name, title or compatible; without it, list all", 0 },
	OPTION_FORM,
	{ 0 },
};

static const char doc[] =
	"List the events of a core: the selector of each for mhpmevent, the "
	"counters that count it, and the source of these facts.\v"
	"For example:\n"
	"  hartscope pmu events\n"
	"  hartscope pmu events --cpu=u74\n"
	"  hartscope pmu events --cpu=thead,c906 --json";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct list *list = state->input;

	switch (key) {
	case KEY_CPU:
		list->cpu = text;
		break;
	case ARGP_KEY_ARG:
		option_usage(state,
			     "unknown argument '%s'; name a core with "
			     "--cpu",
			     text);
	default:
		return option_form(key, text, &list->as_json, &list->output);
	}
	return 0;
}

/* --- one core ------------------------------------------------------------- */

static void write_label(struct list *list, const struct events_label *l)
{
	char text[PMU_COUNTERS];

	if (!list->as_json) {
		output_format(&list->out, "%-32s 0x%-8x %-8s %s\n", l->name,
			      l->select, pmu_counters_text(l->counters, text),
			      l->source);
		return;
	}
	json_object(&list->json, NULL);
	json_string(&list->json, "name", l->name);
	if (l->event_idx)
		json_hex(&list->json, "event", l->event_idx);
	json_hex(&list->json, "selector", l->select);
	json_hex(&list->json, "counters", l->counters);
	json_string(&list->json, "source", l->source);
	json_end_object(&list->json);
}

static void write_labels(struct list *list, const struct events_about *about,
			 bool vendor)
{
	const struct events_label *l = events_labels + about->first;
	u32 i;

	for (i = 0; i < about->num; i++)
		if (!l[i].event_idx == vendor)
			write_label(list, l + i);
}

static void write_core(struct list *list, const struct events_core *core)
{
	const struct events_about *about = pmu_about(core);

	if (list->as_json) {
		json_object(&list->json, NULL);
		json_string(&list->json, "core", about->name);
		json_string(&list->json, "title", about->title);
		json_string(&list->json, "compatible", about->compatibles);
		json_string(&list->json, "identity", about->ids);
		json_string(&list->json, "note", about->note);
		json_array(&list->json, "events");
		write_labels(list, about, false);
		json_end_array(&list->json);
		json_array(&list->json, "raw");
		write_labels(list, about, true);
		json_end_array(&list->json);
		json_end_object(&list->json);
		return;
	}
	output_format(&list->out, "%s: %s\n", about->name, about->title);
	if (about->note[0])
		output_format(&list->out, "note: %s\n", about->note);
	write_labels(list, about, false);
	output_string(&list->out, "raw events:\n");
	write_labels(list, about, true);
}

/* --- all ------------------------------------------------------------------ */

static void write_names(struct list *list)
{
	const struct events_about *about = events_abouts;
	u32 i;

	for (i = 0; i < events_num_cores; i++, about++) {
		if (!about->compatibles[0] && !about->ids[0]) {
			output_format(&list->out, "%-22s %s\n", about->name,
				      about->title);
			continue;
		}
		output_format(&list->out, "%-22s %-34s %s%s%s\n", about->name,
			      about->title, about->compatibles,
			      about->compatibles[0] && about->ids[0] ? " " : "",
			      about->ids);
	}
}

static void write_all(struct list *list)
{
	u32 i;

	if (!list->as_json) {
		write_names(list);
		return;
	}
	for (i = 0; i < events_num_cores; i++)
		write_core(list, &events_cores[i]);
}

int pmu_events(int argc, char **argv)
{
	static const struct argp argp = { options, parse, NULL, doc,
					  NULL,	   NULL,  NULL };
	const struct events_core *core = NULL;
	struct list list = { 0 };

	argp_parse(&argp, argc, argv, 0, NULL, &list);
	if (list.cpu)
		core = pmu_core_named(list.cpu);
	output_open(&list.out, list.output, NULL);
	if (list.as_json) {
		json_begin(&list.json, &list.out);
		json_array(&list.json, NULL);
	}
	if (core)
		write_core(&list, core);
	else
		write_all(&list);
	if (list.as_json) {
		json_end_array(&list.json);
		json_finish(&list.json);
	}
	output_close(&list.out);
	return STATUS_OK;
}
