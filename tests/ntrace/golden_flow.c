// SPDX-License-Identifier: BSD-2-Clause
/* Bytes of a golden file to the text of its messages, dump and flow. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "golden.h"

#define FLOW_SOURCES 4
#define FLOW_RANGES 64

void golden_print(struct golden_output *out, const char *format, ...)
{
	size_t room = sizeof(out->text) - out->used;
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(out->text + out->used, room, format, args);
	va_end(args);
	if (len > 0 && (size_t)len < room)
		out->used += (size_t)len;
}

/* Call print for each message of bytes. */
static void each_message(struct golden *g, struct golden_output *out,
			 void (*print)(struct golden_output *out,
				       const struct ntrace_msg *msg,
				       const u8 *bytes, size_t len))
{
	size_t at = 0, used;
	struct ntrace_msg msg;

	while (at < g->num_bytes) {
		size_t idle =
			ntrace_idle_count(g->bytes + at, g->num_bytes - at);

		if (idle) {
			print(out, NULL, g->bytes + at, idle);
			at += idle;
			continue;
		}
		if (ntrace_msg_decode(&g->settings.format, g->bytes + at,
				      g->num_bytes - at, &used,
				      &msg) != NTRACE_OK)
			break;
		print(out, &msg, g->bytes + at, used);
		at += used;
	}
	if (at < g->num_bytes)
		golden_print(out, "damage at byte %zu\n", at);
}

static void print_message(struct golden_output *out,
			  const struct ntrace_msg *msg, const u8 *bytes,
			  size_t len)
{
	char text[NTRACE_TEXT_MAX];

	(void)bytes;
	(void)len;
	if (!msg)
		return;
	ntrace_text_print(msg, text, sizeof(text));
	golden_print(out, "%s\n", text);
}

static void print_bytes(struct golden_output *out, const struct ntrace_msg *msg,
			const u8 *bytes, size_t len)
{
	size_t i;

	(void)msg;
	for (i = 0; i < len; i++)
		golden_print(out, "%02x%c", bytes[i],
			     i + 1 == len ? '\n' : ' ');
}

void golden_messages(struct golden *g, struct golden_output *out)
{
	each_message(g, out, print_message);
}

void golden_dump(struct golden *g, struct golden_output *out)
{
	each_message(g, out, print_bytes);
}

static void print_source(struct golden_output *out,
			 const struct ntrace_source *source)
{
	if (source && source->src)
		golden_print(out, "src %u: ", source->src);
}

static void print_ranges(void *user, const struct ntrace_source *source,
			 const struct ntrace_range *range, size_t num,
			 u64 times)
{
	static const char *const ends[] = {
		[NTRACE_END_LINEAR] = "",
		[NTRACE_END_BRANCH] = " branch",
		[NTRACE_END_JUMP] = " jump",
		[NTRACE_END_CALL] = " call",
		[NTRACE_END_JUMP_INDIRECT] = " indirect jump",
		[NTRACE_END_CALL_INDIRECT] = " indirect call",
		[NTRACE_END_RETURN] = " return",
		[NTRACE_END_SWAP] = " swap",
		[NTRACE_END_JUMP_SEQUENTIAL] = " sequential jump",
		[NTRACE_END_CALL_SEQUENTIAL] = " sequential call",
		[NTRACE_END_TRAP_RETURN] = " trap return",
		[NTRACE_END_TRAP] = " trap instruction",
		[NTRACE_END_CUSTOM] = " custom",
	};
	struct golden_output *out = user;
	size_t i;

	for (i = 0; i < num; i++) {
		print_source(out, source);
		golden_print(out, "0x%llx..0x%llx%s",
			     (unsigned long long)range[i].start,
			     (unsigned long long)(range[i].start +
						  2 * range[i].halfwords),
			     ends[range[i].end]);
		if (times > 1)
			golden_print(out, " (%zu of %zu, x%llu)", i + 1, num,
				     (unsigned long long)times);
		golden_print(out, "\n");
	}
}

static void print_event(void *user, const struct ntrace_source *source,
			const struct ntrace_event *event)
{
	static const char *const names[] = {
		[NTRACE_EVENT_SYNC] = "sync",
		[NTRACE_EVENT_TRAP] = "trap",
		[NTRACE_EVENT_OWNERSHIP] = "ownership",
		[NTRACE_EVENT_STOP] = "stop",
		[NTRACE_EVENT_LOST] = "lost",
		[NTRACE_EVENT_FOUND] = "found",
		[NTRACE_EVENT_OVERFLOW] = "overflow",
		[NTRACE_EVENT_OPAQUE] = "opaque",
		[NTRACE_EVENT_DATA] = "data",
		[NTRACE_EVENT_CIRCUIT] = "circuit",
	};
	struct golden_output *out = user;

	print_source(out, source);
	golden_print(out, "%s %llu", names[event->kind],
		     (unsigned long long)event->value);
	if (event->kind == NTRACE_EVENT_TRAP)
		golden_print(out, " from 0x%llx",
			     (unsigned long long)event->from);
	if (event->kind <= NTRACE_EVENT_TRAP ||
	    event->kind == NTRACE_EVENT_STOP)
		golden_print(out, " at 0x%llx",
			     (unsigned long long)event->addr);
	if (event->kind == NTRACE_EVENT_OWNERSHIP)
		golden_print(out, " priv %u scontext %llu hcontext %llu",
			     source->priv, (unsigned long long)source->scontext,
			     (unsigned long long)source->hcontext);
	if (source->has_time)
		golden_print(out, " time %llu",
			     (unsigned long long)source->time);
	golden_print(out, "\n");
}

static void print_finding(void *user, const struct ntrace_source *source,
			  const struct ntrace_finding *finding)
{
	struct golden_output *out = user;

	print_source(out, source);
	golden_print(out, "finding %s in message %llu, value 0x%llx\n",
		     ntrace_finding_info[finding->kind].name,
		     (unsigned long long)finding->message,
		     (unsigned long long)finding->value);
}

void golden_flow(struct golden *g, struct golden_output *out)
{
	const struct ntrace_sink sink = {
		.user = out,
		.ranges = print_ranges,
		.event = print_event,
		.finding = print_finding,
	};
	static struct ntrace_source source[FLOW_SOURCES];
	static struct ntrace_range range[FLOW_RANGES];
	static struct ntrace_flow flow;
	struct ntrace_image image = code_image(&g->code);

	ntrace_flow_init(&flow, &g->settings, &image, &sink, source,
			 FLOW_SOURCES, range, FLOW_RANGES);
	ntrace_flow_feed(&flow, g->bytes, g->num_bytes);
	golden_print(out, "%s\n",
		     ntrace_flow_finish(&flow) ? "clean" : "not clean");
}
