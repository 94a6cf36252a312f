// SPDX-License-Identifier: BSD-2-Clause
/* Events and ends of ranges as text. */
#include <inttypes.h>
#include "events.h"

static const char *find_name(const char *const *names, size_t count, u64 value,
			     const char *other)
{
	return value < count && names[value] ? names[value] : other;
}

const char *nt_end_name(enum ntrace_end end)
{
	static const char *const names[] = {
		[NTRACE_END_LINEAR] = "on",
		[NTRACE_END_BRANCH] = "branch",
		[NTRACE_END_JUMP] = "jump",
		[NTRACE_END_CALL] = "call",
		[NTRACE_END_JUMP_INDIRECT] = "jump-indirect",
		[NTRACE_END_CALL_INDIRECT] = "call-indirect",
		[NTRACE_END_RETURN] = "return",
		[NTRACE_END_SWAP] = "swap",
		[NTRACE_END_JUMP_SEQUENTIAL] = "jump-sequential",
		[NTRACE_END_CALL_SEQUENTIAL] = "call-sequential",
		[NTRACE_END_TRAP_RETURN] = "trap-return",
		[NTRACE_END_TRAP] = "trap",
		[NTRACE_END_CUSTOM] = "custom",
	};

	return find_name(names, array_size(names), end, "none");
}

const char *nt_sync_name(u64 sync)
{
	static const char *const names[] = {
		[NTRACE_SYNC_EXTERNAL_TRIGGER] = "external-trigger",
		[NTRACE_SYNC_EXIT_RESET] = "exit-from-reset",
		[NTRACE_SYNC_PERIODIC] = "periodic",
		[NTRACE_SYNC_EXIT_DEBUG] = "exit-from-debug",
		[NTRACE_SYNC_I_CNT] = "i-cnt-full",
		[NTRACE_SYNC_ENABLE] = "trace-enable",
		[NTRACE_SYNC_EVENT] = "trace-event",
		[NTRACE_SYNC_FIFO] = "after-overflow",
		[NTRACE_SYNC_EXIT_POWER_DOWN] = "exit-from-power-down",
	};

	return find_name(names, array_size(names), sync, "vendor-or-reserved");
}

const char *nt_evcode_name(u64 evcode)
{
	static const char *const names[] = {
		[NTRACE_EVCODE_DEBUG] = "debug-entry",
		[NTRACE_EVCODE_LOW_POWER] = "low-power",
		[NTRACE_EVCODE_DISABLED] = "trace-disabled",
	};

	return find_name(names, array_size(names), evcode,
			 "vendor-or-reserved");
}

const char *nt_trap_name(u64 b_type)
{
	static const char *const names[] = {
		[NTRACE_B_TYPE_TRAP] = "trap",
		[NTRACE_B_TYPE_EXCEPTION] = "exception",
		[NTRACE_B_TYPE_INTERRUPT] = "interrupt",
	};

	return find_name(names, array_size(names), b_type, "trap");
}

const char *nt_priv_name(u8 priv)
{
	static const char *const names[] = {
		[0] = "U", [1] = "S",  [3] = "M",
		[4] = "D", [5] = "VU", [6] = "VS",
	};

	return find_name(names, array_size(names), priv, "?");
}

static void ownership_text(struct output *out,
			   const struct ntrace_source *source)
{
	output_format(
		out,
		"ownership mode %s scontext %#" PRIx64 " hcontext %#" PRIx64,
		nt_priv_name(source->priv), source->scontext, source->hcontext);
}

/* CKSRC of SiFive's InCircuitTrace messages. */
static const char *circuit_name(u64 source)
{
	static const char *const names[16] = {
		[0] = "control",    [8] = "watchpoint", [9] = "call",
		[10] = "exception", [11] = "interrupt", [13] = "context",
		[15] = "sample",
	};

	return source < array_size(names) && names[source] ? names[source] :
							     "event";
}

void nt_event_text(struct output *out, const struct ntrace_source *source,
		   const struct ntrace_event *event)
{
	switch (event->kind) {
	case NTRACE_EVENT_SYNC:
		output_format(out, "sync %s at %#" PRIx64,
			      nt_sync_name(event->value), event->addr);
		break;
	case NTRACE_EVENT_TRAP:
		output_format(out, "%s at %#" PRIx64 " to %#" PRIx64,
			      nt_trap_name(event->value), event->from,
			      event->addr);
		break;
	case NTRACE_EVENT_OWNERSHIP:
		ownership_text(out, source);
		break;
	case NTRACE_EVENT_STOP:
		output_format(out, "stop %s at %#" PRIx64,
			      nt_evcode_name(event->value), event->addr);
		break;
	case NTRACE_EVENT_LOST:
		output_format(out, "lost, last message at byte %#" PRIx64,
			      source->offset);
		break;
	case NTRACE_EVENT_FOUND:
		output_format(out, "found after %" PRIu64 " bytes",
			      event->value);
		break;
	case NTRACE_EVENT_OVERFLOW:
		output_format(out, "overflow code %#" PRIx64,
			      event->value >> 4);
		break;
	case NTRACE_EVENT_DATA:
		output_format(out, "data %#" PRIx64 " to stimulus %#" PRIx64,
			      event->value, event->addr);
		break;
	case NTRACE_EVENT_CIRCUIT:
		output_format(out, "in-circuit trace %s at %#" PRIx64,
			      circuit_name(event->value), event->addr);
		break;
	case NT_EVENT_OMITTED:
		output_string(out, "left out");
		break;
	default:
		output_format(out, "vendor message %" PRIu64, event->value);
	}
}

void nt_event_ignore(void *state, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	(void)state;
	(void)source;
	(void)event;
}

const char *nt_event_instant(const struct ntrace_event *event)
{
	switch (event->kind) {
	case NTRACE_EVENT_LOST:
		return "lost";
	case NTRACE_EVENT_FOUND:
		return "found";
	case NTRACE_EVENT_OVERFLOW:
		return "overflow";
	case NTRACE_EVENT_STOP:
		return nt_evcode_name(event->value);
	default:
		return NULL;
	}
}
