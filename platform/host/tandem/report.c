// SPDX-License-Identifier: BSD-2-Clause
/* Findings of verification as text. */
#include <inttypes.h>
#include "names.h"
#include "report.h"

void tandem_report_begin(struct tandem_report *report, const char *output)
{
	report->disasm = disasm_open(report->trace->params.xlen);
	output_open(&report->out, output, report->trace->path);
	if (!report->as_json)
		return;
	json_begin(&report->json, &report->out);
	report->json.lines = true;
	json_object(&report->json, NULL);
	json_string(&report->json, "trace", report->trace->path);
	json_array(&report->json, "divergences");
}

static void text_past(struct tandem_report *report,
		      const struct verify_past *past, bool last)
{
	char insn[DISASM_TEXT], cause[32] = "", place[128] = "", source[128];

	tandem_report_insn(report, past, insn);
	if (symbols_function(report->symbols, past->pc))
		symbols_place(report->symbols, past->pc, place, sizeof(place));
	symbols_source(report->symbols, past->pc, source, sizeof(source));
	name_clean(place);
	name_clean(source);
	output_format(&report->out, "  %s %c 0x%" PRIx64 " ",
		      last ? "=>" : "  ", "US?M"[past->priv & 3], past -> pc);
	if (past->bytes)
		output_format(&report->out, "%0*" PRIx32 " ", 2 * past->bytes,
			      past->insn);
	if (past->kind == MODEL_EXCEPTION && past->bytes)
		snprintf(cause, sizeof(cause), " # exception %u", past->cause);
	output_format(&report->out, "%s%s%s%s%s\n", insn, cause,
		      place[0] || source[0] ? " # " : "", place, source);
}

/* Write the values that the instruction has read, and their writers. */
static void text_origins(struct tandem_report *report, const struct verify *v)
{
	struct verify_origin origin[VERIFY_ORIGINS_MAX];
	u32 num = verify_origins(v, origin), i;
	char subject[64], place[128];

	for (i = 0; i < num; i++) {
		const struct verify_writer *writer = &origin[i].writer;

		tandem_report_origin(&origin[i], subject, sizeof(subject));
		place[0] = '\0';
		if (writer->insn &&
		    symbols_function(report->symbols, writer->pc))
			symbols_place(report->symbols, writer->pc, place,
				      sizeof(place));
		name_clean(place);
		output_format(&report->out, "  from %s 0x%" PRIx64, subject,
			      origin[i].value);
		if (writer->insn)
			output_format(&report->out,
				      ", written by instruction %" PRIu64
				      " at 0x%" PRIx64 "%s%s",
				      writer->insn - 1, writer->pc,
				      place[0] ? " # " : "", place);
		output_char(&report->out, '\n');
	}
}

/* Only the first divergence has an explanation. */
static void text_divergence(struct tandem_report *report,
			    const struct verify *v,
			    const struct verify_finding *finding)
{
	const struct verify_past *past;
	u32 n, num = 0;

	output_format(&report->out,
		      "divergence %" PRIu64 ": instruction %" PRIu64
		      ", group %" PRIu64 ", byte %#" PRIx64 "\n",
		      finding->divergence, finding->insn, finding->group,
		      finding->offset);
	while (verify_past(v, num))
		num++;
	for (n = report->written ? num - (num != 0) : 0; n < num; n++) {
		past = verify_past(v, n);
		text_past(report, past, past->offset == finding->offset);
	}
	if (finding->fault != VERIFY_FAULT_UNKNOWN)
		output_format(
			&report->out, "  fault: %s\n",
			verify_fault_text((enum verify_fault)finding->fault));
	text_origins(report, v);
}

