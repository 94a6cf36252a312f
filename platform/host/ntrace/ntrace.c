// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace: N-Trace on the command line. */
#include "decode/decode.h"
#include "encode/encode.h"
#include "formats/formats.h"
#include "ntrace.h"
#include "program/program.h"
#include "report/report.h"

static const struct subcommand subcommands[] = {
	{ "check", "find broken rules in a trace", nt_check },
	{ "decode", "the executed instructions, in many forms", nt_decode },
	{ "dump", "messages as text or JSON", nt_dump },
	{ "encode", "executed instructions, or text of messages, to a trace",
	  nt_encode },
	{ "index", "where in a trace decoding can begin, in a file", nt_index },
	{ "info", "a program as a list of instructions", nt_info },
	{ "merge", "counts of several decodes, added up", nt_merge },
	{ "report", "a page for a browser: time, stacks, code, losses",
	  nt_report },
	{ "stat", "sizes: messages by kind, bits per instruction", nt_stat },
};

int nt_main(int argc, char **argv)
{
	static const struct command_group group = {
		"ntrace",
		"N-Trace 1.0, the RISC-V branch trace of the Nexus standard.",
		subcommands, array_size(subcommands)
	};

	return command_group_run(&group, argc, argv);
}
