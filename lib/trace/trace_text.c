// SPDX-License-Identifier: BSD-2-Clause
/* Texts for the console. */
#include <trace/trace.h>

const char *trace_reason_text(enum trace_reason reason)
{
	static const char text[][40] = {
		[TRACE_USABLE] = "is usable",
		[TRACE_BAD_ADDRESS] = "has no window of 4 KiB in reach",
		[TRACE_SAME_ADDRESS] = "has the same registers as another",
		[TRACE_TWO_OUTPUTS] = "has two outputs",
		[TRACE_INPUT_TAKEN] = "leads to an input that another one uses",
		[TRACE_BAD_INPUT] = "leads to an input above 15",
		[TRACE_LOOP] = "leads back to itself",
		[TRACE_NO_OUTPUT] = "leads nowhere",
		[TRACE_SINK_OUTPUT] = "is a sink and leads to a component",
		[TRACE_ENCODER_INPUT] = "leads into an encoder",
		[TRACE_NO_SOURCE] = "gets no trace from any usable encoder",
		[TRACE_NO_HART_GIVEN] = "is an encoder without a hart",
		[TRACE_HART_TWICE] = "is the second encoder of its hart",
		[TRACE_NEEDS_OTHER] = "leads to one that cannot be used",
		[TRACE_NO_ANSWER] = "does not answer",
		[TRACE_UNKNOWN_TYPE] = "is of a type that is not known",
		[TRACE_TYPE_MISMATCH] = "has a hart and is no encoder",
		[TRACE_OLD_VERSION] = "is older than the standard (0.x)",
		[TRACE_NEW_VERSION] = "is of a later standard than 1.x",
		[TRACE_BAD_PROTOCOL] = "speaks neither N-Trace 1 nor E-Trace",
		[TRACE_NO_SOURCE_ID] = "cannot have a source ID of its own",
		[TRACE_NO_MEMORY_MODE] = "has no memory to write to",
		[TRACE_FORBIDDEN] = "is in memory that is not for it",
	};

	return reason < array_size(text) ? text[reason] : "is refused";
}

const char *trace_warning_text(enum trace_warning warning)
{
	switch (warning) {
	case TRACE_NEWER_MINOR:
		return "is newer than version 1.0";
	case TRACE_EXPERIMENTAL:
		return "is experimental";
	case TRACE_TRANSLATED:
		return "is of version 0, shown as version 1.0";
	case TRACE_ONE_OUTPUT:
		return "has two outputs, one of which counts";
	case TRACE_NOT_HIDING:
		return "cannot leave M-mode out, so it will not be started";
	default:
		return "";
	}
}
