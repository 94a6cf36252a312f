// SPDX-License-Identifier: BSD-2-Clause
/*
 * Invalid device trees and hardware: each machine boots, the firmware prints
 * one line with the error and the node, the next stage's tree does not offer
 * that node, and components that do not depend on it can be used for a trace.
 * platform/qemu/machine/trace_machine.py and traces.py define the words of a
 * run.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define SIZE 0x10000ul

enum { NOBODY = -1, BOTH = -2 };

struct row {
	const char *word; /* the error in the tree */
	const char *node; /* node in the firmware's line, or NULL: no node */
	const char *line; /* the firmware's message */
	int left;	  /* hart whose encoder can be used, NOBODY or BOTH */
	const char *gone; /* a disabled node, or NULL */
};

#define E0 "trace-encoder@8fc00000"
#define E1 "trace-encoder@8fc01000"
#define S0 "trace-ram-sink@8fc20000"
#define ETR0 "trace-etr@8fc20000"
#define F0 "trace-funnel@8fc10000"
#define F1 "trace-funnel@8fc11000"
#define LONELY "gets no trace from any usable encoder"

/* tests/glue has the other errors of trees. */
static const struct row rows[] = {
	{ "reg-large", E0, "reg is not one window of 4 KiB", 1, E0 },
	{ "reg-nowhere", E0, "nothing answers at reg", 1, E0 },
	{ "reg-far", E0, "reg is out of reach", 1, E0 },
	{ "trace-phandle", E0,
	  "remote-endpoint is no input of a trace component", 1, E0 },
	/*
	 * A vendor's component with such a name, which the firmware does not
	 * know.
	 */
	{ "port-other", E0, "remote-endpoint is no input of a trace component",
	  1, E0 },
	{ "ring", F0, "leads back to itself (" F1 ")", NOBODY, E0 },
	{ "trace-own-memory", S0, "its memory is the firmware's", 1, E0 },
	{ "trace-stuck", E0, "does not answer", 1, S0 },
	{ "trace-stuck-sink", S0, "does not answer", 1, E0 },
	{ "trace-unknown", E0, "is of a type that is not known", 1, S0 },
	{ "between", E0, "is not closed by too few entries of PMP", NOBODY,
	  E0 },
	/* The bridge and the encoder before it can be used. */
	{ "etr-iommu", ETR0, "writes through an IOMMU", BOTH, ETR0 },
	/* Nodes inside a skipped node are not components. */
	{ "trace-many", NULL, "2 components too many; the first 64 are used",
	  BOTH, "more@3d" },
};

static const struct row *this_row(void)
{
	unsigned int n;

	for (n = 0; n < array_size(rows); n++)
		if (option_given(rows[n].word))
			return &rows[n];
	print("# no row of this run\n");
	return NULL;
}

/* Other lines that these errors cause. */
static const struct {
	const char *word, *node, *line;
} others[] = {
	{ "trace-phandle", S0, LONELY },
	{ "port-other", S0, LONELY },
	{ "ring", S0, LONELY },
	{ "between", E1, "is not closed by too few entries of PMP" },
};

static bool other_line(void)
{
	unsigned int n;

	for (n = 0; n < array_size(others); n++) {
		if (!option_given(others[n].word))
			continue;
		print("# has: hartscope: trace: %s: %s; not used\n",
		      others[n].node, others[n].line);
		return true;
	}
	return false;
}

static void one_line(void)
{
	const struct row *r = this_row();

	if (!CHECK(r != NULL))
		return;
	if (!r->node) {
		print("# once: hartscope: trace: %s\n", r->line);
		return;
	}
	print("# has: hartscope: trace: %s: %s; not used\n", r->node, r->line);
	if (option_given("reg-far")) {
		print("# once: hartscope: trace: %s: is out of reach of PMP; "
		      "S-mode reaches its registers\n",
		      r->node);
		return;
	}
	print("# once: hartscope: trace: %s\n",
	      other_line() ? r->node : "trace-");
}

static bool is_disabled(const char *node)
{
	const char disabled[] = "disabled";
	const char *status;
	u32 size;

	status = fdt_property(node, "status", &size);
	return status && size == sizeof(disabled) &&
	       !memcmp(status, disabled, size);
}

static void next_stage(void)
{
	const struct row *r = this_row();

	if (!CHECK(r != NULL))
		return;
	if (r->gone)
		CHECK(is_disabled(r->gone));
	CHECK_EQ(is_disabled(E1), r->left != 1 && r->left != BOTH);
}

/* The firmware does not access these registers */
static void out_of_reach(void)
{
	static const struct {
		const char *word;
		unsigned long address;
	} regs[] = { { "reg-large", 0x8fc00000 },
		     { "clock-last", 0x101000 },
		     { "between", 0x8fc20000 } };
	unsigned int n;

	for (n = 0; n < array_size(regs); n++)
		if (option_given(regs[n].word))
			CHECK_EQ(HART_TRY(*(volatile u32 *)regs[n].address),
				 HART_LOAD_FAULT);
}

/* --- components that can be used ----------------------------------------- */

static unsigned int usable_encoders(void)
{
	unsigned int n, count = 0;

	for (n = 0; n < trace_count(); n++) {
		CHECK_OK(trace_info(n));
		if ((trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_USABLE) &&
		    (trace_words[TRACE_INFO_IMPL] >> 8 & 15) == TR_COMP_ENCODER)
			count++;
	}
	return count;
}

static void the_rest_works(void)
{
	static u8 buffer[SIZE] __attribute__((aligned(4096)));
	const struct row *r = this_row();
	unsigned long hart;
	unsigned int left;

	if (!CHECK(r != NULL))
		return;
	CHECK_EQ(sbi_probe_extension(TRACE_SBI_EID).value, r->left != NOBODY);
	if (r->left == NOBODY)
		return;
	left = r->left == BOTH ? option_given("etr-iommu") :
				 (unsigned int)r->left;
	CHECK_EQ(usable_encoders(), r->left == BOTH ? 2 : 1);
	CHECK_EQ(hart_count(), 2);
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(left)),
			    (unsigned long)buffer, 0, SIZE));
	hart = hart_at(left)->hartid;
	CHECK_OK(trace_call(TRACE_SBI_START, hart));
	CHECK_OK(trace_call(TRACE_SBI_STOP, hart));
}

const struct check_case check_cases[] = {
	{ "one line", one_line },
	{ "the next stage's tree", next_stage },
	{ "what nobody uses is out of reach", out_of_reach },
	{ "the rest works", the_rest_works },
	{ NULL, NULL },
};
