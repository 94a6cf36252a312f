// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace dump: messages as text or JSON. */
#include "json.h"
#include "trace.h"

enum { KEY_BYTES = 0x200, KEY_COUNT };

struct dump {
	struct nt_trace trace;
	const char *output;
	bool as_json;
	bool bytes; /* also show each message's bytes */
	u64 count;  /* stop after this number; 0: never */

	struct output out;
	struct json json;
	u64 messages;
	u64 damaged;
};

static const struct argp_option options[] = {
	{ "bytes", KEY_BYTES, NULL, 0, "Show the bytes of messages too", 0 },
	{ "count", KEY_COUNT, "N", 0, "Stop after N messages", 0 },
	OPTION_FORM,
	{ 0 },
};

static const char doc[] =
	"Show the messages of an N-Trace stream, one per line, as OFFSET: TYPE "
	"FIELD=VALUE...; bytes without a message are comments. hartscope "
	"ntrace encode --messages turns the text back into bytes.\v"
	"For example:\n"
	"  hartscope ntrace dump trace.bin | less\n"
	"  hartscope ntrace dump --json --src-bits=4 trace.bin >trace.json";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct dump *dump = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &dump->trace;
		break;
	case KEY_BYTES:
		dump->bytes = true;
		break;
	case KEY_COUNT:
		dump->count =
			option_number(state, "--count", text, 1, UINT64_MAX);
		break;
	default:
		return option_form(key, text, &dump->as_json, &dump->output);
	}
	return 0;
}

static void write_bytes(struct output *out, const struct nt_item *item)
{
	size_t i;

	for (i = 0; i < item->bytes; i++)
		output_format(out, " %02x", item->data[i]);
}

/* The address in F-ADDR, with bit 0. */
static u64 full_address(const struct nt_item *item)
{
	return item->msg.field[NTRACE_ADDR] << 1;
}

static void text_item(struct dump *dump, const struct nt_item *item)
{
	char line[NTRACE_TEXT_MAX];
	struct output *out = &dump->out;

	if (item->status != NTRACE_OK)
		output_string(out, "# ");
	output_hex(out, item->offset);
	output_string(out, ": ");
	if (item->status == NTRACE_OK) {
		output_bytes(out, line,
			     ntrace_text_print(&item->msg, line, sizeof(line)));
		if (ntrace_tcode_syncs(item->msg.tcode))
			output_format(out, " # pc %#llx",
				      (unsigned long long)full_address(item));
	} else {
		output_format(out, "%zu bytes are no message: %s", item->bytes,
			      ntrace_status_text(item->status));
	}
	if (dump->bytes) {
		output_string(out, " #");
		write_bytes(out, item);
	}
	output_char(out, '\n');
}

static void json_fields(struct json *json, const struct ntrace_msg *msg)
{
	const struct ntrace_schema *schema = &ntrace_schema[msg->tcode];
	unsigned int i, field;

	if (msg->present & NTRACE_HAS(NTRACE_SRC))
		json_u64(json, ntrace_field_name(msg->tcode, NTRACE_SRC),
			 msg->field[NTRACE_SRC]);
	for (i = 0; i < schema->num_fields; i++) {
		field = schema->field[i].field;
		if (!(msg->present & NTRACE_HAS(field)))
			continue;
		/* Most readers of JSON keep 53 bits of a number */
		if (schema->field[i].bits > 53)
			json_hex(json, ntrace_field_name(msg->tcode, field),
				 msg->field[field]);
		else
			json_u64(json, ntrace_field_name(msg->tcode, field),
				 msg->field[field]);
	}
}

static void json_message(struct json *json, const struct nt_item *item)
{
	const char *name = ntrace_schema[item->msg.tcode].name;

	json_u64(json, "tcode", item->msg.tcode);
	json_string(json, "type", name ? name : "Reserved");
	json_object(json, "fields");
	json_fields(json, &item->msg);
	json_end_object(json);
	if (ntrace_tcode_syncs(item->msg.tcode))
		json_hex(json, "pc", full_address(item));
}

static void json_item(struct dump *dump, const struct nt_item *item)
{
	struct json *json = &dump->json;
	size_t i;

	json_object(json, NULL);
	json_u64(json, "offset", item->offset);
	json_u64(json, "length", item->bytes);
	if (item->status == NTRACE_OK)
		json_message(json, item);
	else
		json_string(json, "error", ntrace_status_text(item->status));
	if (dump->bytes) {
		json_array(json, "bytes");
		for (i = 0; i < item->bytes; i++)
			json_u64(json, NULL, item->data[i]);
		json_end_array(json);
	}
	json_end_object(json);
}

static bool is_wanted(const struct nt_trace *trace, const struct nt_item *item)
{
	return item->status != NTRACE_OK ||
	       nt_trace_wants(trace, (u16)item->msg.field[NTRACE_SRC]);
}

static void dump_items(struct dump *dump, struct nt_reader *reader)
{
	struct nt_item item;

	while ((!dump->count || dump->messages < dump->count) &&
	       nt_reader_next(reader, &item)) {
		if (!is_wanted(&dump->trace, &item))
			continue;
		if (item.status == NTRACE_OK)
			dump->messages++;
		else
			dump->damaged++;
		if (dump->as_json)
			json_item(dump, &item);
		else
			text_item(dump, &item);
	}
}

int nt_dump(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &nt_trace_argp, 0, "The trace:", 1 },
		{ 0 },
	};
	static const struct argp argp = { options,  parse, "TRACE", doc,
					  children, NULL,  NULL };
	struct dump dump = { 0 };
	struct nt_reader reader;

	argv = nt_side_add(&argp, &argc, argv, true);
	argp_parse(&argp, argc, argv, 0, NULL, &dump);
	nt_reader_open(&reader, &dump.trace);
	output_open(&dump.out, dump.output, dump.trace.path);
	if (dump.as_json) {
		json_begin(&dump.json, &dump.out);
		dump.json.lines = true;
		json_object(&dump.json, NULL);
		json_array(&dump.json, "messages");
	}
	dump_items(&dump, &reader);
	nt_reader_close(&reader);
	if (dump.as_json) {
		json_end_array(&dump.json);
		json_u64(&dump.json, "damaged", dump.damaged);
		json_end_object(&dump.json);
		json_finish(&dump.json);
	}
	output_close(&dump.out);
	if (dump.damaged)
		complain("%llu places are no messages; see the lines with #",
			 (unsigned long long)dump.damaged);
	return dump.damaged ? STATUS_DAMAGED : STATUS_OK;
}
