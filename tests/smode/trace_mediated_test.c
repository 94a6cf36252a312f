// SPDX-License-Identifier: BSD-2-Clause
/*
 * Policy "mediated": S-mode has only the calls, and no trace shows M-mode,
 * whatever S-mode requests.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define SIZE 0x40000ul
#define HART0 (hart_at(0)->hartid)
#define PRIVILEGE_M (1u << 3)
#define PRIVILEGE_S (1u << 1)
/* A buffer for each trace, because traces are decoded after the run. */
static u8 buffers[3][SIZE] __attribute__((aligned(4096)));

static bool is_disabled(const char *node)
{
	u32 size;
	const char *status = fdt_property(node, "status", &size);

	return status && !memcmp(status, "disabled", 9);
}

/* The nodes are disabled, because a driver's accesses would only fault. */
static void tree(void)
{
	CHECK(is_disabled("trace-encoder@8fc00000"));
	CHECK(is_disabled("trace-encoder@8fc01000"));
	CHECK(is_disabled("trace-ram-sink@8fc20000"));
	CHECK(is_disabled("trace-ram-sink@8fc21000"));
}

static void description(void)
{
	CHECK_EQ(sbi_probe_extension(TRACE_SBI_EID).value, 1);
	CHECK_OK(trace_info(trace_number(trace_encoder(0))));
	CHECK_EQ(trace_words[TRACE_INFO_FLAGS],
		 TRACE_INFO_USABLE | TRACE_INFO_MINE | TRACE_INFO_HIDES_M);
}

static struct sbiret filter(unsigned long n, u32 privileges)
{
	return trace_call(
		TRACE_SBI_ENCODER_SET_FILTER, HART0, n,
		TR_MASK(TR_TE_FILTER_CONTROL, ENABLE) |
			TR_MASK(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE),
		privileges, 0);
}

static void trace(unsigned int n, u32 filters)
{
	unsigned long at = (unsigned long)buffers[n];
	unsigned long sink = trace_number(trace_sink(0));

	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER, sink, at, 0, SIZE, 0));
	CHECK_OK(trace_call(TRACE_SBI_ENCODER_CONFIGURE, HART0,
			    TRACE_NTRACE_HTM, 0, filters, 0));
	CHECK_OK(trace_call(TRACE_SBI_START, HART0, 0, 0, 0, 0));
	trace_work();
	CHECK_ERROR(trace_call(TRACE_SBI_STOP, HART0, 0, 0, 0, 0), SBI_SUCCESS);
	CHECK_OK(trace_status(HART0));
	trace_announce("hart=0 modes=0,1", at, at + SIZE,
		       trace_words[TRACE_STATUS_WP]);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink, 0, 0, 0, 0));
}

static void no_filter(void)
{
	trace(0, 0);
}

/* Filter M-mode and S-mode together, and then M-mode alone. */
static void filter_for_machine_mode(void)
{
	CHECK_OK(filter(0, PRIVILEGE_M | PRIVILEGE_S));
	trace(1, 1);
	CHECK_OK(filter(0, PRIVILEGE_M));
	CHECK_OK(filter(1, PRIVILEGE_S));
	trace(2, 3);
}

/* S-mode cannot use or change the filter that excludes M-mode. */
static void filter_of_the_firmware(void)
{
	unsigned int mine = 0;
	u32 filters;

	CHECK_OK(trace_info(trace_number(trace_encoder(0))));
	filters = trace_words[TRACE_INFO_UNITS] & 0xffff;
	while (filters >> mine & 1)
		mine++;
	CHECK(mine > 1);
	CHECK_ERROR(trace_call(TRACE_SBI_ENCODER_CONFIGURE, HART0,
			       TRACE_NTRACE_HTM, 0, 1ul << mine, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(filter(mine, PRIVILEGE_M), SBI_ERR_NOT_SUPPORTED);
}

const struct check_case check_cases[] = {
	{ "the next stage's tree", tree },
	{ "description", description },
	{ "no filter", no_filter },
	{ "filters for M-mode", filter_for_machine_mode },
	{ "the firmware's filter", filter_of_the_firmware },
	{ NULL, NULL },
};
