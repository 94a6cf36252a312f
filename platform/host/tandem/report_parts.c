// SPDX-License-Identifier: BSD-2-Clause
/* Parts of a finding with the same names in text and JSON. */
#include <inttypes.h>
#include "registers.h"
#include "report.h"

static bool is_register(const struct verify_finding *finding)
{
	return finding->kind == VERIFY_FOUND_GPR ||
	       finding->kind == VERIFY_FOUND_FPR ||
	       finding->kind == VERIFY_FOUND_CSR ||
	       finding->kind == VERIFY_FOUND_STRAY;
}

void tandem_report_subject(const struct verify_finding *finding, char *text,
			   size_t size)
{
	char name[REGISTER_NAME];

	text[0] = '\0';
	if (is_register(finding)) {
		register_name(finding->reg, name);
		snprintf(text, size, "%s", name);
	} else if (finding->kind == VERIFY_FOUND_PTE) {
		snprintf(text, size, "0x%" PRIx64, finding->paddr);
	} else if (finding->kind == VERIFY_FOUND_RULE) {
		snprintf(text, size, "%s",
			 tandem_rule_name((enum tandem_rule)finding->detail));
	} else if (finding->kind == VERIFY_FOUND_STREAM) {
		snprintf(text, size, "%s",
			 tandem_status_name(
				 (enum tandem_status)finding->detail));
	}
}

void tandem_report_insn(const struct tandem_report *report,
			const struct verify_past *past, char *text)
{
	u8 code[4];
	unsigned int i;

	for (i = 0; i < sizeof(code); i++)
		code[i] = (u8)(past->insn >> 8 * i);
	if (past->bytes)
		disasm_text(report->disasm, code, past->bytes, text);
	else
		snprintf(text, DISASM_TEXT, "%s %u",
			 past->kind == MODEL_INTERRUPT ? "interrupt" :
							 "exception",
			 past->cause);
}

/* "x5 (t0)" or "memory 0x80000000" */
void tandem_report_origin(const struct verify_origin *origin, char *text,
			  size_t size)
{
	char name[REGISTER_NAME];

	if (origin->memory) {
		snprintf(text, size, "memory 0x%" PRIx64, origin->paddr);
		return;
	}
	register_name(origin->reg, name);
	snprintf(text, size, "%s", name);
}
