// SPDX-License-Identifier: BSD-2-Clause
/* Decoding of what is selected, in the quickest way that there is. */
#include "index.h"
#include "near.h"
#include "select_run.h"

static void run_with_index(struct nt_select *select, struct nt_decode *decode,
			   const struct ntrace_sink *sink,
			   struct nt_result *result)
{
	struct nt_index index;

	if (!nt_select_any(select) && !decode->trace.cpus &&
	    decode->trace.src < 0)
		die("--index serves --insns, --last, --time, --function, --cpu "
		    "and --src: without one of them all is decoded");
	if (!nt_index_can(decode))
		die("'%s': --index needs a file that is not packed, not in "
		    "frames and not empty, a program without since= and no "
		    "--strict",
		    decode->trace.path);
	nt_index_open(&index, select->index, decode, select->function);
	nt_index_run(&index, select->index, decode, select, sink, result);
	nt_index_free(&index);
}

void nt_select_run(struct nt_select *select, struct nt_decode *decode,
		   const struct ntrace_sink *sink, struct nt_result *result)
{
	if (select->index)
		run_with_index(select, decode, sink, result);
	else if (nt_select_only_time(select) && nt_near_can(decode))
		nt_near_run(decode, select->from, select->to, sink, result);
	else
		nt_decode_run(decode, sink, result);
}
