/* SPDX-License-Identifier: BSD-2-Clause */
/* Findings about a trace, made by comparison with a model of the hart. */
#ifndef VERIFY_FINDINGS_H
#define VERIFY_FINDINGS_H

#include <base/types.h>

/*
 * FINDING(name, text). The names are part of the interface: tools print them,
 * tests name them.
 */
/* clang-format off */
#define VERIFY_FINDINGS(FINDING) \
	FINDING(INSN, "instruction") \
	FINDING(PC, "next pc") \
	FINDING(PRIV, "privilege") \
	FINDING(GPR, "integer register") \
	FINDING(FPR, "floating-point register") \
	FINDING(CSR, "control and status register") \
	FINDING(EADDR, "effective address") \
	FINDING(PADDR, "physical address") \
	FINDING(PCPADDR, "physical address of the pc") \
	FINDING(SDATA, "store data") \
	FINDING(MEMREQ, "memory request") \
	FINDING(MEMRSP, "memory response") \
	FINDING(INTERRUPT, "interrupt that may not be taken") \
	FINDING(LATENCY, "interrupt that is not taken") \
	FINDING(STRAY, "change without an instruction") \
	FINDING(LOST, "interrupt that the trace does not have") \
	FINDING(DROPPED, "groups that the trace does not have") \
	FINDING(PTE, "page table entry") \
	FINDING(MODEL, "the model has come to its end") \
	FINDING(RULE, "rule of the format") \
	FINDING(STREAM, "damaged stream")
/* clang-format on */

#define VERIFY_FINDING_ENUM(name, text) VERIFY_FOUND_##name,
enum verify_finding_kind {
	VERIFY_FINDINGS(VERIFY_FINDING_ENUM) VERIFY_FINDING_KINDS
};
#undef VERIFY_FINDING_ENUM

/** Facts about a kind of findings. */
struct verify_finding_info {
	const char *name; /* "EADDR" */
	const char *text; /* a noun */
};

/** The kinds; the index is enum verify_finding_kind. */
extern const struct verify_finding_info
	verify_finding_info[VERIFY_FINDING_KINDS];

/*
 * FAULT(name, text): the explanation of all findings of a group, as far as it
 * is known.
 */
/* clang-format off */
#define VERIFY_FAULTS(FAULT) \
	FAULT(UNKNOWN, "divergence") \
	FAULT(LOST, "lost interrupt") \
	FAULT(DROPPED, "dropped group") \
	FAULT(MEMORY, "wrong memory") \
	FAULT(WRITEBACK, "wrong writeback") \
	FAULT(STORE, "wrong store") \
	FAULT(ADDRESS, "wrong address") \
	FAULT(CODE, "wrong instruction") \
	FAULT(JUMP, "wrong jump") \
	FAULT(TRAP, "wrong trap") \
	FAULT(INTERRUPT, "wrong interrupt") \
	FAULT(OUTSIDE, "change from outside") \
	FAULT(FORMAT, "wrong format")
/* clang-format on */

#define VERIFY_FAULT_ENUM(name, text) VERIFY_FAULT_##name,
enum verify_fault { VERIFY_FAULTS(VERIFY_FAULT_ENUM) VERIFY_FAULT_KINDS };
#undef VERIFY_FAULT_ENUM

/** A fault's name, "WRITEBACK", and its text, "wrong writeback". */
const char *verify_fault_name(enum verify_fault fault);
const char *verify_fault_text(enum verify_fault fault);

/** The reason why an interrupt may not be taken. */
enum verify_why {
	VERIFY_WHY_UNKNOWN,
	VERIFY_WHY_NOT_PENDING,
	VERIFY_WHY_NOT_ENABLED, /* in mie */
	VERIFY_WHY_MASKED,	/* by mstatus, or the privilege */
	VERIFY_WHY_PRIORITY,	/* another interrupt comes first */
	VERIFY_WHYS
};

/** A reason in words. */
const char *verify_why_text(enum verify_why why);

#endif
