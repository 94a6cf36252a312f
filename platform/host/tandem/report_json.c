// SPDX-License-Identifier: BSD-2-Clause
/* Findings of verification as JSON: divergences as they come, then totals. */
#include "report.h"

static void json_place(struct tandem_report *report, u64 pc)
{
	const struct profile_function *symbol =
		symbols_function(report->symbols, pc);
	const struct line_row *row = symbols_line(report->symbols, pc);

	json_hex(&report->json, "pc", pc);
	if (symbol) {
		json_string(&report->json, "function", symbol->name);
		json_u64(&report->json, "function_offset", pc - symbol->start);
	}
	if (row && row->file) {
		json_string(&report->json, "file", row->file);
		json_u64(&report->json, "line", row->line);
	}
}

static void json_past(struct tandem_report *report,
		      const struct verify_past *past)
{
	static const char *const kinds[] = {
		[MODEL_RETIRED] = "retired",
		[MODEL_EXCEPTION] = "exception",
		[MODEL_INTERRUPT] = "interrupt",
	};
	char text[DISASM_TEXT];

	tandem_report_insn(report, past, text);
	json_object(&report->json, NULL);
	json_u64(&report->json, "offset", past->offset);
	json_place(report, past->pc);
	json_u64(&report->json, "priv", past->priv);
	json_string(&report->json, "model", kinds[past->kind]);
	if (past->kind != MODEL_RETIRED)
		json_u64(&report->json, "cause", past->cause);
	if (past->bytes)
		json_hex(&report->json, "insn", past->insn);
	json_string(&report->json, "disassembly", text);
	json_end_object(&report->json);
}

/* The previous divergence's object is complete when another one comes. */
static void close_divergence(struct tandem_report *report)
{
	if (!report->is_open)
		return;
	json_end_array(&report->json);
	json_end_object(&report->json);
	report->is_open = false;
}

static void json_origins(struct tandem_report *report, const struct verify *v)
{
	struct verify_origin origin[VERIFY_ORIGINS_MAX];
	u32 num = verify_origins(v, origin), i;
	char subject[64];

	json_array(&report->json, "from");
	for (i = 0; i < num; i++) {
		tandem_report_origin(&origin[i], subject, sizeof(subject));
		json_object(&report->json, NULL);
		json_string(&report->json, "name", subject);
		json_hex(&report->json, "value", origin[i].value);
		if (origin[i].writer.insn) {
			json_u64(&report->json, "instruction",
				 origin[i].writer.insn - 1);
			json_hex(&report->json, "pc", origin[i].writer.pc);
		}
		json_end_object(&report->json);
	}
	json_end_array(&report->json);
}

void tandem_report_json_divergence(struct tandem_report *report,
				   const struct verify *v,
				   const struct verify_finding *finding)
{
	u32 n, num = 0;

	close_divergence(report);
	report->is_open = true;
	json_object(&report->json, NULL);
	json_u64(&report->json, "divergence", finding->divergence);
	json_u64(&report->json, "instruction", finding->insn);
	json_u64(&report->json, "group", finding->group);
	json_u64(&report->json, "offset", finding->offset);
	json_string(&report->json, "fault",
		    verify_fault_name((enum verify_fault)finding->fault));
	json_array(&report->json, "last");
	while (verify_past(v, num))
		num++;
	for (n = report->written ? num - (num != 0) : 0; n < num; n++)
		json_past(report, verify_past(v, n));
	json_end_array(&report->json);
	json_origins(report, v);
	json_array(&report->json, "elements");
}

void tandem_report_json_finding(struct tandem_report *report,
				const struct verify_finding *finding)
{
	const struct verify_finding_info *info =
		&verify_finding_info[finding->kind];
	char subject[64];

	tandem_report_subject(finding, subject, sizeof(subject));
	json_object(&report->json, NULL);
	json_string(&report->json, "kind", info->name);
	json_string(&report->json, "text", info->text);
	if (subject[0])
		json_string(&report->json, "name", subject);
	if (finding->kind == VERIFY_FOUND_INTERRUPT)
		json_string(&report->json, "why",
			    verify_why_text((enum verify_why)finding->detail));
	if (finding->kind < VERIFY_FOUND_MODEL) {
		json_bool(&report->json, "missing", finding->missing);
		json_hex(&report->json, "expected", finding->expected);
		json_hex(&report->json, "seen", finding->seen);
	}
	json_end_object(&report->json);
}

void tandem_report_json_end(struct tandem_report *report,
			    const struct verify *v,
			    const struct tandem_claims *claims, int status)
{
	const struct verify_totals *t = verify_totals(v);
	struct json *json = &report->json;
	unsigned int kind, i;

	close_divergence(report);
	json_end_array(json);
	json_object(json, "findings");
	for (kind = 0; kind < VERIFY_FINDING_KINDS; kind++)
		json_u64(json, verify_finding_info[kind].name,
			 t->findings[kind]);
	json_end_object(json);
	json_object(json, "totals");
	json_u64(json, "bytes", t->bytes);
	json_u64(json, "groups", t->groups);
	json_u64(json, "instructions", t->insns);
	json_u64(json, "exceptions", t->exceptions);
	json_u64(json, "interrupts", t->interrupts);
	json_u64(json, "initialisations", t->inits);
	json_u64(json, "resets", t->resets);
	json_u64(json, "copied", t->copied);
	json_u64(json, "believed", t->believed);
	json_u64(json, "divergences", t->divergences);
	json_u64(json, "adopted", t->adopted);
	json_end_object(json);
	json_array(json, "not-whole");
	for (i = 0; i < claims->num; i++)
		json_string(json, NULL, claims->text[i]);
	json_end_array(json);
	json_bool(json, "verified", !status);
	json_end_object(json);
	json_finish(json);
}
