// SPDX-License-Identifier: BSD-2-Clause
/* Findings: names, texts, and their delivery to the caller. */
#include "verify_internal.h"

#define FINDING_INFO(name, text) [VERIFY_FOUND_##name] = { #name, text },

const struct verify_finding_info verify_finding_info[VERIFY_FINDING_KINDS] = {
	VERIFY_FINDINGS(FINDING_INFO)
};

#define FAULT_NAME(name, text) [VERIFY_FAULT_##name] = #name,
#define FAULT_TEXT(name, text) [VERIFY_FAULT_##name] = text,

const char *verify_fault_name(enum verify_fault fault)
{
	static const char *const names[] = { VERIFY_FAULTS(FAULT_NAME) };

	return names[fault < VERIFY_FAULT_KINDS ? fault : VERIFY_FAULT_UNKNOWN];
}

const char *verify_fault_text(enum verify_fault fault)
{
	static const char *const texts[] = { VERIFY_FAULTS(FAULT_TEXT) };

	return texts[fault < VERIFY_FAULT_KINDS ? fault : VERIFY_FAULT_UNKNOWN];
}

const char *verify_why_text(enum verify_why why)
{
	static const char *const texts[VERIFY_WHYS] = {
		[VERIFY_WHY_UNKNOWN] = "not to be taken now",
		[VERIFY_WHY_NOT_PENDING] = "not pending in mip",
		[VERIFY_WHY_NOT_ENABLED] = "not enabled in mie",
		[VERIFY_WHY_MASKED] = "masked by mstatus or the privilege",
		[VERIFY_WHY_PRIORITY] = "another one comes first",
	};

	return texts[why < VERIFY_WHYS ? why : VERIFY_WHY_UNKNOWN];
}

enum verify_finding_kind verify_finding_of(u16 reg)
{
	if (reg < TANDEM_GPR(0))
		return VERIFY_FOUND_CSR;
	return reg < TANDEM_FPR(0) ? VERIFY_FOUND_GPR : VERIFY_FOUND_FPR;
}

struct verify_finding *verify_finding_add(struct verify *v,
					  enum verify_finding_kind kind,
					  u64 expected, u64 seen)
{
	/* the last place is for findings without room, and is never reported */
	struct verify_finding *finding = &v->findings.finding[v->findings.num];

	if (v->findings.num < VERIFY_PENDING_MAX)
		v->findings.num++;
	*finding = (struct verify_finding){
		.kind = (u8)kind,
		.expected = expected,
		.seen = seen,
	};
	return finding;
}

void verify_finding_report(struct verify *v)
{
	enum verify_fault fault = verify_fault_of(v);
	u32 i;

	for (i = 0; i < v->findings.num; i++) {
		struct verify_finding *finding = &v->findings.finding[i];

		finding->offset = v->offset;
		finding->group = v->totals.groups;
		finding->insn = v->totals.insns;
		finding->divergence = v->totals.divergences;
		finding->fault = (u8)fault;
		v->totals.findings[finding->kind]++;
		v->found(v->user, v, finding);
	}
	if (v->findings.num)
		v->totals.divergences++;
	v->findings.num = 0;
	v->findings.of_memory = false;
}

u64 verify_findings(const struct verify *v)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < VERIFY_FINDING_KINDS; i++)
		sum += v->totals.findings[i];
	return sum;
}