static void text_finding(struct tandem_report *report,
			 const struct verify_finding *finding)
{
	const struct verify_finding_info *info =
		&verify_finding_info[finding->kind];
	char subject[64];

	tandem_report_subject(finding, subject, sizeof(subject));
	output_format(&report->out, "  %s: %s%s%s", info->name, info->text,
		      subject[0] ? " " : "", subject);
	if (finding->kind == VERIFY_FOUND_INTERRUPT)
		output_format(
			&report->out, ", cause %#" PRIx64 ": %s", finding->seen,
			verify_why_text((enum verify_why)finding->detail));
	else if (finding->kind == VERIFY_FOUND_LATENCY)
		output_format(&report->out,
			      ", cause %" PRIu64 ", waits for %" PRIu64
			      " instructions",
			      finding->expected, finding->seen);
	else if (finding->kind == VERIFY_FOUND_LOST)
		output_format(&report->out,
			      ", cause %" PRIu64 ", before 0x%" PRIx64,
			      finding->expected, finding->seen);
	else if (finding->kind == VERIFY_FOUND_DROPPED)
		output_format(&report->out,
			      ", %u from 0x%" PRIx64 " on, before 0x%" PRIx64,
			      finding->detail, finding->expected,
			      finding->seen);
	else if (finding->kind < VERIFY_FOUND_MODEL)
		output_format(
			&report->out, ": expected %#" PRIx64 ", %s %#" PRIx64,
			finding->expected,
			finding->missing ? "not in the trace, was" : "seen",
			finding->seen);
	output_char(&report->out, '\n');
}

void tandem_report_found(void *user, const struct verify *v,
			 const struct verify_finding *finding)
{
	struct tandem_report *report = user;
	bool is_new = !report->begun ||
		      report->divergence != finding->divergence;

	if (is_new) {
		report->begun = true;
		report->divergence = finding->divergence;
		if (report->written == report->max && report->max &&
		    !report->is_full)
			complain("there are more; --max-findings=N shows them");
		report->is_full = report->written == report->max;
	}
	if (report->is_full)
		return;
	if (report->as_json) {
		if (is_new)
			tandem_report_json_divergence(report, v, finding);
		tandem_report_json_finding(report, finding);
	} else {
		if (is_new)
			text_divergence(report, v, finding);
		text_finding(report, finding);
	}
	/* readers that watch, or interrupt, get it at once */
	output_flush(&report->out);
	report->written += is_new;
}

static void text_end(struct tandem_report *report, const struct verify *v,
		     const struct tandem_claims *claims, int status)
{
	const struct verify_totals *t = verify_totals(v);
	unsigned int kind, i;

	output_format(&report->out,
		      "%s: %" PRIu64 " instructions and traps (%" PRIu64
		      " exceptions, %" PRIu64 " interrupts) in %" PRIu64
		      " groups, %" PRIu64 " bytes\n",
		      status ? "not verified" : "verified", t->insns,
		      t->exceptions, t->interrupts, t->groups, t->bytes);
	output_format(&report->out,
		      "%" PRIu64 " divergences, %" PRIu64
		      " of them set right by what followed; %" PRIu64
		      " steps took something from the trace\n",
		      t->divergences, t->adopted, t->copied);
	if (t->believed)
		output_format(&report->out,
			      "%" PRIu64
			      " values of minstret were believed, as "
			      "this hart does not count what retires\n",
			      t->believed);
	for (kind = 0; kind < VERIFY_FINDING_KINDS; kind++) {
		if (t->findings[kind])
			output_format(&report->out, "  %-10s %" PRIu64 "\n",
				      verify_finding_info[kind].name,
				      t->findings[kind]);
	}
	for (i = 0; i < claims->num; i++)
		output_format(&report->out, "not whole: %s\n", claims->text[i]);
}

void tandem_report_end(struct tandem_report *report, const struct verify *v,
		       const struct tandem_claims *claims, int status)
{
	if (report->as_json)
		tandem_report_json_end(report, v, claims, status);
	else
		text_end(report, v, claims, status);
	output_close(&report->out);
	disasm_close(report->disasm);
}
